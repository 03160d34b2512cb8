import { closeSync, openSync, readdirSync, readSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import type { RunChild } from "../../src/core/child-process.ts";
import { machineClock } from "../../src/core/clock.ts";
import type { FilmPlace } from "../../src/core/film/film.ts";
import { joinFiles } from "../../src/films/child/join-films.ts";
import { lastFrame } from "../../src/films/child/last-frame.ts";
import { filmReader } from "../../src/films/film-reader.ts";
import { openVideos } from "../../src/images/open-video.ts";
import { aFolder } from "../fakes/a-folder.ts";
import { deferred } from "../fakes/deferred.ts";
import { listener, loopbackNetwork, pictureServer } from "../images/world.ts";
import { smallFilm } from "./small-film.ts";
import { forever, having, place, realFilms, without } from "./world.ts";

const refused = (kind: string, nth?: number) => ({
  ok: false,
  refusal: { kind, ...(nth === undefined ? {} : { nth }) },
});

/** The first pixel of a PNG from our own encoder. */
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

test("the length of two joined videos is the sum of their lengths", async () => {
  const { joinFilms } = await realFilms();
  const joined = await joinFilms([[having(smallFilm)], [having(smallFilm)]], 1e6, forever);
  expect(joined).toMatchObject({ ok: true, value: { durationMs: 2_500 } });
});

/**
 * Replaces the film reader's process. It accepts only the small film, and returns a fixed frame without decoding it.
 */
const quickRun: RunChild = async ({ task: [task], files = [] }) => {
  const bytes = Buffer.alloc(smallFilm.length + 1);
  const isSmallFilm = (file: number) =>
    readSync(file, bytes, 0, bytes.length, 0) === smallFilm.length && bytes.subarray(0, -1).equals(smallFilm);
  if (!files.every(isSmallFilm)) return { kind: "ended" };
  const head = task === "frame" ? { kind: "frame", width: 64, height: 48 } : { kind: "joined", durationMs: 1_250 };
  return { kind: "answered", head, bytes: Buffer.from("made") };
};

function quickFilms(run: RunChild = quickRun, trustedOrigins: ReadonlySet<string> = new Set()) {
  return filmReader({ run, runCopy: run, openVideo: openVideos({ trustedOrigins, clock: machineClock }) });
}

test("a video that is gone, unreachable or too large at one location is read from the next location", async () => {
  const { takeFrame } = quickFilms();
  for (const kind of ["unreachable", "gone", "too_large"] as const)
    expect(await takeFrame([without(kind), having(smallFilm)], forever)).toMatchObject({ ok: true });
});

test("the result of a frame extraction says whether the frame comes from a smaller copy of the video", async () => {
  const { takeFrame } = quickFilms();
  const copy = { ...having(smallFilm), isCopy: true } as const;
  const ofCopy = await takeFrame([without("gone"), copy], forever);
  expect(ofCopy.ok && ofCopy.value.isOfCopy).toBe(true);
  const ofFilm = await takeFrame([having(smallFilm), copy], forever);
  expect(ofFilm.ok && "isOfCopy" in ofFilm.value).toBe(false);
});

test.for([
  ["unreachable if it is gone at one location and unreachable at another", ["gone", "unreachable"], "unreachable"],
  ["too large if it is too large at one location and gone at another", ["too_large", "gone"], "too_large"],
  ["gone if no location of the video is known", [], "gone"],
] as const)("a video is reported as %s", async ([, kinds, kind]) => {
  const { takeFrame } = quickFilms();
  expect(await takeFrame(kinds.map(without), forever)).toEqual(refused(kind));
});

test("a video is reported as unreachable if its download is cut off", async () => {
  const { takeFrame } = quickFilms();
  const cut = place(async function* () {
    yield smallFilm.subarray(0, 100);
    throw new Error("cut short");
  });
  expect(await takeFrame([cut], forever)).toEqual(refused("unreachable"));
  expect(await takeFrame([cut, having(smallFilm)], forever)).toMatchObject({ ok: true });
});

/** In the last three, the index comes first and names frames that the file does not have. */
test.for([
  ["an empty file", Buffer.alloc(0)],
  ["a text file", Buffer.from("<html>no film</html>".repeat(100))],
  ["a video file with its index but no frames", smallFilm.subarray(0, smallFilm.indexOf("mdat"))],
  ["a video without its last frame", smallFilm.subarray(0, -20)],
  ["a video with only its first frame", smallFilm.subarray(0, smallFilm.indexOf("mdat") + 4 + 0x28)],
] as const)("%s is reported as an unreadable video", async ([, bytes]) => {
  const [whole, broken] = [fileOf(smallFilm), fileOf(bytes)];
  // An error ends the process, which counts as an unreadable film.
  expect(await lastFrame(broken).catch(() => null)).toBeNull();
  expect(await joinFiles([whole, broken], 1e6)).toEqual({ kind: "unreadable", nth: 1 });
});

function fileOf(bytes: Uint8Array): number {
  const path = join(aFolder(), "film");
  writeFileSync(path, bytes);
  const file = openSync(path, "r");
  onTestFinished(() => closeSync(file));
  return file;
}

test("the download of a video is aborted at the size limit", async () => {
  const { takeFrame } = quickFilms();
  let given = 0;
  const endless = place(async function* () {
    for (const part = Buffer.alloc(10_000_000); ; given += part.length) yield part;
  });
  expect(await takeFrame([endless], forever)).toEqual(refused("too_large"));
  expect(given).toBe(100_000_000);
});

test("no connection to a private address is opened to extract a frame or to join videos", async () => {
  const { port, connections } = await listener();
  const { network, begun } = loopbackNetwork({ "rebind.example": ["10.0.0.7"] }, port);
  const openVideo = openVideos({ trustedOrigins: new Set(), clock: machineClock, network });
  const { takeFrame, joinFilms } = filmReader({ run: quickRun, runCopy: quickRun, openVideo });
  const film = [{ kind: "address", url: "https://rebind.example/" }] as const;
  expect(await takeFrame(film, forever)).toEqual(refused("gone"));
  expect(await joinFilms([film], 1e6, forever)).toEqual(refused("gone", 0));
  expect(begun).toEqual([]);
  expect(connections()).toBe(0);
});

test("a video whose link returns HTTP 404 is reported as unreachable if the link is new, and as gone if the link is old", async () => {
  const server = await pictureServer((request, response) =>
    request.url === "/film.mp4" ? response.writeHead(200).end(smallFilm) : response.writeHead(404).end(),
  );
  const { takeFrame, joinFilms, copyFilm } = quickFilms(quickRun, new Set([server.origin]));
  const at = (path: string, isNew = false): FilmPlace => ({ kind: "address", url: `${server.origin}${path}`, isNew });
  expect(await takeFrame([at("/gone.mp4"), at("/film.mp4")], forever)).toMatchObject({ ok: true });
  expect(await takeFrame([at("/gone.mp4")], forever)).toEqual(refused("gone"));
  expect(await takeFrame([at("/early.mp4", true)], forever)).toEqual(refused("unreachable"));
  expect(await joinFilms([[at("/early.mp4", true)]], 1e6, forever)).toEqual(refused("unreachable", 0));
  expect(await copyFilm([at("/early.mp4", true)], 1e6, forever)).toEqual(refused("unreachable"));
});

test("at most four videos are downloaded and at most two are processed at the same time", async () => {
  const [fetched, asked, giveUp] = [deferred(), [] as (() => void)[], new AbortController()];
  const run: RunChild = () => new Promise((resolve) => asked.push(() => resolve({ kind: "ended" })));
  let fetches = 0;
  const source = place(async function* () {
    fetches += 1;
    await fetched.promise;
    yield smallFilm;
  });
  const { takeFrame } = quickFilms(run);
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

test("a slow download for one smaller copy does not delay the encoding of other smaller copies", async () => {
  const encoding: (() => void)[] = [];
  const runCopy: RunChild = () => new Promise((resolve) => encoding.push(() => resolve({ kind: "ended" })));
  const { copyFilm } = quickFilms(runCopy);
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

test("no temporary file remains after a video is processed", async () => {
  const dir = aFolder();
  vi.stubEnv("TMPDIR", dir);
  onTestFinished(() => void vi.unstubAllEnvs());
  const seen: string[][] = [];
  const { takeFrame, joinFilms } = quickFilms((how) => {
    seen.push(readdirSync(dir));
    return quickRun(how);
  });
  expect(await takeFrame([having(smallFilm)], forever)).toMatchObject({ ok: true });
  expect(await takeFrame([having(Buffer.from("text"))], forever)).toEqual(refused("unreadable"));
  expect(await joinFilms([[having(smallFilm)], [having(smallFilm)]], 1e6, forever)).toMatchObject({ ok: true });
  expect([...seen, readdirSync(dir)]).toEqual([[], [], [], []]);
});
