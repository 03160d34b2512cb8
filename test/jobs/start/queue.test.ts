import { describe, expect, test } from "vitest";
import { type JobId, ownerName } from "../../../src/core/job/ids.ts";
import { type Job, TURN_MS, takesPlace } from "../../../src/core/job/job.ts";
import { jobQueues } from "../../../src/jobs/start/queue.ts";
import { memoryJobStore } from "../../fakes/job-store.ts";
import {
  aClosed,
  aClosedJob,
  aJob,
  aJobId,
  aNotStarted,
  anOwner,
  aRunning,
  aWaiting,
  TEST_START,
} from "../../fakes/jobs.ts";
import { manualClock, promisesOnly } from "../../fakes/manual-clock.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { aWorld } from "../world.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const inLine = { for: "turn" } as const;

/** Three running videos of one person, and more of theirs that wait. */
async function aFullWorld() {
  const world = aWorld();
  const ids = [1, 2, 3].map(aJobId);
  for (const id of ids) await world.begin({ id });
  const join = (id: JobId, owner = anOwner()) => world.begin({ id, owner, wait: inLine, sealedKey: "x" });
  await world.vault.put(anOwner(), world.key);
  /** Ends the nth running video. */
  async function end(nth: number): Promise<void> {
    world.video.succeed(world.video.taskIds()[nth - 1] ?? "");
    await world.clock.advance(10 * SECOND);
  }
  const statusOf = async (n: number) => (await world.jobOf(aJobId(n))).state.status;
  return { world, join, end, statusOf };
}

describe("a queued video", () => {
  test("shows its position in the queue and starts when a running video ends", async () => {
    const { world, join, end, statusOf } = await aFullWorld();
    await join(aJobId(4));
    await world.clock.advance(SECOND);
    await join(aJobId(5));
    await world.clock.advance(5 * SECOND);
    expect(world.chat.seen.map(({ text }) => text).join("\n")).toMatch(/In the queue, 2nd/);
    expect(world.video.prompts()).toHaveLength(3);
    await end(1);
    expect([await statusOf(4), await statusOf(5)]).toEqual(["running", "waiting"]);
    await end(2);
    expect(await statusOf(5)).toBe("running");
    expect(world.video.prompts()).toHaveLength(5);
  });

  test("ends without a charge after two hours in the queue", async () => {
    const { world, join } = await aFullWorld();
    await join(aJobId(4));
    world.clock.set(2 * HOUR);
    await world.clock.advance(30 * SECOND);
    expect((await world.jobOf(aJobId(4))).state).toMatchObject({ outcome: { kind: "not_started", why: "no_turn" } });
    expect(world.video.prompts()).toHaveLength(3);
  });
});

test("three people who each queued five videos take turns if only one video may run at a time", async () => {
  const world = aWorld();
  Object.assign(world.deps().capacity, { ofWorkspace: 1 });
  const people = ["1", "2", "3"].map((n) => anOwner(`20000000000000000${n}`));
  for (const owner of people) await world.vault.put(owner, world.key);
  let made = 0;
  for (const owner of people)
    for (let n = 0; n < 5; n += 1) {
      made += 1;
      await world.begin({ id: aJobId(made), owner, wait: inLine, sealedKey: "x" });
      await world.clock.advance(SECOND);
    }
  const starts: string[] = [];
  for (let ended = 0; ended < 15; ended += 1) {
    await world.clock.advance(2 * SECOND);
    const jobs = await Promise.all(Array.from({ length: 15 }, (_, n) => world.jobOf(aJobId(n + 1))));
    const running = jobs.filter(takesPlace);
    expect(running).toHaveLength(1);
    starts.push(ownerName(running[0]?.owner ?? anOwner()));
    world.video.succeed(world.video.taskIds()[ended] ?? "");
    await world.clock.advance(6 * SECOND);
  }
  for (let turn = 3; turn <= 15; turn += 3) expect(new Set(starts.slice(turn - 3, turn)).size).toBe(3);
  expect(world.video.prompts()).toHaveLength(15);
});

const ROOM = { ofOwner: 1, ofWorkspace: 1, waitingOfOwner: 5 };
const HERE = "w";

/** A queued job of that person, who joined the queue `sinceMs` after the start. */
function aQueued(n: number, userId: string, sinceMs = 0, over: Partial<Job> = {}): Job {
  const state = aWaiting({ for: "turn", until: TEST_START + sinceMs + TURN_MS });
  return aJob({ id: aJobId(n), owner: anOwner(userId), workspace: HERE, state, ...over });
}

/** An ended job of that person, accepted `atMs` after the start. */
function anEnded(n: number, userId: string, atMs: number, over: Partial<Job> = {}): Job {
  const acceptedAt = TEST_START + atMs;
  return aClosedJob({ id: aJobId(n), owner: anOwner(userId), workspace: HERE, acceptedAt, ...over });
}

/** The queues of a store with these jobs. Records reads and wake-ups. */
async function queuesOf(stored: readonly Job[], capacity = ROOM) {
  const clock = manualClock(TEST_START + MINUTE, promisesOnly);
  const jobs = memoryJobStore();
  for (const job of stored) await jobs.insert(job);
  const { waitingIn } = jobs;
  let reads = 0;
  jobs.waitingIn = (workspace) => {
    reads += 1;
    return waitingIn(workspace);
  };
  const woken: [JobId, number][] = [];
  const schedule = (id: JobId, at: number) => void woken.push([id, at - clock.now()]);
  const log = recordingLog();
  const queues = jobQueues({ jobs, scheduler: { schedule }, capacity, clock, log });
  const turns = async () => {
    const asked = await Promise.all(stored.map(async (job) => ((await queues.placeOf(job)).isTurn ? [job.id] : [])));
    return asked.flat();
  };
  return { clock, jobs, log, woken, queues, turns, reads: () => reads };
}

