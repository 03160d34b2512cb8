import { setMaxListeners } from "node:events";
import fc from "fast-check";
import { TestRunner } from "vitest";

/** Stryker's own names: instrumented code reads here which mutant is active. */
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
    /** The mutants that this test detected. */
    killed?: readonly string[];
    /** The mutants in the code that this test runs. */
    reached?: readonly string[];
    /** The mutants in code that runs when its module is loaded. */
    loaded?: readonly string[];
  }
}

/** A loop counts as endless if a mutant is executed `ROUNDS` times as often as in the original, plus `ROUNDS_MORE`. */
const ROUNDS = 10;
const ROUNDS_MORE = 1_000;

// The same inputs in each run, without shrinking after a failure.
fc.configureGlobal({ seed: 1, endOnFailure: true, numRuns: 20 });
// Each run of a test adds a listener for its end.
setMaxListeners(0);

/** With a mutant, a test may take `PATIENCE` times as long as without, plus `PATIENCE_MS`. */
const PATIENCE = 5;
const PATIENCE_MS = 500;

const shared = globalThis as { __stryker__?: Switch; foundMistakes?: Set<string> };
shared.__stryker__ ??= {};
// A mutant that is active from the start has no count per test, so its loops end at this limit.
if (process.env.__STRYKER_ACTIVE_MUTANT__) Object.assign(shared.__stryker__, { hitCount: 0, hitLimit: 1_000_000 });
shared.foundMistakes ??= new Set();
const { __stryker__: mistakes, foundMistakes: caught } = shared;

/** Runs each test once unchanged, and once with each mutant that it reaches and no earlier test has detected. */
export default class MutationRunner extends TestRunner {
  /** Code that runs while a test file is imported belongs to no test. */
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
    // Code from here on, and code that the test left running, must not count as loading a module.
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
    // State left by a mutant could make other mutants look detected, so the test runs once more unchanged.
    if (test.meta.killed.length > 0) await run();
  }
}

/** Rejects if the test takes longer than `mostMs`. */
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
