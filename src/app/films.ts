import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Config } from "../config.ts";
import type { Films } from "../core/film/films.ts";
import { type DecoderSeen, seeDecoder } from "../films/decoder.ts";
import { filmReader } from "../films/films.ts";
import { childRunner } from "../films/run-child.ts";
import { openVideos } from "../images/open-video.ts";
import type { Outside } from "./outside.ts";

/** The program that reads films, beside this one where both are built. */
const PROGRAM = fileURLToPath(new URL("../films/child/child.js", import.meta.url));

type FilmOutside = Pick<Outside, "clock"> & Partial<Pick<Outside, "log" | "films" | "filmProgram">>;

/** Films are fetched past the same guard as finished videos. null: they cannot be read here, which `npm run doctor` explains. */
export async function openFilms({ trusted }: Config, outside: FilmOutside): Promise<Films | null> {
  const { clock, log, films, filmProgram: program = PROGRAM } = outside;
  if (films) return films;
  const decoder = await decoderHere(outside);
  if (decoder.kind === "broken") log?.warn("films cannot be read", { detail: decoder.detail });
  if (decoder.kind !== "ready") return null;
  const openVideo = openVideos({ trustedOrigins: new Set([...trusted.videos, ...trusted.pictures]), clock });
  return filmReader({ run: childRunner({ program, clock }), openVideo });
}

/** Whether films can be decoded here: tried out in a process of its own. */
export async function decoderHere({ clock, filmProgram: program = PROGRAM }: FilmOutside): Promise<DecoderSeen> {
  return existsSync(program) ? seeDecoder(childRunner({ program, clock })) : { kind: "absent" };
}
