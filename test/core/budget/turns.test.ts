import { describe, expect, test } from "vitest";
import {
  placeInQueue,
  type QueuedJob,
  type QueueNow,
  turnsOf,
  type Waiter,
  wouldPass,
} from "../../../src/core/budget/turns.ts";

const MINUTE = 60_000;

/** "a1" is the first job of person a. The jobs joined in this order. */
function queue(ids: string, over: Partial<QueueNow> = {}): QueueNow {
  const waiting = ids.split(" ").map((id, nth): QueuedJob => ({ id, owner: id.slice(0, 1), joinedAt: nth }));
  return { waiting, places: new Map(), ofOwner: 3, free: 1, ...over };
}

const busy = (...freeAt: (number | null)[]) => ({ freeAt, lastBeganAt: 0 });

describe("the queue of a workspace", () => {
  test("starts no more jobs than there are free slots", () => {
    expect(turnsOf(queue("a1 a2 a3", { free: 2 }))).toEqual(["a1", "a2"]);
    expect(turnsOf(queue("a1", { free: 0 }))).toEqual([]);
  });

  test("starts jobs in the order of joining the queue, or by job id if two jobs joined at the same time", () => {
    const waiting = queue("c1 a1 b1 a2").waiting.toReversed();
    expect(turnsOf(queue("", { waiting, free: 4 }))).toEqual(["c1", "a1", "b1", "a2"]);
    const atOnce = ["a2", "a3", "a1"].map((id): QueuedJob => ({ id, owner: "a", joinedAt: 0 }));
    expect(turnsOf(queue("", { waiting: atOnce, free: 3 }))).toEqual(["a1", "a2", "a3"]);
  });

  test("alternates between people instead of following the order of arrival", () => {
    expect(turnsOf(queue("a1 a2 a3 b1 b2 c1", { free: 5 }))).toEqual(["a1", "b1", "c1", "a2", "b2"]);
  });

  test("first starts a job of the person whose most recent job started longest ago", () => {
    const places = new Map([["a", { freeAt: [], lastBeganAt: 50 }]]);
    expect(turnsOf(queue("a1 b1", { places, free: 2 }))).toEqual(["b1", "a1"]);
  });

  test("skips a person who has the maximum number of running jobs", () => {
    const places = new Map([["a", busy(1, 2, 3)]]);
    expect(turnsOf(queue("a1 b1", { places, free: 2 }))).toEqual(["b1"]);
    expect(turnsOf(queue("a1 a2 b1", { places: new Map([["a", busy(1, 2)]]), free: 3 }))).toEqual(["a1", "b1"]);
  });

  test("skips all jobs of a person whose oldest queued job has no visible card yet", () => {
    const { waiting } = queue("a1 a2 b1");
    const unseen = waiting.map((job): QueuedJob => (job.id === "a1" ? { ...job, isUnseen: true } : job));
    expect(turnsOf(queue("", { waiting: unseen, free: 3 }))).toEqual(["b1"]);
  });
});

const waiter = (owner: string, waiting: number, running: number): Waiter => ({ owner, waiting, running });

describe("a new job of a person who may run three jobs at a time", () => {
  test.for<[string, readonly Waiter[], free: number]>([
    ["if the queue is empty and no slot is free", [], 0],
    ["if the person's earlier job in the queue can start too", [waiter("a", 1, 1)], 9],
    ["if nine slots are free and three jobs of another person wait", [waiter("b", 3, 0)], 9],
    ["if the only other waiting person already runs three jobs", [waiter("b", 5, 3)], 1],
    ["if three slots are free and the waiting jobs can use only two", [waiter("b", 5, 1)], 3],
  ])("overtakes nobody %s", ([, waiters, free]) => {
    expect(wouldPass("a", { queue: waiters, ofOwner: 3, free })).toBe(false);
  });

  test.for<[string, readonly Waiter[], free: number]>([
    [
      "a waiting job of the same person that needs the person's only free slot",
      [waiter("b", 0, 0), waiter("a", 1, 2)],
      9,
    ],
    ["another person's waiting job if only one slot is free", [waiter("b", 1, 0)], 1],
    ["another person's waiting jobs if those jobs can use both free slots", [waiter("b", 5, 1)], 2],
    [
      "another person's waiting job even if a third person runs more jobs than allowed",
      [waiter("b", 1, 4), waiter("c", 1, 0)],
      1,
    ],
  ])("overtakes %s", ([, waiters, free]) => {
    expect(wouldPass("a", { queue: waiters, ofOwner: 3, free })).toBe(true);
  });
});

describe("the estimated start time of a waiting job", () => {
  test("ignores other people's jobs if enough slots are free", () => {
    const places = new Map([["a", busy(5 * MINUTE, 2 * MINUTE, 9 * MINUTE)]]);
    const now = queue("a1 b1 a2 a3", { places, free: 9 });
    expect(placeInQueue(now, "a1", 0)).toEqual({ nth: 1, startsAt: 2 * MINUTE });
    expect(placeInQueue(now, "a2", 0)).toEqual({ nth: 2, startsAt: 5 * MINUTE });
    expect(placeInQueue(now, "a3", 0)).toEqual({ nth: 3, startsAt: 9 * MINUTE });
  });

  test("is unknown if the job waits for a running job whose end is unknown", () => {
    const unknown = new Map([["a", busy(null, null, null)]]);
    expect(placeInQueue(queue("a1", { places: unknown, free: 9 }), "a1", 0)?.startsAt).toBeNull();
    const places = new Map([["a", busy(MINUTE, null, null)]]);
    expect(placeInQueue(queue("a1 a2", { places, free: 9 }), "a1", 0)?.startsAt).toBe(MINUTE);
    expect(placeInQueue(queue("a1 a2", { places, free: 9 }), "a2", 0)?.startsAt).toBeNull();
  });

  test("takes another person's earlier job into account if no slot is free", () => {
    const places = new Map([
      ["a", busy(2 * MINUTE)],
      ["b", busy(5 * MINUTE)],
    ]);
    const now = queue("a1 a2 b1", { places, free: 0 });
    const starts = ["a1", "b1", "a2"].map((id) => placeInQueue(now, id, 0)?.startsAt);
    // a1 takes the first free place. b1 comes before a2, because person a has just started a job.
    expect(starts).toEqual([2 * MINUTE, 5 * MINUTE, null]);
  });

  test("is the current time for as many jobs as there are free slots", () => {
    const places = new Map([["a", busy(5 * MINUTE)]]);
    const now = queue("a1 b1 a2 b2", { places, free: 2 });
    const starts = ["a1", "b1", "a2", "b2"].map((id) => placeInQueue(now, id, MINUTE)?.startsAt);
    expect(starts).toEqual([MINUTE, MINUTE, 5 * MINUTE, null]);
  });

  test("does not exist if the job is not in the queue", () => {
    expect(placeInQueue(queue("a1"), "b7", 0)).toBeNull();
  });
});
