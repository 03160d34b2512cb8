// npm run mutate [-- path …]: mutates the code that handles money. Its unit tests must detect the mutations.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { createVitest, type Vitest } from "vitest/node";
import { z } from "zod";
import type {} from "../mutation/runner.ts";
import { sandboxSources } from "../sandbox-sources.ts";
import { optionsOr } from "./program.ts";

const USAGE = `npm run mutate                         mutates all code that handles money; fails below test/mutation/scores.json
npm run mutate -- src/core/job/due.ts  mutates only these files
                  --today              mutates the most important files, those of the last commit, and a fifth of the rest
                  --write              saves the scores
                  --workers 1          uses this many threads`;

/**
 * A folder is tested by the test folder of the same name, and a file by its own test. The files of `src/jobs/` are listed
 * one by one, because the tests in their folders run whole jobs.
 */
const JUDGED = [
  "src/core/job",
  "src/core/team",
  "src/core/budget",
  "src/core/batch",
  "src/core/request/price.ts",
  "src/core/request/flags.ts",
  "src/core/request/option-values.ts",
  ...filesIn("src/jobs/start"),
  "src/jobs/poll.ts",
  ...filesIn("src/jobs/deliver"),
  "src/commands/video/consent.ts",
  "src/commands/leak-guard.ts",
];
/** The files that decide what people pay. `.ci/run` mutates them every day. */
const ALWAYS = [
  "src/core/job/ledger.ts",
  "src/core/team/usage.ts",
  "src/core/team/spending.ts",
  "src/core/request/price.ts",
  "src/commands/video/consent.ts",
];
/** Every other file is mutated on every fifth day. */
const TURNS = 5;
const DAY_MS = 86_400_000;
const SCORES = "test/mutation/scores.json";
/** The minimum percentage of a file without a saved score. */
const AT_LEAST = 85;

const scoresSchema = z.strictObject({
  /** For each file, the percentage of its mutations that tests detect. */
  scores: z.record(z.string(), z.number()),
  /** Mutations that do not change the behaviour. */
  equal: z.array(z.strictObject({ file: z.string(), mistake: z.string(), why: z.string() })),
});
type Scores = z.infer<typeof scoresSchema>;

interface Mistake {
  readonly file: string;
  readonly line: number;
  /** The original text and its replacement. */
  readonly change: string;
  readonly isFound: boolean;
  /** True if a test runs the mutated code. */
  readonly isReached: boolean;
}

function readOptions(words: readonly string[]) {
  const options = { write: { type: "boolean" }, today: { type: "boolean" }, workers: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options });
  const workers = Number(values.workers ?? availableParallelism());
  if (!Number.isInteger(workers) || workers < 1) return "The number of workers must be a whole number.";
  const judged = JUDGED.flatMap(filesIn);
  const unjudged = positionals.find((path) => !judged.some((file) => file.startsWith(path)));
  if (unjudged !== undefined) return `${unjudged} is not mutated. These files are: ${JUDGED.join(", ")}.`;
  return { only: positionals, workers, isToday: values.today ?? false, writes: values.write ?? false };
}

/** Chooses a different fifth of the files with saved scores each day. */
function filesOfToday(scores: Scores["scores"]): readonly string[] {
  const changed = filesOfLastCommit();
  const today = Math.floor(Date.now() / DAY_MS) % TURNS;
  const hasTurn = (file: string, nth: number) =>
    nth % TURNS === today || ALWAYS.includes(file) || changed.includes(file);
  return Object.keys(scores).toSorted().filter(hasTurn);
}

/** Returns an empty list in a shallow clone, where the previous commit is missing. */
function filesOfLastCommit(): readonly string[] {
  try {
    const names = execFileSync("git", ["diff", "--name-only", "HEAD~1"], { encoding: "utf8", stdio: "pipe" });
    return names.split("\n");
  } catch {
    return [];
  }
}

function filesIn(path: string): readonly string[] {
  if (path.endsWith(".ts")) return [path];
  const names = readdirSync(path, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".ts")).map((name) => `${path}/${name}`);
}

function testsOf(path: string): string {
  const inTest = path.replace(/^src/, "test");
  return path.endsWith(".ts") ? inTest.replace(/\.ts$/, ".test.ts") : `${inTest}/**/*.test.ts`;
}

/** Discards the log messages of Stryker's instrumenter. */
const silent = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
  fatal() {},
};

