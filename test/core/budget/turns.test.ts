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

/** "a1" is the first job of person a; jobs joined in this order. */
function queue(ids: string, over: Partial<QueueNow> = {}): QueueNow {
  const waiting = ids.split(" ").map((id, nth): QueuedJob => ({ id, owner: id.slice(0, 1), joinedAt: nth }));
  return { waiting, places: new Map(), ofOwner: 3, free: 1, ...over };
}

const busy = (...freeAt: (number | null)[]) => ({ freeAt, lastBeganAt: 0 });

describe("the next job of a workspace's queue", () => {
  test("is chosen for each free place, and no job is chosen without a free place", () => {
    expect(turnsOf(queue("a1 a2 a3", { free: 2 }))).toEqual(["a1", "a2"]);
    expect(turnsOf(queue("a1", { free: 0 }))).toEqual([]);
  });

  test("depends on the time of joining, then on the id, and not on the order in which jobs are read", () => {
    const waiting = queue("c1 a1 b1 a2").waiting.toReversed();
    expect(turnsOf(queue("", { waiting, free: 4 }))).toEqual(["c1", "a1", "b1", "a2"]);
    const atOnce = ["a2", "a3", "a1"].map((id): QueuedJob => ({ id, owner: "a", joinedAt: 0 }));
    expect(turnsOf(queue("", { waiting: atOnce, free: 3 }))).toEqual(["a1", "a2", "a3"]);
  });

  test("alternates between people instead of following the order of arrival", () => {
    expect(turnsOf(queue("a1 a2 a3 b1 b2 c1", { free: 5 }))).toEqual(["a1", "b1", "c1", "a2", "b2"]);
  });

  test("belongs to the person who has not started anything for the longest time", () => {
    const places = new Map([["a", { freeAt: [], lastBeganAt: 50 }]]);
    expect(turnsOf(queue("a1 b1", { places, free: 2 }))).toEqual(["b1", "a1"]);
  });

  test("skips a person who has reached their own limit, so that this person blocks nobody", () => {
    const places = new Map([["a", busy(1, 2, 3)]]);
    expect(turnsOf(queue("a1 b1", { places, free: 2 }))).toEqual(["b1"]);
    expect(turnsOf(queue("a1 a2 b1", { places: new Map([["a", busy(1, 2)]]), free: 3 }))).toEqual(["a1", "b1"]);
  });

  test("skips a person whose oldest job has no card yet, and does not start their later jobs first", () => {
    const { waiting } = queue("a1 a2 b1");
    const unseen = waiting.map((job): QueuedJob => (job.id === "a1" ? { ...job, isUnseen: true } : job));
    expect(turnsOf(queue("", { waiting: unseen, free: 3 }))).toEqual(["b1"]);
  });
});

const waiter = (owner: string, waiting: number, running: number): Waiter => ({ owner, waiting, running });

describe("a new job of a person who may have three places", () => {
  test.for<[string, readonly Waiter[], free: number]>([
    ["if nobody waits, even in a full workspace", [], 0],
    ["if its owner still has a free place", [waiter("a", 1, 1)], 9],
    ["if another person's three jobs leave places free", [waiter("b", 3, 0)], 9],
    ["if the person who waits is at their own limit", [waiter("b", 5, 3)], 1],
    ["if there is one place more than waiting jobs can take", [waiter("b", 5, 1)], 3],
  ])("does not overtake anybody %s", ([, waiters, free]) => {
    expect(wouldPass("a", { queue: waiters, ofOwner: 3, free })).toBe(false);
  });

  test.for<[string, readonly Waiter[], free: number]>([
    ["its owner's own waiting job, which fills their last place", [waiter("b", 0, 0), waiter("a", 1, 2)], 9],
    ["another person's job that could start in the only place", [waiter("b", 1, 0)], 1],
    ["another person's two of five jobs that could start", [waiter("b", 5, 1)], 2],
    ["another person's job, next to a person above a lowered limit", [waiter("b", 1, 4), waiter("c", 1, 0)], 1],
  ])("would overtake %s", ([, waiters, free]) => {
    expect(wouldPass("a", { queue: waiters, ofOwner: 3, free })).toBe(true);
  });
});

describe("the place in a person's own queue", () => {
  test("counts only their own jobs, with the time at which each starts", () => {
    const places = new Map([["a", busy(5 * MINUTE, 2 * MINUTE, 9 * MINUTE)]]);
    const now = queue("a1 b1 a2 a3", { places, free: 9 });
    expect(placeInQueue(now, "a1", 0)).toEqual({ nth: 1, startsAt: 2 * MINUTE });
    expect(placeInQueue(now, "a2", 0)).toEqual({ nth: 2, startsAt: 5 * MINUTE });
    expect(placeInQueue(now, "a3", 0)).toEqual({ nth: 3, startsAt: 9 * MINUTE });
  });

  test("has no start time if the jobs before it have no known end", () => {
    const unknown = new Map([["a", busy(null, null, null)]]);
    expect(placeInQueue(queue("a1", { places: unknown, free: 9 }), "a1", 0)?.startsAt).toBeNull();
    const places = new Map([["a", busy(MINUTE, null, null)]]);
    expect(placeInQueue(queue("a1 a2", { places, free: 9 }), "a1", 0)?.startsAt).toBe(MINUTE);
    expect(placeInQueue(queue("a1 a2", { places, free: 9 }), "a2", 0)?.startsAt).toBeNull();
  });

  test("depends on other people's turns if the workspace is full", () => {
    const places = new Map([
      ["a", busy(2 * MINUTE)],
      ["b", busy(5 * MINUTE)],
    ]);
    const now = queue("a1 a2 b1", { places, free: 0 });
    const starts = ["a1", "b1", "a2"].map((id) => placeInQueue(now, id, 0)?.startsAt);
    // a1 takes the first free place; b1 comes before a2 because a has just started something.
    expect(starts).toEqual([2 * MINUTE, 5 * MINUTE, null]);
  });

  test("is a start now while there are free places, and otherwise a start in turn", () => {
    const places = new Map([["a", busy(5 * MINUTE)]]);
    const now = queue("a1 b1 a2 b2", { places, free: 2 });
    const starts = ["a1", "b1", "a2", "b2"].map((id) => placeInQueue(now, id, MINUTE)?.startsAt);
    expect(starts).toEqual([MINUTE, MINUTE, 5 * MINUTE, null]);
  });

  test("does not exist for a job that does not wait", () => {
    expect(placeInQueue(queue("a1"), "b7", 0)).toBeNull();
  });
});
