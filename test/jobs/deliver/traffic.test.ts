import { expect, test } from "vitest";
import type { Bucket } from "../../../src/core/budget/edit-budget.ts";
import type { SharedLimits } from "../../../src/core/engine.ts";
import type { Announcing, Job } from "../../../src/core/job/job.ts";
import type { Figures } from "../../../src/core/meter.ts";
import { refuse } from "../../../src/core/result.ts";
import { isUnclear, openTraffic } from "../../../src/jobs/deliver/traffic.ts";
import { fakeChat } from "../../fakes/chat.ts";
import { aClosedJob, aJob, aJobId, anAnnouncing, anUnknown, aPosting } from "../../fakes/jobs.ts";
import { manualClock } from "../../fakes/manual-clock.ts";
import { uncounted } from "../../fakes/meter.ts";

const plain: Bucket = { name: "b", burst: 6, everyMs: 1_000 };
/** A platform's limit for all requests together. */
const parent: Bucket = { name: "all", burst: 4, everyMs: 250, windowMs: 1_000 };

/** One process's traffic. `answers` are the other processes' responses, which by default allow everything. */
function aProcess(answers: readonly number[] = [], bucket: Bucket = plain, fraction = 0) {
  const clock = manualClock();
  const asked: string[] = [];
  const woken: string[] = [];
  const waits = [...answers];
  const limits: SharedLimits = {
    async take({ name }, reserved) {
      asked.push(`${name}, ${reserved} reserved`);
      return waits.shift() ?? 0;
    },
    giveBack: ({ name }) => void asked.push(`${name} given back`),
    pause: ({ name }, forMs) => void asked.push(`${name} pauses ${forMs}`),
  };
  const chat = { ...fakeChat(clock), bucketOf: (_reply: unknown, _what: string) => bucket };
  const chance = { fraction: () => fraction, token: () => "" };
  const gauges: Figures = {};
  return {
    clock,
    chat,
    gauges,
    asked,
    woken,
    limits,
    traffic: openTraffic({
      clock,
      chance,
      limits,
      meter: { ...uncounted, watch: (watched) => void Object.assign(gauges, watched) },
      chatOf: () => chat,
      wake: (id) => void woken.push(id),
    }),
  };
}

/** A job that was the nth to end. */
function settled(n: number): Job {
  return aJob({ id: aJobId(n), state: anAnnouncing(anUnknown({ atMost: 0 }), { settledAt: n }) });
}

test("progress edits leave half of the rate limit free for final messages", async () => {
  const { traffic, asked } = aProcess();
  expect([await traffic.waitMs(settled(1), "edit"), await traffic.progressMs(aJob(), 0)]).toEqual([0, 0]);
  expect(asked).toEqual(["b, 0 reserved", "b, 3 reserved"]);
});

test("a message that is delayed by a process's own rate limit uses none of the shared rate limit", async () => {
  const { traffic, asked } = aProcess();
  for (let n = 1; n <= 6; n += 1) expect(await traffic.waitMs(settled(n), "edit")).toBe(0);
  expect(await traffic.waitMs(settled(7), "edit")).toBe(1_000);
  expect(await traffic.progressMs(aJob({ id: aJobId(8) }), 0)).toBeGreaterThan(0);
  expect(asked).toHaveLength(6);
});

test("final messages are sent in the order in which their videos ended, even if other processes use up the rate limit", async () => {
  const { traffic, clock, asked } = aProcess([0, 0, 0, 0, 0, 400]);
  for (let n = 11; n <= 15; n += 1) expect(await traffic.waitMs(settled(n), "edit")).toBe(0);
  expect(await traffic.waitMs(settled(2), "edit")).toBe(400);
  expect(await traffic.waitMs(settled(3), "edit")).toBe(1_400);
  expect(await traffic.waitMs(settled(1), "edit")).toBe(400);
  expect(asked).toHaveLength(6);
  await clock.advance(400);
  expect([await traffic.waitMs(settled(2), "edit"), await traffic.waitMs(settled(1), "edit")]).toEqual([1_000, 0]);
  await clock.advance(1_000);
  expect(await traffic.waitMs(settled(2), "edit")).toBe(0);
});

