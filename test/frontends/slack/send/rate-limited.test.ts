import { expect, it } from "vitest";
import { keyForm } from "../../../../src/messages/ask/video-forms.ts";
import { en } from "../../../../src/messages/words/en.ts";
import { cardFor, inSlack, plain } from "../slack-world.ts";

it("a form opens at once while Slack wants a pause from edits and from new cards", () =>
  inSlack(
    (command) => (command.act.kind === "set_key" ? { kind: "form", form: keyForm(en) } : cardFor(command)),
    async ({ slack, front, desk, journal, answeredIn }) => {
      await slack.command("ada", "/video a cat");
      const fate = await desk.fate();
      if (fate.kind !== "given" || fate.reply.platform !== "slack") throw new Error(`the card was ${fate.kind}`);
      const refusals = new Set<string>();
      for (let n = 0; n < 51; n += 1) {
        const [edited, posted] = await Promise.all([
          front.chat.show(fate.reply, plain(`${n}% done`), "in_place"),
          n < 12 &&
            front.chat.show(
              { ...fate.reply, ts: null, cardChannelId: null, responseUrl: null },
              plain("Starting"),
              "first",
            ),
        ]);
        if (!edited.ok) refusals.add(`edit ${edited.refusal.kind}`);
        if (posted && !posted.ok) refusals.add(`card ${posted.refusal.kind}`);
      }
      expect([...refusals].toSorted()).toEqual(["card rate_limited", "edit rate_limited"]);

      await slack.command("ada", "/video-key set");
      await journal.find(({ kind }) => kind === "form");
      expect(slack.openForms("ada")).toHaveLength(1);
      expect(answeredIn.at(-1)).toBeLessThan(1_000);
    },
  ));
