import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { machineClock, sleep } from "../../src/core/clock.ts";
import { connectSqlite } from "../../src/engines/sqlite-connection.ts";
import type { Random } from "../simulation/random.ts";
import type { Work } from "./kills.ts";
import type { Tally } from "./tally.ts";
import { inCopy, openWorld, storedValues, type World } from "./world.ts";

/** The films that a killed bot had stored, and the faults found in them. */
export interface FilmsSeen {
  readonly named: readonly { readonly name: string; readonly sha256: string }[];
  readonly faults: readonly string[];
}

const film = z.looseObject({ name: z.string(), bytes: z.number(), sha256: z.string(), until: z.number() });
const job = z.looseObject({ id: z.string(), film: film.optional() });
const row = z.object({ key: z.string(), value: z.string() });

const folderOf = (dataDir: string) => join(dataDir, "films");
const filesIn = (dataDir: string) => (existsSync(folderOf(dataDir)) ? readdirSync(folderOf(dataDir)) : []);

/**
 * Reads the films of a killed bot. Every film that a job names must exist and be complete, because people may request it at
 * once.
 */
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

export function namelessIn(dataDir: string, { named }: FilmsSeen): readonly string[] {
  return filesIn(dataDir).filter((file) => !named.some(({ name }) => name === file));
}

const HOURS_AGO_S = 7_200;

/** Sets the modification time of all files of a killed bot to two hours ago. */
function ageFiles(dataDir: string): void {
  const at = machineClock.now() / 1_000 - HOURS_AGO_S;
  for (const file of filesIn(dataDir)) utimesSync(join(folderOf(dataDir), file), at, at);
}

/** Ends the storage time of about half of a killed bot's films, and leaves half-written files. */
async function endSome(dataDir: string, chance: Random): Promise<void> {
  mkdirSync(folderOf(dataDir), { recursive: true });
  for (const ending of ["", ".part"]) {
    const name = createHash("sha256")
      .update(`${chance.between(0, 1_000_000)}${ending}`)
      .digest("hex");
    writeFileSync(join(folderOf(dataDir), `${name}${ending}`), "half a film");
  }
  const connection = await connectSqlite(join(dataDir, "reelay.db"));
  const update = connection.prepare("UPDATE rows SET value = ? WHERE key = ?");
  for (const each of connection.prepare("SELECT key, value FROM rows WHERE key GLOB 'job/*'").all()) {
    const { key, value } = row.parse(each);
    const read = job.parse(JSON.parse(value));
    if (read.film && chance.chance(0.5)) update.run(JSON.stringify({ ...read, film: { ...read.film, until: 1 } }), key);
  }
  connection.close();
  ageFiles(dataDir);
}

/** The emulated service's film has 87,541 bytes, so a smaller limit makes the bot convert it. */
const COPY_BELOW_BYTES = 80_000;
const KILL_WITHIN_MS = 3_000;
/** A bot sweeps ten seconds after its start. */
const SWEEPS_AFTER_MS = [9_000, 11_500] as const;
const SWEPT_AFTER_MS = 14_000;
const SETTLED_WITHIN_MS = 60_000;
const LIVES_MOST = 6;

/**
 * Kills bots at random times while films are converted and kept, and every fifth one while films are swept. At the end,
 * every file must belong to a job.
 */
export function filmKills(name: string, count: number, deps: { tally: Tally; chance: Random }): Work {
  const { tally, chance } = deps;

  async function live(world: World): Promise<void> {
    for (let n = chance.between(1, 2); n > 0; n -= 1) world.type(chance.weighted({ discord: 3, slack: 1 }));
    await sleep(machineClock, chance.between(0, KILL_WITHIN_MS));
    await world.kill();
  }

  async function sweep(world: World): Promise<void> {
    await world.start("as built");
    await world.isSettled(SETTLED_WITHIN_MS);
    await world.kill();
    await endSome(world.dir, chance);
    await world.start("as built");
    await sleep(machineClock, chance.between(...SWEEPS_AFTER_MS));
    await world.kill();
  }

  return async () => {
    const bounds = { PUBLIC_URL: "https://reelay.example.com" };
    const world = await openWorld({ name, tally, bounds, smallFiles: COPY_BELOW_BYTES });
    for (let kills = 0; kills < count; kills += 1) {
      if (kills % 5 === 4) await sweep(world);
      else {
        if (kills > 0) await world.start("as built");
        await live(world);
      }
    }
    await world.start("as built");
    return async () => {
      for (let lives = 1; ; lives += 1) {
        await world.isSettled(SETTLED_WITHIN_MS);
        await sleep(machineClock, SWEPT_AFTER_MS);
        await world.kill();
        const seen = await filmsIn(world.dir);
        const nameless = namelessIn(world.dir, seen);
        if (nameless.length > 0 && lives === LIVES_MOST) {
          const logged = `the bot logged: ${world.logged() || "nothing"}`;
          tally.films({ named: [], faults: nameless.map((file) => `the file ${file} belongs to no job; ${logged}`) });
        }
        ageFiles(world.dir);
        await world.start("as built");
        if (nameless.length === 0 || lives === LIVES_MOST) break;
      }
      await world.finish();
    };
  };
}
