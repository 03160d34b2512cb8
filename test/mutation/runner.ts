import { setMaxListeners } from "node:events";
import fc from "fast-check";
import { TestRunner } from "vitest";

/** The names are Stryker's: the code that it has put mistakes into looks here which of them is made now. */
interface Switch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { readonly static: Hits; readonly perTest: Readonly<Record<string, Hits>> };
}
type Hits = Readonly<Record<string, number>>;

declare module "vitest" {
  interface TaskMeta {
    /** The test killed these mutants. */
    killed?: readonly string[];
    /** The test runs code with these mistakes in it. */
    reached?: readonly string[];
    /** Code with these mistakes in it runs as its module is loaded. */
    loaded?: readonly string[];
  }
}

/** A loop is taken for endless once a mutant runs through it `ROUNDS` times as often as the original, plus `ROUNDS_MORE`. */
const ROUNDS = 10;
const ROUNDS_MORE = 1_000;

// The same inputs each time, and none is made simpler once it has failed.
fc.configureGlobal({ seed: 1, endOnFailure: true, numRuns: 20 });
// A test listens for its end each time that it is run.
setMaxListeners(0);

/** With a mistake, a test may take so many times as long as without, and this much more. */
const PATIENCE = 5;
const PATIENCE_MS = 500;

const shared = globalThis as { __stryker__?: Switch; foundMistakes?: Set<string> };
shared.__stryker__ ??= {};
// A mistake that is made from the first line on is not counted per test: its loops end here.
if (process.env.__STRYKER_ACTIVE_MUTANT__) Object.assign(shared.__stryker__, { hitCount: 0, hitLimit: 1_000_000 });
shared.foundMistakes ??= new Set();
const { __stryker__: mistakes, foundMistakes: caught } = shared;

/** Runs each test once as it is, and once with each mistake in what it runs that no test before has found. */
export default class MutationRunner extends TestRunner {
  /** Code that runs while a test's file is imported belongs to no test. */
  override onCollectStart(file: Parameters<TestRunner["onCollectStart"]>[0]): void {
    super.onCollectStart(file);
    mistakes.currentTestId = undefined;
  }

  async runTask(test: Parameters<TestRunner["onAfterTryTask"]>[0]): Promise<void> {
    const run = TestRunner.getTestFn(test);
    if (process.env.__STRYKER_ACTIVE_MUTANT__) return run();
    mistakes.currentTestId = test.id;
    const begunAt = performance.now();
    await run();
    const mostMs = PATIENCE * (performance.now() - begunAt) + PATIENCE_MS;
    // What runs from here on, and what the test has left running, is no module that is loaded.
    mistakes.currentTestId = "repetitions";
    const hits = mistakes.mutantCoverage?.perTest[test.id] ?? {};
    test.meta.reached = Object.keys(hits);
    test.meta.loaded = Object.keys(mistakes.mutantCoverage?.static ?? {});
    test.meta.killed = [];
    for (const [mistake, count] of Object.entries(hits)) {
      if (caught.has(mistake)) continue;
      if (await fails(() => inTime(run, mostMs), mistake, count)) {
        caught.add(mistake);
        test.meta.killed = [...test.meta.killed, mistake];
      }
    }
    // What a mistake has left behind would have others found that are not.
    if (test.meta.killed.length > 0) await run();
  }
}

/** Rejects if the test waits for what never comes. */
function inTime(run: () => unknown, mostMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("late")), mostMs);
    Promise.resolve(run())
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

async function fails(run: () => unknown, mistake: string, count: number): Promise<boolean> {
  mistakes.activeMutant = mistake;
  mistakes.hitCount = 0;
  mistakes.hitLimit = count * ROUNDS + ROUNDS_MORE;
  try {
    await run();
    return mistakes.hitCount > mistakes.hitLimit;
  } catch {
    return true;
  } finally {
    mistakes.activeMutant = undefined;
  }
}
