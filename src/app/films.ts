import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Config } from "../config.ts";
import type { Films } from "../core/film/films.ts";
import { filmReader } from "../films/film-reader.ts";
import { childRunner, type DecoderSeen, seeDecoder } from "../films/run-child.ts";
import { openVideos } from "../images/open-video.ts";
import type { Outside } from "./outside.ts";

/** The program that reads films, beside this one where both are built. */
const PROGRAM = fileURLToPath(new URL("../films/child/child.js", import.meta.url));

/** An optional peer: installed, it brings *Continue* and *Join*. */
const DECODER = "@napi-rs/webcodecs";

type FilmOutside = Pick<Outside, "clock"> & Partial<Pick<Outside, "films" | "filmProgram">>;

/**
 * Films are fetched past the same guard as finished videos. null: they cannot be read here, which `npm run doctor` explains.
 * Nothing at the start waits for it: the decoder is tried out in a process that takes as long to load as the bot.
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

/** Whether the package that decodes films lies beside their program. Until it was tried out, this is what is known of it. */
export function isDecoderInstalled({ films, filmProgram: program = PROGRAM }: Omit<FilmOutside, "clock">): boolean {
  if (films) return true;
  try {
    createRequire(program).resolve(DECODER);
    return existsSync(program);
  } catch {
    return false;
  }
}

/** Whether films can be decoded here: tried out in a process of its own. */
export async function decoderHere(
  { clock, filmProgram: program = PROGRAM }: FilmOutside,
  signal?: AbortSignal,
): Promise<DecoderSeen> {
  return existsSync(program) ? seeDecoder(childRunner({ program, clock }), signal) : { kind: "absent" };
}
