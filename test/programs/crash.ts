// npm run crash -- [random kills] [--seed n]: kills the built bot with SIGKILL and judges what people and the service saw.
import { parseArgs } from "node:util";
import { eachWrite, inLanes, randomKills, type WriteKills } from "../crash/kills.ts";
import { platforms } from "../crash/protocol.ts";
import { tally } from "../crash/tally.ts";
import { random } from "../simulation/random.ts";
import { optionsOr, orSentence } from "./program.ts";

const USAGE = `npm run crash [-- KILLS] [--seed NUMBER]

Kills the built bot with SIGKILL before and after each durable write, and KILLS times at random (20 by default); judges what
people and the service saw, and what is left of films. The exit code is 0 when every claim was kept.`;
/** Emulators keep everything they saw, and a small world is judged soon. */
const KILLS_IN_A_WORLD = 30;
/** A life of one command has fewer durable writes. */
const WRITES_MAX = 30;

const { count, seed } = optionsOr(USAGE, (words) => orSentence(() => understood(words)));

const began = Date.now();
const print = (line: string) => process.stdout.write(`${line}\n`);
const seconds = () => `${((Date.now() - began) / 1_000).toFixed(0)} s`;

print(`kill -9 before and after each durable write on both platforms, and at ${count} random times; seed ${seed}`);
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

await inLanes([...firstWrites, ...atRandom, ...laterWrites], () =>
  print(`${seconds().padStart(7)}  ${results.kills} kills`),
);
for (const [{ platform, side }, count] of reached) print(`  ${platform}, ${side} each of ${count} durable writes`);
print(results.table());
print(results.isGood() ? `all claims were kept, in ${seconds()}` : `CLAIMS WERE BROKEN; seed ${seed}, ${seconds()}`);
process.exit(results.isGood() ? 0 : 1);

function understood(words: readonly string[]): { readonly count: number; readonly seed: number } | string {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { seed: { type: "string" } },
  });
  const [kills = "20", ...more] = positionals;
  const seed = values.seed ?? String(Date.now() % 1_000_000);
  if (more.length > 0 || ![kills, seed].every((text) => /^\d{1,9}$/.test(text)))
    return "The number of kills and the seed are whole numbers.";
  return { count: Number(kills), seed: Number(seed) };
}
