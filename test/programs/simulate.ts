import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { countedLives } from "../simulation/counted-lives.ts";
import type { Life } from "../simulation/life.ts";
import { LIVES, type LifeKind, type Live } from "../simulation/lives.ts";
import { everyPlan, livePlan, planText, readPlan, SCENARIOS } from "../simulation/plan.ts";
import { bundlePlanted } from "../simulation/planted/build-planted.ts";
import { COUNTING, type Reached, reachedByAll, reachedTable } from "../simulation/reached.ts";
import { type Tally, tally } from "../simulation/run-seeds.ts";
import { optionsOr } from "./program.ts";

/** In fewer runs, chance does not reach all changes and faults. */
const COUNTED_FROM = 20_000;
const kinds = Object.keys(LIVES).filter(isKind);
const USAGE = `npm run simulate -- [--kind KIND] --runs 1000000 [--from 1] [--workers 2]   random runs with seeds from 1 on
npm run simulate -- [--kind KIND] --seed 779                               one run, with its trace
npm run simulate -- --pairs                                                every pair of faults on each planned run
npm run simulate -- --plan "…"                                             one planned run, with its trace
KIND is one of ${kinds.join(", ")}. Without --kind, each seed chooses its kind.
From ${COUNTED_FROM} runs without --kind on, also prints how often each change of a job and each fault occurred, and fails
if one occurred less than 100 times in 1,000,000 runs (at least once).`;

/** One worker's share of the runs: every run whose number is `index` modulo `of`. */
interface Share {
  readonly what: LifeKind | "plans";
  /** The range of seeds. For plans, `until` is the maximum number of faults per plan. */
  readonly from: number;
  readonly until: number;
  readonly index: number;
  readonly of: number;
  /** The bundle that counts what its runs reach, or null to count nothing. */
  readonly countedUrl: string | null;
}

type News =
  | { readonly kind: "lived"; readonly count: number }
  | { readonly kind: "broken"; readonly claim: string; readonly where: string }
  | { readonly kind: "reached"; readonly reached: Reached };

const REPORT_EVERY = 100;

/** Node's default of 48 MB for young objects makes garbage collection take one seventh of the time. */
const resourceLimits = { maxYoungGenerationSizeMb: 192 };