test("a final message keeps its place in the queue if it was not sent because its wait would be too long", async () => {
  const { traffic, clock } = aProcess();
  for (let n = 11; n <= 16; n += 1) expect(await traffic.waitMs(settled(n), "edit")).toBe(0);
  expect(await traffic.waitMs(settled(1), "edit", 1_000)).toBe(1_000);
  expect(await traffic.waitMs(settled(2), "edit", 1_000)).toBe(Number.POSITIVE_INFINITY);
  await clock.advance(900);
  // It would wait 1.1 s if the second job had left the queue.
  expect(await traffic.waitMs(settled(3), "edit", 1_500)).toBe(Number.POSITIVE_INFINITY);
  await clock.advance(1_100);
  expect([await traffic.waitMs(settled(1), "edit"), await traffic.waitMs(settled(3), "edit")]).toEqual([0, 0]);
});

test("a final message keeps its place in the queue if it was not sent because other processes used up the rate limit", async () => {
  const { traffic, clock } = aProcess([5_000]);
  expect(await traffic.waitMs(settled(2), "edit", 2_000)).toBe(Number.POSITIVE_INFINITY);
  expect(await traffic.waitMs(settled(3), "edit")).toBe(6_000);
  await clock.advance(5_000);
  expect(await traffic.waitMs(settled(3), "edit")).toBe(0);
});

test("final messages are not delayed by a progress edit that waits because other processes used up the rate limit", async () => {
  const { traffic } = aProcess([1_500]);
  expect(await traffic.progressMs(aJob({ id: aJobId(9) }), 0)).toBe(1_500);
  expect(await traffic.waitMs(settled(1), "edit")).toBe(0);
});

test("a pause that the platform requests is shared with the other processes", () => {
  const { traffic, asked } = aProcess();
  traffic.note(settled(1), "edit", { kind: "rate_limited", retryAfterMs: 7_000 });
  traffic.note(settled(1), "edit", { kind: "card_gone" });
  traffic.note(settled(1), "edit", null);
  expect(asked).toEqual(["b pauses 7000"]);
});

test("a rate limit of one channel does not delay other channels", async () => {
  const { traffic, asked } = aProcess();
  for (let n = 1; n <= 150; n += 1)
    traffic.note(settled(1), "new_message", { kind: "rate_limited", retryAfterMs: 30_000, isElsewhere: true });
  expect(await traffic.waitMs(settled(2), "new_message")).toBe(0);
  expect(asked).toEqual(["b, 0 reserved"]);
});

test("if a process stalls while a message waits for the rate limit, the message must wait again", async () => {
  const { traffic, limits, clock } = aProcess();
  limits.take = async () => {
    clock.set(2_000);
    return 0;
  };
  expect(await traffic.waitMs(settled(1), "edit")).toBeGreaterThan(0);
  expect(await traffic.progressMs(aJob({ id: aJobId(9) }), 0)).toBeGreaterThan(0);
});

test("during an outage, a process waits while another process makes the one call that tests the platform", async () => {
  const { traffic, clock } = aProcess([3_000]);
  const away = refuse({ kind: "unavailable", unclear: false, detail: "" } as const).refusal;
  for (let n = 0; n < 20; n += 1) traffic.note(settled(1), "edit", away);
  await clock.advance(1_000);
  expect(await traffic.waitMs(settled(1), "edit")).toBe(3_000);
  await clock.advance(3_000);
  expect(await traffic.waitMs(settled(1), "edit")).toBe(0);
  expect(await traffic.waitMs(settled(2), "edit")).toBeGreaterThan(0);
});

const away = { kind: "unavailable", unclear: false, detail: "" } as const;

/** A platform that has failed so often that only probes are sent to it. */
async function anAwayPlatform(fraction = 0) {
  const process = aProcess([], plain, fraction);
  for (let n = 0; n < 20; n += 1) process.traffic.note(settled(1), "edit", away);
  expect(await process.traffic.waitMs(settled(1), "edit")).toBeGreaterThan(0);
  return process;
}

test("during an outage, the bot tests the platform with a call at least every five seconds", async () => {
  const { traffic, clock } = await anAwayPlatform();
  for (let probe = 0; probe < 50; probe += 1) {
    const waitMs = await traffic.waitMs(settled(1), "edit");
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(5_000);
    await clock.advance(waitMs);
    expect(await traffic.waitMs(settled(1), "edit")).toBe(0);
    traffic.note(settled(1), "edit", away);
  }
});

