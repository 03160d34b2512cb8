import { expect, test } from "vitest";
import type { ChatRefusal } from "../../../src/core/chat.ts";
import { sleep } from "../../../src/core/clock.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { cardProgress } from "../../../src/jobs/deliver/progress.ts";
import {
  aClosedJob,
  aDiscordReply,
  aGathering,
  aJob,
  aJobId,
  anAccepted,
  aRunning,
  aSubmitting,
  aWaiting,
  TEST_START,
} from "../../fakes/jobs.ts";
import { aJobInHand } from "../a-job-in-hand.ts";
import { aWorld } from "../world.ts";

test("a card has one edit under way at most, however slow the platform and however much is new, and its final word last", async () => {
  const world = aWorld();
  const { chat, clock, video } = world;
  const titles: string[] = [];
  let [underWay, most] = [0, 0];
  const show = chat.show.bind(chat);
  chat.show = async (...asked) => {
    underWay += 1;
    most = Math.max(most, underWay);
    titles.push(asked[1].title);
    await sleep(clock, 9_000);
    underWay -= 1;
    return show(...asked);
  };
  await world.begin();
  for (let percent = 1; percent < 90; percent += 1) {
    video.progress("task_fake_1", percent);
    await clock.advance(1_000);
  }
  video.succeed("task_fake_1");
  await clock.advance(60_000);
  expect(most).toBe(1);
  expect(titles.length).toBeGreaterThan(5);
  expect(titles.indexOf("The video is ready")).toBe(titles.length - 1);
});

test("where too many cards wait, a card says when it passes 25, 50 and 75 percent, and what is no percentage", async () => {
  const world = aWorld();
  const bars: [string, number | null][] = [];
  const { show } = world.chat;
  world.chat.show = async (reply, message, where) => {
    if (message.bar) bars.push([reply.userId, message.bar.percent]);
    return show(reply, message, where);
  };
  const percents = (userId: string) => bars.flatMap(([user, percent]) => (user === userId ? [percent] : []));
  // Two cards that are shown once a minute are 60 s old in the mean.
  world.chat.bucketOf = () => ({ name: "narrow", burst: 40, everyMs: 60_000 });
  for (const n of [1, 2]) await world.begin({ id: aJobId(n), reply: world.chat.freshCard({ userId: `U${n}` }) });
  await world.clock.advance(10_000);
  for (const percent of [10, 20, 30, 40, 60, 70, 80, 90]) {
    for (const n of [1, 2]) world.video.progress(`task_fake_${n}`, percent);
    await world.clock.advance(20_000);
  }
  expect([percents("U1"), percents("U2")]).toEqual([
    [null, 30, 60, 80],
    [null, 30, 60, 80],
  ]);
  // The key is refused from now on.
  world.video.everyPoll(() => refuse({ kind: "bad_key" }));
  await world.clock.advance(60_000);
  expect([percents("U1").slice(4), percents("U2").slice(4)]).toEqual([[90], [90]]);
});

/** One job whose card this process may show. */
async function aShownJob(over: Partial<Job> = {}, ...parts: readonly Job[]) {
  const inHand = await aJobInHand({ state: aRunning(), ...over }, ...parts);
  const progress = cardProgress(inHand.deps());
  return {
    ...inHand,
    progress,
    show: async (since?: number) => progress.show(await inHand.storedOf(inHand.job.id), since),
    shows: () => inHand.at("show").length,
  };
}

test("progress read before its process stalled is not shown any more", async () => {
  const { show, shows, clock } = await aShownJob();
  expect([await show(clock.now() - 6_000), shows()]).toEqual([clock.now(), 0]);
  expect([await show(clock.now() - 1_000), shows()]).toEqual([null, 1]);
});

test.for([
  ["has ended", { state: aClosedJob().state }, 0],
  ["is forgotten", { isForgotten: true }, 0],
  ["is a part of a batch", { partOf: { job: aJobId(9), nth: 1 } }, 0],
  ["nobody may see yet", { state: anAccepted({ answer: "due" }) }, 0],
  ["can be edited for 20 s", { reply: aDiscordReply({ editableUntil: TEST_START + 20_000 }) }, 0],
  ["can be edited for long", { reply: aDiscordReply({ editableUntil: TEST_START + 600_000 }) }, 1],
  ["is about to be paid for", { state: aSubmitting() }, 1],
] satisfies [string, Partial<Job>, number][])(
  "the card of a job that %s is edited so often: %j",
  async ([, over, edits]) => {
    const { show, shows } = await aShownJob(over);
    expect([await show(), shows()]).toEqual([null, edits]);
  },
);

