import fc from "fast-check";
import { expect, test } from "vitest";
import { type Held, type HeldNow, nextReleased } from "../../../src/core/budget/turns.ts";
import type { Condition, Trouble } from "../../../src/core/health.ts";

const NOW = 10_000_000;
const MINUTE = 60_000;

const waits = (id: string, joinedAt: number): Held => ({ id, joinedAt });
const three = [waits("b", 2), waits("a", 1), waits("c", 3)];

/** Whose turn it is where trouble began, or ended, a minute ago. */
function next(held: Partial<HeldNow>, trouble: Trouble | null = null, since = NOW - MINUTE) {
  const now: HeldNow = { waiting: three, underWay: [], lastAt: null, wellAt: 0, ...held };
  return nextReleased(now, { trouble, since }, NOW);
}

test.for<Trouble>([{ kind: "down" }, { kind: "failing", failed: 6, ends: 10 }])(
  "while the service has trouble nothing is released: %o",
  (trouble) => {
    expect(next({}, trouble)).toBeNull();
  },
);

test("where it has none the oldest is released", () => {
  expect(next({})).toBe("a");
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
  expect(next({ underWay: [at], lastAt: at }, null, since)).toBeNull();
  expect(next({ underWay: [], lastAt: at }, null, since)).toBe("a");
});

test("after one that ended badly the next waits for a good end, another clearing, or a quarter of an hour", () => {
  const lastAt = NOW - 5 * MINUTE;
  const since = NOW - 6 * MINUTE;
  expect(next({ lastAt }, null, since)).toBeNull();
  expect(next({ lastAt, wellAt: NOW - 1 }, null, since)).toBe("a");
  expect(next({ lastAt }, null, lastAt + 5_000)).toBeNull();
  expect(next({ lastAt }, null, lastAt + MINUTE)).toBe("a");
  expect(next({ lastAt: NOW - 15 * MINUTE }, null, NOW - 20 * MINUTE)).toBe("a");
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
      const condition: Condition = { trouble: null, since: NOW };
      let released = 0;
      for (const { wellMs, isWell, settles } of steps) {
        for (let looks = 0; looks < 3; looks += 1) {
          const id = nextReleased({ waiting, underWay, lastAt, wellAt }, condition, now);
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
