import { expect, test } from "vitest";
import { type CopyTooLarge, nextCopy } from "../../../src/core/film/copy-plan.ts";

const MIB = 1_024 * 1_024;
const film = { seconds: 15, soundBytes: 250_000 };

/** The bitrate after attempts whose size was the limit times these factors. */
function after(...times: readonly number[]) {
  const attempts: CopyTooLarge[] = [];
  for (const factor of times) {
    const bitsPerSecond = nextCopy(film, 10 * MIB, attempts);
    if (bitsPerSecond !== null) attempts.push({ bitsPerSecond, bytes: factor * 10 * MIB });
  }
  return nextCopy(film, 10 * MIB, attempts);
}

const bits = Math.floor((8 * (9 * MIB - 250_000)) / 15);

test("with the first bitrate for a smaller copy, video and audio together fill nine tenths of the size limit", () => {
  expect(after()).toBe(bits);
});

test("the bitrate for a smaller copy is reduced in proportion to the excess size of the previous attempt", () => {
  expect(after(2)).toBe(Math.floor((bits * 0.9) / 2));
  expect(after(2, 3)).toBe(Math.floor((Math.floor((bits * 0.9) / 2) * 0.9) / 3));
});

test("a smaller copy is attempted at most four times", () => {
  expect(after(1.1, 1.1, 1.1)).toBeGreaterThan(0);
  expect(after(1.1, 1.1, 1.1, 1.1)).toBeNull();
});

test("no smaller copy is made of a video that is too long or has too much audio data", () => {
  expect(nextCopy({ ...film, soundBytes: 10 * MIB }, 10 * MIB, [])).toBeNull();
  expect(nextCopy({ ...film, seconds: 3_000 }, 10 * MIB, [])).toBeNull();
});
