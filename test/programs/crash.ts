// npm run crash: kills the built bot with SIGKILL and checks what people and the service saw.
import { parseArgs } from "node:util";
import { filmKills } from "../crash/films.ts";
import { eachWrite, inLanes, randomKills, type Work, type WriteKills } from "../crash/kills.ts";
import { platforms } from "../crash/protocol.ts";
import { tally } from "../crash/tally.ts";
import { teamKills, teamTally } from "../crash/team-kills.ts";
import { type Random, random } from "../simulation/random.ts";
import { optionsOr } from "./program.ts";

const USAGE = `npm run crash [-- KILLS] [--team KILLS] [--films KILLS] [--seed NUMBER]

Kills the built bot with SIGKILL, then checks what people and the service saw and which films are left:
- before and after each durable write, and KILLS times at random (default 20);
- --team KILLS times while a team's videos are requested, approved and paid (default 20);
- --films KILLS times while films are converted, kept and removed (default 10).
--only-team and --only-films run that part alone. The exit code is 0 if every claim holds.`;
/** Emulators keep everything they receive, so each check takes longer the more kills a world has had. */
const KILLS_IN_A_WORLD = 30;
/** More than the durable writes of one command. */
const WRITES_MAX = 30;

const { count, team, films, only, seed } = optionsOr(USAGE, readOptions);

const began = Date.now();
const print = (line: string) => process.stdout.write(`${line}\n`);
const seconds = () => `${((Date.now() - began) / 1_000).toFixed(0)} s`;

print(
  `kill -9 before and after each durable write on both platforms, ${count} times at random, ${team} times with a team, ${films} times with films; seed ${seed}`,
);
const results = tally();
const sides = platforms.flatMap((platform) => (["before", "after"] as const).map((side) => ({ platform, side })));
const reached = new Map(sides.map((each) => [each, 0]));
const writes = (which: Pick<WriteKills, "from" | "to" | "inAWorld">) =>
  sides.map((each) => eachWrite({ ...each, ...which }, results, (nth) => reached.set(each, nth)));
// A bot that is killed before it saved the outcome of the paid call waits half a minute. These kills start first, each in its own
// world.
const firstWrites = writes({ from: 1, to: 2, inAWorld: 1 });
const laterWrites = writes({ from: 3, to: WRITES_MAX, inAWorld: 8 });

const [ofFilms, ofTeam] = [tally(), teamTally()];
const atRandom = inWorlds(count, { least: 2, seeds: 0 }, (nth, kills, chance) =>
  randomKills(`w${nth}`, kills, { tally: results, chance }),
);
const withTeam = inWorlds(team, { least: 2, seeds: 5_000 }, (nth, kills, chance) =>
  teamKills(nth % 2 === 0 ? "discord" : "slack", kills, { tally: ofTeam, chance }),
);
const withFilms = inWorlds(films, { least: 1, seeds: 9_000 }, (nth, kills, chance) =>
  filmKills(`f${nth}`, kills, { tally: ofFilms, chance }),
);

const works =
  only === null
    ? [...firstWrites, ...atRandom, ...withFilms, ...withTeam, ...laterWrites]
    : { team: withTeam, films: withFilms }[only];
const kills = () => results.kills + ofTeam.kills + ofFilms.kills;
await inLanes(works, () => print(`${seconds().padStart(7)}  ${kills()} kills`));
if (only === null) {
  for (const [{ platform, side }, count] of reached) print(`  ${platform}, ${side} each of ${count} durable writes`);
  print(results.table());
}
if (only !== "films") print(ofTeam.table());
if (only !== "team") print(`  with converted and kept films\n${ofFilms.table()}`);
const isGood = [results, ofTeam, ofFilms].every((each) => each.isGood());
print(isGood ? `all claims hold, in ${seconds()}` : `CLAIMS WERE BROKEN; seed ${seed}, ${seconds()}`);
process.exit(isGood ? 0 : 1);

/**
 * Distributes the kills over at least `least` worlds, or over one world per kill if there are fewer kills. Each world has
 * its own seed.
 */
function inWorlds(
  all: number,
  { least, seeds }: { readonly least: number; readonly seeds: number },
  worldOf: (nth: number, kills: number, chance: Random) => Work,
): readonly Work[] {
  const worlds = Math.max(Math.ceil(all / KILLS_IN_A_WORLD), Math.min(least, all));
  return Array.from({ length: worlds }, (_, nth) => {
    const kills = Math.floor(all / worlds) + (nth < all % worlds ? 1 : 0);
    return worldOf(nth, kills, random(seed * 10_000 + seeds + nth));
  });
}

interface Wanted {
  readonly count: number;
  readonly team: number;
  readonly films: number;
  readonly only: "team" | "films" | null;
  readonly seed: number;
}

function readOptions(words: readonly string[]): Wanted | string {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      seed: { type: "string" },
      team: { type: "string", default: "20" },
      films: { type: "string", default: "10" },
      "only-team": { type: "boolean", default: false },
      "only-films": { type: "boolean", default: false },
    },
  });
  const [kills = "20", ...more] = positionals;
  const { team, films, "only-team": isTeamOnly, "only-films": areFilmsOnly } = values;
  const seed = values.seed ?? String(Date.now() % 1_000_000);
  if (more.length > 0 || ![kills, team, films, seed].every((text) => /^\d{1,9}$/.test(text)))
    return "KILLS and the seed must be whole numbers.";
  if (isTeamOnly && areFilmsOnly) return "Use only one of --only-team and --only-films.";
  const only = isTeamOnly ? "team" : areFilmsOnly ? "films" : null;
  const countOf = (part: typeof only, count: string) => (only === null || only === part ? Number(count) : 0);
  const counts = { count: countOf(null, kills), team: countOf("team", team), films: countOf("films", films) };
  return { ...counts, only, seed: Number(seed) };
}
