import { parseArgs } from "node:util";
import fc from "fast-check";
import { KINDS, type Kind } from "../fuzz/kinds.ts";
import { optionsOr } from "./program.ts";

const USAGE = `npm run fuzz -- 100000                            tries 100,000 hostile inputs of each kind
npm run fuzz -- 100000 --kind prompts             tries one kind: ${KINDS.map(({ name }) => name).join(", ")}
npm run fuzz -- 1 --kind prompts --seed 7 --path 152:6   replays one reported input`;

/** The number of inputs per `fc.check` run. */
const AT_ONCE = 10_000;

interface Asked {
  readonly count: number;
  readonly seed: number;
  readonly path: string | undefined;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Returns true if all inputs were handled without harm. */
async function fuzz({ name, property }: Kind, { count, seed, path }: Asked): Promise<boolean> {
  const begunAt = performance.now();
  for (let done = 0; done < count; done += AT_ONCE) {
    const numRuns = Math.min(AT_ONCE, count - done);
    const run = await fc.check(property, { numRuns, seed: (seed + done) | 0, ...(path && { path }) });
    if (run.failed) {
      say(`${name}: HARM after ${done + run.numRuns}`);
      say(`replay: npm run fuzz -- 1 --kind "${name}" --seed ${run.seed} --path ${run.counterexamplePath}`);
      say(fc.defaultReportMessage(run) ?? "");
      return false;
    }
  }
  say(`${name}: ${count} inputs, seed ${seed}, no harm, ${((performance.now() - begunAt) / 1_000).toFixed(1)} s`);
  return true;
}

function readOptions(words: readonly string[]): (Asked & { readonly kinds: readonly Kind[] }) | string {
  const text = { type: "string" } as const;
  const options = { kind: text, seed: text, path: text };
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  const [given = "2000", ...more] = positionals;
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const kinds = KINDS.filter(({ name }) => values.kind === undefined || name === values.kind);
  if (kinds.length === 0) return `Unknown kind: ${values.kind}`;
  if (more.length > 0 || !/^[1-9]\d{0,9}$/.test(given) || !Number.isInteger(seed))
    return "The number of inputs and the seed must be whole numbers.";
  return { kinds, count: Number(given), seed, path: values.path };
}

async function main(): Promise<number> {
  const { kinds, ...asked } = optionsOr(USAGE, readOptions);
  let isHarmless = true;
  for (const kind of kinds) if (!(await fuzz(kind, asked))) isHarmless = false;
  return isHarmless ? 0 : 1;
}

process.exitCode = await main();
