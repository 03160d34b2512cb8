import { statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { sandboxSources } from "./test/sandbox-sources.ts";

/** Where Linux keeps files in memory. A bot waits for the disk at each save, and most tests are not about the disk; TESTS=full writes to it. */
const MEMORY = "/dev/shm";
const ROOM_BYTES = 1_000_000_000;
const isFull = process.env.TESTS === "full";
if (!isFull && roomIn(MEMORY) > ROOM_BYTES) process.env.TMPDIR ??= MEMORY;

function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

const everything = ["test/**/*.test.ts", "sandbox/test/**/*.test.ts"];
/** discord.js sends its requests with undici 6, which fails in a process that has loaded Reelay's undici 7. */
const withDiscordJs = "sandbox/test/discord/**/*.test.ts";
/** Measures the memory of its process. */
const alone = "test/jobs/memory.test.ts";
/** Whatever the bot sends to Discord in a test is judged by Discord's own schema when the test ends. */
const judged = {
  setupFiles: ["test/wire/check-discord.ts", "test/fuzz/usual-runs.ts"],
  globalSetup: ["test/story/process/built-folder.ts"],
};

/** A process, a socket or a browser may be late once on a busy machine. The report names each test that was tried again. */
const LATE_ONCE = 1;

/** Stories wait for sockets half of their time; these compute. */
const WAITING = /\/test\/story\//;
const COMPUTING = /\/test\/(?:simulation|faults|fuzz|patterns)\//;

/**
 * Of each project what takes longest begins first, so that no worker is left alone with it; Vitest knows times only where it
 * has run before. Its stories are spread among the others, so that a core has something to do while they wait.
 */
class SpreadStories extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A project's files stay together: they share their modules.
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

/** The longest, the shortest, the longest but one, and so on: where all workers wait, nobody computes. */
function alternating<One>(longestFirst: readonly One[]): One[] {
  const half = Math.ceil(longestFirst.length / 2);
  const [long, short] = [longestFirst.slice(0, half), longestFirst.slice(half).reverse()];
  return long.flatMap((one, nth) => [one, ...short.slice(nth, nth + 1)]);
}

/** Both lists in their order, as evenly mixed as they can be. */
function spread<One>(some: readonly One[], others: readonly One[]): One[] {
  const placed = [some, others].flatMap((list) => list.map((one, nth) => ({ one, place: (nth + 0.5) / list.length })));
  return placed.sort((a, b) => a.place - b.place).map(({ one }) => one);
}

export default defineConfig({
  resolve: sandboxSources,
  test: {
    sequence: { sequencer: SpreadStories },
    // Node's own 16 MB for what is young are full so often that clearing them takes one part in twenty.
    execArgv: ["--max-semi-space-size=64"],
    // What a file becomes is kept between runs, and is one for all projects, by its text and the configuration.
    experimental: { fsModuleCache: true },
    // Story tests wait for sockets half of their time, so two workers a core have enough to do. Each loads the modules anew, for 3 s of a core.
    maxWorkers: 4,
    // Twice what the slowest takes on a machine that is busy with four other things.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // One second, as it is by itself, is short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    retry: isFull ? LATE_ONCE : 0,
    projects: [
      // Most of a test file's time went into loading modules: these files share them.
      {
        extends: true,
        test: {
          name: "reelay",
          ...judged,
          include: everything,
          exclude: [withDiscordJs, alone],
          isolate: false,
        },
      },
      { extends: true, test: { name: "discord", include: [withDiscordJs], isolate: false } },
      { extends: true, test: { name: "alone", include: [alone], execArgv: ["--expose-gc"] } },
    ],
  },
});
