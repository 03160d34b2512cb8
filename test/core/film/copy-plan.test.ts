import { expect, test } from "vitest";
import { type CopyTooLarge, nextCopy } from "../../../src/core/film/copy-plan.ts";

const MIB = 1_024 * 1_024;
const film = { width: 1_280, height: 720, seconds: 15, soundBytes: 250_000 };

/** The plan after attempts that came out so much larger than the limit. */
function after(...times: readonly number[]) {
  const attempts: CopyTooLarge[] = [];
  for (const factor of times) {
    const plan = nextCopy(film, 10 * MIB, attempts);
    if (plan) attempts.push({ plan, bytes: factor * 10 * MIB });
  }
  return nextCopy(film, 10 * MIB, attempts);
}

test("a copy has the film's own size twice, then 480p twice, and then there is none", () => {
  expect(after()).toMatchObject({ width: 1_280, height: 720 });
  expect(after(2)).toMatchObject({ width: 1_280, height: 720 });
  expect(after(2, 2)).toMatchObject({ width: 854, height: 480 });
  expect(after(2, 2, 2)).toMatchObject({ width: 854, height: 480 });
  expect(after(2, 2, 2, 2)).toBeNull();
});

test("it has nine tenths of the limit without its sound, and fewer bits by as much as the same size was too large", () => {
  const bits = Math.floor((8 * (9 * MIB - 250_000)) / 15);
  expect(after()?.bitsPerSecond).toBe(bits);
  expect(after(2)?.bitsPerSecond).toBe(Math.floor((bits * 0.9) / 2));
  expect(after(2, 3)?.bitsPerSecond).toBe(bits);
  expect(after(2, 3, 2)?.bitsPerSecond).toBe(Math.floor((bits * 0.9) / 2));
});

test("an upright film becomes upright, and one in 480p keeps its size", () => {
  const upright = { ...film, width: 720, height: 1_280 };
  const plan = nextCopy(upright, 10 * MIB, []);
  const attempts = plan ? [plan, plan].map((each) => ({ plan: each, bytes: 20 * MIB })) : [];
  expect(nextCopy(upright, 10 * MIB, attempts)).toMatchObject({ width: 480, height: 854 });
  const small = { ...film, width: 854, height: 480 };
  expect(nextCopy(small, 10 * MIB, attempts)).toMatchObject({ width: 854, height: 480 });
});

test("a film whose sound alone is too large, or that is too long, has no copy", () => {
  expect(nextCopy({ ...film, soundBytes: 10 * MIB }, 10 * MIB, [])).toBeNull();
  expect(nextCopy({ ...film, seconds: 3_000 }, 10 * MIB, [])).toBeNull();
});
