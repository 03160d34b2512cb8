import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { ChildAnswer, RunChild } from "../../src/core/child-process.ts";
import { machineClock } from "../../src/core/clock.ts";
import type { OpenFile } from "../../src/core/request/pictures.ts";
import type { PictureProblem } from "../../src/core/request/video-request.ts";
import { ok, refuse } from "../../src/core/result.ts";
import { childRunner, FIT_BOUNDS } from "../../src/films/run-child.ts";
import { pictureFitter } from "../../src/images/fit-picture.ts";
import { deferred } from "../fakes/deferred.ts";
import { isFull } from "../fakes/how-many.ts";
import { buildBot } from "../story/process/built-bot.ts";
import { bmp } from "./bmp.ts";
import { pictureServer } from "./world.ts";

const forever = new AbortController().signal;
const file = { platform: "slack", teamId: "T1", enterpriseId: null, id: "F1" } as const;
const copy = { kind: "fitted", type: "image/jpeg", width: 2048, height: 1536 } as const;
const answered = (head: unknown): ChildAnswer => ({ kind: "answered", head, bytes: Buffer.from("copy") });
const refused = (refusal: PictureProblem) => ({ ok: false, refusal });
const noFile: OpenFile = async () => refuse({ kind: "gone" });
const child: RunChild = async () => answered(copy);

/** Converts the picture that this server sends. */
async function fromServer(
  answer: Parameters<typeof pictureServer>[0],
  { run = child, signal = forever }: { readonly run?: RunChild; readonly signal?: AbortSignal } = {},
) {
  const { origin } = await pictureServer(answer);
  const makeFit = pictureFitter({ run, openFile: noFile, trustedOrigins: new Set([origin]) });
  return makeFit({ url: `${origin}/a.heic` }, signal);
}

/** Converts a file that is only visible in Slack. */
function fromSlack(openFile: OpenFile, run = child) {
  return pictureFitter({ run, openFile, trustedOrigins: new Set() })({ url: "", file }, forever);
}

test("a picture is fetched completely and then converted in a separate process", async () => {
  const asked: Parameters<RunChild>[0][] = [];
  const run: RunChild = async (how) => {
    asked.push(how);
    return answered(copy);
  };
  const fitted = await fromServer((_, response) => response.end(Buffer.alloc(700_000, "x")), { run });
  const { kind: _, ...size } = copy;
  expect(fitted).toEqual({ ok: true, value: { ...size, bytes: Buffer.from("copy") } });
  expect(asked.map(({ task, input, maxBytes }) => [task, input?.length, maxBytes])).toEqual([
    [["fit"], 700_000, 5_000_000],
  ]);
});

test.for<readonly [string, Parameters<typeof pictureServer>[0], PictureProblem]>([
  ["that does not exist", (_, response) => response.writeHead(404).end(), { kind: "picture_unreachable" }],
  ["on a failing server", (_, response) => response.writeHead(503).end(), { kind: "picture_away" }],
  [
    "with an interrupted download",
    (_, response) => response.writeHead(200, { "content-length": 99 }).destroy(),
    { kind: "picture_away" },
  ],
  [
    "with a declared size of more than 25 MB",
    (_, response) => response.writeHead(200, { "content-length": 25_000_001 }).flushHeaders(),
    { kind: "picture_too_large", sizeBytes: 25_000_001 },
  ],
  [
    "with an undeclared size of more than 25 MB",
    (_, response) => response.write(Buffer.alloc(25_000_001)),
    { kind: "picture_too_large", sizeBytes: null },
  ],
  ["without content", (_, response) => response.end(), { kind: "picture_empty" }],
])("a picture %s is not converted", async ([, answer, problem]) => {
  const run: RunChild = () => Promise.reject(new Error("run"));
  expect(await fromServer(answer, { run })).toEqual(refused(problem));
});

test("a picture at a private network address is not fetched for conversion", async () => {
  const { origin, requests } = await pictureServer((_, response) => response.end("x"));
  const makeFit = pictureFitter({ run: child, openFile: noFile, trustedOrigins: new Set() });
  expect(await makeFit({ url: `${origin}/a.heic` }, forever)).toMatchObject({ refusal: { kind: "bad_address" } });
  expect(requests).toEqual([]);
});

test.for<readonly [string, Awaited<ReturnType<OpenFile>>, object]>([
  ["converted if the platform returns the file", ok(Buffer.from("a")), { ok: true }],
  [
    "reported as deleted if the platform no longer has the file",
    refuse({ kind: "gone" }),
    refused({ kind: "picture_gone" }),
  ],
  ["reported as unreachable if the platform fails", refuse({ kind: "unreachable" }), refused({ kind: "picture_away" })],
  [
    "reported as too large if the file exceeds 25 MB",
    refuse({ kind: "too_large", sizeBytes: 26e6 }),
    refused({ kind: "picture_too_large", sizeBytes: 26e6 }),
  ],
])("a private picture is %s", async ([, opened, wanted]) => {
  const asked: number[] = [];
  const result = await fromSlack(async (_file, { maxBytes }) => {
    asked.push(maxBytes);
    return opened;
  });
  expect(result).toMatchObject(wanted);
  expect(asked).toEqual([25_000_000]);
});

