import { describe, expect, test } from "vitest";
import { noted, type Sign, troubleNow, unseen } from "../../src/core/health.ts";
import { TEST_START } from "../fakes/jobs.ts";

const MINUTE = 60_000;

let prompts = 0;
function aPrompt(): string {
  prompts += 1;
  return `prompt ${prompts}`;
}

const taken = (by = "ada"): Sign => ({ kind: "call", isGood: true, by, prompt: aPrompt() });
const lost = (by = "ada", prompt = aPrompt()): Sign => ({ kind: "call", isGood: false, by, prompt });
const away: Sign = { kind: "away" };
const good = (by = "ada", tookMs = 3 * MINUTE): Sign => ({ kind: "end", isGood: true, by, prompt: aPrompt(), tookMs });
const failed = (by = "ada", prompt = aPrompt()): Sign => ({ kind: "end", isGood: false, by, prompt, tookMs: MINUTE });
const soon = () => good("ada", 500);
const times = (count: number, sign: () => Sign) => Array.from({ length: count }, () => sign());

/** A service that is heard of, one sign a second. */
function having(...signs: readonly Sign[]) {
  let now = TEST_START;
  let seen = unseen(now);
  const service = {
    hears(...more: readonly Sign[]): void {
      for (const sign of more) {
        now += 1_000;
        seen = noted(seen, sign, now);
      }
    },
    waits(ms: number): void {
      now += ms;
    },
    trouble: () => troubleNow(seen, now),
    now: () => now,
  };
  service.hears(...signs);
  return service;
}

const down = { kind: "down" };
const failing = (count: number, ends: number) => ({ kind: "failing", failed: count, ends });

const rows: readonly (readonly [string, readonly Sign[], object | null])[] = [
  ["nothing at all", [], null],
  ["two lost calls", [lost("ada"), lost("ben")], null],
  ["three lost calls of two payers", [lost("ada"), lost("ada"), lost("ben")], down],
  ["the same beside a third payer's good ones", [taken("cleo"), lost("ada"), lost("ada"), lost("ben")], down],
  ["three with one that was taken among them", [lost("ada"), lost("ben"), taken("cleo"), lost("ben")], null],
  ["three prompts of the only payer there is", [taken(), lost(), lost(), lost()], down],
  ["one prompt of the only payer, sent three times", times(3, () => lost("ada", "fox")), null],
  ["one payer's calls alone, where another's were taken of late", [taken("ben"), ...times(4, () => lost("ada"))], null],
  ["polls that are kept away", [away], down],
  ["two videos that failed", [failed("ada"), failed("ben")], null],
  ["three of two people", [failed("ada"), failed("ada"), failed("ben")], failing(3, 3)],
  ["three of five", [good(), good(), failed("ada"), failed("ben"), failed("cleo")], failing(3, 5)],
  ["three of six", [...times(3, good), failed("ada"), failed("ben"), failed("cleo")], null],
  ["six of the last ten", [...times(14, good), ...times(3, failed), ...times(3, () => failed("ben"))], failing(6, 10)],
  ["one person's alone, where another's ended well", [good("ben"), ...times(6, failed)], null],
  ["three prompts of the only person there is", times(3, failed), failing(3, 3)],
  ["one prompt of the only person, three times", times(3, () => failed("ada", "fox")), null],
  ["failing, and then three lost calls", [...times(3, failed), lost("ada"), lost("ben"), lost("ada")], down],
];

test.for(rows)("trouble after %s: %o", ([, signs, trouble]) => {
  expect(having(...signs).trouble()).toEqual(trouble);
});

test("what is half an hour old counts no more", () => {
  for (const [first, second] of [
    [lost("ada"), lost("ben")],
    [failed("ada"), failed("ben")],
  ] as const) {
    const service = having(first, second);
    service.waits(30 * MINUTE);
    service.hears(first.kind === "call" ? lost("cleo") : failed("cleo"));
    expect(service.trouble()).toBeNull();
  }
});

describe("trouble is over", () => {
  const troubles: readonly (readonly [string, readonly Sign[], () => Sign])[] = [
    ["lost calls", [lost("ada"), lost("ben"), lost("cleo")], () => lost("ada")],
    ["videos that failed", [failed("ada"), failed("ben"), failed("cleo")], () => failed("ada")],
  ];

  test.for(troubles)("after five videos in a row that ended well, of %s; they count no more", ([, signs, bad]) => {
    const service = having(...signs, ...times(4, soon), bad(), ...times(4, soon));
    expect(service.trouble()).not.toBeNull();
    service.hears(soon());
    expect(service.trouble()).toBeNull();
    service.hears(bad());
    expect(service.trouble()).toBeNull();
  });

  test.for(troubles)("15 minutes after the last sign, of %s; they count no more", ([, signs, bad]) => {
    const service = having(...signs);
    service.waits(10 * MINUTE);
    service.hears(bad());
    service.waits(15 * MINUTE - 1);
    expect(service.trouble()).not.toBeNull();
    service.waits(1);
    expect(service.trouble()).toBeNull();
    service.hears(bad());
    expect(service.trouble()).toBeNull();
  });

  test("not by videos that had begun before a call was lost: they say nothing of paid calls", () => {
    const service = having(lost("ada"), lost("ben"), lost("cleo"), ...times(6, good));
    expect(service.trouble()).toEqual(down);
  });

  test("by any videos where only polls were kept away", () => {
    expect(having(away, ...times(5, good)).trouble()).toBeNull();
  });

  test("at once where the clock was set back, which makes nonsense of all times", () => {
    const service = having(lost("ada"), lost("ben"), lost("cleo"));
    service.waits(-10 * MINUTE);
    expect(service.trouble()).toBeNull();
    service.hears(taken());
    expect(service.trouble()).toBeNull();
  });
});
