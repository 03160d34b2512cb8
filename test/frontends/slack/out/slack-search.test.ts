import { describe, expect, test } from "vitest";
import type { SlackReply } from "../../../../src/core/chat.ts";
import { slackSearch, slackTimes } from "../../../../src/frontends/slack/out/slack-search.ts";
import { writeMessage, writeNotification } from "../../../../src/frontends/slack/out/write-slack-message.ts";
import { aJobId, aSlackReply, TEST_START } from "../../../fakes/jobs.ts";
import { manualClock } from "../../../fakes/manual-clock.ts";
import { aSlackFor, cardFor, clientBefore, givenCard, plain } from "../slack-world.ts";

const job = aJobId();
const nameless = { naming: () => "somebody" };
const SECOND = 1_000;
const lost = { job, triedAt: TEST_START };
const posted = aSlackReply({ ts: null, cardChannelId: null });
const channel = posted.channelId;

const at = (ts: string, of: string | undefined) => ({
  ts,
  ...writeMessage(plain("Starting", of === undefined ? {} : { job: of }), nameless),
});
const own = at("1795219201.000100", job);
const others = [at("1795219203.000100", aJobId(2)), at("1795219202.000100", undefined), { ts: "1795219200.000100" }];

const page = (messages: readonly unknown[], has_more = false) => ({ ok: true, messages, has_more });
const refused = (error: string) => ({ ok: false, error });
const direct = { ok: true, channel: { id: "D1" } };
const pause = (seconds: number) => new Response(null, { status: 429, headers: { "retry-after": String(seconds) } });

type Answers = Readonly<Record<string, object | number>>;

/** A search on a Slack with these responses, by method, or by method and channel. Records every request. */
function aSearch(answers: Answers, { isUnlisted = false, slackIsAheadMs = null as number | null } = {}) {
  const clock = manualClock(TEST_START + 31 * SECOND);
  const slackTime = slackTimes(clock);
  const asked: string[] = [];
  const all: Record<string, object | number> = { "conversations.open": direct, ...answers };
  const clientOf = clientBefore(
    slackTime.watch(async (address, init) => {
      const method = new URL(address).pathname.split("/").at(-1) ?? "";
      const args = new URLSearchParams(String(init.body));
      const named = ["channel", "ts", "oldest", "latest", "limit"].flatMap((name) => args.get(name) ?? []);
      asked.push([method, ...named].join(" "));
      const answer = all[`${method} ${args.get("channel")}`] ?? all[method] ?? refused("unknown_method");
      if (answer instanceof Response) return answer.clone();
      const date = slackIsAheadMs === null ? {} : { date: new Date(clock.now() + slackIsAheadMs).toUTCString() };
      return typeof answer === "number"
        ? new Response("", { status: answer, headers: date })
        : Response.json(answer, { headers: date });
    }),
  );
  const search = slackSearch({ clientOf, clock, slackTime: slackTime.at, isUnlisted });
  return {
    clock,
    asked,
    answers: all,
    search,
    calls: () => asked.map((call) => call.split(" ").slice(0, 2).join(" ")),
  };
}

async function searched(answers: Answers, reply: SlackReply = posted) {
  const { asked, search } = aSearch(answers);
  return { asked, seen: await search.card(reply, lost) };
}

const history = `conversations.history ${channel}`;
/** From a minute before the attempt until a minute after its last possible arrival. */
const around = (atMs: number) => `${(atMs - 60_000) / 1_000}.000000 ${(atMs + 90_000) / 1_000}.000000`;

test("a Slack card is found in the channel by the job id in the card's first block", async () => {
  const { asked, seen } = await searched({ [history]: page([...others, own]) });
  expect(seen).toEqual({ ok: true, value: { ...posted, ts: own.ts, cardChannelId: channel } });
  expect(asked).toEqual([`${history} ${around(TEST_START)} 200`]);
});

