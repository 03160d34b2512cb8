import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { inCopy, storedValues } from "./world.ts";

/** The films that a killed bot had stored, and the faults found in them. */
export interface FilmsSeen {
  readonly named: readonly { readonly name: string; readonly sha256: string }[];
  readonly faults: readonly string[];
}

const film = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });
const job = z.looseObject({ id: z.string(), film: film.optional() });

const folderOf = (dataDir: string) => join(dataDir, "films");

/** Reads a dead bot's films: each that a job names must be there, whole, because it may be asked for at once. */
export async function filmsIn(dataDir: string): Promise<FilmsSeen> {
  const jobs = await inCopy(dataDir, (connection) => storedValues(connection, "job/").map((value) => job.parse(value)));
  const named = jobs.flatMap((each) => each.film ?? []);
  const faults = named.flatMap(({ name, bytes, sha256 }) => {
    const path = join(folderOf(dataDir), name);
    if (!existsSync(path)) return [`the film ${name} of a job is not there`];
    const content = readFileSync(path);
    const isWhole = content.length === bytes && createHash("sha256").update(content).digest("hex") === sha256;
    return isWhole ? [] : [`the film ${name} of a job is not whole`];
  });
  return { named, faults };
}
