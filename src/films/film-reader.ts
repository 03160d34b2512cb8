import type { FileHandle } from "node:fs/promises";
import { z } from "zod";
import { limitedRun, type RunChild, slots } from "../core/child-process.ts";
import {
  type CopyFilm,
  type FilmPlace,
  type FilmSource,
  type Films,
  type FrameProblem,
  type JoinFilms,
  type OpenVideo,
  type TakeFrame,
  watched,
} from "../core/film/film.ts";
import { IMAGE_MAX_BYTES } from "../core/request/video-request.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { namelessFile } from "./nameless-file.ts";
import { whyNot } from "./run-child.ts";

/** Includes films that wait for a child. */
const FETCHED_AT_ONCE = 4;

/** 15 s of 720p have at most a fifth of this. */
const FILM_MAX_BYTES = 100_000_000;

const READ_AT_ONCE = 2;

/** A separate limit: slow copies must not take a reader's place. */
const ENCODED_AT_ONCE = 1;

/** The part of each film that joining does not copy. */
const OVERHEAD_BYTES = 200_000;

const frameHead = z.object({ kind: z.literal("frame"), width: z.int().positive(), height: z.int().positive() });

const joinHead = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("joined"), durationMs: z.int().positive() }),
  z.object({ kind: z.literal("too_large") }),
  z.object({ kind: z.enum(["unreadable", "unequal"]), nth: z.int().nonnegative() }),
]);

const copyHead = z.object({ kind: z.enum(["copied", "too_large", "unreadable"]) });

/** A film from outside may crash its reader or keep it busy, so separate processes read films. */
export function filmReader({
  run,
  runCopy,
  openVideo,
}: {
  readonly run: RunChild;
  readonly runCopy: RunChild;
  readonly openVideo: OpenVideo;
}): Films {
  const inTurn = slots(FETCHED_AT_ONCE);
  const readInTurn = limitedRun(run, READ_AT_ONCE);
  const encodeInTurn = limitedRun(runCopy, ENCODED_AT_ONCE);

  async function readOne<Head>(
    film: FilmSource,
    how: {
      readonly run: RunChild;
      readonly task: readonly string[];
      readonly maxBytes: number;
      readonly head: z.ZodType<Head>;
      readonly signal: AbortSignal;
    },
  ): Promise<Result<{ readonly head: Head; readonly bytes: Uint8Array; readonly isCopy: boolean }, FrameProblem>> {
    const { run, task, maxBytes, signal } = how;
    const fetched = await fetchFilm(film, { openVideo, maxBytes: FILM_MAX_BYTES, signal });
    if (!fetched.ok) return fetched;
    const { file, isCopy } = fetched.value;
    const answer = await run({ task, files: [file.fd], maxBytes, signal });
    await file.close();
    if (answer.kind !== "answered") return refuse({ kind: whyNot(answer.kind, signal) });
    const head = how.head.safeParse(answer.head);
    if (!head.success) return refuse({ kind: "unreadable" });
    return ok({ head: head.data, bytes: answer.bytes, isCopy });
  }

  const takeFrame: TakeFrame = async (film, signal) => {
    const read = await readOne(film, {
      run: readInTurn,
      task: ["frame"],
      maxBytes: IMAGE_MAX_BYTES,
      head: frameHead,
      signal,
    });
    if (!read.ok) return read;
    const { head, bytes, isCopy } = read.value;
    return ok({ bytes, type: "image/png", width: head.width, height: head.height, ...(isCopy && { isOfCopy: true }) });
  };

  const copyFilm: CopyFilm = async (film, maxBytes, signal) => {
    const task = ["copy", String(maxBytes)];
    const read = await readOne(film, { run: encodeInTurn, task, maxBytes, head: copyHead, signal });
    if (!read.ok) return read;
    const { kind } = read.value.head;
    return kind === "copied" ? ok(read.value.bytes) : refuse({ kind });
  };

  const joinFilms: JoinFilms = async (films, mostBytes, signal) => {
    const maxBytes = Math.min(mostBytes, FILM_MAX_BYTES);
    const files: FileHandle[] = [];
    const copies: number[] = [];
    try {
      let leftBytes = maxBytes + films.length * OVERHEAD_BYTES;
      for (const [nth, film] of films.entries()) {
        const fetched = await fetchFilm(film, { openVideo, maxBytes: leftBytes, signal });
        // No single film is at fault if together they are too large.
        if (!fetched.ok)
          return refuse(fetched.refusal.kind === "too_large" ? { kind: "too_large" } : { ...fetched.refusal, nth });
        const { file, isCopy } = fetched.value;
        files.push(file);
        if (isCopy) copies.push(nth);
        leftBytes -= (await file.stat()).size;
      }
      const task = ["join", String(maxBytes), String(files.length)];
      const answer = await readInTurn({ task, files: files.map(({ fd }) => fd), maxBytes, signal });
      if (answer.kind !== "answered") return refuse({ kind: whyNot(answer.kind, signal) });
      const { data } = joinHead.safeParse(answer.head);
      if (data?.kind === "joined")
        return ok({ bytes: answer.bytes, durationMs: data.durationMs, ...(copies.length > 0 && { copies }) });
      const [copy] = copies;
      if (data?.kind === "unequal" && copy !== undefined) return refuse({ kind: "copy_unequal", nth: copy });
      return refuse(data ?? { kind: "unreadable" });
    } finally {
      for (const file of files) await file.close();
    }
  };

  /** A film aborted while it waited can be retried. */
  const given = refuse({ kind: "unreachable" } as const);
  return {
    takeFrame: async (film, signal) => (await inTurn(signal, () => takeFrame(film, signal))) ?? given,
    joinFilms: async (films, maxBytes, signal) =>
      (await inTurn(signal, () => joinFilms(films, maxBytes, signal))) ?? given,
    copyFilm,
  };
}

