// npm run failover: kills the primary of a Redis while three bots work on it, and checks what people and the service saw.
import { parseArgs } from "node:util";
import { movedSet, type RedisSet, sentinelSet } from "../failover/redis-set.ts";
import { failoverRound, type RoundResult } from "../failover/round.ts";
import { random } from "../simulation/random.ts";
import { optionsOr } from "./program.ts";

const USAGE = `npm run failover [-- ROUNDS] [--without] [--videos NUMBER] [--seed NUMBER] [--from NUMBER]

Kills the primary of a Redis at random moments while three bots handle a burst of 300 commands from people and a team with a cap.
The replica then becomes the primary. In odd rounds its address moves, and replication lags by 50 ms. In even rounds three
Sentinels promote it. ROUNDS is 20 by default. --from NUMBER starts with that round of the seed.
The exit code is 1 if a claim is broken. --without sets REDIS_REPLICAS=0, only reports what is lost, and always exits with 0.`;

/** The delay of the replica. On one machine it would otherwise receive each write within a millisecond. */
const LAG_MS = 50;

const { rounds, isControl, videos, seed, from } = optionsOr(USAGE, readOptions);
const replicas = isControl ? 0 : 1;
const print = (line: string) => process.stdout.write(`${line}\n`);
print(`${rounds} rounds of ${videos} videos with REDIS_REPLICAS=${replicas}; seed ${seed}`);

const results: RoundResult[] = [];
for (let nth = from - 1; nth < from - 1 + rounds; nth += 1) {
  const began = Date.now();
  // Without a delay almost nothing is lost.
  const isMoved = isControl || nth % 2 === 0;
  const set: RedisSet = isMoved ? await movedSet({ replicas, lagMs: LAG_MS }) : await sentinelSet({ replicas });
  try {
    const plan = { replicas, videos, failovers: isMoved ? 2 : 1, chance: random(seed * 1_000 + nth) } as const;
    const result = await failoverRound(set, plan);
    results.push(result);
    const broken = [...result.broken].map(([claim, count]) => `${count} × ${claim}`).join(", ");
    print(
      `round ${nth + 1}, ${isMoved ? "a moved address" : "Sentinels"}: ${result.failovers} failovers, ${result.accepted} of ${result.typed} accepted, ` +
        `${result.paid} paid, back after ${result.backAfterMs} ms at most; ${result.lost} lost, ${result.paidTwice} paid twice, ` +
        `cap ${result.isCapPassed ? "PASSED" : "kept"}${broken && `; ${broken}`} (${Math.round((Date.now() - began) / 1_000)} s)`,
    );
    if (!isControl) for (const story of result.stories) print(story);
  } finally {
    await set.stop();
  }
}
const sum = (of: (result: RoundResult) => number) => results.reduce((all, each) => all + of(each), 0);
print(
  `${sum((each) => each.failovers)} failovers, ${sum((each) => each.accepted)} videos accepted and ${sum((each) => each.paid)} paid: ` +
    `${sum((each) => each.lost)} lost, ${sum((each) => each.paidTwice)} paid twice, the cap passed in ${sum((each) => Number(each.isCapPassed))} rounds`,
);
const isGood = results.every((each) => each.lost + each.broken.size === 0 && !each.isCapPassed);
if (!isControl) print(isGood ? "all claims hold" : `CLAIMS WERE BROKEN; seed ${seed}`);
process.exit(isGood || isControl ? 0 : 1);

function readOptions(words: readonly string[]) {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      without: { type: "boolean", default: false },
      videos: { type: "string", default: "300" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      from: { type: "string", default: "1" },
    },
  });
  const [rounds = "20", ...more] = positionals;
  if (more.length > 0 || ![rounds, values.videos, values.seed, values.from].every((text) => /^\d{1,6}$/.test(text)))
    return "ROUNDS, the number of videos, the seed and the first round must be whole numbers.";
  return {
    rounds: Number(rounds),
    isControl: values.without,
    videos: Number(values.videos),
    seed: Number(values.seed),
    from: Math.max(1, Number(values.from)),
  };
}
