import { expect, test } from "vitest";
import { ok, refuse } from "../../../../src/core/result.ts";
import { tell } from "../../../../src/frontends/slack/in/slack-answers.ts";
import type { CallRefusal } from "../../../../src/frontends/slack/out/slack-calls.ts";
import type { Ways } from "../../../../src/frontends/slack/out/slack-ways.ts";
import { slackWordsIn } from "../../../fakes/front-end-words.ts";
import { aSlackReply } from "../../../fakes/jobs.ts";
import { keptLog } from "../../../fakes/kept-log.ts";
import { toldClock } from "../../../fakes/told-clock.ts";
import { english } from "../english.ts";
import { plain } from "../slack-world.ts";

/** Which way a private word was tried at which millisecond; the first try is refused so, and every later one taken. */
async function tried(refusal: CallRefusal) {
  const clock = toldClock();
  const log = keptLog();
  const startedAt = clock.now();
  const tries: (readonly [string, number])[] = [];
  const reply = aSlackReply();
  const way = (name: string) => async () => {
    tries.push([name, clock.now() - startedAt]);
    return tries.length === 1 ? refuse(refusal) : ok(reply);
  };
  const ways: Ways = {
    inChannel: way("channel"),
    throughUrl: way("url, for all"),
    direct: way("direct"),
    ephemeral: way("ephemeral"),
    privatelyThroughUrl: way("url"),
  };
  const never = () => Promise.reject(new Error("nothing else is used"));
  const tools = {
    ways,
    clock,
    log,
    clientOf: never,
    isInstalled: never,
    postToUrl: never,
    takesFiles: false,
    wordsIn: slackWordsIn,
    locales: english,
  };
  const telling = tell(tools, reply, plain("only for you"));
  await clock.advance(60_000);
  await telling;
  return { tries, lost: log.lines };
}

test("a private word that Slack holds back is told the same way after the pause, for the next way may be worse", async () => {
  expect(await tried({ kind: "rate_limited", retryAfterMs: 2_000 })).toEqual({
    tries: [
      ["url", 0],
      ["url", 2_000],
    ],
    lost: [],
  });
});

test("a private word that has no way there goes by the next one at once", async () => {
  expect(await tried({ kind: "not_here", code: "expired_url" })).toEqual({
    tries: [
      ["url", 0],
      ["ephemeral", 0],
    ],
    lost: [],
  });
});
