import { expect, test } from "vitest";
import { Breaker } from "../../../src/core/budget/breaker.ts";

const SECOND = 1_000;

/** Makes that number of calls, one each 100 ms, ending at `until`. */
function calls(count: number, isBad: (n: number) => boolean, until = 0) {
  const one = new Breaker(60 * SECOND);
  for (let n = 0; n < count; n += 1) one.note(isBad(n), until - (count - 1 - n) * 100);
  return one;
}

test.for([
  [20, 10, 1_000],
  [20, 9, 0],
  [19, 19, 0],
  [500, 0, 0],
] as const)(
  "after %i calls with %i failures, the circuit breaker delays the next call by %i ms",
  ([count, bad, waitMs]) => {
    expect(calls(count, (n) => n < bad).waitMs(0)).toBe(waitMs);
  },
);

test("the circuit breaker ignores failures that are more than 30 s old", () => {
  const one = calls(19, () => true, 0);
  one.note(true, 31 * SECOND);
  expect(one.waitMs(31 * SECOND)).toBe(0);
});

test("an open circuit breaker allows one probe after 1 s, one after 5 s, one after 25 s, and then one every 60 s", () => {
  const one = calls(20, () => true);
  let now = 0;
  for (const gapMs of [1, 5, 25, 60, 60].map((seconds) => seconds * SECOND)) {
    expect(one.waitMs(now)).toBe(gapMs);
    now += gapMs;
    expect(one.waitMs(now)).toBe(0);
    // The probe may be sent now. All other calls are still held back.
    expect(one.isOpen).toBe(true);
    one.began(now);
    expect(one.waitMs(now)).toBeGreaterThan(0);
    one.note(true, now);
  }
});

test("the first successful probe closes the circuit breaker", () => {
  const one = calls(20, () => true);
  one.began(SECOND);
  one.note(false, SECOND);
  expect(one.waitMs(SECOND)).toBe(0);
  expect(one.isOpen).toBe(false);
});

test("a call that fails after the circuit breaker has opened does not delay the next probe", () => {
  const one = calls(20, () => true);
  one.note(true, 500);
  expect(one.waitMs(500)).toBe(500);
});

test("an open circuit breaker allows another probe 30 s after a probe without a result", () => {
  const one = calls(20, () => true);
  one.began(SECOND);
  expect(one.waitMs(2 * SECOND)).toBe(29 * SECOND);
  expect(one.waitMs(31 * SECOND)).toBe(0);
});

test("an open circuit breaker allows another probe at once if a probe was not sent", () => {
  const one = calls(20, () => true);
  one.began(SECOND);
  expect(one.waitMs(SECOND)).toBeGreaterThan(0);
  one.withdrew(SECOND + 1);
  expect(one.waitMs(SECOND + 1)).toBe(0);
});

test("an open circuit breaker allows a probe at once if the clock is set back by an hour", () => {
  const one = calls(20, () => true);
  one.began(SECOND);
  one.note(true, 2 * SECOND);
  expect(one.waitMs(2 * SECOND - 3_600_000)).toBe(0);
});

test("a call that was not sent has no effect on a closed circuit breaker", () => {
  const one = calls(19, () => true);
  one.began(0);
  one.withdrew(0);
  expect(one.waitMs(0)).toBe(0);
});
