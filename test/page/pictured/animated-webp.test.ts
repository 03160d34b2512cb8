import { expect, test } from "vitest";
import { animatedWebp } from "./animated-webp.ts";

/** A still picture as a browser writes it: its pixels behind a chunk that nobody needs. */
function still(pixels: string): Buffer {
  const chunks = [chunk("VP8X", "0123456789"), chunk("ICCP", "odd"), chunk("VP8 ", pixels)];
  return chunk("RIFF", `WEBP${chunks.map((one) => one.toString("latin1")).join("")}`);
}

function chunk(name: string, text: string): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(text.length, 4);
  return Buffer.concat([head, Buffer.from(text, "latin1"), Buffer.alloc(text.length % 2)]);
}

test("a moving picture has its size, each still's pixels alone, and how long each is shown", () => {
  const stills = ["first", "second"].map((pixels, nth) => ({ webp: still(pixels), ms: 100 * (nth + 1) }));
  const moving = animatedWebp({ width: 640, height: 480 }, stills);
  expect(moving.readUInt32LE(4)).toBe(moving.length - 8);
  expect([moving.readUIntLE(24, 3), moving.readUIntLE(27, 3)]).toEqual([639, 479]);
  const text = moving.toString("latin1");
  expect(text).not.toContain("ICCP");
  const frames = [...text.matchAll(/ANMF/g)].map(({ index }) => moving.readUIntLE(index + 8 + 12, 3));
  expect(frames).toEqual([100, 200]);
  expect(text).toContain("VP8 \x05\0\0\0first\0");
  expect(text).toContain("VP8 \x06\0\0\0second");
});

test("a still without pixels is refused", () => {
  expect(() => animatedWebp({ width: 1, height: 1 }, [{ webp: chunk("RIFF", "WEBP"), ms: 1 }])).toThrow("no pixels");
});
