import { statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { sandboxSources } from "./test/sandbox-sources.ts";

/** Linux keeps these files in memory. The bot waits for the disk at each save, but few tests are about the disk. TESTS=full uses it. */
const MEMORY = "/dev/shm";
const BYTES_NEEDED = 1_000_000_000;
const isFull = process.env.TESTS === "full";
if (!isFull && freeBytesIn(MEMORY) > BYTES_NEEDED) process.env.TMPDIR ??= MEMORY;

function freeBytesIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** Measures the memory of its process, and is skipped without TESTS=full. */
const alone = "test/jobs/memory.test.ts";
/** A failed test is repeated once, because a test may time out on a busy machine. The report names repeated tests. */
const RETRIES = 1;

/** Story tests wait for sockets half of the time. */
const WAITING = /\/test\/story\//;
/** These need a core all the time. */
const COMPUTING = /\/test\/(?:simulation|faults|fuzz|patterns)\//;

/**
 * Runs the slowest files first, as Vitest does by itself, and spreads the story tests among the others, so that the cores
 * stay busy while the story tests wait.
 */
class SpreadStories extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // The files of a project stay together, because they share loaded modules.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      const [waiting, others] = parted(own, WAITING);
      return spread(alternating(waiting), parted(others, COMPUTING).flat());
    });
  }
}

function parted(files: readonly TestSpecification[], pattern: RegExp) {
  const fits = ({ moduleId }: TestSpecification) => pattern.test(moduleId);
  return [files.filter(fits), files.filter((file) => !fits(file))] as const;
}

/** Orders files as longest, shortest, second longest and so on, so that the workers do not all wait at the same time. */
function alternating<One>(longestFirst: readonly One[]): One[] {
  const half = Math.ceil(longestFirst.length / 2);
  const [long, short] = [longestFirst.slice(0, half), longestFirst.slice(half).reverse()];
  return long.flatMap((one, nth) => [one, ...short.slice(nth, nth + 1)]);
}

/** Merges two lists evenly and keeps the order of each. */
function spread<One>(some: readonly One[], others: readonly One[]): One[] {
  const placed = [some, others].flatMap((list) => list.map((one, nth) => ({ one, place: (nth + 0.5) / list.length })));
  return placed.sort((a, b) => a.place - b.place).map(({ one }) => one);
}

export default defineConfig({
  resolve: sandboxSources,
  test: {
    sequence: { sequencer: SpreadStories },
    // With Node's default of 16 MB, garbage collection takes 5 % of the time.
    execArgv: ["--max-semi-space-size=64"],
    // Keeps transformed files between runs.
    experimental: { fsModuleCache: true },
    // Two workers per core, because story tests wait for sockets. Each worker loads all modules, which takes 3 s of CPU.
    maxWorkers: 4,
    // Twice the time of the slowest test on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    retry: isFull ? RETRIES : 0,
    projects: [
      // These files share loaded modules, because loading them took most of the time.
      {
        extends: true,
        test: {
          name: "reelay",
          // `check-discord.ts` checks everything that the bot sends to Discord in a test against Discord's own schema.
          setupFiles: ["test/load-discord-first.ts", "test/wire/check-discord.ts", "test/fuzz/usual-runs.ts"],
          globalSetup: ["test/story/process/built-folder.ts"],
          include: ["test/**/*.test.ts", "sandbox/test/**/*.test.ts"],
          exclude: isFull ? [alone] : [],
          isolate: false,
        },
      },
      ...(isFull
        ? [{ extends: true as const, test: { name: "alone", include: [alone], execArgv: ["--expose-gc"] } }]
        : []),
    ],
  },
});
