import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { isFull } from "../fakes/how-many.ts";
import { type Pattern, patternsIn, patternsOf } from "./collect.ts";
import { BOUNDED, EXAMPLES, OWN_TEXTS } from "./known.ts";

type Verdict = "safe" | "polynomial" | "exponential" | "unknown";

const root = resolve(import.meta.dirname, "../..");
const patterns = [
  ...patternsIn(resolve(root, "src"), EXAMPLES),
  ...patternsIn(resolve(root, "sandbox/src"), EXAMPLES).map((one) => ({ ...one, where: `sandbox/${one.where}` })),
];
const nameOf = ({ source, flags }: Pick<Pattern, "source" | "flags">) => `/${source}/${flags}`;

/**
 * Verdicts of recheck 4.5.0. A pattern without a verdict is checked in each run, so patterns that take two seconds must be
 * here.
 */
const judged: Readonly<Record<string, string>> = z
  .record(z.string(), z.enum(["safe", "polynomial"]))
  .parse(JSON.parse(readFileSync(resolve(import.meta.dirname, "judged.json"), "utf8")));

/** The search is limited by a count instead of a time, so that slow machines give the same verdict. */
const LONG_MS = 240_000;
const LONGEST_UNREMEMBERED_MS = 2_000;
const byCount = {
  timeout: LONG_MS,
  attackTimeout: LONG_MS,
  incubationTimeout: LONG_MS,
  mutationTimeout: LONG_MS,
  seedingTimeout: LONG_MS,
};

async function ask({ source, flags }: Pick<Pattern, "source" | "flags">): Promise<Verdict> {
  // Loading it takes a second.
  const { checkSync } = await import("recheck");
  // The other backends start a separate program.
  vi.stubEnv("RECHECK_SYNC_BACKEND", "pure");
  const checked = checkSync(source, flags, byCount);
  vi.unstubAllEnvs();
  if (checked.status !== "vulnerable") return checked.status;
  return checked.complexity.type === "exponential" ? "exponential" : "polynomial";
}

/**
 * TESTS=full checks a tenth of the patterns with a verdict again, a different tenth each day. All of them would take
 * minutes.
 */
const TURNS = 10;
const today = Math.floor(Date.now() / 86_400_000) % TURNS;
const askedAgain = isFull ? Object.keys(judged).filter((_, nth) => nth % TURNS === today) : [];

/** The stored verdict, unless this run checks the pattern again. */
function verdictOf(pattern: Pattern): string | undefined {
  const name = nameOf(pattern);
  return askedAgain.includes(name) ? undefined : judged[name];
}

/** True if a hostile text can make the pattern slow. */
function isHarmful({ where }: Pattern, verdict: string): boolean {
  if (verdict === "safe") return false;
  return verdict !== "polynomial" || !OWN_TEXTS.some((folder) => where.startsWith(folder));
}

describe("no regular expression takes more than linear time on hostile text", () => {
  const folders = new Map<string, Pattern[]>();
  for (const pattern of patterns) {
    const folder = `src/${pattern.where}`.replace("src/sandbox/", "sandbox/src/").split("/").slice(0, -1).join("/");
    folders.set(folder, [...(folders.get(folder) ?? []), pattern]);
  }
  test.for([...folders])("in %s", { timeout: 600_000 }, async ([, inFolder]) => {
    const others = inFolder.filter((pattern) => !Object.hasOwn(BOUNDED, nameOf(pattern)));
    const slow: string[] = [];
    const harmful: Pattern[] = [];
    for (const pattern of others) {
      const before = process.cpuUsage();
      const verdict = verdictOf(pattern) ?? (await ask(pattern));
      const ms = process.cpuUsage(before).user / 1_000;
      if (ms > LONGEST_UNREMEMBERED_MS && !Object.hasOwn(judged, nameOf(pattern)))
        slow.push(`${JSON.stringify(nameOf(pattern))}: "${verdict}"`);
      if (isHarmful(pattern, verdict)) harmful.push(pattern);
    }
    expect(harmful.map((pattern) => `${pattern.where}: ${nameOf(pattern)}`)).toEqual([]);
    expect(slow, "add these to judged.json").toEqual([]);
  });
});

test("every regular expression in judged.json or in the list of exceptions still exists in the source code", () => {
  const names = new Set(patterns.map(nameOf));
  expect([...Object.keys(judged), ...Object.keys(BOUNDED)].filter((name) => !names.has(name))).toEqual([]);
});

const planted = [
  ["quadratic time", "/\\s*\\n\\s*/g", "polynomial"],
  ["exponential time", "/^(\\w+)+$/", "exponential"],
  ["quadratic time by overlapping starts", "/<(https?:[^>|]*)(?:\\|[^>]*)?>/gi", "polynomial"],
] as const;

test.runIf(isFull).for(planted)(
  "the regular expression check detects an expression that takes %s",
  async ([, text, verdict]) => {
    const [collected] = patternsOf("planted.ts", `const planted = ${text};`, {});
    expect(collected && (await ask(collected))).toBe(verdict);
  },
);

test("checking a regular expression that is built from a variable requires an example value of the variable", () => {
  const text = "const PART = String.raw`\\d+`;\nconst made = new RegExp(['^', PART, given, '$'].join(''), 'u');";
  expect(patternsOf("made.ts", text, { given: "x" })).toEqual([{ where: "made.ts", source: "^\\d+x$", flags: "u" }]);
  expect(() => patternsOf("made.ts", text, {})).toThrow("made.ts makes a pattern of given");
});
