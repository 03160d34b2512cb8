import { PROMPT_MAX } from "../../src/core/request/video-request.ts";
import { judgePrompts } from "../../src/policy/judge-prompts.ts";
import { RULE_WORDS_MAX } from "../../src/policy/policy-rules.ts";
import { random } from "../simulation/random.ts";
import type { Scale } from "./scale.ts";
import { bootstrap, median } from "./table/statistics.ts";
import { type Line, numberText } from "./table/table.ts";

const TARGET = { atMost: 2 } as const;
/** A team may have this many words. */
const TEAM_WORDS = 100;
/** Judged before those that are measured. */
const WARM_UP = 5;

/** Repeated, each makes a prompt that is costly in another way. */
const PARTS = ["some words go here ", "word ", "a ", "w1", "銃", "a.", "\u{1f9e8}"];
/** One letter that NFKC makes eighteen of. */
const LONG = "\u{fdfa}";

/**
 * Measures the time to judge a prompt of the greatest length by as many words as there may be: one row for the slowest of
 * ordinary prompts, and one for a prompt that grows when it is normalized.
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
  const what = `judging a prompt of ${numberText(PROMPT_MAX)} characters by ${numberText(RULE_WORDS_MAX)} words and a team's ${TEAM_WORDS}`;
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
