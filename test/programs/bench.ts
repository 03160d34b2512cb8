import { readFile, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { answering } from "../bench/answering.ts";
import { allAtOnce } from "../bench/answers/all-at-once.ts";
import { crowded } from "../bench/crowded.ts";
import { jobs } from "../bench/jobs/jobs.ts";
import { policy } from "../bench/policy.ts";
import { polls } from "../bench/polls/polls.ts";
import { recovery } from "../bench/recovery.ts";
import { redis } from "../bench/redis.ts";
import { full, quick, type Scale } from "../bench/scale.ts";
import { starting } from "../bench/starting.ts";
import { isFarOff, type Line, resultsOf, tableOf } from "../bench/table/table.ts";
import { teams } from "../bench/teams.ts";
import { waiting } from "../bench/waiting.ts";
import { optionsOr } from "./program.ts";

const parts: Readonly<Record<string, (scale: Scale) => Promise<readonly Line[]>>> = {
  polls,
  policy,
  answering,
  jobs,
  waiting,
  crowded,
  recovery,
  "all at once": allAtOnce,
  starting,
  teams,
  redis,
};

/** These parts measure ratios, which are similar on every machine. Only they can fail the quick run. */
const RATIOS = ["polls", "answering", "jobs", "starting", "teams"];

const USAGE = `npm run bench                     measures everything in 15 minutes; writes test/bench/RESULTS.md
npm run bench -- --quick          measures fewer rounds of the parts with ratios; fails if a ratio is far off its target
npm run bench -- --only polls     measures one part: ${Object.keys(parts).join(", ")}`;
const RESULTS = "test/bench/RESULTS.md";

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function readOptions(
  words: readonly string[],
): { readonly quick: boolean; readonly only: string | undefined } | string {
  const { quick, only } = parseArgs({
    args: [...words],
    options: { quick: { type: "boolean", default: false }, only: { type: "string" } },
  }).values;
  return only === undefined || only in parts ? { quick, only } : `Unknown part: ${only}`;
}

async function main(): Promise<number> {
  const { quick: isQuick, only } = optionsOr(USAGE, readOptions);
  const begun = performance.now();
  const [load = 0] = loadavg();
  const lines: Line[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (only === undefined ? isQuick && !RATIOS.includes(name) : name !== only) continue;
    const from = performance.now();
    lines.push(...(await measure(isQuick ? quick : full)));
    say(`${name}: ${((performance.now() - from) / 1_000).toFixed(1)} s`);
  }
  const seconds = (performance.now() - begun) / 1_000;
  say(`\n${tableOf(lines)}\n${seconds.toFixed(0)} s`);
  if (only === undefined && !isQuick)
    await writeFile(RESULTS, resultsOf(lines, { seconds, load, earlier: await readFile(RESULTS, "utf8") }));
  const far = lines.filter((line) => !("skipped" in line) && isFarOff(line));
  for (const { what } of far) say(`far off its target: ${what}`);
  return far.length === 0 ? 0 : 1;
}

process.exitCode = await main();