interface FetchHow {
  readonly openVideo: OpenVideo;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

async function fetchFilm(film: FilmSource, how: FetchHow) {
  const rank = ["gone", "unreadable", "too_large", "unreachable"] as const;
  let worst: (typeof rank)[number] = "gone";
  for (const place of film) {
    const fetched = await fetchFrom(place, how);
    if (fetched.ok) return ok({ file: fetched.value, isCopy: place.isCopy === true });
    if (rank.indexOf(fetched.refusal.kind) > rank.indexOf(worst)) worst = fetched.refusal.kind;
  }
  return refuse({ kind: worst });
}

async function fetchFrom(place: FilmPlace, how: FetchHow) {
  const opened = await openPlace(place, how);
  if (!opened.ok) return opened;
  const file = await namelessFile().catch(() => null);
  // A full disk is temporary.
  if (file === null) return refuse({ kind: "unreachable" as const });
  const { content, fault } = watched(opened.value, how.maxBytes);
  try {
    await file.writeFile(content);
    return ok(file);
  } catch {
    await file.close();
    return refuse({ kind: fault() === "too_large" ? ("too_large" as const) : ("unreachable" as const) });
  }
}

async function openPlace(place: FilmPlace, { openVideo, maxBytes, signal }: FetchHow) {
  if (place.kind === "platform") return place.open(signal);
  const opened = await openVideo(place.url, signal);
  if (!opened.ok) {
    const { kind } = opened.refusal;
    return refuse({ kind: kind === "refused" && place.isNew ? "unreachable" : KINDS[kind] });
  }
  const { bytes, content, close } = opened.value;
  if (bytes === null || bytes <= maxBytes) return ok(content);
  close();
  return refuse({ kind: "too_large" as const });
}

/** An address that is not public never has a film for us. */
const KINDS = {
  refused: "gone",
  not_public: "gone",
  not_a_video: "unreadable",
  unreachable: "unreachable",
} as const;
