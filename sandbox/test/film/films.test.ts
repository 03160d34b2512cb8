import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { drawScene, emptyFrame, type Frame, sceneOf } from "../../src/film/draw-scene.ts";
import { type FilmOrder, type FilmTask, makeFilm, openFilms } from "../../src/film/films.ts";
import { type Codecs, distance, loadCodecs, readFilm } from "../../src/film/read-film.ts";
import { readPicture } from "../../src/film/read-picture.ts";

const landscape = readFileSync(new URL("../../assets/landscape.png", import.meta.url));
const task: FilmTask = {
  id: "t1",
  prompt: "a paper boat in the rain",
  aspectRatio: "16:9",
  duration: 4,
  resolution: "480p",
};

function films(load = loadCodecs) {
  const opened = openFilms(load);
  onTestFinished(() => opened.stop());
  return opened;
}

async function seen(film: Uint8Array | null) {
  const codecs = await loadCodecs();
  if (!codecs || !film) throw new Error("there is no film, or nothing to read it with");
  return readFilm(codecs, film);
}

const isFull = process.env.TESTS === "full";

test.runIf(isFull)("a video drawn by the sandbox begins with the picture from the video request", async () => {
  const server = createServer((_, response) => response.end(landscape)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const made = films();
  const { port } = server.address() as AddressInfo;
  const asked = once(server, "request");
  made.begin({ ...task, imageUrl: `http://127.0.0.1:${port}/frame.png` });
  await asked;
  const film = await made.of(task);
  server.closeAllConnections();
  server.close();
  expect((await made.of(task)) === film, "it is the same one").toBe(true);
  expect(made.isPackageMissing()).toBe(false);
  const { width, height, frames } = await seen(film);
  const picture = await readPicture(landscape, { width, height });
  const begin = picture ? lumaOf(picture) : undefined;
  const end = lumaOf(drawn(task.prompt, (frames.length - 1) / 12, { width, height }));
  expect(distance(frames[0], begin)).toBeLessThan(1.5);
  expect(distance(frames.at(-1), end)).toBeLessThan(2);
  expect(distance(begin, end)).toBeGreaterThan(20);
});

test("without the npm package that encodes videos, the sandbox draws no videos and reports the missing package", async () => {
  const made = films(async () => null);
  expect(await made.of(task)).toBeNull();
  expect(made.isPackageMissing()).toBe(true);
});

test("the sandbox draws a video even if drawing the previous video failed", async () => {
  let tries = 0;
  const codecs = await loadCodecs();
  if (!codecs) throw new Error("the package is not installed");
  class Failing extends codecs.VideoEncoder {
    override configure(...given: Parameters<Codecs["VideoEncoder"]["prototype"]["configure"]>) {
      tries += 1;
      if (tries === 1) throw new Error("no such codec");
      super.configure(...given);
    }
  }
  const made = films(async () => ({ ...codecs, VideoEncoder: Failing }));
  expect(await made.of(task)).toBeNull();
  expect((await made.of({ ...task, id: "t2", duration: 1 })) === null).toBe(false);
});

const size = { width: 160, height: 90 };

function drawn(prompt: string, seconds = 0, of = size): Frame {
  const frame = emptyFrame(of);
  drawScene(sceneOf(prompt), seconds, frame);
  return frame;
}

/** The luma of each pixel as videos store it, 16 to 235. Source: ITU-R BT.601, limited range. */
const lumaOf = ({ bytes }: Frame) =>
  Uint8Array.from({ length: bytes.length / 4 }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = [bytes[pixel * 4], bytes[pixel * 4 + 1], bytes[pixel * 4 + 2]];
    return 16 + 0.2568 * red + 0.5041 * green + 0.0979 * blue;
  });

/** How much two frames differ in luma and colour. */
const apart = (one: Frame, other: Frame) => distance(one.bytes, other.bytes);

const prompts = [
  "a paper boat",
  "a red kite",
  "ein Leuchtturm",
  "紙の船",
  "the harbour at last",
  "a cat on a skateboard",
];

test("the sandbox draws a different scene for each prompt", () => {
  for (const one of prompts)
    for (const other of prompts)
      if (one !== other) expect(apart(drawn(one), drawn(other)), `${one}, ${other}`).toBeGreaterThan(6);
});

test("the sandbox draws the same scene for prompts that differ only in case and spaces", () => {
  expect(sceneOf("  A Paper Boat ")).toEqual(sceneOf("a paper boat"));
});

test("a scene drawn by the sandbox moves without jumps", () => {
  for (const prompt of prompts) {
    expect(apart(drawn(prompt, 0), drawn(prompt, 5)), prompt).toBeGreaterThan(2);
    for (const seconds of [1, 4.5, 9, 14.8])
      expect(apart(drawn(prompt, seconds), drawn(prompt, seconds + 1 / 12)), prompt).toBeLessThan(2);
  }
});

