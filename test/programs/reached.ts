// npm run reached -- [lives]: lives of every kind; says how often each change of a job, and each fault, was reached in them.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { optionsOr } from "../../src/app/program/program.ts";
import { COUNTING, reachedTable } from "../simulation/reached/table.ts";
import type { countedLives } from "../simulation/reached-lives.ts";
import { tally } from "../simulation/tally.ts";
import { buildVariants } from "../simulation/variants/build-variants.ts";

/** What each worker lives: its share of every `of` seeds. */
interface Share {
  readonly url: string;
  readonly lives: number;
  readonly index: number;
  readonly of: number;
}

interface Found extends ReturnType<typeof countedLives.reached> {
  readonly broken: readonly (readonly [claim: string, seed: number])[];
}

const USAGE = `npm run reached -- 100000   lives of every kind; says how often each change of a job, and each fault, was reached in them`;
const LEAST = 100;

async function work({ url, lives, index, of }: Share): Promise<Found> {
  const { live, reached }: typeof countedLives = (await import(url)).countedLives;
  const broken: (readonly [string, number])[] = [];
  for (let seed = 1 + index; seed <= lives; seed += of)
    for (const claim of new Set((await live(seed)).broken)) broken.push([claim, seed]);
  return { ...reached(), broken };
}

function understood([lives = "20000", ...more]: readonly string[]): { readonly lives: number } | string {
  const isNumber = /^[1-9]\d{0,8}$/.test(lives) && more.length === 0;
  return isNumber ? { lives: Number(lives) } : "The number of lives is a whole number.";
}

async function main(): Promise<number> {
  const { lives } = optionsOr(USAGE, understood);
  const entry = join(process.cwd(), "test/simulation/reached-lives.ts");
  const built = await buildVariants(entry, [COUNTING]);
  const of = availableParallelism();
  const shares = Array.from({ length: of }, (_, index): Share => ({ url: built.urlOf(0), lives, index, of }));
  const found = await Promise.all(
    shares.map(
      (share) =>
        new Promise<Found>((resolve, reject) => {
          const worker = new Worker(new URL(import.meta.url), { workerData: share });
          worker.once("message", resolve);
          worker.once("error", reject);
        }),
    ),
  ).finally(built.remove);

  const sum = (which: (found: Found) => ReadonlyMap<string, number>) => {
    const all = new Map<string, number>();
    for (const each of found) for (const [name, count] of which(each)) all.set(name, (all.get(name) ?? 0) + count);
    return all;
  };
  const claims = tally();
  for (const { broken } of found) for (const [claim, seed] of broken) claims.note(claim, `seed ${seed}`);
  process.stdout.write(
    reachedTable(lives, { changes: sum(({ changes }) => changes), faults: sum(({ faults }) => faults) }, LEAST),
  );
  process.stdout.write(claims.count() === 0 ? "\nEvery claim held.\n" : `\n${claims.text()}\n`);
  return claims.count() === 0 ? 0 : 1;
}

if (isMainThread) process.exitCode = await main();
else parentPort?.postMessage(await work(workerData));
