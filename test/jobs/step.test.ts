import { expect, test } from "vitest";
import type { Hold } from "../../src/core/engine.ts";
import { outcomeOf, UnreadableJob } from "../../src/core/job/job.ts";
import { refuse } from "../../src/core/result.ts";
import { approvalService } from "../../src/jobs/start/decide.ts";
import { stepJobs } from "../../src/jobs/step.ts";
import { aJob, aJobId, aNotStarted, anAnnouncing, aRunning, aSucceeded } from "../fakes/jobs.ts";
import { aWorld } from "./world.ts";

const own: Hold = { isTakenOver: false, isHeld: () => true };
const taken: Hold = { isTakenOver: true, isHeld: () => true };
const lost: Hold = { isTakenOver: false, isHeld: () => false };

/** Another process that shares the jobs of this world. */
function another(world: ReturnType<typeof aWorld>) {
  return stepJobs({ ...world.deps(), startedAt: 0, othersPayWithinMs: 75_000 });
}

test.for([
  ["a moment ago", 0],
  ["20 s ago", 20_000],
] as const)(
  "a process that takes over a job assumes that an earlier edit of the card is still in flight (the earlier process ran the job %s)",
  async ([, ms]) => {
    const world = aWorld();
    await world.begin();
    await world.clock.advance(5_000);
    const step = another(world);
    await world.clock.advance(20_000);
    await step(aJobId(), own);
    expect((await world.jobOf()).isCardInDoubt).toBe(false);
    await world.stop();
    await world.clock.advance(ms);
    expect(((await world.jobOf()).dueAt ?? 0) > world.clock.now()).toBe(ms === 0);
    await step(aJobId(), taken);
    expect((await world.jobOf()).isCardInDoubt).toBe(true);
  },
);

test.for([
  ["is assumed", "before the process started", 1, 0],
  ["is assumed", "before the clock was set back", -60_000, 60_000],
  ["is not assumed", "after the process started", 0, 0],
  ["is not assumed", "by another process whose clock is ahead", Number.NEGATIVE_INFINITY, 60_000],
] as const)(
  "an earlier edit of a card %s to be still in flight if the job was accepted %s",
  async ([verb, , startedAfterMs, setBackMs]) => {
    const isInDoubt = verb === "is assumed";
    const world = aWorld();
    await world.stop();
    const now = world.clock.now();
    await world.jobs.insert(aJob({ acceptedAt: now, state: aRunning(), dueAt: now - setBackMs + 30_000 }));
    const step = stepJobs({ ...world.deps(), startedAt: Math.max(0, now + startedAfterMs) });
    world.clock.set(-setBackMs);
    await step(aJobId(), own);
    expect((await world.jobOf()).isCardInDoubt).toBe(isInDoubt);
  },
);

test("a job's step makes no call after another process took over the job", async () => {
  const world = aWorld();
  await world.begin();
  await world.stop();
  await world.clock.advance(60_000);
  const polls = world.video.polled().length;
  const calls = world.chat.calls.length;
  expect(await another(world)(aJobId(), lost)).toBe(world.clock.now() + 1_000);
  expect(world.video.polled()).toHaveLength(polls);
  expect(world.chat.calls).toHaveLength(calls);
});

test("a process that took over a job keeps the job open for another edit with the final message", async () => {
  const world = aWorld();
  await world.stop();
  const outcome = aNotStarted("withdrawn");
  const acceptedAt = world.clock.now() - 60_000;
  await world.jobs.insert(aJob({ acceptedAt, state: anAnnouncing(outcome, { settledAt: world.clock.now() }) }));
  await another(world)(aJobId(), taken);
  await world.clock.advance(1_000);
  await another(world)(aJobId(), own);
  const { state } = await world.jobOf();
  expect(state).toMatchObject({ status: "announcing", newMessage: "done" });
});

test("a process that took over a job edits the card before it attaches the video file", async () => {
  const world = aWorld();
  await world.stop();
  const now = world.clock.now();
  const state = anAnnouncing(aSucceeded(), { newMessage: "done", settledAt: now, notBefore: now });
  await world.jobs.insert(aJob({ video: "due", acceptedAt: now, reply: world.chat.freshCard(), state }));
  await another(world)(aJobId(), taken);
  const { state: after, isCardInDoubt } = await world.jobOf();
  // The file is attached, and the final message is shown again later, when an older edit can no longer overwrite it.
  expect([isCardInDoubt, after]).toMatchObject([false, { status: "announcing", newMessage: "done" }]);
  expect(world.chat.calls.map(({ call }) => call)).toEqual(["show", "attach"]);
});