test.for([
  ["is gone", { kind: "unreachable", detail: "" }, null, false],
  ["may have been edited", { kind: "unavailable", unclear: true, detail: "" }, 10_000, true],
  ["was not edited", { kind: "unavailable", unclear: false, detail: "" }, 10_000, false],
  ["is limited", { kind: "rate_limited", retryAfterMs: 3_000 }, 10_000, false],
  ["has its turn in 700 ms", { kind: "rate_limited", retryAfterMs: 700, isUnsent: true }, 700, false],
  ["has its turn in 30 s", { kind: "rate_limited", retryAfterMs: 30_000, isUnsent: true }, 10_000, false],
] satisfies [string, ChatRefusal, number | null, boolean][])(
  "a card that %s is tried again after %j ms",
  async ([, refusal, afterMs, isCardInDoubt]) => {
    const { show, shows, chat, clock, counted, noted, jobOf } = await aShownJob();
    chat.refuseNext([refusal], "show");
    expect(await show()).toBe(afterMs === null ? null : clock.now() + afterMs);
    expect(noted).toEqual([[aJobId(), "edit", refusal.kind]]);
    expect(await jobOf()).toMatchObject({ isCardInDoubt });
    const isSent = !("isUnsent" in refusal);
    expect(counted).toEqual(isSent ? [`progress ${refusal.kind}`] : []);
    // However often it is looked at.
    await clock.advance((afterMs ?? 20_000) - 1);
    if (isSent && afterMs !== null) expect([await show(), shows()]).toEqual([clock.now() + 1, 1]);
    await clock.advance(1);
    await show();
    expect([shows(), counted.at(-1)]).toEqual(afterMs === null ? [1, "progress unreachable"] : [2, "progress ok"]);
  },
);

test("that a card may have been edited is noted although the store fails at first", async () => {
  const { show, chat, clock, jobs, jobOf } = await aShownJob();
  chat.refuseNext([{ kind: "unavailable", unclear: true, detail: "" }], "show");
  chat.onCall(() => jobs.failNext(1));
  const shown = show();
  await clock.advance(1_000);
  await shown;
  expect(await jobOf()).toMatchObject({ isCardInDoubt: true });
});

test("an edit that the platform shows elsewhere is where the card is from then on, and one in place saves nothing", async () => {
  const { show, change, chat, jobOf, jobs } = await aShownJob();
  const writes = jobs.writes();
  await show();
  expect(jobs.writes()).toBe(writes);
  const moved = chat.freshCard();
  chat.show = async () => ok({ reply: moved, isNew: false });
  await change({ state: aRunning({ percent: 40 }) });
  await show();
  expect((await jobOf()).reply).toEqual(moved);
});

test("a job that is forgotten here is shown anew", async () => {
  const { show, shows, progress } = await aShownJob();
  for (let again = 0; again < 2; again += 1) await show();
  expect(shows()).toBe(1);
  progress.forget(aJobId());
  await show();
  expect(shows()).toBe(2);
});

test("several videos count as their mean, and as new with each quarter that one of them passes", async () => {
  const parts = [11, 12, 13].map((n) => aJobId(n));
  const states = [aRunning({ percent: 19 }), aRunning({ percent: 80 }), aWaiting({ for: "turn" })];
  const jobs = states.map((state, n) => aJob({ id: aJobId(11 + n), partOf: { job: aJobId(), nth: n + 1 }, state }));
  const { show, change, asked } = await aShownJob({ parts, state: aGathering() }, ...jobs);
  await show();
  for (const percent of [22, 25]) {
    await change({ state: aRunning({ percent }) }, parts[0]);
    await show();
  }
  expect(asked).toMatchObject([
    { shownAt: TEST_START, shownPercent: 0, percent: 33, isNewState: true, isFirst: true },
    { shownPercent: 33, percent: 34, isNewState: false, isFirst: false },
    { shownPercent: 34, percent: 35, isNewState: true },
  ]);
});

test("a place in the queue is no new state, and what a job waits for is", async () => {
  const { show, change, asked } = await aShownJob({
    state: aWaiting({ for: "turn", place: { nth: 2, startsAt: null } }),
  });
  await show();
  await change({ state: aWaiting({ for: "turn", place: { nth: 1, startsAt: null } }) });
  await show();
  await change({ state: aWaiting({ for: "approval" }) });
  await show();
  expect(asked).toMatchObject([{ percent: 0, isNewState: true }, { isNewState: false }, { isNewState: true }]);
});