test.for<readonly [string, string, ChildAnswer, PictureProblem]>([
  ["is not converted", "takes too long", { kind: "too_slow" }, { kind: "picture_not_fitted" }],
  ["is not converted", "ends without output", { kind: "ended" }, { kind: "picture_not_fitted" }],
  ["is not converted", "cannot read the file", answered({ kind: "unreadable" }), { kind: "picture_not_fitted" }],
  ["is not converted", "writes invalid output", answered("nonsense"), { kind: "picture_not_fitted" }],
  [
    "is reported as not a picture",
    "finds no picture in the file",
    answered({ kind: "not_a_picture" }),
    { kind: "not_a_picture" },
  ],
  [
    "is reported with its size in pixels",
    "finds too many pixels",
    answered({ kind: "too_many_pixels", width: 30_000, height: 30_000 }),
    { kind: "picture_too_many_pixels", width: 30_000, height: 30_000 },
  ],
])("a file %s if the conversion process %s", async ([, , answer, problem]) => {
  expect(
    await fromSlack(
      async () => ok(Buffer.from("a")),
      async () => answer,
    ),
  ).toEqual(refused(problem));
});

test("at any time, at most four pictures are in memory for conversion and at most two are being converted", async () => {
  const counts = { fetched: 0, fetchedMost: 0, run: 0, runMost: 0 };
  const begin = deferred<void>();
  const openFile: OpenFile = async () => {
    counts.fetched += 1;
    counts.fetchedMost = Math.max(counts.fetchedMost, counts.fetched);
    await begin.promise;
    return ok(Buffer.from("a"));
  };
  const run: RunChild = async () => {
    counts.run += 1;
    counts.runMost = Math.max(counts.runMost, counts.run);
    await Promise.resolve();
    counts.run -= 1;
    counts.fetched -= 1;
    return answered(copy);
  };
  const makeFit = pictureFitter({ run, openFile, trustedOrigins: new Set() });
  const all = Array.from({ length: 9 }, () => makeFit({ url: "", file }, new AbortController().signal));
  begin.resolve();
  expect((await Promise.all(all)).every((one) => one.ok)).toBe(true);
  expect([counts.fetchedMost, counts.runMost]).toEqual([4, 2]);
});

test("a picture is not fetched for conversion if the conversion was aborted beforehand", async () => {
  const giveUp = new AbortController();
  giveUp.abort();
  const openFile: OpenFile = () => Promise.reject(new Error("fetched"));
  const makeFit = pictureFitter({ run: child, openFile, trustedOrigins: new Set() });
  expect(await makeFit({ url: "", file }, giveUp.signal)).toEqual(refused({ kind: "picture_not_fitted" }));
});

const program = async () => join((await buildBot()).dir, "dist/images/child/fit-child.js");
/** No timeout in practice, because a child may be slow on a busy machine. */
const patient = { ...FIT_BOUNDS, limitMs: 120_000 };

async function inProcess(picture: Uint8Array, bounds = patient) {
  const run = childRunner({ program: await program(), clock: machineClock, bounds });
  return fromSlack(async () => ok(picture), run);
}

/**
 * Enough for a small picture, and 300 MB too little for a large one. Before any picture, Node 24 uses about 600 MB of
 * address space and Node 20 less than 300 MB.
 */
const tight = { ...patient, memoryKb: Number.parseInt(process.versions.node, 10) < 22 ? 300_000 : 700_000 };

test("the built conversion program converts a picture", async () => {
  const picture = sharp({ create: { width: 2304, height: 36, channels: 3, background: "teal" } });
  const made = await inProcess(await picture.png().toBuffer(), tight);
  expect(made).toMatchObject({ ok: true, value: { type: "image/jpeg", width: 2048, height: 32 } });
  const bytes = made.ok ? made.value.bytes : new Uint8Array();
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 2048, height: 32 });
});

test.runIf(isFull)(
  "the built conversion program refuses a file that is not a picture, and a picture that needs too much memory",
  async () => {
    expect(await inProcess(Buffer.from("a page"), tight)).toEqual(refused({ kind: "not_a_picture" }));
    // 300 MB after each bit has become a pixel.
    const large = bmpOf(10_000, 10_000);
    expect(await inProcess(large, tight)).toEqual(refused({ kind: "picture_not_fitted" }));
  },
);

test.runIf(isFull)("the built conversion program converts a photo of 12 megapixels within its limits", async () => {
  const photo = sharp({ create: { width: 4032, height: 3024, channels: 3, background: "teal" } });
  const made = await inProcess(await photo.png().toBuffer());
  expect(made).toMatchObject({ ok: true, value: { type: "image/jpeg", width: 2048, height: 1536 } });
});

/** A bitmap with one bit per pixel, all in one color. */
function bmpOf(width: number, height: number): Buffer {
  const head = bmp(1, 2, { bits: 1 }).subarray(0, -8);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  return Buffer.concat([head, Buffer.alloc(Math.ceil(width / 32) * 4 * height)]);
}
