// npm run contest [-- WORDS] [--write]: compares this bot and two plain bots under the same faults.
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { CONTESTANTS } from "../contest/contestants.ts";
import { contestLife, type Outcome } from "../contest/life.ts";
import { MISHAPS } from "../contest/mishaps.ts";
import { rowsOf, sumsIn, sumsOf, tableOf } from "../contest/table.ts";
import { inLanes, type Work } from "../crash/kills.ts";
import { startRedis } from "../engines/redis-server.ts";
import { optionsOr } from "./program.ts";

const USAGE = `npm run contest [-- WORDS] [--write]

Makes one video with each of ${MISHAPS.length} faults in three bots: this one, a BullMQ worker, and the polling loop of an SDK. Each bot
runs in its own process against the sandbox's servers. Prints the charges and the messages that people see. WORDS selects
the faults with these words in their names. --write updates test/contest/TABLE.md and the totals in docs/comparison.md.
Needs redis-server.`;
const TABLE = "test/contest/TABLE.md";
const COMPARISON = "docs/comparison.md";

const { words, writes } = optionsOr(USAGE, readOptions);
const began = Date.now();
const names = CONTESTANTS.map(({ name }) => name);
const mishaps = MISHAPS.filter(({ name }) => name.includes(words));
const redis = await startRedis();
process.once("exit", () => void redis.kill());
const outcomes = new Map<string, Outcome>();

const works = mishaps.flatMap((mishap) =>
  CONTESTANTS.map((contestant): Work => {
    const begin = () => contestLife(contestant, mishap, { redisUrl: redis.url, name: `life-${randomUUID()}` });
    // On a busy machine, a bot may be too slow for the fault to happen.
    const beginAgain = () => begin().catch(begin).catch(begin);
    return async () => {
      const ends = await beginAgain();
      return async () => {
        const outcome = await ends().catch(async () => (await beginAgain())());
        outcomes.set(`${mishap.name} ${contestant.name}`, outcome);
      };
    };
  }),
);
await inLanes(works, () =>
  process.stderr.write(outcomes.size % 12 === 0 ? `${outcomes.size} of ${works.length}\n` : ""),
);
await redis.stop();

const rows = mishaps.map(({ name }) => ({
  mishap: name,
  outcomes: names.flatMap((contestant) => outcomes.get(`${name} ${contestant}`) ?? []),
}));
process.stdout.write(`${tableOf(names, rows)}\n${sumsOf(names, rows)}\n`);
process.stderr.write(`${Math.round((Date.now() - began) / 1_000)} s\n`);
if (writes) {
  const before = rowsOf(readFileSync(TABLE, "utf8"));
  const rowOf = (name: string) => [...rows, ...before].find(({ mishap }) => mishap === name) ?? [];
  const all = MISHAPS.flatMap(({ name }) => rowOf(name));
  const comparison = readFileSync(COMPARISON, "utf8");
  writeFileSync(TABLE, tableOf(names, all));
  writeFileSync(COMPARISON, comparison.replace(sumsIn(comparison), sumsOf(names, all)));
}
process.exit(0);

interface Wanted {
  readonly words: string;
  readonly writes: boolean;
}

function readOptions(given: readonly string[]): Wanted | string {
  const { positionals, values } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: { write: { type: "boolean", default: false } },
  });
  const words = positionals.join(" ");
  if (!MISHAPS.some(({ name }) => name.includes(words))) return `No fault has “${words}” in its name.`;
  return { words, writes: values.write };
}
