import { expect, test, vi } from "vitest";
import { PROMPT_MAX } from "../../src/core/request/video-request.ts";
import { judgePrompts } from "../../src/policy/judge-prompts.ts";
import { readPolicy } from "../../src/policy/policy-rules.ts";
import { howMany } from "../fakes/how-many.ts";

/** A character that NFKC normalizes to 18 letters. */
const LONG = "\u{fdfa}";

/**
 * The cost of checking a prompt: the number of map lookups, which does not depend on the machine's load, and the CPU time in
 * milliseconds.
 */
async function taken(judge: ReturnType<typeof judgePrompts>, prompt: string, teamWords: readonly string[]) {
  const prompted = { prompts: [prompt], platform: "discord", team: "3", teamWords } as const;
  const ms = await msOf(judge, prompted);
  const looked = vi.spyOn(Map.prototype, "get");
  expect(await judge(prompted)).toBeNull();
  const steps = looked.mock.calls.length;
  looked.mockRestore();
  return { steps, ms };
}

async function msOf(judge: ReturnType<typeof judgePrompts>, prompted: Parameters<typeof judge>[0]): Promise<number> {
  const times: number[] = [];
  for (let nth = 0; nth < howMany(10, 2); nth += 1) {
    const before = process.cpuUsage();
    expect(await judge(prompted)).toBeNull();
    times.push(process.cpuUsage(before).user / 1_000);
  }
  return Math.min(...times);
}

/** A limit that even a slow machine meets. A quadratic check took ten seconds. */
const GENEROUS_MS = 200;

test("a repetitive prompt is checked against 5,100 forbidden words in less than 200 ms", async () => {
  const words = Array.from({ length: 5_000 }, (_, nth) => `${"word ".repeat(nth % 5)}w${nth}x`);
  const rules = Array.from({ length: 5 }, (_, nth) => ({
    name: `Rule ${nth}`,
    words: words.slice(nth * 1_000, (nth + 1) * 1_000),
  }));
  const read = readPolicy(JSON.stringify({ rules }));
  if (!read.ok) throw new Error(read.refusal.join());
  const judge = judgePrompts({ rules: read.value, service: null });
  const teamWords = Array.from({ length: 100 }, (_, nth) => `${"a ".repeat(29)}${nth}`);
  for (const part of ["word ", "a ", "w1", "銃", "some words go here ", "a.", "\u{1f9e8}"]) {
    const { steps, ms } = await taken(judge, part.repeat(PROMPT_MAX).slice(0, PROMPT_MAX), teamWords);
    process.stdout.write(`${JSON.stringify(part)}, repeated: checked in ${ms.toFixed(2)} ms, ${steps} steps\n`);
    // At most two lookups per character, for the operator's words and for the team's.
    expect(steps).toBeLessThan(2 * 2 * PROMPT_MAX + 100);
    expect(ms).toBeLessThan(GENEROUS_MS);
  }
});

test("a prompt is checked in less than 200 ms against forbidden words that become longer when normalized", async () => {
  const judge = judgePrompts({ rules: [], service: null });
  const teamWords = Array.from({ length: 50 }, (_, nth) => `${LONG} `.repeat(29) + String.fromCodePoint(97 + nth));
  const { ms } = await taken(judge, `${LONG} `.repeat(PROMPT_MAX / 2), teamWords);
  process.stdout.write(`words and a prompt that become longer: checked in ${ms.toFixed(2)} ms\n`);
  expect(ms).toBeLessThan(GENEROUS_MS);
});

test("a prompt full of narrow spaces is checked for forbidden words in less than 200 ms", async () => {
  const judge = judgePrompts({ rules: [], service: null });
  const words = (letters: string) => Array.from({ length: 50 }, (_, nth) => letters.repeat(60).slice(0, 58) + nth);
  for (const teamWords of [words("a"), words("a "), words("ab")])
    for (const part of ["a\u200a", "ab\u200a", "a\u200ab\u2009 "]) {
      const prompts = [part.repeat(PROMPT_MAX).slice(0, PROMPT_MAX)];
      const ms = await msOf(judge, { prompts, platform: "discord", team: "3", teamWords });
      process.stdout.write(`${JSON.stringify(part)}, repeated: checked in ${ms.toFixed(2)} ms\n`);
      expect(ms).toBeLessThan(GENEROUS_MS);
    }
});