test("the search for a Slack card finds the newer card if a job has two cards", async () => {
  const newer = at("1795219205.000100", job);
  for (const messages of [[newer, own].toReversed(), [newer, own]])
    expect(await searched({ [history]: page(messages) })).toMatchObject({ seen: { value: { ts: newer.ts } } });
});

test("the search for a job's second Slack card ignores the first card", async () => {
  const answers = { [history]: page([]), "conversations.history D1": page([]) };
  const { search, answers: all, calls } = aSearch(answers);
  const known = { ...posted, ts: "1795219205.000100", cardChannelId: channel };
  expect(await search.card(known, lost)).toEqual({ ok: true, value: "not_there" });
  all[history] = page([own, at(known.ts, job)]);
  const except = { ...lost, except: known };
  expect(await search.card(known, except)).toMatchObject({ ok: true, value: { ts: own.ts } });
  expect(calls().filter((call) => call === history)).toHaveLength(2);
  all[history] = page([at(known.ts, job)]);
  expect((await searched(all)).seen).toMatchObject({ value: { ts: known.ts } });
  expect(await aSearch(all).search.card(known, except)).toEqual({ ok: true, value: "not_there" });
});

test("a Slack card that was posted in a thread is searched for in the thread", async () => {
  const inThread = { ...posted, threadTs: "1795219199.000100" };
  const { asked, seen } = await searched({ "conversations.replies": page([...others, own]) }, inThread);
  expect(seen).toMatchObject({ ok: true, value: { ts: own.ts, threadTs: inThread.threadTs } });
  expect(asked).toEqual([`conversations.replies ${channel} ${inThread.threadTs} ${around(TEST_START)} 200`]);
});

test("the search for a Slack card continues in the direct messages if the card is not in the expected thread", async () => {
  const answers = { "conversations.replies": page([]), "conversations.history D1": page([own]) };
  const { seen } = await searched(answers, { ...posted, threadTs: "1795219199.000100" });
  expect(seen).toEqual({ ok: true, value: { ...posted, ts: own.ts, cardChannelId: "D1" } });
  const toThem = { ...posted, channelId: posted.userId };
  const { asked } = await searched({ "conversations.history D1": page([own]) }, toThem);
  expect(asked.map((call) => call.split(" ")[0])).toEqual(["conversations.open", "conversations.history"]);
});

test.for([
  ["reports a missing card if no message has the job id", page(others), page([]), "not_there"],
  ["has no result if the bot is not in the channel", refused("not_in_channel"), page([]), "unreadable"],
  ["has no result if Slack reports a missing scope", refused("missing_scope"), page([]), "unreadable"],
  ["has no result if the channel has more than one page of messages", page(others, true), page([]), "unreadable"],
  ["has no result if Slack's response is malformed", { ok: true, messages: "none" }, page([]), "unreadable"],
  ["has no result if the direct messages cannot be read", page(others), refused("channel_not_found"), "unreadable"],
] as const)("the search for a Slack card %s", async ([_what, inChannel, inDirect, value]) => {
  const { seen } = await searched({ [history]: inChannel, "conversations.history D1": inDirect });
  expect(seen).toEqual({ ok: true, value });
});

test.for([
  ["HTTP 503", 503, "unavailable"],
  ["the error token_revoked", refused("token_revoked"), "unavailable"],
  ["a rate limit", refused("ratelimited"), "rate_limited"],
] as const)("the search for a Slack card fails temporarily after %s", async ([_what, answer, kind]) => {
  expect((await searched({ [history]: answer })).seen).toMatchObject({ ok: false, refusal: { kind } });
  const later = { [history]: page([]), "conversations.open": answer };
  expect((await searched(later)).seen).toMatchObject({ ok: false, refusal: { kind } });
});

