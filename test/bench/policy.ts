import { PROMPT_MAX } from "../../src/core/request/video-request.ts";
import { judgePrompts } from "../../src/policy/judge-prompts.ts";
import { RULE_WORDS_MAX } from "../../src/policy/policy-rules.ts";
import { random } from "../simulation/random.ts";
import type { Scale } from "./scale.ts";
import { bootstrap, median } from "./table/statistics.ts";
import { type Line, numberText } from "./table/table.ts";

const TARGET = { atMost: 2 } as const;
/** The maximum number of words that a team can forbid. */
const TEAM_WORDS = 100;
/** Rounds before the measured ones. */
const WARM_UP = 5;

/** Each of these is slow in a different way when it is repeated. */
const PARTS = ["some words go here ", "word ", "a ", "w1", "銃", "a.", "\u{1f9e8}"];
/** NFKC turns this character into 18. */
const LONG = "\u{fdfa}";

/**
 * Measures the time to check the longest prompt against the maximum number of words. Reports the slowest of several prompts,
 * and a prompt that grows when it is normalized.
 */
export async function policy({ rounds }: Scale): Promise<readonly Line[]> {
  const words = Array.from({ length: RULE_WORDS_MAX }, (_, nth) => `${"word ".repeat(nth % 5)}w${nth}x`);
  const teamWords = Array.from({ length: TEAM_WORDS }, (_, nth) => `${"a ".repeat(29)}${nth}`);
  const judge = judgePrompts({ rules: [{ name: "A rule", words }], service: null });
  const timesOf = new Map<string, number[]>([...PARTS, LONG].map((part) => [part, []]));
  for (let round = -WARM_UP; round < rounds; round += 1)
    for (const [part, times] of timesOf) {
      const prompt = part.repeat(PROMPT_MAX).slice(0, PROMPT_MAX);
      const begun = performance.now();
      await judge({ prompts: [prompt], platform: "discord", team: "3", teamWords });
      if (round >= 0) times.push(performance.now() - begun);
    }
  const all = PARTS.map((part) => timesOf.get(part) ?? []).toSorted((a, b) => median(a) - median(b));
  const what = `checking a prompt of ${numberText(PROMPT_MAX)} characters against ${numberText(RULE_WORDS_MAX)} words and ${TEAM_WORDS} team words`;
  const row = { unit: "ms", target: TARGET } as const;
  const { fraction } = random(16);
  return [
    {
      ...row,
      what: `${what}: slowest of ${PARTS.length} prompts, median`,
      figure: bootstrap(all.at(-1) ?? [], median, fraction),
      details: `the fastest prompt takes ${numberText(median(all[0] ?? []))} ms`,
      whyNot: "met on an idle machine",
    },
    {
      ...row,
      what: `${what}: each character normalizes to 18, median`,
      figure: bootstrap(timesOf.get(LONG) ?? [], median, fraction),
      details: "54,000 characters after normalization",
      whyNot: "the time grows with the normalized length: a quarter is normalization, half is splitting into words",
    },
  ];
}
