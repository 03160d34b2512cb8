import { expect, test } from "vitest";
import type { SlackReply } from "../../../../src/core/chat.ts";
import { boltLogger, clientOptions } from "../../../../src/frontends/slack/connect/slack-clients.ts";
import { clientsOf } from "../../../../src/frontends/slack/out/slack-calls.ts";
import { messageFinder } from "../../../../src/frontends/slack/out/slack-chat.ts";
import { writeMessage } from "../../../../src/frontends/slack/out/write-slack-message.ts";
import { aJobId, aSlackReply, TEST_START } from "../../../fakes/jobs.ts";
import { recordingLog } from "../../../fakes/recording-log.ts";
import { aSlackFor, cardFor, givenCard, plain } from "../slack-world.ts";

const nameless = { naming: () => "somebody" };
const job = aJobId();
const lostCard = { job, triedAt: TEST_START };
const posted = aSlackReply({ ts: null, cardChannelId: null });
const channel = posted.channelId;

const at = (ts: string, of: string | undefined) => ({
  ts,
  ...writeMessage(plain("Starting", of === undefined ? {} : { job: of }), nameless),
});
const own = at("1795219201.000100", job);
const others = [at("1795219203.000100", aJobId(2)), at("1795219202.000100", undefined), { ts: "1795219200.000100" }];

const page = (messages: readonly unknown[], has_more = false) => ({ ok: true, messages, has_more });
const no = (error: string) => ({ ok: false, error });
const direct = { ok: true, channel: { id: "D1" } };

/** Slack's own client before answers that are told: by the method, or by the method and its channel. */
async function searched(answers: Readonly<Record<string, object | number>>, reply: SlackReply = posted) {
  const asked: string[] = [];
  const all: Readonly<Record<string, object | number>> = { "conversations.open": direct, ...answers };
  const { clientOf } = clientsOf(
    async () => "xoxb-1",
    () =>
      clientOptions("https://slack.example/api/", boltLogger(recordingLog()), async (address, init) => {
        const method = new URL(address).pathname.split("/").at(-1) ?? "";
        const args = new URLSearchParams(String(init.body));
        asked.push([method, args.get("channel"), args.get("ts"), args.get("oldest")].filter((arg) => arg).join(" "));
        const answer = all[`${method} ${args.get("channel")}`] ?? all[method] ?? no("unknown_method");
        return typeof answer === "number" ? new Response("", { status: answer }) : Response.json(answer);
      }),
  );
  return { asked, seen: await messageFinder(clientOf).card(reply, lostCard) };
}

const history = `conversations.history ${channel}`;

test("a card is recognised in its channel by the job that its first block names, and is reached by its own address", async () => {
  const { asked, seen } = await searched({ [history]: page([...others, own]) });
  expect(seen).toEqual({ ok: true, value: { ...posted, ts: own.ts, cardChannelId: channel } });
  // From 70 minutes before it was tried.
  expect(asked).toEqual([`${history} ${TEST_START / 1_000 - 4_200}.000000`]);
});

test("of two the newer one is the card, whatever their order", async () => {
  const newer = at("1795219205.000100", job);
  for (const messages of [
    [newer, own],
    [own, newer],
  ])
    expect(await searched({ [history]: page(messages) })).toMatchObject({ seen: { value: { ts: newer.ts } } });
});

test("a card of a thread is looked for in it", async () => {
  const inThread = { ...posted, threadTs: "1795219199.000100" };
  const { asked, seen } = await searched({ "conversations.replies": page([...others, own]) }, inThread);
  expect(seen).toMatchObject({ ok: true, value: { ts: own.ts, threadTs: inThread.threadTs } });
  expect(asked).toEqual([expect.stringContaining(`conversations.replies ${channel} ${inThread.threadTs}`)]);
});

test("a card that went into the direct message is found there, outside of the thread", async () => {
  const answers = { "conversations.replies": page([]), "conversations.history D1": page([own]) };
  const { seen } = await searched(answers, { ...posted, threadTs: "1795219199.000100" });
  expect(seen).toEqual({ ok: true, value: { ...posted, ts: own.ts, cardChannelId: "D1" } });
  const toThem = { ...posted, channelId: posted.userId };
  const { asked } = await searched({ "conversations.history D1": page([own]) }, toThem);
  expect(asked.map((call) => call.split(" ")[0])).toEqual(["conversations.open", "conversations.history"]);
});

test.for([
  ["nowhere", page(others), page([]), "not_there"],
  ["in a channel that is closed to the bot", no("not_in_channel"), page([]), "blind"],
  ["without the scope for it", no("missing_scope"), page([]), "blind"],
  ["on a page with more behind it", page(others, true), page([]), "blind"],
  ["in an answer of another shape", { ok: true, messages: "none" }, page([]), "blind"],
  ["in a direct message that is closed", page(others), no("channel_not_found"), "blind"],
] as const)("a card that is looked for %s", async ([_where, inChannel, inDirect, value]) => {
  const { seen } = await searched({ [history]: inChannel, "conversations.history D1": inDirect });
  expect(seen).toEqual({ ok: true, value });
});

test.for([
  ["503", 503, "unavailable"],
  ["a dead token", no("token_revoked"), "unavailable"],
  ["a pause", no("ratelimited"), "rate_limited"],
] as const)("%s says nothing of it", async ([_what, answer, kind]) => {
  expect((await searched({ [history]: answer })).seen).toMatchObject({ ok: false, refusal: { kind } });
  const later = { [history]: page([]), "conversations.open": answer };
  expect((await searched(later)).seen).toMatchObject({ ok: false, refusal: { kind } });
});

test("in a real channel a card is found at once, and one that is not there is waited for before it is missed", async () => {
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