test("a Slack card is not reported as missing in the first 30 s after the attempt to post the card", async () => {
  const world = await aSlackFor(cardFor);
  const { chat } = world.front;
  const reply = { ...(await givenCard(world)), ts: null, cardChannelId: null };
  const now = Date.now();
  expect(await chat.find(reply, { job, triedAt: now })).toMatchObject({ refusal: { kind: "rate_limited" } });
  expect(await chat.find(reply, { job, triedAt: now - 31_000 })).toEqual({ ok: true, value: "not_there" });
  const shown = await chat.show(reply, plain("Starting", { job }), "first");
  if (!shown.ok) throw new Error(shown.refusal.kind);
  expect(await chat.find(reply, { job, triedAt: now })).toEqual({ ok: true, value: shown.value.reply });
  await chat.show(shown.value.reply, plain("Ready", { job }), "in_place");
  expect(await chat.find(reply, { job, triedAt: now })).toEqual({ ok: true, value: shown.value.reply });
});

test("the search for a Slack notification reads only the replies to the card", async () => {
  const card = aSlackReply({ channelId: "C1", cardChannelId: "C1", ts: "1795219200.000100" });
  const called = { ts: "1795219209.000100", ...writeNotification(plain("Ready"), { ...nameless, name: "ping-n1-" }) };
  const { search, asked } = aSearch({ "conversations.replies": page([own, called]) });
  expect(await search.notification(card, "n1")).toMatchObject({ ok: true, value: { ts: called.ts } });
  expect(await search.notification(card, "n2")).toEqual({ ok: true, value: "not_there" });
  expect(asked[0]).toBe("conversations.replies C1 1795219200.000100 1795219200.000100 200");
});

describe("the search for a Slack card", () => {
  test.for([
    ["fast", -3_600_000],
    ["slow", 3_600_000],
  ] as const)("uses Slack's time if the bot's clock is an hour %s", async ([, slackIsAheadMs]) => {
    const { search, asked } = aSearch({ [history]: page([own]) }, { slackIsAheadMs });
    // The first response contains Slack's time. Nothing is decided before that.
    const first = await search.card(posted, lost);
    expect(first).toMatchObject({ ok: false, refusal: { kind: "unavailable", unclear: false } });
    expect(await search.card(posted, lost)).toMatchObject({ ok: true, value: { ts: own.ts } });
    expect(asked).toEqual([
      `${history} ${around(TEST_START)} 200`,
      `${history} ${around(TEST_START + slackIsAheadMs)} 200`,
    ]);
  });

  test("uses the bot's clock if Slack's time is unknown or differs by only 2 s", async () => {
    const { search } = aSearch({ [history]: page([own]) }, { slackIsAheadMs: 2 * SECOND });
    expect(await search.card(posted, lost)).toMatchObject({ ok: true });
    expect((await searched({ [history]: page([own]) })).seen).toMatchObject({ ok: true });
  });
});