test("a night scene drawn by the sandbox is darker than a day scene", () => {
  const light = (frame: Frame) => lumaOf(frame).reduce((sum, each) => sum + each, 0) / (size.width * size.height);
  expect(light(drawn("the harbour by night"))).toBeLessThan(60);
  expect(light(drawn("the harbour by day"))).toBeGreaterThan(90);
});

/** The pixels in the left half of the sky that are brighter than most pixels of their row. */
function brightIn(frame: Frame): readonly number[] {
  const luma = lumaOf(frame);
  return Array.from({ length: size.height / 3 }, (_, y) =>
    luma.subarray(y * size.width, (y + 0.5) * size.width),
  ).flatMap((row, y) => {
    const usual = [...row].sort((one, other) => one - other)[row.length >> 1] ?? 0;
    return [...row].flatMap((each, x) => (each > usual + 12 ? [y * size.width + x] : []));
  });
}

test.for([
  ["a boat in the rain", "falling rain"],
  ["a snowy harbour", "falling snow"],
  ["a boat under the stars", "motionless stars"],
] as const)("the sandbox draws the prompt “%s” with %s", ([prompt, what]) => {
  const before = brightIn(drawn(prompt));
  expect(before.length).toBeGreaterThan(15);
  const after = new Set(brightIn(drawn(prompt, 0.5)));
  const share = before.filter((pixel) => after.has(pixel)).length / before.length;
  if (what.startsWith("falling")) expect(share).toBeLessThan(0.5);
  else expect(share).toBeGreaterThan(0.9);
});

test.for(["a train in the terrain", "a rainbow", "a snowboard"])(
  "the sandbox draws the prompt “%s” without rain or snow",
  (prompt) => {
    expect(sceneOf(prompt).particles).toBeUndefined();
  },
);

test("a scene drawn by the sandbox covers every pixel, in landscape and in portrait format", () => {
  for (const shape of [size, { width: 90, height: 160 }])
    for (const seconds of [0, 7, 15]) {
      const frame = emptyFrame(shape);
      frame.bytes.fill(0);
      drawScene(sceneOf("a boat in the snow"), seconds, frame);
      expect(lumaOf(frame).includes(16)).toBe(false);
    }
});

const codecs = await loadCodecs();
if (!codecs) throw new Error("the package that makes films is not installed");
const boat: FilmOrder = {
  prompt: "a paper boat in the rain",
  aspectRatio: "16:9",
  duration: 4,
  resolution: "480p",
  picture: null,
};
const make = (changes: Partial<FilmOrder> = {}) =>
  makeFilm(codecs, { ...boat, ...changes }, new AbortController().signal);

const orders = [
  ["720p video of 2 s", { resolution: "720p", duration: 2 }, { width: 768, height: 432, seconds: 2 }],
  ["video of 10 s", { duration: 10 }, { width: 640, height: 360, seconds: 10 }],
  ["9:16 video of 15 s", { aspectRatio: "9:16", duration: 15 }, { width: 360, height: 640, seconds: 15 }],
] as const;
const tried = orders.slice(0, isFull ? 3 : 1);

test.for(tried)("the sandbox draws a %s in the requested size and length", async ([, changes, wanted]) => {
  const film = await make(changes);
  expect(await readFilm(codecs, film)).toMatchObject(wanted);
  const bytes = Buffer.from(film);
  expect(bytes.includes("avc1")).toBe(true);
  expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
  expect(film.length / wanted.seconds).toBeLessThan(100_000);
});

test("an unreadable picture does not change the video that the sandbox draws for a prompt", async () => {
  const seenOf = async (changes: Partial<FilmOrder>) => readFilm(codecs, await make({ duration: 1, ...changes }));
  const one = await seenOf({});
  const other = await seenOf({ prompt: " A paper boat in the rain", picture: Buffer.from("no picture") });
  const inTheSun = await seenOf({ prompt: "a paper boat in the sun" });
  expect(one.frames).toHaveLength(other.frames.length);
  // The encoder's output depends on its threads.
  for (const [nth, frame] of one.frames.entries()) expect(distance(frame, other.frames[nth])).toBeLessThan(1.5);
  expect(distance(one.frames[0], inTheSun.frames[0])).toBeGreaterThan(5);
});

test("a stopped sandbox draws no video", async () => {
  const left = AbortSignal.abort(new Error("the sandbox has stopped"));
  await expect(makeFilm(codecs, boat, left)).rejects.toThrow("has stopped");
});
