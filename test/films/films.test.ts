import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import type { RunChild } from "../../src/core/child-process.ts";
import { machineClock } from "../../src/core/clock.ts";
import type { FilmPlace } from "../../src/core/film/film.ts";
import { filmReader } from "../../src/films/film-reader.ts";
import { childRunner } from "../../src/films/run-child.ts";
import { openVideos } from "../../src/images/open-video.ts";
import { deferred } from "../fakes/deferred.ts";
import { howMany } from "../fakes/how-many.ts";
import { listener, loopbackNetwork, pictureServer } from "../images/world.ts";
import { smallFilm } from "./small-film.ts";
import { filmProgram, forever, having, place, realFilms, without } from "./world.ts";

const refused = (kind: string, nth?: number) => ({
  ok: false,
  refusal: { kind, ...(nth === undefined ? {} : { nth }) },
});

/** The first pixel of a PNG of ours. */
function firstPixel(png: Uint8Array): readonly number[] {
  const bytes = Buffer.from(png);
  const at = bytes.indexOf("IDAT");
  return [...inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4))).subarray(1, 4)];
}

test("the extracted frame is the video's last frame, in the right colours", async () => {
  const { takeFrame } = await realFilms();
  const frame = await takeFrame([having(smallFilm)], forever);
  expect(frame).toMatchObject({ ok: true, value: { width: 64, height: 48 } });
  const [red = 0, green = 255, blue = 255] = frame.ok ? firstPixel(frame.value.bytes) : [];
  expect(red).toBeGreaterThan(250);
  expect(Math.max(green, blue)).toBeLessThan(5);
});

test("if one source of a video is gone, unreachable or too large, the next source is tried", async () => {
  const { takeFrame } = await realFilms();
  for (const kind of (["unreachable", "gone", "too_large"] as const).slice(0, howMany(3, 1)))
    expect(await takeFrame([without(kind), having(smallFilm)], forever)).toMatchObject({ ok: true });
});

test("an extracted frame is marked if it was taken from a smaller copy", async () => {
  const { takeFrame } = await realFilms();
  const copy = { ...having(smallFilm), isCopy: true } as const;
  const ofCopy = await takeFrame([without("gone"), copy], forever);
  expect(ofCopy.ok && ofCopy.value.isOfCopy).toBe(true);
  const ofFilm = await takeFrame([having(smallFilm), copy], forever);
  expect(ofFilm.ok && "isOfCopy" in ofFilm.value).toBe(false);
});

test.for([
  ["unreachable if one source is gone and another is unreachable", ["gone", "unreachable"], "unreachable"],
  ["too large if one source is too large and another is gone", ["too_large", "gone"], "too_large"],
  ["gone if there are no sources", [], "gone"],
] as const)("a video is reported as %s", async ([, kinds, kind]) => {
  const { takeFrame } = await realFilms();
  expect(await takeFrame(kinds.map(without), forever)).toEqual(refused(kind));
});

test("a video whose download is cut off counts as unreachable", async () => {
  const { takeFrame } = await realFilms();
  const cut = place(async function* () {
    yield smallFilm.subarray(0, 100);
    throw new Error("cut short");
  });
  expect(await takeFrame([cut], forever)).toEqual(refused("unreachable"));
  expect(await takeFrame([cut, having(smallFilm)], forever)).toMatchObject({ ok: true });
});

/** The index of the last three comes first, and names frames that the file does not have. */
const unreadable = [
  ["an empty file", Buffer.alloc(0)],
  ["a text", Buffer.from("<html>no film</html>".repeat(100))],
  ["a video's index without its frames", smallFilm.subarray(0, smallFilm.indexOf("mdat"))],
  ["a video without its last frame", smallFilm.subarray(0, -20)],
  ["a video with its first frame only", smallFilm.subarray(0, smallFilm.indexOf("mdat") + 4 + 0x28)],
] as const;

test.for(unreadable.slice(-howMany(5, 2)))("%s is unreadable", async ([, bytes]) => {
  const { takeFrame, joinFilms } = await realFilms();
  expect(await takeFrame([having(bytes)], forever)).toEqual(refused("unreadable"));
  const joined = await joinFilms([[having(smallFilm)], [having(bytes)]], 1e6, forever);
  expect(joined.ok).toBe(false);
});

test("the download of a video is aborted at the size limit", async () => {
  const { takeFrame } = await realFilms();
  let given = 0;
  const endless = place(async function* () {
    for (const part = Buffer.alloc(10_000_000); ; given += part.length) yield part;
  });
  expect(await takeFrame([endless], forever)).toEqual(refused("too_large"));
  expect(given).toBe(100_000_000);
});

