import { createHmac, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type Keyv from "keyv";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Clock } from "../core/clock.ts";
import type { StoredPicture } from "../core/film/film.ts";
import { isMadeHere } from "../core/film/film-chain.ts";
import type { JobId } from "../core/job/ids.ts";
import { isSettled, type Job } from "../core/job/job.ts";
import type { FileProblem, InspectPicture, OpenFile } from "../core/request/pictures.ts";
import {
  type AspectRatio,
  IMAGE_MAX_BYTES,
  IMAGE_TYPES,
  type Picture,
  type PictureProblem,
  type PrivateFile,
} from "../core/request/video-request.ts";
import { ok, type Result, refuse, unreachable } from "../core/result.ts";
import type { Log } from "../core/text/log-fields.ts";
import { pathBelow } from "../core/text/parse-url.ts";
import { judgePicture } from "./judge-picture.ts";

const PICTURES = "/pictures/";

/** Gives the video service private pictures, each at a separate address while its job is running. */
export function pictureRelay(deps: {
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly tokens: ReturnType<typeof relayTokens>;
  readonly loadJob: (id: JobId) => Promise<Job | null>;
  readonly openFile: OpenFile;
  readonly frames: Pick<ReturnType<typeof frameStore>, "find">;
  readonly clock: Clock;
  readonly log: Log;
}) {
  const { publicUrl, tokens, loadJob, frames, log } = deps;
  const beginning = `${publicUrl}${PICTURES}`;
  const pictures = pictureCache(deps);

  async function pictureOf(id: JobId | null): Promise<Picture | null> {
    const job = id === null ? null : await loadJob(id);
    return job === null || isSettled(job) ? null : job.request.picture;
  }

  async function fetchFor(picture: Picture | null): Promise<Fetched> {
    return picture?.file ? pictures.get(picture.file) : noFile;
  }

  async function serve(id: JobId, isHead: boolean, response: ServerResponse): Promise<void> {
    const picture = await pictureOf(id);
    const madeHere = picture && isMadeHere(picture) ? await frames.find(id) : null;
    if (madeHere !== null) return give(madeHere, isHead, response);
    if (picture?.file && pictures.isBusyFor(picture.file)) return answer(response, 503, { "retry-after": "2" });
    const fetched = await fetchFor(picture);
    if (fetched.ok) return give(fetched.value, isHead, response);
    const reason = fetched.refusal.kind;
    log.info("picture not served", { job: id, reason });
    if (reason === "picture_away") answer(response, 503, { "retry-after": "2" });
    else answer(response, 404);
  }

  async function inspectOwn(id: JobId | null): ReturnType<InspectPicture> {
    const fetched = await fetchFor(await pictureOf(id));
    return fetched.ok ? ok({ aspectRatio: fetched.value.aspectRatio }) : fetched;
  }

  return {
    addressFor: (id: JobId) => `${beginning}${tokens.sign(id)}`,
    open: pictures.get,
    /** Checks one of the relay's own addresses without a request to itself. Null for any other address. */
    inspect(address: string): ReturnType<InspectPicture> | null {
      return address.startsWith(beginning) ? inspectOwn(tokens.read(address.slice(beginning.length))) : null;
    },
    async handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
      const token = pathBelow(request, publicUrl, PICTURES);
      if (token === null) return false;
      const { method } = request;
      const id = tokens.read(token);
      if (method !== "GET" && method !== "HEAD") answer(response, 405, { allow: "GET, HEAD" });
      else if (id === null) answer(response, 404);
      else await serve(id, method === "HEAD", response);
      return true;
    },
    close: pictures.close,
  };
}

const noFile = refuse({ kind: "picture_gone" } as const);

/** The picture is private: nothing may cache it, and nothing in it may run. */
const headers = {
  "x-content-type-options": "nosniff",
  "cache-control": "no-store, private",
  "content-security-policy": "default-src 'none'; sandbox",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
} as const;

function give(
  { bytes, type }: { readonly bytes: Uint8Array; readonly type: string },
  isHead: boolean,
  response: ServerResponse,
): void {
  response.writeHead(200, { ...headers, "content-type": type, "content-length": bytes.length });
  response.end(isHead ? undefined : bytes);
}

function answer(response: ServerResponse, status: number, more: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { ...headers, ...more }).end();
}