describe("if the app is not in the Slack Marketplace, the search for a Slack card", () => {
  const unlisted = { isUnlisted: true };
  const nothing = { [history]: page(others), "conversations.history D1": page([]) };
  const inMs = (retryAfterMs: number) => ({ ok: false, refusal: { kind: "rate_limited", retryAfterMs } });

  test("makes one request a minute, each for at most 15 messages", async () => {
    const { search, clock, asked, calls } = aSearch(nothing, unlisted);
    expect(await search.card(posted, lost)).toEqual(inMs(60_000));
    expect(asked[0]).toBe(`${history} ${around(TEST_START)} 15`);
    await clock.advance(59_000);
    expect(await search.card(posted, lost)).toEqual(inMs(1_000));
    await clock.advance(1_000);
    expect(await search.card(posted, lost)).toEqual({ ok: true, value: "not_there" });
    expect(calls().filter((call) => call.startsWith("conversations.history"))).toEqual([
      history,
      "conversations.history D1",
    ]);
  });

  test("does not start in the first 30 s after the attempt to post the card", async () => {
    const { search, asked } = aSearch(nothing, unlisted);
    expect(await search.card(posted, { job, triedAt: TEST_START + 11 * SECOND })).toEqual(inMs(10_000));
    expect(asked).toEqual([]);
  });

  test("waits for a workspace's rate limit without delaying other workspaces", async () => {
    const { search, clock, answers, calls } = aSearch({ [history]: pause(90) }, unlisted);
    expect(await search.card(posted, lost)).toEqual(inMs(90_000));
    expect(await search.card(posted, { ...lost, job: aJobId(2) })).toEqual(inMs(90_000));
    expect(calls()).toEqual([history]);
    await search.card({ ...posted, teamId: "T2" }, lost);
    expect(calls()).toEqual([history, history]);
    answers[history] = page([own]);
    await clock.advance(90_000);
    expect(await search.card(posted, lost)).toMatchObject({ ok: true, value: { ts: own.ts } });
  });

  test("is not delayed by an old rate limit after the clock was set back by an hour", async () => {
    const { search, clock, answers } = aSearch({ [history]: pause(90) }, unlisted);
    await search.card(posted, lost);
    clock.set(-3_600_000);
    answers[history] = page([own]);
    expect(await search.card(posted, { job, triedAt: clock.now() - 31 * SECOND })).toMatchObject({ ok: true });
  });

  test("reads the channel again if the bot has tried again to post the card", async () => {
    const { search, clock, calls } = aSearch(nothing, unlisted);
    await search.card(posted, lost);
    await clock.advance(60_000);
    await search.card(posted, { job, triedAt: TEST_START + 1 });
    expect(calls().filter((call) => call === history)).toHaveLength(2);
  });
});

describe("the buttons that a Slack card shows", () => {
  const again = { label: "Again", id: `again:${job}`, style: "secondary" } as const;
  const shown = plain("Ready", { job, buttons: [again] });

  test("are read from the card or from the message that replaced the card", async () => {
    const world = await aSlackFor(cardFor);
    const { chat } = world.front;
    const card = await givenCard(world);
    await chat.show(card, shown, "in_place");
    expect(await chat.readButtons(card)).toEqual({ ok: true, value: [again.id] });
    const moved = await chat.show(card, plain("Anew"), "new");
    if (!moved.ok) throw new Error(moved.refusal.kind);
    expect([moved.value.isNew, await chat.readButtons(moved.value.reply)]).toEqual([true, { ok: true, value: [] }]);
    expect(await chat.readButtons(card)).toEqual({ ok: true, value: [again.id] });
    await chat.remove(card);
    expect(await chat.readButtons(card)).toEqual({ ok: true, value: "gone" });
    world.slack.grants.history = false;
    expect(await chat.readButtons(card)).toEqual({ ok: true, value: "unreadable" });
  });

  test("are read from a card in a thread or in direct messages", async () => {
    const world = await aSlackFor(cardFor);
    const { chat } = world.front;
    const { channelId, userId, ...card } = await givenCard(world);
    const parent = world.slack.post("ben", "a thread");
    const inThread = { ...card, channelId, userId, ts: null, cardChannelId: null, threadTs: parent };
    for (const reply of [inThread, { ...inThread, channelId: world.slack.foreignChannelId, responseUrl: null }]) {
      const posted = await chat.show(reply, shown, "new");
      if (!posted.ok) throw new Error(posted.refusal.kind);
      expect(await chat.readButtons(posted.value.reply)).toEqual({ ok: true, value: [again.id] });
    }
  });

  test.for([
    ["the card was never posted", { ts: null }, page([]), { ok: true, value: "unreadable" }],
    ["Slack's response is malformed", {}, { ok: true, messages: 7 }, { ok: true, value: "unreadable" }],
    ["Slack returns the error internal_error", {}, refused("internal_error"), { refusal: { kind: "unavailable" } }],
    ["Slack returns a rate limit", {}, pause(9), { refusal: { kind: "rate_limited", retryAfterMs: 9_000 } }],
  ] as const)("cannot be read if %s", async ([, over, answer, result]) => {
    const { search } = aSearch({ "conversations.history": answer });
    expect(await search.buttonsOf(aSlackReply(over))).toMatchObject(result);
  });
});
