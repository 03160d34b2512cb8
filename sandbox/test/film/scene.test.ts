import { expect, test } from "vitest";
import { drawScene, sceneOf } from "../../src/film/draw-scene.ts";
import { emptyPlanes, type Planes } from "../../src/film/planes.ts";
import { distance } from "../../src/film/read-film.ts";

const size = { width: 160, height: 90 };

function drawn(prompt: string, seconds = 0): Planes {
  const planes = emptyPlanes(size);
  drawScene(sceneOf(prompt), seconds, planes);
  return planes;
}

/** How far two frames are from each other in light and colour. */
const apart = (one: Planes, other: Planes) => distance(one.bytes, other.bytes);

const prompts = [
  "a paper boat",
  "a red kite",
  "ein Leuchtturm",
  "紙の船",
  "the harbour at last",
  "a cat on a skateboard",
];

test("each prompt has a scene of its own", () => {
  for (const one of prompts)
    for (const other of prompts)
      if (one !== other) expect(apart(drawn(one), drawn(other)), `${one}, ${other}`).toBeGreaterThan(6);
});

test("the same words have the same scene", () => {
  expect(sceneOf("  A Paper Boat ")).toEqual(sceneOf("a paper boat"));
});

test("it moves, and never jumps", () => {
  for (const prompt of prompts) {
    expect(apart(drawn(prompt, 0), drawn(prompt, 5)), prompt).toBeGreaterThan(2);
    for (const seconds of [1, 4.5, 9, 14.8])
      expect(apart(drawn(prompt, seconds), drawn(prompt, seconds + 1 / 12)), prompt).toBeLessThan(2);
  }
});

test("night is dark", () => {
  const light = ({ luma }: Planes) => luma.reduce((sum, each) => sum + each, 0) / luma.length;
  expect(light(drawn("the harbour by night"))).toBeLessThan(60);
  expect(light(drawn("the harbour by day"))).toBeGreaterThan(90);
});

test("every pixel is painted at every moment, in both shapes", () => {
  for (const shape of [size, { width: 90, height: 160 }])
    for (const seconds of [0, 7, 15]) {
      const planes = emptyPlanes(shape);
      drawScene(sceneOf("a boat in the snow"), seconds, planes);
      expect(planes.luma.includes(0)).toBe(false);
      expect(planes.blue.includes(0) || planes.red.includes(0)).toBe(false);
    }
});