describe("the cache of queues", () => {
  const job = aQueued(1, "1");

  test("reads a queue again after half a second, after a job leaves the queue, or after the clock is set back", async () => {
    const { queues, clock, reads } = await queuesOf([job]);
    const readsAfter: number[] = [];
    for (const act of [
      () => {},
      () => clock.set(499),
      () => clock.set(1),
      () => clock.set(-HOUR),
      () => queues.onLeft(job),
    ]) {
      await act();
      await queues.placeOf(job);
      readsAfter.push(reads());
    }
    expect(readsAfter).toEqual([1, 1, 2, 3, 4]);
  });

  test("contains the queues of at most a thousand workspaces", async () => {
    const { queues, reads } = await queuesOf([]);
    const place = (n: number) => queues.placeOf(aQueued(1, "1", 0, { workspace: String(n) }));
    for (let n = 1; n <= 1_000; n += 1) await place(n);
    await place(2);
    expect(reads()).toBe(1_000);
    await place(1);
    expect(reads()).toBe(1_001);
  });

  test("does not cache a failed read of the store", async () => {
    const { queues, jobs, log, woken } = await queuesOf([job]);
    jobs.failNext(1);
    await queues.onLeft(job);
    const fields = { job: job.id, error: "Error: memoryJobStore fails on purpose" };
    expect(log.lines).toEqual([{ level: "warn", event: "those who wait were not woken", fields }]);
    expect(woken).toEqual([]);
    expect(await queues.placeOf(job)).toMatchObject({ isTurn: true });
    await queues.onLeft(job);
    expect(woken).toEqual([[job.id, 0]]);
    const empty = await queuesOf([]);
    await empty.queues.onLeft(job);
    expect(empty.woken).toEqual([]);
  });
});

describe("the next turn in a queue", () => {
  const running = (n: number, userId: string, over: Partial<Job> = {}) =>
    aJob({ id: aJobId(n), owner: anOwner(userId), workspace: HERE, state: aRunning(), ...over });
  const unseen = { state: aWaiting({ for: "turn", until: TEST_START + TURN_MS, answer: "due" }) } as const;
  const withdrawn = { state: aClosed(aNotStarted("withdrawn")) };
  const part = (nth: number) => ({ partOf: { job: "b", nth } });
  const both = [aQueued(1, "1", 5), aQueued(2, "2")];
  test.for([
    ["nobody if the workspace already runs its maximum number of videos", [aQueued(1, "1"), running(2, "2")], []],
    ["the person who joined the queue first", [aQueued(1, "1", 5), aQueued(2, "2", 4)], [2]],
    ["the earliest of one person's videos", [aQueued(1, "1", 5), aQueued(2, "1", 4)], [2]],
    ["the first video of a batch", [aQueued(1, "1", 0, part(2)), aQueued(2, "1", 0, part(1))], [2]],
    [
      "a later video if the card of the earlier video has not been shown",
      [aQueued(1, "1", 0, unseen), aQueued(2, "2", 5)],
      [2],
    ],
    [
      "the person whose most recent video started longest ago",
      [aQueued(1, "1"), aQueued(2, "2", 5), anEnded(3, "1", 2), anEnded(4, "2", 1)],
      [2],
    ],
    [
      "a person who has not started a video in this workspace",
      [...both, anEnded(3, "1", 9, { workspace: "x" }), anEnded(4, "2", 1)],
      [1],
    ],
    [
      "a person whose most recent video was withdrawn before the start",
      [...both, anEnded(3, "1", 9, withdrawn), anEnded(4, "2", 1)],
      [1],
    ],
  ] satisfies [string, Job[], number[]][])("goes to %s", async ([, stored, turns]) => {
    expect(await (await queuesOf(stored)).turns()).toEqual(turns.map((n) => aJobId(n)));
  });

  test("ignores videos in servers if the queue is for direct messages", async () => {
    const direct = { workspace: null };
    const stored = [aQueued(1, "1", 5, direct), aQueued(2, "1", 4), running(3, "2"), anEnded(4, "1", 1, direct)];
    const { queues, reads } = await queuesOf(stored);
    expect(await queues.placeOf(stored[0] as Job)).toMatchObject({ isTurn: true, place: { nth: 1 } });
    expect(reads()).toBe(0);
    const two = [aQueued(1, "1", 0, direct), aQueued(2, "1", 1, direct)];
    expect(await (await queuesOf(two, { ...ROOM, ofOwner: 2 })).turns()).toEqual(two.map(({ id }) => id));
  });

  test.for([
    ["has an estimated start time if the running video has an estimated end time", 30_000, 30_000],
    ["has no estimated start time if the running video has no estimated end time", null, null],
  ] as const)("%s", async ([, endsAfterMs, startsAfterMs]) => {
    const now = TEST_START + MINUTE;
    const endsAt = endsAfterMs === null ? null : now + endsAfterMs;
    const { queues } = await queuesOf([aQueued(1, "1"), running(2, "1", { state: aRunning({ endsAt }) })]);
    const startsAt = startsAfterMs === null ? null : now + startsAfterMs;
    expect(await queues.placeOf(aQueued(1, "1"))).toEqual({ isTurn: false, place: { nth: 1, startsAt } });
  });

  test("is not given to a job that is not in the queue", async () => {
    const { queues } = await queuesOf([
      aQueued(1, "1"),
      aQueued(2, "2", 0, { state: { ...aWaiting(), for: "approval" } }),
    ]);
    expect(await queues.placeOf(aQueued(3, "1"))).toEqual({ isTurn: false, place: { nth: 1, startsAt: null } });
  });
});
