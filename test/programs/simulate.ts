import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { optionsOr, orSentence } from "../../src/app/program/program.ts";
import type { Simulated } from "../simulation/command.ts";
import { KINDS, type Kind } from "../simulation/kinds.ts";
import { everyPlan, livePlan, planText, readPlan, SCENARIOS } from "../simulation/plan.ts";
import { tally } from "../simulation/tally.ts";

const USAGE = `npm run simulate -- --lives 1000000 [--from 1] [--workers 2]   simulated commands, each by its seed
npm run simulate -- --KIND --lives 20000                       those of another kind, which is one of
    fleet      two processes that share the jobs       visited   others do something to the job
    waiting    what waits, batches and chains          restored  the same, of which a backup is put back
    healed     faults that end                         chains    a video that goes on from another
    teams      some days of a team of five             films     the same with batches and their films
    queue      three people and few places             releases  videos that wait for the service
    prompts    words that no video may have
npm run simulate -- --pairs                                    every two faults on each planned command; --triples: every three
npm run simulate -- [--KIND] --seed 779                        one of them, with its trace
npm run simulate -- --plan "…"                                 one planned command, with its trace`;

/** What one worker does: its share of every `of` pieces. */
interface Share {
  readonly what: Kind | "plans";
  /** Which seeds, or how many faults a plan has. */
  readonly from: number;
  readonly until: number;
  readonly index: number;
  readonly of: number;
}

type Counted = Readonly<Record<string, number>>;
type News =
  | { readonly kind: "done"; readonly count: number; readonly counted: Counted }
  | { readonly kind: "broken"; readonly claim: string; readonly where: string };

const REPORT_EVERY = 100;

async function work({ what, from, until, index, of }: Share, tell: (news: News) => void): Promise<void> {
  let count = 0;
  let counted: Counted = {};
  const report = () => {
    tell({ kind: "done", count, counted });
    [count, counted] = [0, {}];
  };
  const note = (simulated: Simulated, where: string) => {
    for (const claim of new Set(simulated.broken)) tell({ kind: "broken", claim, where });
    count += 1;
    counted = plus(counted, simulated.counted ?? {});
    if (count === REPORT_EVERY) report();
  };
  if (what !== "plans")
    for (let seed = from + index; seed < until; seed += of) note(await KINDS[what](seed), `${seed}`);
  // What has no fault is in everybody's share.
  else
    for (const scenario of SCENARIOS)
      for await (const { steps, life } of everyPlan(scenario, {
        most: until,
        isWanted: (first) => first % of === index,
      }))
        if (steps.length > 0 || index === 0) note(life, planText(scenario, steps));
  report();
}

function plus(one: Counted, other: Counted): Counted {
  const sums = Object.entries(other).map(([words, count]) => [words, (one[words] ?? 0) + count]);
  return { ...one, ...Object.fromEntries(sums) };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Runs the shares side by side, and prints what broke; returns the exit code. */
async function runAll(
  what: Share["what"],
  { from, until, workers }: Pick<Share, "from" | "until"> & { readonly workers: number },
): Promise<number> {
  const broken = tally();
  const begunAt = performance.now();
  let done = 0;
  let counted: Counted = {};
  const progress = () =>
    `${done} lives, ${((performance.now() - begunAt) / 1_000).toFixed(1)} s, ${broken.count()} broken`;
  const timer = setInterval(() => print(progress()), 5_000);
  const shares = Array.from({ length: workers }, (_, index) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { what, from, until, index, of: workers } });
    worker.on("message", (news: News) => {
      if (news.kind === "broken") return broken.note(news.claim, news.where);
      done += news.count;
      counted = plus(counted, news.counted);
    });
    return new Promise<void>((resolve, reject) => {
      worker.once("error", reject);
      worker.once("exit", () => resolve());
    });
  });
  try {
    await Promise.all(shares);
  } finally {
    clearInterval(timer);
  }
  print([progress(), ...Object.entries(counted).map(([words, count]) => `${count} ${words}`)].join(", "));
  print(broken.count() === 0 ? "every claim holds" : broken.text());
  return broken.count() === 0 ? 0 : 1;
}

/** Prints one of them with everything that happened in it; returns the exit code. */
async function tellOne({ broken, trace, end }: Simulated): Promise<number> {
  print(trace.join("\n"));
  if (end) print(JSON.stringify(end, null, 2));
  print(broken.length === 0 ? "every claim holds" : `broken: ${broken.join("; ")}`);
  return broken.length === 0 ? 0 : 1;
}

interface Wanted {
  readonly kind: Kind;
  readonly seed: number | null;
  readonly plan: string | null;
  /** How many faults a planned command has; null: none is planned. */
  readonly faults: number | null;
  readonly lives: number;
  readonly from: number;
  readonly workers: number;
}

function understood(words: readonly string[]): Wanted | string {
  const text = { type: "string" } as const;
  const names = Object.keys(KINDS).filter((name) => name !== "lives");
  const flags = Object.fromEntries([...names, "pairs", "triples"].map((name) => [name, { type: "boolean" } as const]));
  const { values } = parseArgs({
    args: [...words],
    options: { lives: text, from: text, workers: text, seed: text, plan: text, ...flags },
  });
  const given: Readonly<Record<string, unknown>> = values;
  const numbers = { lives: "20000", from: "1", workers: String(availableParallelism()), seed: "0" };
  const [lives, from, workers, seed] = Object.entries(numbers).map(([name, usual]) => Number(given[name] ?? usual));
  if ([lives, from, workers, seed].some((number) => !Number.isSafeInteger(number)) || !lives || !workers)
    return "--lives, --from, --workers and --seed take whole numbers.";
  const kind = names.find((name) => given[name]) as Kind | undefined;
  return {
    kind: kind ?? "lives",
    seed: given.seed === undefined ? null : (seed ?? 0),
    plan: values.plan ?? null,
    faults: given.triples ? 3 : given.pairs ? 2 : null,
    lives,
    from: from ?? 1,
    workers,
  };
}

async function main(): Promise<number> {
  const { kind, seed, plan, faults, lives, from, workers } = optionsOr(USAGE, (words) =>
    orSentence(() => understood(words)),
  );
  if (plan !== null) return tellOne((await livePlan(...readPlan(plan), true)).life);
  if (seed !== null) return tellOne(await KINDS[kind](seed, { isTraced: true }));
  if (faults !== null) return runAll("plans", { from: 0, until: faults, workers });
  return runAll(kind, { from, until: from + lives, workers });
}

if (isMainThread) process.exitCode = await main();
else await work(workerData as Share, (news) => parentPort?.postMessage(news));
