// npm run crash -- [random kills] [--team kills] [--outage kills] [--seed n]: kills the built bot with SIGKILL and judges what people and the service saw.
import { parseArgs } from "node:util";
import { eachWrite, inLanes, outageKills, randomKills, type WriteKills } from "../crash/kills.ts";
import { platforms } from "../crash/protocol.ts";
import { tally } from "../crash/tally.ts";
import { teamKills, teamTally } from "../crash/team-kills.ts";
import { random } from "../simulation/random.ts";
import { optionsOr, orSentence } from "./program.ts";

const USAGE = `npm run crash [-- KILLS] [--team KILLS] [--outage KILLS] [--seed NUMBER]

Kills the built bot with SIGKILL before and after each durable write, KILLS times at random (20 by default), as often
while a team's videos are asked for, approved and paid, and as often in an outage of the video service, while videos wait
for it and are released; judges what people and the service saw. With --only-team or --only-outage nothing but that. The
exit code is 0 when every claim was kept.`;
/** Emulators keep everything they saw, and a small world is judged soon. */
const KILLS_IN_A_WORLD = 30;
/** A life of one command has fewer durable writes. */
const WRITES_MAX = 30;

const { count, team, outage, only, seed } = optionsOr(USAGE, (words) => orSentence(() => understood(words)));

const began = Date.now();
const print = (line: string) => process.stdout.write(`${line}\n`);
const seconds = () => `${((Date.now() - began) / 1_000).toFixed(0)} s`;

print(
  `kill -9 before and after each durable write on both platforms, and at ${count} random times, and at ${team} with a team, and at ${outage} in an outage; seed ${seed}`,
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

const ofOutage = tally();
const outageWorlds = Math.ceil(outage / KILLS_IN_A_WORLD);
const inOutage = Array.from({ length: outageWorlds }, (_, index) => {
  const kills = Math.floor(outage / outageWorlds) + (index < outage % outageWorlds ? 1 : 0);
  return outageKills(`o${index}`, kills, { tally: ofOutage, chance: random(seed * 10_000 + 8_000 + index) });
});

const ofTeam = teamTally();
const teamWorlds = Math.max(Math.ceil(team / KILLS_IN_A_WORLD), Math.min(2, team));
const withTeam = Array.from({ length: teamWorlds }, (_, index) => {
  const kills = Math.floor(team / teamWorlds) + (index < team % teamWorlds ? 1 : 0);
  const chance = random(seed * 10_000 + 5_000 + index);
  return teamKills(index % 2 === 0 ? "discord" : "slack", kills, { tally: ofTeam, chance });
});

const works =
  only === null
    ? [...firstWrites, ...atRandom, ...withTeam, ...inOutage, ...laterWrites]
    : { withTeam, inOutage }[only];
const kills = () => results.kills + ofTeam.kills + ofOutage.kills;
await inLanes(works, () => print(`${seconds().padStart(7)}  ${kills()} kills`));
if (only === null) {
  for (const [{ platform, side }, count] of reached) print(`  ${platform}, ${side} each of ${count} durable writes`);
  print(results.table());
}
if (only !== "inOutage") print(ofTeam.table());
if (only !== "withTeam") print(`  in an outage of the video service\n${ofOutage.table()}`);
const isGood = results.isGood() && ofTeam.isGood() && ofOutage.isGood();
print(isGood ? `all claims were kept, in ${seconds()}` : `CLAIMS WERE BROKEN; seed ${seed}, ${seconds()}`);
process.exit(isGood ? 0 : 1);

interface Wanted {
  readonly count: number;
  readonly team: number;
  readonly outage: number;
  readonly only: "withTeam" | "inOutage" | null;
  readonly seed: number;
}

function understood(words: readonly string[]): Wanted | string {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      seed: { type: "string" },
      team: { type: "string" },
      outage: { type: "string" },
      "only-team": { type: "boolean", default: false },
      "only-outage": { type: "boolean", default: false },
    },
  });
  const [kills = "20", ...more] = positionals;
  const { team = "20", outage = "20", "only-team": isOnlyTeam, "only-outage": isOnlyOutage } = values;
  const seed = values.seed ?? String(Date.now() % 1_000_000);
  if (more.length > 0 || ![kills, team, outage, seed].every((text) => /^\d{1,9}$/.test(text)))
    return "The numbers of kills and the seed are whole numbers.";
  if (isOnlyTeam && isOnlyOutage) return "Say --only-team or --only-outage, not both.";
  const only = isOnlyTeam ? "withTeam" : isOnlyOutage ? "inOutage" : null;
  return {
    count: only === null ? Number(kills) : 0,
    team: only === "inOutage" ? 0 : Number(team),
    outage: only === "withTeam" ? 0 : Number(outage),
    only,
    seed: Number(seed),
  };
}
