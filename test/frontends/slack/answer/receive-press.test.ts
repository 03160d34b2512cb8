import { describe, expect, it, test } from "vitest";
import type { Answer, Command } from "../../../../src/core/command.ts";
import { cardFor, inSlack, plain, wordsIn } from "../slack-world.ts";
import { ada, answered, keyForm, openForm, saying, seen } from "../steps.ts";

const addKeyButton = { label: "Add my key", id: "add_key", style: "primary" } as const;
const addKey = plain("Add your API key", { buttons: [addKeyButton] });

describe("a press", () => {
  const withButton = (then: (command: Command) => Answer) => (command: Command) =>
    command.act.kind === "press" ? then(command) : ({ kind: "private", message: addKey } as const);

  it("opens a form from a private message", () =>
    inSlack(
      withButton(() => ({ kind: "form", form: keyForm })),
      async (world) => {
        const { slack, journal } = world;
        await slack.command("ada", "/video a cat");
        const interactionId = await slack.press("ada", await seen(world, "Add your API key"), "add_key");
        expect(await openForm(world)).not.toBe("");
        await journal.find((entry) => answered(entry) && entry.interactionId === interactionId);
      },
    ));

  it("replaces the private message it came from while it is worked on", () =>
    inSlack(
      withButton(() => ({
        kind: "working",
        message: plain("A moment"),
        finish: async () => ({ message: plain("Done"), card: null }),
      })),
      async (world) => {
        const { slack, journal } = world;
        await slack.command("ada", "/video a cat");
        await slack.press("ada", await seen(world, "Add your API key"), "add_key");
        await journal.find(saying("Done"));
        const own = slack.messages("ada").filter(({ ephemeralFor }) => ephemeralFor === ada);
        expect(own.map(({ blocks }) => wordsIn(blocks))).toEqual(["Done"]);
      },
    ));

  it("puts another message in the place of the private one", () =>
    inSlack(
      withButton(() => ({ kind: "replace_message", message: plain("Nothing was started.") })),
      async (world) => {
        const { slack, journal } = world;
        await slack.command("ada", "/video a cat");
        await slack.press("ada", await seen(world, "Add your API key"), "add_key");
        await journal.find(saying("Nothing was started."));
        const own = slack.messages("ada").filter(({ ephemeralFor }) => ephemeralFor === ada);
        expect(own.map(({ blocks }) => wordsIn(blocks))).toEqual(["Nothing was started."]);
      },
    ));

  it("on a card that is worked on leaves the card where it is, even a private one, and says one word below it", () => {
    const fresh = plain("Your card", { buttons: [{ ...addKeyButton, id: `again:${"0".repeat(20)}` }] });
    const working: Answer = {
      kind: "working",
      message: plain("A moment"),
      finish: async () => ({ message: plain("Done"), card: null }),
    };
    return inSlack(
      ({ act }) => (act.kind === "press" ? working : { kind: "private", message: fresh }),
      async (world) => {
        const { slack, journal } = world;
        await slack.command("ada", "/video a cat");
        await slack.press("ada", await seen(world, "Your card"), `again:${"0".repeat(20)}`);
        await journal.find(saying("Done"));
        const own = slack.messages("ada").filter(({ ephemeralFor }) => ephemeralFor === ada);
        expect(own.map(({ blocks }) => wordsIn(blocks).split("\n")[0])).toEqual(["Your card", "Done"]);
      },
    );
  });

  const buttons = [{ label: "Delete", id: "delete:0123456789abcdef0123", style: "danger" }] as const;
  const cardWithButton = (then: Answer) => (command: Command) =>
    command.act.kind === "press" ? then : cardFor(command, plain("Your card", { buttons }));

  it("on a public card is answered to the presser alone", () =>
    inSlack(cardWithButton({ kind: "private", message: plain("Not your card") }), async (world) => {
      const { slack, journal } = world;
      await slack.command("ada", "/video a cat");
      await slack.press("ben", await seen(world, "Your card"), buttons[0].id);
      await journal.find(saying("Not your card"));
      expect(slack.messages("ben").at(-1)).toMatchObject({ ephemeralFor: "U00000BEN2" });
      expect(wordsIn(slack.messages("ada").at(-1)?.blocks)).toContain("Your card");
    }));

  test.for(["channelId", "foreignChannelId"] as const)("takes the card away in the %s", (which) =>
    inSlack(cardWithButton({ kind: "remove_message", otherwise: plain("It stays") }), async (world) => {
      const { slack, journal } = world;
      await slack.command("ada", "/video a cat", { channelId: slack[which] });
      const ts = await seen(world, "Your card");
      await slack.press("ada", ts, buttons[0].id);
      await journal.find(({ kind, messageId }) => kind === "deleted" && messageId === ts);
    }),
  );
});
