import { expect, test } from "vitest";
import type { ChatRefusal } from "../../../src/core/chat.ts";
import { sleep } from "../../../src/core/clock.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { ok } from "../../../src/core/result.ts";
import { cardProgress } from "../../../src/jobs/deliver/progress.ts";
import { aClosedJob, aDiscordReply, aJobId, anAccepted, aRunning, aSubmitting, TEST_START } from "../../fakes/jobs.ts";
import { aJobToStep } from "../a-job-to-step.ts";
import { aWorld } from "../world.ts";

test("a card has at most one edit in flight on a slow platform, and its last edit is the final message", async () => {
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

/** One job whose card this process may show. */
async function aShownJob(over: Partial<Job> = {}, ...parts: readonly Job[]) {
  const jobWorld = await aJobToStep({ state: aRunning(), ...over }, ...parts);
  const progress = cardProgress(jobWorld.deps());
  return {
    ...jobWorld,
    progress,
    show: async (since?: number) => progress.show(await jobWorld.storedOf(jobWorld.job.id), since),
    shows: () => jobWorld.at("show").length,
  };
}

test("progress that was read before the process stalled is not shown", async () => {
  const { show, shows, clock } = await aShownJob();
  expect([await show(clock.now() - 6_000), shows()]).toEqual([clock.now(), 0]);
  expect([await show(clock.now() - 1_000), shows()]).toEqual([null, 1]);
});

test.for([
  ["has ended", "is not edited", { state: aClosedJob().state }],
  ["has been deleted", "is not edited", { isForgotten: true }],
  ["belongs to a batch", "is not edited", { partOf: { job: aJobId(9), nth: 1 } }],
  ["has not been shown yet", "is not edited", { state: anAccepted({ answer: "due" }) }],
  ["is accepted and shown", "is edited once", { state: anAccepted({ answer: "given" }) }],
  ["can be edited for 20 s", "is not edited", { reply: aDiscordReply({ editableUntil: TEST_START + 20_000 }) }],
  ["can be edited for 10 min", "is edited once", { reply: aDiscordReply({ editableUntil: TEST_START + 600_000 }) }],
  ["is about to be paid for", "is edited once", { state: aSubmitting() }],
] satisfies [string, "is edited once" | "is not edited", Partial<Job>][])(
  "the card of a job that %s %s to show progress",
  async ([, verb, over]) => {
    const { show, shows } = await aShownJob(over);
    expect([await show(), shows()]).toEqual([null, verb === "is edited once" ? 1 : 0]);
  },
);

test.for([
  ["cannot be reached is not retried", { kind: "unreachable", detail: "" }, null, false],
  ["may have been edited is retried after 10 s", { kind: "unavailable", unclear: true, detail: "" }, 10_000, true],
  ["was not edited is retried after 10 s", { kind: "unavailable", unclear: false, detail: "" }, 10_000, false],
  ["is rate limited for 3 s is retried after 10 s", { kind: "rate_limited", retryAfterMs: 3_000 }, 10_000, false],
  ["has its turn in 700 ms is retried then", { kind: "rate_limited", retryAfterMs: 700, isUnsent: true }, 700, false],
  [
    "has its turn in 30 s is retried after 10 s",
    { kind: "rate_limited", retryAfterMs: 30_000, isUnsent: true },
    10_000,
    false,
  ],
] satisfies [string, ChatRefusal, number | null, boolean][])(
  "progress on a card that %s",
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

test("an unclear edit is recorded as a doubt about the card even if the store fails at first", async () => {
  const { show, chat, clock, jobs, jobOf } = await aShownJob();
  chat.refuseNext([{ kind: "unavailable", unclear: true, detail: "" }], "show");
  chat.onCall(() => jobs.failNext(1));
  const shown = show();
  await clock.advance(1_000);
  await shown;
  expect(await jobOf()).toMatchObject({ isCardInDoubt: true });
});

test("a card that the platform moves during an edit is edited at the new place from then on; an edit in place saves nothing", async () => {
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

test("a card's turn to be edited depends on when it was last edited, and the edit is made in place", async () => {
  const { show, change, chat, clock, asked, turns, jobOf } = await aShownJob();
  const places: string[] = [];
  const shown = chat.show.bind(chat);
  chat.show = (reply, message, where) => {
    places.push(where);
    return shown(reply, message, where);
  };
  turns.push(4_000);
  expect([await show(), places]).toEqual([TEST_START + 4_000, []]);
  await clock.advance(4_000);
  await show();
  await clock.advance(3_000);
  await change({ state: aRunning({ percent: 40 }) });
  await show();
  const { acceptedAt } = await jobOf();
  expect(asked).toEqual([acceptedAt, acceptedAt, TEST_START + 4_000]);
  expect(places).toEqual(["in_place", "in_place"]);
});

test.for([
  ["unread", [TEST_START, 0, undefined]],
  ["ended", [null, 0, "ended"]],
] as const)(
  'the card of a restored job in state "%s" is not edited before it has been read',
  async ([restored, expected]) => {
    const { show, shows, chat, jobOf } = await aShownJob({ restored });
    chat.readButtons = async () => ok(["notify_me:0"]);
    expect([await show(), shows(), (await jobOf()).restored]).toEqual(expected);
  },
);

test("progress that this process has forgotten is shown again", async () => {
  const { show, shows, progress } = await aShownJob();
  for (let again = 0; again < 2; again += 1) await show();
  expect(shows()).toBe(1);
  progress.forget(aJobId());
  await show();
  expect(shows()).toBe(2);
});