async function work({ what, from, until, index, of, countedUrl }: Share, tell: (news: News) => void): Promise<void> {
  let count = 0;
  const report = () => {
    tell({ kind: "lived", count });
    count = 0;
  };
  const lived = ({ broken }: Pick<Life, "broken">, where: string) => {
    for (const claim of new Set(broken)) tell({ kind: "broken", claim, where });
    count += 1;
    if (count === REPORT_EVERY) report();
  };
  const eachSeed = async (live: Live) => {
    for (let seed = from + index; seed < until; seed += of) lived(await live(seed), String(seed));
  };
  if (countedUrl !== null) {
    const counted: typeof countedLives = (await import(countedUrl)).countedLives;
    await eachSeed(counted.live);
    tell({ kind: "reached", reached: counted.reached() });
  } else if (what !== "plans") {
    await eachSeed(LIVES[what]);
  } else {
    const isWanted = (first: number) => first % of === index;
    // Every worker receives the run without a fault, so only the first one counts it.
    for (const scenario of SCENARIOS)
      for await (const { steps, life } of everyPlan(scenario, { most: until, isWanted }))
        if (steps.length > 0 || index === 0) lived(life, planText(scenario, steps));
  }
  report();
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

interface Outcome {
  readonly runs: number;
  readonly claims: Tally;
  readonly reached: Reached;
}

/** Runs the shares in parallel and adds up their results. */
async function runAll(share: Omit<Share, "index" | "of">, workers: number): Promise<Outcome> {
  const claims = tally();
  const begunAt = performance.now();
  const reached: Reached[] = [];
  let runs = 0;
  const seconds = () => ((performance.now() - begunAt) / 1_000).toFixed(1);
  const progress = setInterval(() => print(`${runs} runs, ${seconds()} s, ${claims.count()} broken`), 5_000);
  const shares = Array.from({ length: workers }, (_, index) => {
    const workerData: Share = { ...share, index, of: workers };
    const worker = new Worker(new URL(import.meta.url), { workerData, resourceLimits });
    worker.on("message", (news: News) => {
      if (news.kind === "broken") return claims.note(news.claim, news.where);
      if (news.kind === "reached") return void reached.push(news.reached);
      runs += news.count;
    });
    return new Promise<void>((resolve, reject) => {
      worker.once("error", reject);
      worker.once("exit", () => resolve());
    });
  });
  try {
    await Promise.all(shares);
  } finally {
    clearInterval(progress);
  }
  print(`${runs} runs, ${seconds()} s on ${workers} ${workers === 1 ? "worker" : "workers"}`);
  return { runs, claims, reached: reachedByAll(reached) };
}

/** Runs these seeds and counts what they reach. Returns true if everything was reached and every claim held. */
async function runCounted(seeds: { readonly from: number; readonly until: number }, workers: number): Promise<boolean> {
  const entry = join(process.cwd(), "test/simulation/counted-lives.ts");
  const built = await bundlePlanted([{ entry, mistake: COUNTING }]);
  try {
    const { runs, claims, reached } = await runAll({ what: "any", ...seeds, countedUrl: built.urlOf(0) }, workers);
    const { text, isWhole } = reachedTable(runs, reached);
    print(text);
    return sayClaims(claims) && isWhole;
  } finally {
    built.remove();
  }
}

/** Prints the broken claims. Returns true if there are none. */
function sayClaims(claims: Tally): boolean {
  print(claims.count() === 0 ? "every claim holds" : claims.text());
  return claims.count() === 0;
}

/** Runs one seed or plan and prints its trace. */
async function traceOne(
  how: { readonly seed: number; readonly live: Live } | { readonly plan: string },
): Promise<number> {
  const lived: Awaited<ReturnType<Live>> =
    "seed" in how ? await how.live(how.seed, { isTraced: true }) : (await livePlan(...readPlan(how.plan), true)).life;
  print((lived.trace ?? []).join("\n"));
  print(JSON.stringify(lived.end, null, 2));
  print(lived.broken.length === 0 ? "every claim holds" : `broken: ${lived.broken.join("; ")}`);
  return lived.broken.length === 0 ? 0 : 1;
}

function isKind(word: string): word is LifeKind {
  return word in LIVES;
}

/** Returns null if the text is not a whole number of at least `least`. */
function wholeNumber(text: string, least: number): number | null {
  return /^\d{1,12}$/.test(text) && Number(text) >= least ? Number(text) : null;
}

/** The arguments: one run with its trace, or a range of runs. */
interface Wanted {
  readonly seed: number | null;
  readonly plan: string | null;
  readonly of: LifeKind;
  /** The number of faults in each planned run, or null for random runs. */
  readonly faults: 2 | null;
  readonly runs: number;
  readonly from: number;
  readonly workers: number;
}

function readArguments(words: readonly string[]): Wanted | string {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    args: [...words],
    options: {
      runs: text,
      from: text,
      workers: text,
      seed: text,
      plan: text,
      kind: { type: "string", default: "any" },
      pairs: flag,
    },
  });
  const runs = wholeNumber(values.runs ?? "20000", 1);
  const from = wholeNumber(values.from ?? "1", 0);
  const workers = wholeNumber(values.workers ?? String(availableParallelism()), 1);
  const seed = wholeNumber(values.seed ?? "0", 0);
  if (runs === null || from === null || workers === null || seed === null)
    return "--runs, --from, --workers and --seed take whole numbers.";
  if (!isKind(values.kind)) return `Unknown kind: ${values.kind}`;
  return {
    seed: values.seed === undefined ? null : seed,
    plan: values.plan ?? null,
    of: values.kind,
    faults: values.pairs ? 2 : null,
    runs,
    from,
    workers,
  };
}

async function main(): Promise<number> {
  const { seed, plan, of, faults, runs, from, workers } = optionsOr(USAGE, readArguments);
  if (seed !== null) return traceOne({ seed, live: LIVES[of] });
  if (plan !== null) return traceOne({ plan });

  const seeds = { from, until: from + runs };
  if (faults === null && of === "any" && runs >= COUNTED_FROM) return (await runCounted(seeds, workers)) ? 0 : 1;
  const range = faults === null ? { what: of, ...seeds } : ({ what: "plans", from: 0, until: faults } as const);
  const { claims } = await runAll({ ...range, countedUrl: null }, workers);
  return sayClaims(claims) ? 0 : 1;
}

function shareGiven(given: unknown): Share {
  return given as Share;
}

if (isMainThread) process.exitCode = await main();
else await work(shareGiven(workerData), (news) => parentPort?.postMessage(news));
