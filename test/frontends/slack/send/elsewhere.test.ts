import { expect, test } from "vitest";
import type { ChatRefusal } from "../../../../src/core/chat.ts";
import type { FetchWhole } from "../../../../src/core/ports.ts";
import type { Result } from "../../../../src/core/result.ts";
import { slackFrontEnd } from "../../../../src/frontends/slack/slack-front-end.ts";
import { slackWordsIn } from "../../../fakes/front-end-words.ts";
import { aSlackReply } from "../../../fakes/jobs.ts";
import { keptLog } from "../../../fakes/kept-log.ts";
import { toldClock } from "../../../fakes/told-clock.ts";
import { plain } from "../slack-world.ts";

const clock = toldClock();
const card = aSlackReply({
  channelId: "C1",
  cardChannelId: "C1",
  ts: "1795219200.000100",
  userId: "U1",
  responseUrl: "https://hooks.slack.com/commands/1",
  responseUrlUntil: clock.now() + 60_000,
  responseUrlUses: 0,
});
const ready = plain("Your video is ready.");

/** A Slack that asks these for a pause of 7 s, by method or by channel, and refuses what it is told to refuse. */
function chatBefore(slack: { readonly limits: readonly string[]; readonly closed?: readonly string[] }) {
  const fetchWhole: FetchWhole = async (address, init) => {
    const name = new URL(address).pathname.split("/").slice(2).join("/");
    const channel = new URLSearchParams(String(init.body)).get("channel") ?? "";
    const asked = [name, `${name} ${channel}`];
    if (asked.some((one) => slack.limits.includes(one)))
      return new Response(null, { status: 429, headers: { "retry-after": "7" } });
    if (asked.some((one) => slack.closed?.includes(one))) return Response.json({ ok: false, error: "not_in_channel" });
    return Response.json({ ok: true, channel: channel || "C1", ts: "1795219201.000100", messages: [] });
  };
  const front = slackFrontEnd(
    {
      wordsIn: slackWordsIn,
      botToken: "xoxb-1",
      apiUrl: "https://slack.com/api",
      prefix: "video",
      clock,
      log: keptLog(),
      fetchWhole,
      transport: { kind: "http", signingSecret: "s" },
    },
    { answer: () => Promise.reject(new Error("nobody asks here")), answered: async () => {} },
  );
  return front.chat;
}

const people = ["U1"];
const fresh = { people, nonce: "n1", triedAt: null };
const here: ChatRefusal = { kind: "rate_limited", retryAfterMs: 7_000 };
const elsewhere: ChatRefusal = { ...here, isElsewhere: true };

function refusalOf(result: Result<unknown, unknown>): unknown {
  return result.ok ? null : result.refusal;
}

test("a pause from the channel's own limit holds for its other messages", async () => {
  const chat = chatBefore({ limits: ["chat.postMessage C1"] });
  expect(refusalOf(await chat.notify(card, ready, fresh))).toEqual(here);
  const edits = chatBefore({ limits: ["chat.update"] });
  expect(refusalOf(await edits.show(card, ready, "in_place"))).toEqual(here);
});

test.for([
  ["a response_url", { limits: ["1"], closed: ["chat.postMessage C1"] }],
  ["a direct message", { limits: ["chat.postMessage U1"], closed: ["chat.postMessage C1", "1"] }],
] as const)("a pause of %s is that message's alone", async ([, slack]) => {
  const withUrl = slack.limits[0] === "1" ? card : { ...card, responseUrl: null };
  expect(refusalOf(await chatBefore(slack).notify(withUrl, ready, fresh))).toEqual(elsewhere);
});

test("a pause of words for one person alone is that message's alone", async () => {
  const chat = chatBefore({ limits: ["chat.postEphemeral"] });
  expect(refusalOf(await chat.whisper(card, ready))).toEqual(elsewhere);
});

test("a pause of edits, met where a new message was to go, holds up no new messages", async () => {
  const chat = chatBefore({ limits: ["chat.update"] });
  expect(refusalOf(await chat.show(card, ready, "anywhere"))).toEqual(elsewhere);
});

test("a notification that may still arrive, and a look at its thread that Slack puts off, hold up no other", async () => {
  const lost = { ...fresh, triedAt: clock.now() };
  expect(refusalOf(await chatBefore({ limits: [] }).notify(card, ready, lost))).toEqual({
    kind: "rate_limited",
    retryAfterMs: 30_000,
    isElsewhere: true,
  });
  expect(refusalOf(await chatBefore({ limits: ["conversations.replies"] }).notify(card, ready, lost))).toEqual(
    elsewhere,
  );
});

test("edits have a limit of their own where there is a card to edit; what has none goes as a message", () => {
  const chat = chatBefore({ limits: [] });
  const limitOf = (reply: typeof card) => chat.bucketOf(reply, "edit");
  expect(limitOf(card)).toMatchObject({ isOfEditsAlone: true });
  expect(limitOf({ ...card, ts: null, isUneditable: true })).toEqual(chat.bucketOf(card, "new_message"));
  expect(chat.bucketOf(card, "new_message").isOfEditsAlone).toBeUndefined();
});
