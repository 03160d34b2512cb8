// npm run crash -- [random kills] [--team kills] [--films kills] [--seed n]: kills the built bot with SIGKILL and judges what people and the service saw.
import { parseArgs } from "node:util";
import { filmKills } from "../crash/films.ts";
import { eachWrite, inLanes, randomKills, type Work, type WriteKills } from "../crash/kills.ts";
import { platforms } from "../crash/protocol.ts";
import { tally } from "../crash/tally.ts";
import { teamKills, teamTally } from "../crash/team-kills.ts";
import { type Random, random } from "../simulation/random.ts";
import { optionsOr } from "./program.ts";

const USAGE = `npm run crash [-- KILLS] [--team KILLS] [--films KILLS] [--seed NUMBER]

Kills the built bot with SIGKILL before and after each durable write, KILLS times at random (20 by default), as often while a team's
videos are asked for, approved and paid, and half as often while smaller copies are made and films are kept and swept away; judges
what people and the service saw, and what is left of films. With --only-team or --only-films nothing but that. The exit code is 0 when every claim was kept.`;
/** Emulators keep everything they saw, and a small world is judged soon. */
const KILLS_IN_A_WORLD = 30;
/** A life of one command has fewer durable writes. */
const WRITES_MAX = 30;

const { count, team, films, only, seed } = optionsOr(USAGE, understood);

const began = Date.now();
const print = (line: string) => process.stdout.write(`${line}\n`);
const seconds = () => `${((Date.now() - began) / 1_000).toFixed(0)} s`;

print(
  `kill -9 before and after each durable write on both platforms, and at ${count} random times, and at ${team} with a team, and at ${films} with films; seed ${seed}`,
);
const results = tally();
const sides = platforms.flatMap((platform) => (["before", "after"] as const).map((side) => ({ platform, side })));
const reached = new Map(sides.map((each) => [each, 0]));
const writes = (which: Pick<WriteKills, "from" | "to" | "inAWorld">) =>
  sides.map((each) => eachWrite({ ...each, ...which }, results, (nth) => reached.set(each, nth)));
// What dies before the answer was noted waits for half a minute: so it goes first, and each in a world of its own.
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
if (only !== "team") print(`  with copies and kept films\n${ofFilms.table()}`);
const isGood = [results, ofTeam, ofFilms].every((each) => each.isGood());
print(isGood ? `all claims were kept, in ${seconds()}` : `CLAIMS WERE BROKEN; seed ${seed}, ${seconds()}`);
process.exit(isGood ? 0 : 1);

/** Spreads the kills over worlds, `least` of them where there are as many kills; each has a seed of its own from `seeds` on. */
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

function understood(words: readonly string[]): Wanted | string {
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
    return "The numbers of kills and the seed are whole numbers.";
  if (isTeamOnly && areFilmsOnly) return "Say one of --only-team and --only-films.";
  const only = isTeamOnly ? "team" : areFilmsOnly ? "films" : null;
  const countOf = (part: typeof only, count: string) => (only === null || only === part ? Number(count) : 0);
  const counts = { count: countOf(null, kills), team: countOf("team", team), films: countOf("films", films) };
  return { ...counts, only, seed: Number(seed) };
}
