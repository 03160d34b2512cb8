import fc from "fast-check";
import { expect, test } from "vitest";
import { type Held, type HeldNow, nextReleased } from "../../../src/core/budget/releases.ts";
import type { Condition, Grade } from "../../../src/core/health/health.ts";

const NOW = 10_000_000;
const MINUTE = 60_000;

const waits = (id: string, joinedAt: number, kind: Held["kind"] = "480p-10"): Held => ({ id, kind, joinedAt });
const three = [waits("b", 2), waits("a", 1), waits("c", 3)];

/** Whose turn it is where the grade began a minute ago. */
function next(held: Partial<HeldNow>, grade: Grade = "clear", since = NOW - MINUTE) {
  const now: HeldNow = { waiting: three, underWay: [], lastAt: null, wellAt: 0, ...held };
  const condition: Condition = { grade, since, failed: 0, ends: 0, takesMs: null };
  return nextReleased(now, () => condition, NOW);
}

test.for(["down", "failing"] as const)("while the service is %s nothing is released", (grade) => {
  expect(next({}, grade)).toBeNull();
});

test.for(["clear", "slow", "unknown"] as const)("where it is %s the oldest is released", (grade) => {
  expect(next({}, grade)).toBe("a");
});

test("one goes on, and the next after a good end alone", () => {
  expect(next({ underWay: [NOW - 5], lastAt: NOW - 5 })).toBeNull();
  expect(next({ underWay: [NOW - 5], lastAt: NOW - 5, wellAt: NOW - 4 })).toBe("a");
  expect(next({ underWay: [NOW - 5, NOW - 3], lastAt: NOW - 3, wellAt: NOW - 4 })).toBeNull();
});

test.for([
  ["another clearing", NOW - MINUTE, NOW - 5_000],
  ["a quarter of an hour", NOW - 20 * MINUTE, NOW - 30 * MINUTE],
] as const)("while one is on its way and nothing has ended well, %s lets no other go on", ([, at, since]) => {
  expect(next({ underWay: [at], lastAt: at }, "clear", since)).toBeNull();
  expect(next({ underWay: [], lastAt: at }, "clear", since)).toBe("a");
});

test("after one that ended badly the next waits for a good end, another clearing, or a quarter of an hour", () => {
  const lastAt = NOW - 5 * MINUTE;
  const since = NOW - 6 * MINUTE;
  expect(next({ lastAt }, "clear", since)).toBeNull();
  expect(next({ lastAt, wellAt: NOW - 1 }, "clear", since)).toBe("a");
  expect(next({ lastAt }, "clear", lastAt + 5_000)).toBeNull();
  expect(next({ lastAt }, "clear", lastAt + MINUTE)).toBe("a");
  expect(next({ lastAt: NOW - 15 * MINUTE }, "clear", NOW - 20 * MINUTE)).toBe("a");
});

test("a kind that still fails is passed over, and holds up no other kind", () => {
  const waiting = [waits("old", 1, "720p-15"), waits("new", 2)];
  const condition = (grade: Grade): Condition => ({ grade, since: 0, failed: 0, ends: 0, takesMs: null });
  const now: HeldNow = { waiting, underWay: [], lastAt: null, wellAt: 0 };
  expect(nextReleased(now, (kind) => condition(kind === "720p-15" ? "failing" : "clear"), NOW)).toBe("new");
});

test("however they come, no more are on their way than there were good ends, and one", () => {
  const step = fc.record({ wellMs: fc.nat(200_000), isWell: fc.boolean(), settles: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let now = NOW;
      let good = 0;
      let [wellAt, lastAt]: [number, number | null] = [0, null];
      const waiting = Array.from({ length: 60 }, (_, n) => waits(String(n).padStart(3, "0"), n));
      const underWay: number[] = [];
      const condition: Condition = { grade: "clear", since: NOW, failed: 0, ends: 0, takesMs: null };
      let released = 0;
      for (const { wellMs, isWell, settles } of steps) {
        for (let looks = 0; looks < 3; looks += 1) {
          const id = nextReleased({ waiting, underWay, lastAt, wellAt }, () => condition, now);
          if (id === null) continue;
          waiting.splice(
            waiting.findIndex((one) => one.id === id),
            1,
          );
          underWay.push(now);
          lastAt = now;
          released += 1;
        }
        now += 1 + (wellMs % 10_000);
        if (isWell) [wellAt, good] = [now, good + 1];
        if (isWell && settles) underWay.shift();
        now += 1;
      }
      expect(released).toBeLessThanOrEqual(good + 1);
    }),
  );
});