test("extracting a frame and joining videos open no connection to a private address", async () => {
  const { port, connections } = await listener();
  const { network, begun } = loopbackNetwork({ "rebind.example": ["10.0.0.7"] }, port);
  const openVideo = openVideos({ trustedOrigins: new Set(), clock: machineClock, network });
  const run = childRunner({ program: await filmProgram(), clock: machineClock });
  const { takeFrame, joinFilms } = filmReader({ run, runCopy: run, openVideo });
  const film = [{ kind: "address", url: "https://rebind.example/" }] as const;
  expect(await takeFrame(film, forever)).toEqual(refused("gone"));
  expect(await joinFilms([film], 1e6, forever)).toEqual(refused("gone", 0));
  expect(begun).toEqual([]);
  expect(connections()).toBe(0);
});

test("a video that is not found counts as gone, or as unreachable if the link is new", async () => {
  const server = await pictureServer((request, response) =>
    request.url === "/film.mp4" ? response.writeHead(200).end(smallFilm) : response.writeHead(404).end(),
  );
  const { takeFrame, joinFilms, copyFilm } = await realFilms(undefined, undefined, new Set([server.origin]));
  const at = (path: string, isNew = false): FilmPlace => ({ kind: "address", url: `${server.origin}${path}`, isNew });
  expect(await takeFrame([at("/gone.mp4"), at("/film.mp4")], forever)).toMatchObject({ ok: true });
  expect(await takeFrame([at("/gone.mp4")], forever)).toEqual(refused("gone"));
  expect(await takeFrame([at("/early.mp4", true)], forever)).toEqual(refused("unreachable"));
  expect(await joinFilms([[at("/early.mp4", true)]], 1e6, forever)).toEqual(refused("unreachable", 0));
  expect(await copyFilm([at("/early.mp4", true)], 1e6, forever)).toEqual(refused("unreachable"));
});

test("at most four videos are fetched and two processed at the same time", async () => {
  const [fetched, asked, giveUp] = [deferred(), [] as (() => void)[], new AbortController()];
  const run: RunChild = () => new Promise((resolve) => asked.push(() => resolve({ kind: "ended" })));
  let fetches = 0;
  const source = place(async function* () {
    fetches += 1;
    await fetched.promise;
    yield smallFilm;
  });
  const { takeFrame } = filmReader({
    run,
    runCopy: run,
    openVideo: openVideos({ trustedOrigins: new Set(), clock: machineClock }),
  });
  const frames = Array.from({ length: 6 }, () => takeFrame([source], forever));
  frames.push(takeFrame([source], giveUp.signal));
  giveUp.abort();
  expect(await frames.pop()).toEqual(refused("unreachable"));
  await expect.poll(() => fetches).toBe(4);
  fetched.resolve();
  for (const _ of ["two", "two more", "the last two"]) {
    await expect.poll(() => asked.length).toBe(2);
    for (const end of asked.splice(0)) end();
  }
  expect(await Promise.all(frames)).toEqual(Array(6).fill(refused("unreadable")));
  expect(fetches).toBe(6);
});

test("a slow download does not delay other smaller copies, which are encoded one at a time", async () => {
  const encoding: (() => void)[] = [];
  const runCopy: RunChild = () => new Promise((resolve) => encoding.push(() => resolve({ kind: "ended" })));
  const { copyFilm } = filmReader({
    run: runCopy,
    runCopy,
    openVideo: openVideos({ trustedOrigins: new Set(), clock: machineClock }),
  });
  const rest = deferred();
  const slow = place(async function* () {
    yield smallFilm.subarray(0, 100);
    await rest.promise;
    yield smallFilm.subarray(100);
  });
  const copies = [slow, having(smallFilm), having(smallFilm)].map((source) => copyFilm([source], 1e6, forever));
  for (const _ of ["the second", "the third"]) {
    await expect.poll(() => encoding.length).toBe(1);
    encoding.pop()?.();
  }
  rest.resolve();
  await expect.poll(() => encoding.length).toBe(1);
  encoding.pop()?.();
  expect(await Promise.all(copies)).toEqual(Array(3).fill(refused("unreadable")));
});

test("no file of a processed video stays on the disk", async () => {
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith("reelay-film-"));
  const { takeFrame, joinFilms } = await realFilms();
  const before = left();
  await takeFrame([having(smallFilm)], forever);
  await takeFrame([having(Buffer.from("text"))], forever);
  await joinFilms([[having(smallFilm)], [having(smallFilm)]], 1e6, forever);
  expect(left()).toEqual(before);
});
