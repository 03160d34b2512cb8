import { resolve } from "node:path";
import { machineClock } from "../../src/core/clock.ts";
import type { JudgePrompts } from "../../src/core/prompt-policy.ts";
import { PROMPT_MAX } from "../../src/core/request/video-request.ts";
import { FOUND_WITHIN_MS, patternThread } from "../../src/policy/find-patterns.ts";
import { judgePrompts } from "../../src/policy/judge-prompts.ts";
import { COST_MAX } from "../../src/policy/pattern-set.ts";
import { PATTERNS_MAX, type PolicyRule, WORDS_MAX } from "../../src/policy/policy-rules.ts";
import { random } from "../simulation/random.ts";
import type { Scale } from "./scale.ts";
import { bootstrap, median } from "./table/statistics.ts";
import { type Line, numberText } from "./table/table.ts";

const TARGET = { atMost: 2 } as const;
/** A team may have this many words. */
const TEAM_WORDS = 100;
/** Judged before those that are measured. */
const WARM_UP = 5;
/** The costliest patterns take half a second a prompt. */
const FEWER_ROUNDS = 3;

/** Repeated, each makes a prompt that is costly in another way. */
const PARTS = ["some words go here ", "word ", "a ", "w1", "銃", "a.", "\u{1f9e8}"];
/** One letter that NFKC makes eighteen of. */
const LONG = "\u{fdfa}";

/** Measures what it costs to judge a prompt of the greatest length by as many rules as there may be. */
export async function policy({ rounds }: Scale): Promise<readonly Line[]> {
  const ordinary = Array.from(
    { length: PATTERNS_MAX },
    (_, nth) => String.raw`\b(famous|well.known) (actor|singer)s?${nth}\b`,
  );
  const costliest = Array.from({ length: 48 }, (_, nth) => `[ab]{1,10}.{${50 + nth}}X${nth}`);
  return [
    ...(await byWords(rounds)),
    await byPatterns(rounds, ordinary, `${PATTERNS_MAX} patterns of four words`),
    await byPatterns(rounds, costliest, `patterns that cost as much as all may (${numberText(COST_MAX)} instructions)`),
  ];
}

/** Returns one row for the slowest of ordinary prompts, and one for a prompt that grows when it is read. */
async function byWords(rounds: number): Promise<readonly Line[]> {
  const words = Array.from({ length: WORDS_MAX }, (_, nth) => `${"word ".repeat(nth % 5)}w${nth}x`);
  const teamWords = Array.from({ length: TEAM_WORDS }, (_, nth) => `${"a ".repeat(29)}${nth}`);
  const judge = judgePrompts({ rules: [aRule({ words })], findPattern: null, service: null });
  const timesOf = new Map<string, number[]>([...PARTS, LONG].map((part) => [part, []]));
  for (let round = -WARM_UP; round < rounds; round += 1)
    for (const [part, times] of timesOf) {
      const { tookMs } = await judged(judge, part.repeat(PROMPT_MAX).slice(0, PROMPT_MAX), teamWords);
      if (round >= 0) times.push(tookMs);
    }
  const all = PARTS.map((part) => timesOf.get(part) ?? []).toSorted((a, b) => median(a) - median(b));
  const what = `judging a prompt of ${numberText(PROMPT_MAX)} characters by ${numberText(WORDS_MAX)} words and a team's ${TEAM_WORDS}`;
  const row = { unit: "ms", target: TARGET } as const;
  const { fraction } = random(16);
  return [
    {
      ...row,
      what: `${what}, the slowest of ${PARTS.length} prompts, median`,
      figure: bootstrap(all.at(-1) ?? [], median, fraction),
      beside: `the quickest takes ${numberText(median(all[0] ?? []))} ms; all words are looked for at once`,
      whyNot: "it is met where nothing else runs on the machine",
    },
    {
      ...row,
      what: `${what}, each of whose characters stands for eighteen, median`,
      figure: bootstrap(timesOf.get(LONG) ?? [], median, fraction),
      beside: "54,000 letters are read",
      whyNot:
        "the time grows with the letters that are read: a quarter goes into the plain form of each, half into parting them into words",
    },
  ];
}

/** Each prompt is another: the thread remembers what it has read. */
async function byPatterns(rounds: number, patterns: readonly string[], what: string): Promise<Line> {
  const ending = new AbortController();
  const findPattern = patternThread({
    patterns,
    clock: machineClock,
    stopping: ending.signal,
    failed: (error) => {
      throw error;
    },
    program: resolve("dist/policy/pattern-thread.js"),
  });
  const judge = judgePrompts({ rules: [aRule({ patterns })], findPattern, service: null });
  const { fraction } = random(17);
  const letters = () => Array.from({ length: PROMPT_MAX }, () => "ab  c"[Math.floor(fraction() * 5)] ?? "").join("");
  const times: number[] = [];
  const ownTimes: number[] = [];
  for (let round = -WARM_UP; round < rounds / FEWER_ROUNDS; round += 1) {
    const { tookMs, ownMs } = await judged(judge, letters(), []);
    if (round < 0) continue;
    times.push(tookMs);
    ownTimes.push(ownMs);
  }
  ending.abort();
  return {
    what: `judging a prompt of ${numberText(PROMPT_MAX)} characters by ${what}, median`,
    unit: "ms",
    figure: bootstrap(times, median, fraction),
    target: TARGET,
    beside: `of it ${numberText(median(ownTimes))} ms on the event loop, the rest in a thread; the longest took ${numberText(Math.max(...times))} ms, and ${FOUND_WITHIN_MS} are allowed`,
    whyNot:
      "RE2 takes time that grows with the patterns' cost and the prompt's length, whatever both are; a thread of its own holds up only other prompts, and a prompt that is not judged in time is refused",
  };
}

function aRule(of: Partial<PolicyRule>): PolicyRule {
  return { name: "A rule", words: [], patterns: [], ...of };
}

async function judged(judge: JudgePrompts, prompt: string, teamWords: readonly string[]) {
  const begun = performance.now();
  const before = performance.eventLoopUtilization();
  await judge({ prompts: [prompt], platform: "discord", team: "3", teamWords });
  const { active: ownMs } = performance.eventLoopUtilization(before);
  return { tookMs: performance.now() - begun, ownMs };
}
