import { expect, test } from "vitest";
import { type CopyTooLarge, nextCopy } from "../../../src/core/film/copy-plan.ts";

const MIB = 1_024 * 1_024;
const film = { seconds: 15, soundBytes: 250_000 };

/** The bits after attempts that came out so much larger than the limit. */
function after(...times: readonly number[]) {
  const attempts: CopyTooLarge[] = [];
  for (const factor of times) {
    const bitsPerSecond = nextCopy(film, 10 * MIB, attempts);
    if (bitsPerSecond !== null) attempts.push({ bitsPerSecond, bytes: factor * 10 * MIB });
  }
  return nextCopy(film, 10 * MIB, attempts);
}

test("a smaller copy targets nine tenths of the size limit minus the sound, and tries four times with a lower bitrate", () => {
  const bits = Math.floor((8 * (9 * MIB - 250_000)) / 15);
  expect(after()).toBe(bits);
  expect(after(2)).toBe(Math.floor((bits * 0.9) / 2));
  expect(after(2, 3)).toBe(Math.floor((Math.floor((bits * 0.9) / 2) * 0.9) / 3));
  expect(after(1.1, 1.1, 1.1)).toBeGreaterThan(0);
  expect(after(1.1, 1.1, 1.1, 1.1)).toBeNull();
});

test("a film that is too long, or whose sound alone is too large, gets no copy", () => {
  expect(nextCopy({ ...film, soundBytes: 10 * MIB }, 10 * MIB, [])).toBeNull();
  expect(nextCopy({ ...film, seconds: 3_000 }, 10 * MIB, [])).toBeNull();
});
