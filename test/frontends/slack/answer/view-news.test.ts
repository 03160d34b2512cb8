import { expect, test } from "vitest";
import { z } from "zod";
import type { FetchWhole } from "../../../../src/core/ports.ts";
import { ok } from "../../../../src/core/result.ts";
import { boltLogger, clientOptions } from "../../../../src/frontends/slack/connect/slack-clients.ts";
import { readSlash } from "../../../../src/frontends/slack/in/read-slack.ts";
import { tellInView } from "../../../../src/frontends/slack/in/slack-answers.ts";
import { clientsOf } from "../../../../src/frontends/slack/out/slack-calls.ts";
import { slackWordsIn } from "../../../fakes/front-end-words.ts";
import { keptLog } from "../../../fakes/kept-log.ts";
import { toldClock } from "../../../fakes/told-clock.ts";
import { english } from "../english.ts";
import { plain, wordsIn } from "../slack-world.ts";

const slash = {
  command: "/video-key",
  text: "set",
  user_id: "U1",
  team_id: "T1",
  channel_id: "C1",
  trigger_id: "17.1.x",
  response_url: "https://hooks.slack.com/commands/1",
};
const form = z.object({ view_id: z.string(), view: z.string() });

/** What the form shows in the end, and what was told beside it, where Slack answers the first update so. */
async function shownAfter(first: () => Response) {
  const [clock, log] = [toldClock(), keptLog()];
  const shown: string[] = [];
  let [updates, told] = [0, 0];
  const fetchWhole: FetchWhole = async (_address, init) => {
    updates += 1;
    if (updates === 1) return first();
    const { view } = form.parse(Object.fromEntries(new URLSearchParams(String(init.body))));
    shown.push(wordsIn(JSON.parse(view)));
    return Response.json({ ok: true });
  };
  const { prompt } = clientsOf(
    async () => "xoxb-1",
    () => clientOptions("https://slack.com/api/", boltLogger(log), fetchWhole),
  );
  const incoming = readSlash(slash, { prefix: "video", now: clock.now() });
  if (!incoming) throw new Error("misread");
  const never = () => Promise.reject(new Error("nothing else is used"));
  const privately = async () => {
    told += 1;
    return ok(incoming.reply);
  };
  const ways = {
    inChannel: never,
    throughUrl: never,
    direct: never,
    ephemeral: never,
    privatelyThroughUrl: privately,
  };
  const tools = {
    ways,
    clock,
    log,
    clientOf: prompt,
    isInstalled: never,
    postToUrl: never,
    locales: english,
    takesFiles: false,
    wordsIn: slackWordsIn,
  };
  const telling = tellInView(tools, incoming, { viewId: "V1", message: plain("Your key is saved") });
  await clock.advance(10_000);
  await telling;
  return { shown, told };
}

test("what came of it takes the place of “Checking your key…”, though Slack asks for a short pause first", async () => {
  const paused = () => new Response(null, { status: 429, headers: { "retry-after": "2" } });
  const { shown, told } = await shownAfter(paused);
  expect([shown.length, shown[0], told]).toEqual([1, expect.stringContaining("Your key is saved"), 0]);
});

test.for([
  ["a 500", () => new Response("", { status: 500 })],
  ["an error of Slack's own", () => Response.json({ ok: false, error: "internal_error" })],
  [
    "no answer",
    () => {
      throw new TypeError("fetch failed");
    },
  ],
] as const)("it takes that place though the first try met %s: an update may be repeated", async ([, first]) => {
  const { shown, told } = await shownAfter(first);
  expect([shown.length, shown[0], told]).toEqual([1, expect.stringContaining("Your key is saved"), 0]);
});

test("where the person has closed the form meanwhile, they are told privately", async () => {
  expect(await shownAfter(() => Response.json({ ok: false, error: "not_found" }))).toEqual({ shown: [], told: 1 });
});