/** The first key signs, and all are accepted. Only keys derived from them are used. */
export function relayTokens(keys: readonly KeyObject[]) {
  const signing = keys.map((key) => Buffer.from(hkdfSync("sha256", key, "", "reelay picture relay", 32)));
  const [first] = signing;
  if (!first) throw new Error("no key to sign with");
  const mark = (key: Buffer, id: JobId) => createHmac("sha256", key).update(id).digest("base64url");

  return {
    sign: (id: JobId) => `${id}.${mark(first, id)}`,
    read(token: string): JobId | null {
      const [, id, signature] = /^([0-9a-f]{20})\.([\w-]{43})$/.exec(token) ?? [];
      if (id === undefined || signature === undefined) return null;
      // Compare as text: the last letter has unused bits, so several texts would decode to the same bytes.
      const isOf = (key: Buffer) => timingSafeEqual(Buffer.from(mark(key, id)), Buffer.from(signature));
      return signing.some(isOf) ? id : null;
    },
  };
}

/** After this time, the frame's job was paid for or never will be. */
const FRAME_KEPT_MS = 86_400_000;

const shape = z.object({ v: z.literal(1), type: z.enum(IMAGE_TYPES), base64: z.base64() });

/** The keyv must reject when it fails. */
export function frameStore(keyv: Keyv) {
  return {
    async keep(id: JobId, { bytes, type }: StoredPicture): Promise<void> {
      await keyv.set(id, { v: 1, type, base64: Buffer.from(bytes).toString("base64") }, FRAME_KEPT_MS);
    },
    async find(id: JobId): Promise<StoredPicture | null> {
      const stored = shape.safeParse(await keyv.get(id));
      if (!stored.success) return null;
      const { type, base64 } = stored.data;
      return { type, bytes: Buffer.from(base64, "base64") };
    },
    async forget(id: JobId): Promise<void> {
      await keyv.delete(id);
    },
  };
}

type Fetched = Result<
  { readonly bytes: Uint8Array; readonly type: string; readonly aspectRatio: AspectRatio | null },
  PictureProblem
>;

/** A service may request a picture's head first, or fetch it again. */
const KEPT_MS = 60_000;
const KEPT_BYTES = 20_000_000;
/** Few, because a picture may have 5 MB. */
const AT_ONCE = 4;

/** The caller decides who may see a picture. */
function pictureCache({ openFile, clock }: { readonly openFile: OpenFile; readonly clock: Clock }) {
  const underWay = new Map<string, Promise<Fetched>>();
  const cached = new LRUCache<string, Extract<Fetched, { ok: true }>>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ value }) => value.bytes.length,
  });
  let isClosed = false;

  async function fetchNow(name: string, file: PrivateFile): Promise<Fetched> {
    try {
      const fetched = await judged(await openFile(file, { maxBytes: IMAGE_MAX_BYTES }));
      if (fetched.ok && !isClosed) {
        cached.set(name, fetched);
        clock.after(KEPT_MS, () => cached.delete(name));
      }
      return fetched;
    } finally {
      underWay.delete(name);
    }
  }

  return {
    async get(file: PrivateFile): Promise<Fetched> {
      const name = nameOf(file);
      const fetching = cached.get(name) ?? underWay.get(name) ?? fetchNow(name, file);
      if (fetching instanceof Promise) underWay.set(name, fetching);
      return fetching;
    },
    isBusyFor(file: PrivateFile): boolean {
      const name = nameOf(file);
      return underWay.size >= AT_ONCE && !cached.has(name) && !underWay.has(name);
    },
    close(): void {
      isClosed = true;
      cached.clear();
    },
  };
}

function nameOf({ platform, teamId, enterpriseId, id }: PrivateFile): string {
  return JSON.stringify([platform, enterpriseId, teamId, id]);
}

async function judged(opened: Awaited<ReturnType<OpenFile>>): Promise<Fetched> {
  if (!opened.ok) return refuse(fileProblem(opened.refusal));
  const bytes = opened.value;
  if (bytes.length > IMAGE_MAX_BYTES) return refuse({ kind: "picture_too_large", sizeBytes: null });
  const judged = await judgePicture(bytes, true);
  return judged.ok ? ok({ bytes, ...judged.value }) : judged;
}

export function fileProblem(problem: FileProblem): PictureProblem {
  switch (problem.kind) {
    case "gone":
      return { kind: "picture_gone" };
    case "too_large":
      return { kind: "picture_too_large", sizeBytes: problem.sizeBytes };
    case "unreachable":
      return { kind: "picture_away" };
    default:
      return unreachable(problem);
  }
}