test("the first successful call after an outage triggers each waiting final message once", async () => {
  const { traffic, clock, woken } = await anAwayPlatform();
  for (const n of [2, 3]) expect(await traffic.waitMs(settled(n), "new_message")).toBeGreaterThan(0);
  expect(await traffic.progressMs(aJob({ id: aJobId(9) }), 0)).toBeGreaterThan(0);
  await clock.advance(1_000);
  traffic.note(settled(1), "edit", away);
  expect(woken).toEqual([]);
  await clock.advance(5_000);
  for (let good = 0; good < 2; good += 1) traffic.note(settled(1), "edit", null);
  expect(woken.toSorted()).toEqual([1, 2, 3].map((n) => aJobId(n)).toSorted());
});

test("final messages that wait for the end of an outage are spread over at most a minute", async () => {
  const [near, far] = [await anAwayPlatform(), await anAwayPlatform(1)];
  const soonestMs = await near.traffic.waitMs(settled(1), "edit");
  const laterMs = (n: number) => Number(far.traffic.waitMs(settled(n), "edit")) - soonestMs;
  expect([laterMs(1), laterMs(2), laterMs(3)]).toEqual([250, 500, 750]);
  for (let n = 4; n <= 300; n += 1) laterMs(n);
  expect(laterMs(301)).toBe(60_000);
});

test("the metrics show which platform is down and how many final messages wait", async () => {
  const { gauges, traffic } = await anAwayPlatform();
  expect(gauges.breakers?.()).toEqual({ discord: true });
  expect(gauges.limits?.()).toMatchObject({ free: 1, finalMessagesWaiting: 1 });
  traffic.note(settled(1), "edit", null);
  expect(gauges.breakers?.()).toEqual({ discord: false });
});

test("a workspace that refuses the bot's token does not delay other workspaces", async () => {
  const { traffic } = aProcess();
  for (let n = 0; n < 40; n += 1) traffic.note(settled(1), "edit", { ...away, isElsewhere: true });
  expect(await traffic.waitMs(settled(2), "edit")).toBe(0);
});

test("a call that is delayed by the bot's own rate limit does not count as a failure of the platform", async () => {
  const { traffic, clock, asked } = aProcess();
  for (let n = 0; n < 40; n += 1) {
    traffic.waitMs(settled(1), "edit");
    // These must not count as an outage or as many invalid requests.
    for (let again = 0; again < 3; again += 1)
      traffic.note(settled(1), "edit", { kind: "rate_limited", retryAfterMs: 1_000, isUnsent: true });
    await clock.advance(1_000);
  }
  expect(asked.filter((line) => line.includes("pauses"))).toEqual([]);
  traffic.note(settled(1), "edit", { kind: "rate_limited", retryAfterMs: 1_000, isUnsent: true });
  expect(await traffic.waitMs(settled(2), "edit")).toBe(2_000);
  await clock.advance(1_000);
  expect([await traffic.waitMs(settled(2), "edit"), await traffic.waitMs(settled(1), "edit")]).toEqual([1_000, 0]);
  await clock.advance(1_000);
  expect(await traffic.waitMs(settled(2), "edit")).toBe(0);
});

test.for([
  ["a final message", "is counted", settled(1)],
  ["a notification", "is counted", aJob({ state: aPosting(anUnknown({ atMost: 0 })) })],
  ["a progress edit", "is not counted", aJob()],
] as const)(
  "in the metrics, %s that is delayed by the bot's own rate limit %s as a waiting final message",
  async ([, verb, job]) => {
    const finalMessagesWaiting = verb === "is counted" ? 1 : 0;
    const { traffic, gauges } = aProcess();
    traffic.note(job, "edit", { kind: "rate_limited", retryAfterMs: 1_000, isUnsent: true });
    expect(gauges.limits?.()).toMatchObject({ finalMessagesWaiting });
  },
);

test("edits and new messages have separate rate limits", async () => {
  const { traffic, chat, asked } = aProcess();
  chat.bucketOf = (_reply, what) => ({ ...plain, name: what });
  await traffic.progressMs(aJob(), 0);
  await traffic.extraMs(aJob());
  await traffic.promisedMs(aJob(), 0);
  await traffic.waitMs(settled(1), "new_message");
  expect(asked).toEqual(["edit, 3 reserved", "edit, 3 reserved", "edit, 0 reserved", "new_message, 0 reserved"]);
});

test("of two cards, the card that was edited longer ago is edited first", async () => {
  const { traffic } = aProcess();
  // Three progress edits were sent. The remaining tokens are reserved for final messages.
  for (let n = 11; n <= 13; n += 1) expect(await traffic.progressMs(aJob({ id: aJobId(n) }), 5)).toBe(0);
  const card = (n: number) => aJob({ id: aJobId(n) });
  expect(traffic.progressMs(card(1), 30)).toBe(1_000);
  expect([traffic.progressMs(card(2), 20), traffic.progressMs(card(1), 30)]).toEqual([1_000, 2_000]);
  expect(traffic.extraMs(card(3))).toBe(1_000);
});

