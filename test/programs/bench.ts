import { writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { answering } from "../bench/answering.ts";
import { looks } from "../bench/looks.ts";
import { pace } from "../bench/pace.ts";
import { recovery } from "../bench/recovery.ts";
import { resultsOf } from "../bench/results.ts";
import { isFarOff, type Line } from "../bench/row.ts";
import { full, quick, type Scale } from "../bench/scale.ts";
import { starting } from "../bench/starting.ts";
import { tableOf } from "../bench/table.ts";
import { waiting } from "../bench/waiting.ts";
import { workers } from "../bench/workers.ts";
import { workspace } from "../bench/workspace.ts";

const parts: Readonly<Record<string, (scale: Scale) => Promise<readonly Line[]>>> = {
  looks,
  pace,
  workspace,
  answering,
  waiting,
  recovery,
  starting,
  workers,
};

const USAGE = `npm run bench                     every row, in some 5 minutes; writes test/bench/RESULTS.md
npm run bench -- --quick          less of everything; red only where a ratio is far off its target
npm run bench -- --only looks     one part: ${Object.keys(parts).join(", ")}
`;
const RESULTS = "test/bench/RESULTS.md";

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function main(): Promise<number> {
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({ options: { quick: flag, help: flag, only: { type: "string" } } });
  const { only } = values;
  if (values.help || (only !== undefined && !(only in parts))) {
    say(USAGE);
    return values.help ? 0 : 2;
  }
  const begun = performance.now();
  const [load = 0] = loadavg();
  const lines: Line[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (only !== undefined && name !== only) continue;
    const from = performance.now();
    lines.push(...(await measure(values.quick ? quick : full)));
    say(`${name}: ${((performance.now() - from) / 1_000).toFixed(1)} s`);
  }
  const seconds = (performance.now() - begun) / 1_000;
  say(`\n${tableOf(lines)}\n${seconds.toFixed(0)} s`);
  if (only === undefined && !values.quick) await writeFile(RESULTS, resultsOf(lines, seconds, load));
  const far = lines.filter((line) => !("skipped" in line) && isFarOff(line));
  for (const { what } of far) say(`far off its target: ${what}`);
  return far.length === 0 ? 0 : 1;
}

process.exitCode = await main();