test("if the bot crashes after saving the outcome, the card is edited twice with the final message, but only one notification is sent", async () => {
  const world = aWorld();
  await world.begin();
  await world.clock.advance(3_000);
  await world.restart();
  world.crashAfterSave((job) => job.state.status === "announcing");
  world.video.succeed("task_fake_1");
  await world.clock.advance(10_000);
  await world.restart();
  await world.clock.advance(60_000);
  const shown = world.chat.calls.filter(({ call, title }) => call === "show" && title === "The video is ready");
  expect(shown).toHaveLength(2);
  expect(world.chat.seen).toHaveLength(2);
  expect((await world.jobOf()).state).toMatchObject({ status: "closed" });
});

test("“Not started” is shown again on a withdrawn video's card if an earlier edit may still overwrite the card", async () => {
  const world = aWorld();
  const { id } = await world.accepted({ wait: { for: "turn" }, sealedKey: "x" });
  const show = world.chat.show.bind(world.chat);
  world.chat.show = async () => {
    world.chat.show = show;
    await approvalService(world.deps()).withdraw(id);
    return refuse({ kind: "unavailable", unclear: true, detail: "timed out" });
  };
  await world.answered(id, { kind: "unclear" });
  await world.clock.advance(60_000);
  const shown = world.chat.calls.filter(({ call, title }) => call === "show" && title === "Not started");
  expect(shown.map(({ at }) => at)).toHaveLength(2);
  expect((shown[1]?.at ?? 0) - (shown[0]?.at ?? 0)).toBeGreaterThanOrEqual(25_000);
});

/** How often a running job is loaded per minute if each load throws this error. */
async function loadsThatThrow(error: Error): Promise<number> {
  const world = aWorld();
  await world.begin();
  await world.clock.advance(20_000);
  let loads = 0;
  world.jobs.load = async () => {
    loads += 1;
    throw error;
  };
  await world.clock.advance(60_000);
  return loads;
}

test("a job's step is retried if the store cannot be read", async () => {
  expect(await loadsThatThrow(new Error("the disk is away"))).toBeGreaterThan(3);
});

test("a job's step is not retried if the job's row cannot be parsed", async () => {
  expect(await loadsThatThrow(new UnreadableJob("job-1"))).toBe(1);
});

const HOUR = 3_600_000;

test.for([
  ["an hour forward", HOUR],
  ["an hour back", -HOUR],
  ["eleven minutes back", -660_000],
] as const)(
  "a video is delivered only once even if the clock is set %s while the video is being made",
  async ([, byMs]) => {
    const world = aWorld();
    await world.begin();
    await world.clock.advance(20_000);
    const before = world.video.polled().length;
    world.clock.set(byMs);
    await world.clock.advance(60_000);
    expect(world.video.polled().length - before).toBeGreaterThan(byMs > 0 ? 0 : 3);
    world.video.succeed("task_fake_1");
    // A clock that jumps forward passes the deadline, after which the task is polled each minute.
    await world.clock.advance(byMs > 0 ? 60_000 : 30_000);
    expect(world.chat.seen).toHaveLength(2);
    expect(outcomeOf(await world.jobOf())).toMatchObject({ kind: "succeeded", credits: 95 });
    expect(world.video.prompts()).toHaveLength(1);
  },
);

test.for([
  ["an hour forward", HOUR],
  ["an hour back", -HOUR],
] as const)(
  "a video is started only once even if the clock is set %s between a save and a restart",
  async ([, byMs]) => {
    const world = aWorld();
    world.crashAfterSave((job) => job.state.status === "running");
    await world.begin();
    world.clock.set(byMs);
    await world.restart();
    world.video.succeed("task_fake_1");
    await world.clock.advance(2 * HOUR);
    expect(world.video.prompts()).toHaveLength(1);
    expect(outcomeOf(await world.jobOf())).toMatchObject({ kind: "succeeded" });
    expect(world.chat.seen).toHaveLength(2);
  },
);
