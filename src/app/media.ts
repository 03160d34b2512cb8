import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../config.ts";
import type { Clock } from "../core/clock.ts";
import type { Engine } from "../core/engine.ts";
import type { Films, KeptFrames } from "../core/film/film.ts";
import type { FilmBucket } from "../core/film/kept-film.ts";
import type { JobId } from "../core/job/ids.ts";
import type { FitPicture, InspectPicture, PrivateFiles } from "../core/request/pictures.ts";
import { isFittable } from "../core/request/video-request.ts";
import type { Log } from "../core/text/log-fields.ts";
import { Secret } from "../core/text/secret.ts";
import { bucketStore } from "../films/bucket-store.ts";
import { filmReader } from "../films/film-reader.ts";
import type { FilmStore } from "../films/film-store.ts";
import { FLOOR_BYTES, folderStore } from "../films/folder-store.ts";
import { keptFilms, type SealedIds } from "../films/kept-films.ts";
import {
  type ChildBounds,
  COPY_BOUNDS,
  childRunner,
  type DecoderSeen,
  FIT_BOUNDS,
  findDecoder,
} from "../films/run-child.ts";
import { filmServer } from "../films/serve-films.ts";
import { filmSweep } from "../films/sweep-films.ts";
import { pictureFitter } from "../images/fit-picture.ts";
import { openVideos } from "../images/open-video.ts";
import { frameStore, pictureRelay, relayTokens } from "../images/relay.ts";
import { type KeyRing, open, seal } from "../keys/seal.ts";
import type { Outside } from "./outside.ts";
import type { Platforms } from "./platforms.ts";
import type { Storage } from "./storage.ts";

export type Pictures = ReturnType<typeof openPictures>;

export function openPictures(
  { PUBLIC_URL: publicUrl }: Pick<Config, "PUBLIC_URL">,
  { clock, log }: Outside,
  { ring, jobs, engine }: Pick<Storage, "ring" | "jobs" | "engine">,
  given: Pick<Platforms, "openFile" | "isFileGone"> & { readonly fitPicture: FitPicture | null },
) {
  const { openFile, isFileGone, fitPicture } = given;
  const { [ring.sealingId]: first, ...others } = Object.fromEntries(ring.keys);
  const frames = frameStore(engine.keyv("frames"));
  const relay = publicUrl
    ? pictureRelay({
        publicUrl,
        tokens: relayTokens([...(first ? [first] : []), ...Object.values(others)]),
        loadJob: async (id) => (await jobs.load(id))?.job ?? null,
        openFile,
        frames,
        clock,
        log,
      })
    : null;
  const files: PrivateFiles | null = relay && {
    addressFor: relay.addressFor,
    async open(file) {
      const opened = await relay.open(file);
      if (opened.ok || fitPicture === null || !isFittable(opened.refusal)) return opened;
      return fitPicture({ url: "", file }, forever);
    },
    isGone: isFileGone,
  };
  const keptFrames: KeptFrames | null = relay && {
    async keep(id, frame) {
      await frames.keep(id, frame);
      return relay.addressFor(id);
    },
    forget: frames.forget,
  };
  return {
    files,
    frames: keptFrames,
    inspect:
      (other: InspectPicture): InspectPicture =>
      (address) =>
        relay?.inspect(address) ?? other(address),
    handle: relay?.handle,
    close: () => relay?.close(),
  };
}

/** Never aborts: fetching and fitting have their own limits. */
const forever = new AbortController().signal;

/**
 * Null if films are not kept, and none are left from before. `endKeeping` clears a job's film, and returns a function that
 * redraws its card.
 */
