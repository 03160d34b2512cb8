import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { machineClock } from "../../src/core/clock.ts";
import type { FilmMissing, FilmPlace, Films } from "../../src/core/film/film.ts";
import { ok, refuse } from "../../src/core/result.ts";
import { filmReader } from "../../src/films/film-reader.ts";
import { CHILD_BOUNDS, type ChildBounds, COPY_BOUNDS, childRunner } from "../../src/films/run-child.ts";
import { openVideos } from "../../src/images/open-video.ts";
import { buildBot } from "../story/process/built-bot.ts";

/** The path of the built program that reads films. */
export async function filmProgram(): Promise<string> {
  return join((await buildBot()).dir, "dist/films/child/child.js");
}

/** No timeout in practice, because a child may be slow on a busy machine. Its CPU limit remains. */
const PATIENT: ChildBounds = { ...CHILD_BOUNDS, limitMs: 120_000 };

/**
 * Films that the real program reads in real processes. `origins` may be downloaded from although they are on loopback.
 */
export async function realFilms(
  bounds: ChildBounds = PATIENT,
  copyBounds: ChildBounds = COPY_BOUNDS,
  origins: ReadonlySet<string> = new Set(),
): Promise<Films> {
  const program = await filmProgram();
  const run = childRunner({ program, clock: machineClock, bounds });
  const runCopy = childRunner({ program, clock: machineClock, bounds: copyBounds });
  return filmReader({ run, runCopy, openVideo: openVideos({ trustedOrigins: origins, clock: machineClock }) });
}

export function place(content: () => AsyncGenerator<Uint8Array, void>): FilmPlace {
  return { kind: "platform", open: async () => ok(content()) };
}

export function having(bytes: Uint8Array): FilmPlace {
  return place(async function* () {
    yield bytes;
  });
}

export function without(kind: FilmMissing["kind"]): FilmPlace {
  return { kind: "platform", open: async () => refuse({ kind }) };
}

export const forever = new AbortController().signal;

export function figure(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** The child processes that are still running. */
export function children(): string[] {
  const tasks = readdirSync("/proc/self/task");
  return tasks.flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean));
}
