import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Config } from "../config.ts";
import type { Films, KeptFrames } from "../core/film/film.ts";
import type { InspectPicture, OpenFile, PrivateFiles } from "../core/ports.ts";
import type { PrivateFile } from "../core/request/video-request.ts";
import { filmReader } from "../films/film-reader.ts";
import { childRunner, type DecoderSeen, seeDecoder } from "../films/run-child.ts";
import { openVideos } from "../images/open-video.ts";
import { frameStore, type PictureRelay, pictureRelay, relayTokens } from "../images/relay.ts";
import type { Outside } from "./outside.ts";
import type { Storage } from "./watched-storage.ts";

/** A platform's access to the files that only its own people see. */
interface PrivateAccess {
  readonly openFile: OpenFile;
  isFileGone(file: PrivateFile): Promise<boolean>;
}

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export interface Pictures {
  /** null: nobody outside could fetch them. */
  readonly files: PrivateFiles | null;
  /** null for the same reason. */
  readonly frames: KeptFrames | null;
  /** Wraps the given inspection of addresses, with a shorter way for the relay's own. */
  inspect(other: InspectPicture): InspectPicture;
  /** Serves the relay's pictures before all else. */
  serve(more: Serve | null): Serve;
  close(): void;
}

/** Opens the relay of private pictures, where the bot has a public address. */
export function openPictures(
  { PUBLIC_URL: url }: Pick<Config, "PUBLIC_URL">,
  { clock, log, isReachable }: Pick<Outside, "clock" | "log" | "isReachable">,
  { ring, jobs, engine }: Pick<Storage, "ring" | "jobs" | "engine">,
  later: {
    readonly platforms: () => PrivateAccess;
    /** Returns the server's own address, once it listens. */
    readonly ownOrigin: () => string;
  },
): Pictures {
  const { platforms, ownOrigin } = later;
  const publicUrl = url === undefined ? (isReachable ? ownOrigin : null) : () => url;
  const { [ring.sealingId]: _, ...others } = Object.fromEntries(ring.keys);
  const first = ring.keys.get(ring.sealingId);
  const frames = frameStore(engine.keyv("frames"));
  const relay: PictureRelay | null =
    publicUrl &&
    pictureRelay({
      publicUrl: () => publicUrl().replace(/(?<!\/)\/+$/, ""),
      tokens: relayTokens([...(first ? [first] : []), ...Object.values(others)]),
      loadJob: async (id) => (await jobs.load(id))?.job ?? null,
      openFile: (file) => platforms().openFile(file),
      frames,
      clock,
      log,
    });
  return {
    files: relay && {
      addressFor: (id) => relay.addressFor(id),
      open: (file) => relay.open(file),
      isGone: (file) => platforms().isFileGone(file),
    },
    frames: relay && {
      async keep(id, frame) {
        await frames.keep(id, frame);
        return relay.addressFor(id);
      },
      forget: (id) => frames.forget(id),
    },
    inspect: (other) => (address) => relay?.inspect(address) ?? other(address),
    serve: (more) => async (request, response) =>
      ((await relay?.handle(request, response)) ?? false) || ((await more?.(request, response)) ?? false),
    close: () => relay?.close(),
  };
}

/** The program that reads films, next to this one where both are built. */
const PROGRAM = fileURLToPath(new URL("../films/child/child.js", import.meta.url));

/** An optional peer dependency: it enables *Continue* and *Join*. */
const DECODER = "@napi-rs/webcodecs";

type FilmOutside = Pick<Outside, "clock"> & Partial<Pick<Outside, "films" | "filmProgram">>;

/**
 * Opens films, which are fetched past the same guard as finished videos. Returns null where they cannot be read here,
 * which `npm run doctor` explains. The start does not wait for it: the decoder is tried out in a process that takes as
 * long to load as the bot.
 */
export async function openFilms(
  { trusted }: Config,
  outside: FilmOutside & Pick<Outside, "log">,
  stopping: AbortSignal,
): Promise<Films | null> {
  const { clock, log, films, filmProgram: program = PROGRAM } = outside;
  if (films) return films;
  const decoder = await decoderHere(outside, stopping);
  if (decoder.kind === "broken" && !stopping.aborted) log.warn("films cannot be read", { detail: decoder.detail });
  if (decoder.kind !== "ready") return null;
  const openVideo = openVideos({ trustedOrigins: new Set([...trusted.videos, ...trusted.pictures]), clock });
  return filmReader({ run: childRunner({ program, clock }), openVideo });
}

/**
 * Says whether the package that decodes films is installed beside their program. No more is known until it was tried out.
 */
export function isDecoderInstalled({ films, filmProgram: program = PROGRAM }: Omit<FilmOutside, "clock">): boolean {
  if (films) return true;
  try {
    createRequire(program).resolve(DECODER);
    return existsSync(program);
  } catch {
    return false;
  }
}

/** Says whether films can be decoded here, by trying it out in a process of its own. */
export async function decoderHere(
  { clock, filmProgram: program = PROGRAM }: FilmOutside,
  signal?: AbortSignal,
): Promise<DecoderSeen> {
  return existsSync(program) ? seeDecoder(childRunner({ program, clock }), signal) : { kind: "absent" };
}