export function openKeptFilms(
  config: Pick<Config, "keptFilms" | "DATA_DIR" | "PUBLIC_URL">,
  outside: Outside,
  { ring, jobs, engine }: Pick<Storage, "ring" | "jobs"> & { readonly engine: Pick<Engine, "shared"> },
  endKeeping: (id: JobId) => Promise<() => Promise<void>>,
) {
  const { keepMs, maxBytes, bucket } = config.keptFilms;
  if (keepMs === 0 && !bucket && !existsSync(folderOf(config.DATA_DIR))) return null;
  const { clock, log } = outside;
  const store = storeOfFilms(bucket, config.DATA_DIR, outside);
  const publicUrl = config.PUBLIC_URL ?? null;
  const sweep = filmSweep({
    store,
    jobs,
    forgetFilm: ({ job }) => endKeeping(job),
    maxBytes,
    isMyTurn: (everyMs) => engine.shared.isMyTurn("films", everyMs),
    clock,
    log,
  });
  return {
    films: keptFilms({
      store,
      ids: sealedIds(ring),
      space: sweep,
      keepMs,
      newId: () => randomBytes(16).toString("base64url"),
      publicUrl,
      clock,
      log,
    }),
    handle: publicUrl === null ? null : filmServer({ store, jobs, publicUrl, clock, log }).handle,
    figures: sweep.figures,
    begin: sweep.begin,
    stop: sweep.stop,
  };
}

export function storeOfFilms(
  bucket: FilmBucket | null,
  dataDir: string,
  { clock, log }: { readonly clock: Clock; readonly log: Pick<Log, "warn"> },
): FilmStore {
  if (bucket) return bucketStore({ bucket, clock, log });
  return folderStore({ dir: folderOf(dataDir), leaveFreeBytes: FLOOR_BYTES });
}

function folderOf(dataDir: string): string {
  return join(dataDir, "films");
}

function sealedIds(ring: KeyRing): SealedIds {
  return {
    seal: (name, id) => seal(ring, { purpose: "film", name }, new Secret(id)),
    open: (name, sealed) => open(ring, { purpose: "film", name }, sealed)?.reveal() ?? null,
  };
}

/** Exists only in a build. */
const PROGRAM = fileURLToPath(new URL("../films/child/child.js", import.meta.url));

/** An optional peer dependency that enables *Continue*, *Join* and smaller copies. */
const DECODER = "@napi-rs/webcodecs";

type FilmOutside = Pick<Outside, "clock"> & Partial<Pick<Outside, "films" | "filmProgram">>;

/** Needs the decoder's package. `npx reelay doctor` reports whether it works. */
export function openFilms({ trusted }: Pick<Config, "trusted">, outside: FilmOutside): Films | null {
  const { clock, films, filmProgram: program = PROGRAM } = outside;
  if (films) return films;
  if (!isInstalled(program, [DECODER])) return null;
  const openVideo = openVideos({ trustedOrigins: new Set([...trusted.videos, ...trusted.pictures]), clock });
  const runCopy = childRunner({ program, clock, bounds: COPY_BOUNDS });
  return filmReader({ run: childRunner({ program, clock }), runCopy, openVideo });
}

function isInstalled(program: string, packages: readonly string[]): boolean {
  // Resolve from the program's folder. `import.meta.resolve` can only resolve from this file, unless a Node flag is set.
  const { resolve } = createRequire(program);
  try {
    for (const name of packages) resolve(name);
  } catch {
    return false;
  }
  return existsSync(program);
}

export function decoderHere(clock: Clock): Promise<DecoderSeen> {
  return findHere(PROGRAM, clock, COPY_BOUNDS);
}

async function findHere(program: string, clock: Clock, bounds: ChildBounds): Promise<DecoderSeen> {
  return existsSync(program) ? findDecoder(childRunner({ program, clock, bounds })) : { kind: "absent" };
}

const FIT_PROGRAM = fileURLToPath(new URL("../images/child/fit-child.js", import.meta.url));

const FIT_PACKAGES = ["sharp", "heic-decode"] as const;

type FitOutside = Pick<Outside, "clock"> & Partial<Pick<Outside, "fitPicture" | "fitProgram">>;

export function openFitter(
  { trusted }: Pick<Config, "trusted">,
  { clock, fitPicture, fitProgram: program = FIT_PROGRAM }: FitOutside,
  { openFile }: Pick<Platforms, "openFile">,
): FitPicture | null {
  if (fitPicture) return fitPicture;
  if (!isInstalled(program, FIT_PACKAGES)) return null;
  const run = childRunner({ program, clock, bounds: FIT_BOUNDS });
  return pictureFitter({ run, openFile, trustedOrigins: trusted.pictures });
}

export function fitterHere(clock: Clock): Promise<DecoderSeen> {
  return findHere(FIT_PROGRAM, clock, FIT_BOUNDS);
}
