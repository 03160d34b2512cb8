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

/** "a1" is the first job of a; joined in the order given. */
function queue(ids: string, over: Partial<QueueNow> = {}): QueueNow {
  const waiting = ids.split(" ").map((id, nth): QueuedJob => ({ id, owner: id.slice(0, 1), joinedAt: nth }));
  return { waiting, places: new Map(), ofOwner: 3, free: 1, ...over };
}

const busy = (...freeAt: (number | null)[]) => ({ freeAt, lastBeganAt: 0 });

describe("whose turn it is", () => {
  test("as many as there are places, and none without one", () => {
    expect(turnsOf(queue("a1 a2 a3", { free: 2 }))).toEqual(["a1", "a2"]);
    expect(turnsOf(queue("a1", { free: 0 }))).toEqual([]);
  });

  test("is read from the jobs in any order: by when they joined, and of those that joined at once by their ids", () => {
    const waiting = queue("c1 a1 b1 a2").waiting.toReversed();
    expect(turnsOf(queue("", { waiting, free: 4 }))).toEqual(["c1", "a1", "b1", "a2"]);
    const atOnce = ["a2", "a3", "a1"].map((id): QueuedJob => ({ id, owner: "a", joinedAt: 0 }));
    expect(turnsOf(queue("", { waiting: atOnce, free: 3 }))).toEqual(["a1", "a2", "a3"]);
  });

  test("goes round the people, not by arrival", () => {
    expect(turnsOf(queue("a1 a2 a3 b1 b2 c1", { free: 5 }))).toEqual(["a1", "b1", "c1", "a2", "b2"]);
  });

  test("begins with whoever began something longest ago", () => {
    const places = new Map([["a", { freeAt: [], lastBeganAt: 50 }]]);
    expect(turnsOf(queue("a1 b1", { places, free: 2 }))).toEqual(["b1", "a1"]);
  });

  test("skips a person at their own bound, who blocks nobody", () => {
    const places = new Map([["a", busy(1, 2, 3)]]);
    expect(turnsOf(queue("a1 b1", { places, free: 2 }))).toEqual(["b1"]);
    expect(turnsOf(queue("a1 a2 b1", { places: new Map([["a", busy(1, 2)]]), free: 3 }))).toEqual(["a1", "b1"]);
  });

  test("skips a person whose oldest job has no card yet, and nothing of theirs goes before it", () => {
    const { waiting } = queue("a1 a2 b1");
    const unseen = waiting.map((job): QueuedJob => (job.id === "a1" ? { ...job, isUnseen: true } : job));
    expect(turnsOf(queue("", { waiting: unseen, free: 3 }))).toEqual(["b1"]);
  });
});

const waiter = (owner: string, waiting: number, running: number): Waiter => ({ owner, waiting, running });

describe("a new job of a, where a person may have three places,", () => {
  test.for<[string, readonly Waiter[], free: number]>([
    ["where nobody waits, also in a full workspace", [], 0],
    ["where its owner still has a place", [waiter("a", 1, 1)], 9],
    ["where another's three jobs leave places", [waiter("b", 3, 0)], 9],
    ["where who waits is at their own bound", [waiter("b", 5, 3)], 1],
    ["where there is one place more than may be claimed", [waiter("b", 5, 1)], 3],
  ])("passes nobody %s", ([, waiters, free]) => {
    expect(wouldPass("a", { queue: waiters, ofOwner: 3, free })).toBe(false);
  });

  test.for<[string, readonly Waiter[], free: number]>([
    ["its owner's own, which fills their last place", [waiter("b", 0, 0), waiter("a", 1, 2)], 9],
    ["another's that could begin in the only place", [waiter("b", 1, 0)], 1],
    ["another's two of five that could begin", [waiter("b", 5, 1)], 2],
    ["another's, beside somebody over a bound that was lowered", [waiter("b", 1, 4), waiter("c", 1, 0)], 1],
  ])("would pass %s", ([, waiters, free]) => {
    expect(wouldPass("a", { queue: waiters, ofOwner: 3, free })).toBe(true);
  });
});

describe("a place in one's own queue", () => {
  test("is counted among one's own jobs, with the time at which it begins", () => {
    const places = new Map([["a", busy(5 * MINUTE, 2 * MINUTE, 9 * MINUTE)]]);
    const now = queue("a1 b1 a2 a3", { places, free: 9 });
    expect(placeInQueue(now, "a1", 0)).toEqual({ nth: 1, startsAt: 2 * MINUTE });
    expect(placeInQueue(now, "a2", 0)).toEqual({ nth: 2, startsAt: 5 * MINUTE });
    expect(placeInQueue(now, "a3", 0)).toEqual({ nth: 3, startsAt: 9 * MINUTE });
  });

  test("has no time where nothing is known of what goes before it", () => {
    const unknown = new Map([["a", busy(null, null, null)]]);
    expect(placeInQueue(queue("a1", { places: unknown, free: 9 }), "a1", 0)?.startsAt).toBeNull();
    const places = new Map([["a", busy(MINUTE, null, null)]]);
    expect(placeInQueue(queue("a1 a2", { places, free: 9 }), "a1", 0)?.startsAt).toBe(MINUTE);
    expect(placeInQueue(queue("a1 a2", { places, free: 9 }), "a2", 0)?.startsAt).toBeNull();
  });

  test("counts the turns of others where the workspace is full", () => {
    const places = new Map([
      ["a", busy(2 * MINUTE)],
      ["b", busy(5 * MINUTE)],
    ]);
    const now = queue("a1 a2 b1", { places, free: 0 });
    const starts = ["a1", "b1", "a2"].map((id) => placeInQueue(now, id, 0)?.startsAt);
    // a1 takes the place that is free first; b1 comes before a2, for a has just begun something.
    expect(starts).toEqual([2 * MINUTE, 5 * MINUTE, null]);
  });

  test("begins now while there are places, and later in turn", () => {
    const places = new Map([["a", busy(5 * MINUTE)]]);
    const now = queue("a1 b1 a2 b2", { places, free: 2 });
    const starts = ["a1", "b1", "a2", "b2"].map((id) => placeInQueue(now, id, MINUTE)?.startsAt);
    expect(starts).toEqual([MINUTE, MINUTE, 5 * MINUTE, null]);
  });

  test("is none for a job that does not wait", () => {
    expect(placeInQueue(queue("a1"), "b7", 0)).toBeNull();
  });
});
