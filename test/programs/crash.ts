// npm run crash -- [random kills] [--team kills] [--seed n]: kills the built bot with SIGKILL and judges what people and the service saw.
import { parseArgs } from "node:util";
import { optionsOr, orSentence } from "../../src/app/program/program.ts";
import { eachWrite, type WriteKills } from "../crash/each-write.ts";
import { inLanes } from "../crash/lanes.ts";
import { platforms } from "../crash/protocol.ts";
import { randomKills } from "../crash/random-kills.ts";
import { tally } from "../crash/tally.ts";
import { teamKills } from "../crash/team/team-kills.ts";
import { teamTally } from "../crash/team/team-tally.ts";
import { random } from "../simulation/random.ts";

const USAGE = `npm run crash [-- KILLS] [--team KILLS] [--seed NUMBER]

Kills the built bot with SIGKILL before and after each durable write, KILLS times at random (20 by default), and as often
(20 by default) while a team's videos are asked for, approved and paid; judges what people and the service saw. With
--only-team nothing but the last. The exit code is 0 when every claim was kept.`;
/** Emulators keep everything they saw, and a small world is judged soon. */
const KILLS_IN_A_WORLD = 30;
/** A life of one command has fewer durable writes. */
const WRITES_MAX = 30;

const { count, team, isOnlyTeam, seed } = optionsOr(USAGE, (words) => orSentence(() => understood(words)));

const began = Date.now();
const print = (line: string) => process.stdout.write(`${line}\n`);
const seconds = () => `${((Date.now() - began) / 1_000).toFixed(0)} s`;

print(
  `kill -9 before and after each durable write on both platforms, and at ${count} random times, and at ${team} with a team; seed ${seed}`,
);
const results = tally();
const sides = platforms.flatMap((platform) => (["before", "after"] as const).map((side) => ({ platform, side })));
const reached = new Map(sides.map((each) => [each, 0]));
const writes = (which: Pick<WriteKills, "from" | "to" | "inAWorld">) =>
  sides.map((each) => eachWrite({ ...each, ...which }, results, (nth) => reached.set(each, nth)));
// What dies before the answer was noted waits for half a minute: so it goes first, and each in a world of its own.
const firstWrites = writes({ from: 1, to: 2, inAWorld: 1 });
const laterWrites = writes({ from: 3, to: WRITES_MAX, inAWorld: 8 });

const worlds = Math.max(Math.ceil(count / KILLS_IN_A_WORLD), Math.min(2, count));
const atRandom = Array.from({ length: worlds }, (_, index) => {
  const kills = Math.floor(count / worlds) + (index < count % worlds ? 1 : 0);
  return randomKills(`w${index}`, kills, { tally: results, chance: random(seed * 10_000 + index) });
});

const ofTeam = teamTally();
const teamWorlds = Math.max(Math.ceil(team / KILLS_IN_A_WORLD), Math.min(2, team));
const withTeam = Array.from({ length: teamWorlds }, (_, index) => {
  const kills = Math.floor(team / teamWorlds) + (index < team % teamWorlds ? 1 : 0);
  const chance = random(seed * 10_000 + 5_000 + index);
  return teamKills(index % 2 === 0 ? "discord" : "slack", kills, { tally: ofTeam, chance });
});

const works = isOnlyTeam ? withTeam : [...firstWrites, ...atRandom, ...withTeam, ...laterWrites];
await inLanes(works, () => print(`${seconds().padStart(7)}  ${results.kills + ofTeam.kills} kills`));
for (const [{ platform, side }, count] of reached) print(`  ${platform}, ${side} each of ${count} durable writes`);
print(results.table());
print(ofTeam.table());
const isGood = results.isGood() && ofTeam.isGood();
print(isGood ? `all claims were kept, in ${seconds()}` : `CLAIMS WERE BROKEN; seed ${seed}, ${seconds()}`);
process.exit(isGood ? 0 : 1);

interface Wanted {
  readonly count: number;
  readonly team: number;
  readonly isOnlyTeam: boolean;
  readonly seed: number;
}

function understood(words: readonly string[]): Wanted | string {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { seed: { type: "string" }, team: { type: "string" }, "only-team": { type: "boolean", default: false } },
  });
  const [kills = "20", ...more] = positionals;
  const { team = "20", "only-team": isOnlyTeam } = values;
  const seed = values.seed ?? String(Date.now() % 1_000_000);
  if (more.length > 0 || ![kills, team, seed].every((text) => /^\d{1,9}$/.test(text)))
    return "The numbers of kills and the seed are whole numbers.";
  return { count: isOnlyTeam ? 0 : Number(kills), team: Number(team), isOnlyTeam, seed: Number(seed) };
}
