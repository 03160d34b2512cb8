import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Config } from "../config.ts";
import type { Clock } from "../core/clock.ts";
import type { Films, KeptFrames } from "../core/film/film.ts";
import type { InspectPicture, PrivateFiles } from "../core/ports.ts";
import { filmReader } from "../films/film-reader.ts";
import { COPY_BOUNDS, childRunner, type DecoderSeen, seeDecoder } from "../films/run-child.ts";
import { openVideos } from "../images/open-video.ts";
import { frameStore, pictureRelay, relayTokens } from "../images/relay.ts";
import type { Outside } from "./outside.ts";
import type { Platforms } from "./platforms.ts";
import type { Storage } from "./watched-storage.ts";

export type Pictures = ReturnType<typeof openPictures>;

/** Says whether the video service can fetch pictures from the bot itself. */
export function servesPictures({ PUBLIC_URL: url }: Pick<Config, "PUBLIC_URL">, { isReachable }: Outside): boolean {
  return url !== undefined || isReachable === true;
}

/** Opens the relay of private pictures, where the bot has a public address. `ownOrigin` is asked once it listens. */
export function openPictures(
  config: Pick<Config, "PUBLIC_URL">,
  outside: Outside,
  { ring, jobs, engine }: Pick<Storage, "ring" | "jobs" | "engine">,
  { platforms, ownOrigin }: { readonly platforms: Pick<Platforms, "openFile" | "isFileGone">; ownOrigin(): string },
) {
  const { clock, log } = outside;
  const { [ring.sealingId]: first, ...others } = Object.fromEntries(ring.keys);
  const frames = frameStore(engine.keyv("frames"));
  const relay = servesPictures(config, outside)
    ? pictureRelay({
        publicUrl: () => (config.PUBLIC_URL ?? ownOrigin()).replace(/(?<!\/)\/+$/, ""),
        tokens: relayTokens([...(first ? [first] : []), ...Object.values(others)]),
        loadJob: async (id) => (await jobs.load(id))?.job ?? null,
        openFile: platforms.openFile,
        frames,
        clock,
        log,
      })
    : null;
  const files: PrivateFiles | null = relay && {
    addressFor: relay.addressFor,
    open: relay.open,
    isGone: platforms.isFileGone,
  };
  const keptFrames: KeptFrames | null = relay && {
    async keep(id, frame) {
      await frames.keep(id, frame);
      return relay.addressFor(id);
    },
    forget: frames.forget,
  };
  return {
    /** null: nobody outside could fetch them. */
    files,
    /** null for the same reason. */
    frames: keptFrames,
    /** Wraps the given inspection of addresses, with a shorter way for the relay's own. */
    inspect:
      (other: InspectPicture): InspectPicture =>
      (address) =>
        relay?.inspect(address) ?? other(address),
    /** Serves the relay's pictures before all else. */
    serve:
      (more: Outside["more"]) =>
      async (request: IncomingMessage, response: ServerResponse): Promise<boolean> =>
        (await relay?.handle(request, response)) || (await more?.(request, response)) || false,
    close: () => relay?.close(),
  };
}

/** The program that reads films, next to this one where both are built. */
const PROGRAM = fileURLToPath(new URL("../films/child/child.js", import.meta.url));

/** An optional peer dependency: it enables *Continue*, *Join* and smaller copies. */
const DECODER = "@napi-rs/webcodecs";

type FilmOutside = Pick<Outside, "clock"> & Partial<Pick<Outside, "films" | "filmProgram">>;

/**
 * Opens films, which are fetched past the same guard as finished videos. Returns null where the package that decodes them
 * is not installed beside their program; `npx reelay doctor` tells whether it works.
 */
export function openFilms({ trusted }: Pick<Config, "trusted">, outside: FilmOutside): Films | null {
  const { clock, films, filmProgram: program = PROGRAM } = outside;
  if (films) return films;
  try {
    createRequire(program).resolve(DECODER);
  } catch {
    return null;
  }
  if (!existsSync(program)) return null;
  const openVideo = openVideos({ trustedOrigins: new Set([...trusted.videos, ...trusted.pictures]), clock });
  const runCopy = childRunner({ program, clock, bounds: COPY_BOUNDS });
  return filmReader({ run: childRunner({ program, clock }), runCopy, openVideo });
}

/** Says whether films can be decoded here, by trying it out in a process of its own. */
export async function decoderHere(clock: Clock): Promise<DecoderSeen> {
  return existsSync(PROGRAM) ? seeDecoder(childRunner({ program: PROGRAM, clock })) : { kind: "absent" };
}