/** Six edits are sent, then this job asks for a turn, and then a job that ended at time 7. Returns how long both wait. */
async function waitsBeside(job: Job) {
  const { traffic } = aProcess();
  for (let n = 11; n <= 16; n += 1) expect(await traffic.waitMs(settled(n), "edit")).toBe(0);
  traffic.waitMs(job, "edit");
  return [traffic.waitMs(settled(7), "edit"), traffic.waitMs(job, "edit")];
}

test.for([
  [
    "whose first attempt failed is sorted in the queue by the time when the video ended",
    { newMessage: "due", notBefore: 50 },
    [2_000, 1_000],
  ],
  [
    "whose notification was sent first is sorted in the queue by the time when the video ended",
    { newMessage: "done", isCardDue: true, notBefore: 50 },
    [2_000, 1_000],
  ],
  [
    "that is repeated is sorted in the queue by the time of the repetition",
    { newMessage: "done", notBefore: 50 },
    [1_000, 2_000],
  ],
] as const)("a final message %s", async ([, over, expected]) => {
  const { state, ...job } = settled(1);
  expect(await waitsBeside({ ...job, state: { ...(state as Announcing), ...over } })).toEqual(expected);
});

test("an edit of a closed job's card is made after all waiting final messages", async () => {
  expect(await waitsBeside(aClosedJob({ id: aJobId(1) }))).toEqual([1_000, 2_000]);
});

test("final messages are sorted by time in the same queue as the edits that people requested", async () => {
  const { traffic } = aProcess();
  for (let n = 11; n <= 16; n += 1) expect(await traffic.waitMs(settled(n), "edit")).toBe(0);
  expect(traffic.promisedMs(aJob({ id: aJobId(8) }), 5)).toBe(1_000);
  expect([traffic.waitMs(settled(7), "edit"), traffic.waitMs(settled(3), "edit")]).toEqual([2_000, 1_000]);
});

test("a process pauses when the platform requests a pause, even if it shares no rate limits with other processes", () => {
  const { clock, chat } = aProcess();
  const chance = { fraction: () => 0, token: () => "" };
  const traffic = openTraffic({ clock, chance, meter: uncounted, chatOf: () => chat, wake() {} });
  traffic.note(settled(1), "edit", { kind: "rate_limited", retryAfterMs: 7_000 });
  expect(traffic.waitMs(settled(1), "edit")).toBe(7_000);
});

test("a platform's global rate limit pauses all calls to the platform, not only the calls for one channel", async () => {
  const { traffic, clock, asked } = aProcess([], { ...plain, parent });
  traffic.note(settled(1), "edit", { kind: "rate_limited", retryAfterMs: 7_000, isGlobal: true });
  expect(asked).toEqual(["all pauses 7000"]);
  expect(await traffic.waitMs(settled(1), "edit")).toBe(7_000);
  await clock.advance(7_000);
  expect(await Promise.all([1, 2, 3].map((n) => traffic.waitMs(settled(n), "edit")))).toEqual([0, 0, 0]);
  traffic.note(settled(1), "edit", { kind: "rate_limited", retryAfterMs: 3_000 });
  expect(asked.at(-1)).toBe("b pauses 3000");
});

test("a call does not count against the platform's rate limit while it waits for a channel's rate limit", async () => {
  const { traffic, asked } = aProcess([300], { ...plain, parent });
  expect(await traffic.waitMs(settled(1), "edit")).toBe(300);
  expect(asked).toEqual(["all, 0 reserved"]);
  const other = aProcess([0, 500], { ...plain, parent });
  expect(await other.traffic.waitMs(settled(1), "edit")).toBe(500);
  expect(other.asked).toEqual(["all, 0 reserved", "b, 0 reserved", "all given back"]);
});

test.for([
  ["may", "the platform's response is unclear", { ...away, unclear: true }],
  ["cannot", "the platform reports a clear failure", away],
  ["cannot", "the platform reports a rate limit", { kind: "rate_limited", retryAfterMs: 7_000 }],
] as const)("a message %s have arrived if %s", ([verb, , refusal]) => {
  expect(isUnclear(refusal)).toBe(verb === "may");
});
