// npm run mutate [-- --changed [commit] | path …]: plants small mistakes in what handles money; its unit tests have to find them.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { z } from "zod";
import { optionsOr, orSentence } from "../../src/app/program/program.ts";

const USAGE = `npm run mutate                        plants mistakes in all that handles money; red below test/mutation/scores.json
npm run mutate -- src/core/job/due.ts in these files alone
npm run mutate -- --changed HEAD~1    in what was changed since that commit (or whose test was), and in a fifth of the rest by turns
                   --write            writes the scores down
                   --workers 1        on so many cores`;

/** A folder is judged by the tests of the folder that is named like it, a file by its own test. */
const JUDGED = [
  "src/core/job",
  "src/core/team",
  "src/core/budget",
  "src/core/batch",
  "src/core/request/price.ts",
  "src/jobs/start",
  "src/jobs/poll",
  "src/jobs/deliver",
  "src/commands/video/consent.ts",
  "src/commands/leak-guard.ts",
];
const SCORES = "test/mutation/scores.json";
/** A file whose score nobody has written down reaches this percentage. */
const AT_LEAST = 85;
const TURNS = 5;

const scoresSchema = z.strictObject({
  /** The percentage of mistakes in a file that its tests find. */
  found: z.record(z.string(), z.number()),
  /** These mistakes change nothing that anybody could see. */
  equal: z.array(z.strictObject({ file: z.string(), mistake: z.string(), why: z.string() })),
});
type Scores = z.infer<typeof scoresSchema>;

interface Mistake {
  readonly file: string;
  readonly line: number;
  /** The text that was changed, and what it became. */
  readonly change: string;
  readonly isFound: boolean;
}

function understood(words: readonly string[]) {
  return orSentence(() => {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { changed: { type: "boolean" }, write: { type: "boolean" }, workers: { type: "string" } },
    });
    const workers = Number(values.workers ?? availableParallelism());
    if (!Number.isInteger(workers) || workers < 1) return "The number of workers is a whole number.";
    const all = JUDGED.flatMap((path) => (path.endsWith(".ts") ? [path] : filesIn(path))).sort();
    const files = values.changed ? dueNow(all, positionals[0] ?? "HEAD~1") : positionals.length > 0 ? positionals : all;
    return { files, workers, writes: values.write ?? false };
  });
}

function filesIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".ts")).map((name) => `${folder}/${name}`);
}

/** Returns the files that changed since the commit, and a fifth of the others, which comes round as commits are made. */
function dueNow(all: readonly string[], commit: string): readonly string[] {
  const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8" }).trim();
  const changed = new Set(git("diff", "--name-only", commit).split("\n"));
  const turn = Number(git("rev-list", "--count", "HEAD")) % TURNS;
  return all.filter((file, nth) => changed.has(file) || changed.has(testOf(file)) || nth % TURNS === turn);
}

function testOf(path: string): string {
  const inTest = path.replace(/^src/, "test");
  return path.endsWith(".ts") ? inTest.replace(/\.ts$/, ".test.ts") : `${inTest}/**/*.test.ts`;
}

async function plant(files: readonly string[], tests: string, workers: number): Promise<Mistake[]> {
  process.env.MUTATION_TESTS = tests;
  const mutants = await new Stryker({
    mutate: [...files],
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "test/mutation/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    // It reads this file with TypeScript's own interface, which TypeScript 7 does not have.
    tsconfigFile: "none",
    tempDirName: "dist/mutation",
    cleanTempDir: "always",
    ignorePatterns: ["**", "!package.json", "!tsconfig.json", "!src/**", "!test/**", "!sandbox/src/**"],
    concurrency: workers,
    reporters: ["progress-append-only"],
    allowConsoleColors: false,
  }).runMutationTest();
  return mutants.flatMap(({ fileName, location: { start, end }, replacement = "", status }) => {
    const file = fileName.replace(`${process.cwd()}/`, "");
    const lines = readFileSync(file, "utf8")
      .split("\n")
      .slice(start.line - 1, end.line);
    const last = lines.length - 1;
    const text = lines
      .map((line, nth) => line.slice(nth === 0 ? start.column - 1 : 0, nth === last ? end.column - 1 : undefined))
      .join("\n");
    // The compiler proves that nothing comes here.
    if (/^default:\s+return unreachable\(\w+\);$/.test(text)) return [];
    const isFound = status === "Killed" || status === "Timeout" || status === "RuntimeError";
    return [{ file, line: start.line, change: `${inOneLine(text)} → ${inOneLine(replacement)}`, isFound }];
  });
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** Says what was found in each file, and returns the percentages. */
function say(mistakes: readonly Mistake[], { found, equal }: Scores): Readonly<Record<string, number>> {
  const isEqual = ({ file, change }: Mistake) => equal.some((one) => one.file === file && one.mistake === change);
  const counted = mistakes.filter((mistake) => mistake.isFound || !isEqual(mistake));
  const percent = (some: readonly Mistake[]) =>
    Math.floor((1000 * some.filter(({ isFound }) => isFound).length) / some.length) / 10;
  const scores: Record<string, number> = {};
  for (const file of new Set(counted.map((mistake) => mistake.file))) {
    const here = counted.filter((mistake) => mistake.file === file);
    const lowest = found[file] ?? AT_LEAST;
    scores[file] = percent(here);
    const isRed = scores[file] < lowest;
    process.stdout.write(`${scores[file]} % of ${here.length} in ${file}${isRed ? `, less than ${lowest} %` : ""}\n`);
    for (const { line, change, isFound } of here)
      if (!isFound) process.stdout.write(`  ${file}:${line}: ${change.slice(0, 200)}\n`);
  }
  process.stdout.write(`${percent(counted)} % of ${counted.length} in all\n`);
  return scores;
}

const { files, workers, writes } = optionsOr(USAGE, understood);
const scores = scoresSchema.parse(JSON.parse(readFileSync(SCORES, "utf8")));
const mistakes: Mistake[] = [];
for (const place of JUDGED) {
  const here = files.filter((file) => file.startsWith(place));
  if (here.length > 0) mistakes.push(...(await plant(here, testOf(place), workers)));
}
const found = say(mistakes, scores);
if (writes) writeFileSync(SCORES, `${JSON.stringify({ ...scores, found: { ...scores.found, ...found } }, null, 2)}\n`);
else if (Object.entries(found).some(([file, score]) => score < (scores.found[file] ?? AT_LEAST))) process.exitCode = 1;
