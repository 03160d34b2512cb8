// npm run reached -- [runs]: runs of every kind; says how often each change of a job, and each fault, was reached in them.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { bundlePlanted } from "../simulation/planted/build-planted.ts";
import { COUNTING, reachedTable } from "../simulation/reached.ts";
import type { countedRuns } from "../simulation/reached-runs.ts";
import { tally } from "../simulation/run-seeds.ts";
import { optionsOr } from "./program.ts";

/** One worker's share: every seed that is `index` modulo `of`. */
interface Share {
  readonly url: string;
  readonly runs: number;
  readonly index: number;
  readonly of: number;
}

/** A worker's counts so far. */
interface Counts extends ReturnType<typeof countedRuns.reached> {
  readonly runs: number;
  readonly broken: readonly (readonly [claim: string, seed: number])[];
}

const USAGE = `npm run reached -- 20000   runs of every kind; says how often each change of a job, and each fault, was reached in them;
                           exits with 1 where one was reached less often than 100 times in 1,000,000 runs (once at least).
                           Ctrl+C: says it of the runs so far`;
const TELL_EVERY = 200;
const SAY_EVERY_MS = 60_000;

async function work({ url, runs, index, of }: Share, tell: (counts: Counts) => void): Promise<void> {
  const { live, reached }: typeof countedRuns = (await import(url)).countedRuns;
  const broken: (readonly [string, number])[] = [];
  let count = 0;
  for (let seed = 1 + index; seed <= runs; seed += of) {
    for (const claim of new Set((await live(seed)).broken)) broken.push([claim, seed]);
    count += 1;
    if (count % TELL_EVERY === 0) tell({ ...reached(), runs: count, broken });
  }
  tell({ ...reached(), runs: count, broken });
}

function understood([runs = "20000", ...more]: readonly string[]): { readonly runs: number } | string {
  const isNumber = /^[1-9]\d{0,8}$/.test(runs) && more.length === 0;
  return isNumber ? { runs: Number(runs) } : "The number of runs is a whole number.";
}

/** Says what all workers have found, and whether that is all that is to be reached, and no claim broke. */
function say(all: readonly Counts[]): boolean {
  const sum = (which: (counts: Counts) => ReadonlyMap<string, number>) => {
    const counts = new Map<string, number>();
    for (const each of all) for (const [name, count] of which(each)) counts.set(name, (counts.get(name) ?? 0) + count);
    return counts;
  };
  const claims = tally();
  for (const { broken } of all) for (const [claim, seed] of broken) claims.note(claim, `seed ${seed}`);
  const runs = all.reduce((total, counts) => total + counts.runs, 0);
  const { text, isWhole } = reachedTable(runs, {
    changes: sum(({ changes }) => changes),
    faults: sum(({ faults }) => faults),
  });
  process.stdout.write(text);
  process.stdout.write(claims.count() === 0 ? "\nEvery claim held.\n" : `\n${claims.text()}\n`);
  return isWhole && claims.count() === 0;
}

async function main(): Promise<number> {
  const { runs } = optionsOr(USAGE, understood);
  const entry = join(process.cwd(), "test/simulation/reached-runs.ts");
  const built = await bundlePlanted([{ entry, mistake: COUNTING }]);
  const of = availableParallelism();
  const shares = Array.from({ length: of }, (_, index): Share => ({ url: built.urlOf(0), runs, index, of }));
  const counts = new Map<number, Counts>();
  const begunAt = performance.now();
  const progress = setInterval(() => {
    const doneRuns = [...counts.values()].reduce((total, each) => total + each.runs, 0);
    const broken = [...counts.values()].reduce((total, each) => total + each.broken.length, 0);
    process.stderr.write(
      `${doneRuns} runs, ${((performance.now() - begunAt) / 1_000).toFixed(0)} s, ${broken} broken\n`,
    );
  }, SAY_EVERY_MS);
  const workers = shares.map((share) => new Worker(new URL(import.meta.url), { workerData: share }));
  const stop = () => void workers.map((worker) => worker.terminate());
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    await Promise.all(
      workers.map(
        (worker, index) =>
          new Promise<void>((resolve, reject) => {
            worker.on("message", (news: Counts) => {
              for (const [claim, seed] of news.broken.slice(counts.get(index)?.broken.length ?? 0))
                process.stderr.write(`seed ${seed}: ${claim}\n`);
              counts.set(index, news);
            });
            worker.once("error", reject);
            worker.once("exit", () => resolve());
          }),
      ),
    );
  } finally {
    clearInterval(progress);
    built.remove();
  }
  return say([...counts.values()]) ? 0 : 1;
}

if (isMainThread) process.exitCode = await main();
else await work(workerData, (counts) => parentPort?.postMessage(counts));