async function judge(files: readonly string[], tests: string, workers: number): Promise<Mistake[]> {
  const sources = files.map((file) => ({ name: resolve(file), content: readFileSync(file, "utf8"), mutate: true }));
  const instrumented = await new Instrumenter(silent).instrument(sources, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  });
  const texts = new Map(instrumented.files.map(({ name, content }) => [name, content]));
  const vitest = await createVitest(
    "test",
    {
      config: false,
      include: [tests],
      runner: resolve("test/mutation/runner.ts"),
      pool: "threads",
      isolate: false,
      maxWorkers: workers,
      testTimeout: 120_000,
      watch: false,
      reporters: [{}],
    },
    {
      resolve: sandboxSources,
      plugins: [{ name: "mistakes", enforce: "pre", load: (id) => texts.get(id) ?? null }],
    },
  );
  try {
    await vitest.start();
    const reached = new Set<string>();
    const caught = new Set<string>();
    const loaded = new Set<string>();
    for (const test of testsRun(vitest)) {
      if (test.result().state === "failed")
        throw new Error(
          `${test.fullName} fails without any mutation: ${JSON.stringify(test.result().errors?.[0]?.message)}`,
        );
      const meta = test.meta();
      for (const one of meta.reached ?? []) reached.add(one);
      for (const one of meta.killed ?? []) caught.add(one);
      for (const one of meta.loaded ?? []) loaded.add(one);
    }
    for (const mistake of loaded) {
      if (caught.has(mistake)) continue;
      process.env.__STRYKER_ACTIVE_MUTANT__ = mistake;
      vitest.state.filesMap.clear();
      await vitest.start();
      if (
        vitest.state.getCountOfFailedTests() > 0 ||
        vitest.state.getFiles().some(({ result }) => result?.state === "fail")
      )
        caught.add(mistake);
      reached.add(mistake);
    }
    delete process.env.__STRYKER_ACTIVE_MUTANT__;
    return instrumented.mutants.flatMap(({ id, fileName, location: { start, end }, replacement }) => {
      const lines = readFileSync(fileName, "utf8")
        .split("\n")
        .slice(start.line, end.line + 1);
      const last = lines.length - 1;
      const text = lines
        .map((line, nth) => line.slice(nth === 0 ? start.column : 0, nth === last ? end.column : undefined))
        .join("\n");
      // The compiler proves that this code is unreachable.
      if (/^default:\s+return unreachable\(\w+\);$/.test(text)) return [];
      return [
        {
          file: relative(process.cwd(), fileName),
          line: start.line + 1,
          change: `${inOneLine(text)} → ${inOneLine(replacement)}`,
          isFound: caught.has(id),
          isReached: reached.has(id),
        },
      ];
    });
  } finally {
    await vitest.close();
  }
}

function testsRun(vitest: Vitest) {
  return vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** Prints each file's score and the mutations that tests missed. Returns the scores. */
function say(mistakes: readonly Mistake[], { scores: written, equal }: Scores): Readonly<Record<string, number>> {
  const isEqual = ({ file, change }: Mistake) => equal.some((one) => one.file === file && one.mistake === change);
  const counted = mistakes.filter((mistake) => mistake.isFound || !isEqual(mistake));
  const percent = (some: readonly Mistake[]) =>
    Math.floor((1000 * some.filter(({ isFound }) => isFound).length) / some.length) / 10;
  const scores: Record<string, number> = {};
  for (const file of new Set(counted.map((mistake) => mistake.file))) {
    const here = counted.filter((mistake) => mistake.file === file);
    const lowest = written[file] ?? AT_LEAST;
    const score = percent(here);
    scores[file] = score;
    process.stdout.write(`${score} % of ${here.length} in ${file}${score < lowest ? `, below ${lowest} %` : ""}\n`);
    for (const { line, change, isFound, isReached } of here)
      if (!isFound)
        process.stdout.write(
          `  ${file}:${line}${isReached ? "" : " (not reached by any test)"}: ${change.slice(0, 200)}\n`,
        );
  }
  return scores;
}

process.env.TESTS = "mutate";
const { only, workers, isToday, writes } = optionsOr(USAGE, readOptions);
const scores = scoresSchema.parse(JSON.parse(readFileSync(SCORES, "utf8")));
const chosen = isToday ? filesOfToday(scores.scores) : only;
const places = JUDGED.map((place) => ({
  tests: testsOf(place),
  files: filesIn(place).filter((file) => chosen.length === 0 || chosen.some((path) => file.startsWith(path))),
}));
const scoreByFile: Record<string, number> = {};
for (const { files, tests } of places)
  if (files.length > 0) Object.assign(scoreByFile, say(await judge(files.toSorted(), tests, workers), scores));
if (writes)
  writeFileSync(SCORES, `${JSON.stringify({ ...scores, scores: { ...scores.scores, ...scoreByFile } }, null, 2)}\n`);

const isRed = Object.entries(scoreByFile).some(([file, score]) => score < (scores.scores[file] ?? AT_LEAST));
// Overwrites the exit code that Vitest sets because tests failed on mutations.
process.exitCode = isRed && !writes ? 1 : 0;
