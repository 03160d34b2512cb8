import { describe, expect, it } from "vitest";
import { z } from "zod";
import { signed } from "../../../../sandbox/src/slack/requests.ts";
import { type Clock, machineClock } from "../../../../src/core/clock.ts";
import { ok, refuse } from "../../../../src/core/result.ts";
import type { LineTools } from "../../../../src/frontends/slack/in/slack-answers.ts";
import { apologise } from "../../../../src/frontends/slack/in/slack-answers.ts";
import { slackWordsIn } from "../../../fakes/front-end-words.ts";
import { aSlackReply } from "../../../fakes/jobs.ts";
import { keptLog } from "../../../fakes/kept-log.ts";
import { english } from "../english.ts";
import { cardFor, inSlack, plain } from "../slack-world.ts";
import { ada, keyForm, openForm, saying } from "../steps.ts";

/** A clock that breaks once, after as many looks as it is told: a bug in the first thing that is done with a payload. */
function breakableClock(): Clock & { breakAfter(looks: number): void } {
  let looksLeft = -1;
  return {
    ...machineClock,
    breakAfter(looks) {
      looksLeft = looks;
    },
    now() {
      looksLeft -= 1;
      if (looksLeft === -1) throw new Error("a bug, quoting sk-canary-0123456789");
      return machineClock.now();
    },
  };
}

describe.for(["socket", "http"] as const)("over %s, a bug in the reading of a payload", (transport) => {
  /** A signature is proved before a payload is read. */
  const looksBefore = transport === "http" ? 2 : 0;

  it("of a command is told to its person, and Slack has its answer", () => {
    const clock = breakableClock();
    return inSlack(
      cardFor,
      async ({ slack, journal, log }) => {
        clock.breakAfter(looksBefore);
        await slack.command("ada", "/video a cat", { channelId: slack.foreignChannelId });
        await journal.find(saying("Something went wrong in Reelay"));
        expect(slack.messages("ada", slack.foreignChannelId).at(-1)).toMatchObject({ ephemeralFor: ada });
        expect(journal.since(0).map(({ kind }) => kind)).toContain("answered");
        expect(JSON.stringify(log.lines)).not.toContain("canary");
        expect(log.lines).toContainEqual(expect.objectContaining({ level: "error", event: "slack handler failed" }));
      },
      clock,
      transport,
    );
  });

  it("of a form is told where the form was opened", () => {
    const clock = breakableClock();
    return inSlack(
      ({ act }) =>
        act.kind === "set_key" ? { kind: "form", form: keyForm } : { kind: "private", message: plain("Saved") },
      async (world) => {
        const { slack, journal } = world;
        await slack.command("ada", "/video-key set", { channelId: slack.foreignChannelId });
        const form = await openForm(world);
        clock.breakAfter(looksBefore);
        await slack.submitForm("ada", form, { key: "sk-0123456789" });
        await journal.find(saying("Something went wrong in Reelay"));
        expect(slack.messages("ada", slack.foreignChannelId).at(-1)).toMatchObject({ ephemeralFor: ada });
        expect(slack.openForms("ada")).toEqual([]);
      },
      clock,
      transport,
    );
  });
});

describe("a bug in the handling", () => {
  it("of a mention is told to its writer alone, in its thread", () => {
    const clock = breakableClock();
    return inSlack(
      cardFor,
      async ({ slack, journal }) => {
        const threadTs = slack.say("ben", "look");
        clock.breakAfter(0);
        slack.say("ada", "@reelay a cat", { threadTs });
        await journal.find(saying("Something went wrong in Reelay"));
        expect(slack.messages("ada").at(-1)).toMatchObject({ ephemeralFor: ada, threadTs });
      },
      clock,
    );
  });

  it("is told with the organisation's token where Reelay is installed there, and never to a bot", async () => {
    const asked: unknown[] = [];
    const sent = async (reply: unknown) => {
      asked.push(reply);
      return ok(aSlackReply());
    };
    const ways = { inChannel: sent, throughUrl: sent, direct: sent, ephemeral: sent, privatelyThroughUrl: sent };
    const nobody = async () => refuse({ kind: "unavailable", unclear: false, detail: "not installed" } as const);
    const tools: LineTools = {
      ways,
      clock: machineClock,
      log: keptLog(),
      takesFiles: false,
      wordsIn: slackWordsIn,
      clientOf: nobody,
      locales: english,
      isInstalled: async () => true,
      postToUrl: async () => ok(null),
    };
    const common = { user_id: ada, team_id: "T1", enterprise_id: "E1" };
    await apologise(tools, { ...common, is_enterprise_install: "true" }, "unreadable");
    await apologise(tools, { ...common, is_enterprise_install: "false" }, "unreadable");
    const event = { type: "message", text: "a cat", user: "UBOT", channel: "D1", bot_id: "B1" };
    await apologise(tools, { team_id: "T1", event }, "unreadable");
    expect(asked).toMatchObject([
      { teamId: "T1", enterpriseId: "E1" },
      { teamId: "T1", enterpriseId: null },
    ]);
  });
});

it("a payload that cannot be read is answered, and its person is told", () =>
  inSlack(
    cardFor,
    async ({ slack, desk, requestUrl, journal }) => {
      await slack.command("ada", "/video a cat");
      await desk.fate();
      const [{ payload } = { payload: null }] = journal.since(0).filter(({ kind }) => kind === "command");
      const { response_url: responseUrl } = z.object({ response_url: z.string() }).parse(payload);
      const body = new URLSearchParams({ command: "/video", user_id: ada, response_url: responseUrl }).toString();
      const contentType = { "content-type": "application/x-www-form-urlencoded" };
      const headers = { ...contentType, ...signed(body, { secret: slack.signingSecret, at: Date.now() }) };
      const response = await fetch(requestUrl, { method: "POST", headers, body });
      expect(response.status).toBe(200);
      await journal.find(saying("Reelay could not read this"));
      expect(desk.commands).toHaveLength(1);
    },
    machineClock,
    "http",
  ));
