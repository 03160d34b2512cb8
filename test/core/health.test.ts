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

/** A service with one sign per second. */
function having(...signs: readonly Sign[]) {
  let now = TEST_START;
  let seen = unseen(now);
  const service = {
    receives(...more: readonly Sign[]): void {
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
  service.receives(...signs);
  return service;
}

const down = { kind: "down" };
const failing = (count: number, ends: number) => ({ kind: "failing", failed: count, ends });

const rows: readonly (readonly [string, object | null, readonly Sign[]])[] = [
  ["no calls", null, []],
  ["two lost calls", null, [lost("ada"), lost("ben")]],
  ["three lost calls of two payers", down, [lost("ada"), lost("ada"), lost("ben")]],
  [
    "three lost calls of two payers, and good ones of a third",
    down,
    [taken("cleo"), lost("ada"), lost("ada"), lost("ben")],
  ],
  ["three lost calls with a good one between them", null, [lost("ada"), lost("ben"), taken("cleo"), lost("ben")]],
  ["three prompts of the only payer", down, [taken(), lost(), lost(), lost()]],
  ["one prompt of the only payer, sent three times", null, times(3, () => lost("ada", "fox"))],
  ["lost calls of one payer while another's succeed", null, [taken("ben"), ...times(4, () => lost("ada"))]],
  ["skipped polls", down, [away]],
  ["two failed videos", null, [failed("ada"), failed("ben")]],
  ["three failed videos of two people", failing(3, 3), [failed("ada"), failed("ada"), failed("ben")]],
  ["three failures in five videos", failing(3, 5), [good(), good(), failed("ada"), failed("ben"), failed("cleo")]],
  ["three failures in six videos", null, [...times(3, good), failed("ada"), failed("ben"), failed("cleo")]],
  [
    "six failures in the last ten videos",
    failing(6, 10),
    [...times(14, good), ...times(3, failed), ...times(3, () => failed("ben"))],
  ],
  ["failures of one person while another's videos succeed", null, [good("ben"), ...times(6, failed)]],
  ["three failed prompts of the only person", failing(3, 3), times(3, failed)],
  ["one prompt of the only person that failed three times", null, times(3, () => failed("ada", "fox"))],
  ["failed videos, then three lost calls", down, [...times(3, failed), lost("ada"), lost("ben"), lost("ada")]],
];

test.for(rows)("after %s the video service has the right kind of trouble, if any", ([, trouble, signs]) => {
  expect(having(...signs).trouble()).toEqual(trouble);
});

test("signs of trouble older than half an hour do not count", () => {
  for (const [first, second] of [
    [lost("ada"), lost("ben")],
    [failed("ada"), failed("ben")],
  ] as const) {
    const service = having(first, second);
    service.waits(30 * MINUTE);
    service.receives(first.kind === "call" ? lost("cleo") : failed("cleo"));
    expect(service.trouble()).toBeNull();
  }
});

describe("the video service's trouble ends", () => {
  const troubles: readonly (readonly [string, readonly Sign[], () => Sign])[] = [
    ["lost calls", [lost("ada"), lost("ben"), lost("cleo")], () => lost("ada")],
    ["failed videos", [failed("ada"), failed("ben"), failed("cleo")], () => failed("ada")],
  ];

  test.for(troubles)(
    "after five successful videos in a row if the cause was %s, which then no longer count",
    ([, signs, bad]) => {
      const service = having(...signs, ...times(4, soon), bad(), ...times(4, soon));
      expect(service.trouble()).not.toBeNull();
      service.receives(soon());
      expect(service.trouble()).toBeNull();
      service.receives(bad());
      expect(service.trouble()).toBeNull();
    },
  );

  test.for(troubles)(
    "15 minutes after the last sign if the cause was %s, which then no longer count",
    ([, signs, bad]) => {
      const service = having(...signs);
      service.waits(10 * MINUTE);
      service.receives(bad());
      service.waits(15 * MINUTE - 1);
      expect(service.trouble()).not.toBeNull();
      service.waits(1);
      expect(service.trouble()).toBeNull();
      service.receives(bad());
      expect(service.trouble()).toBeNull();
    },
  );

  test("not because of successful videos that had started before a call was lost", () => {
    const service = having(lost("ada"), lost("ben"), lost("cleo"), ...times(6, good));
    expect(service.trouble()).toEqual(down);
  });

  test("because of successful videos, whenever they started, if only polls were skipped", () => {
    expect(having(away, ...times(5, good)).trouble()).toBeNull();
  });

  test("at once if the clock is set back", () => {
    const service = having(lost("ada"), lost("ben"), lost("cleo"));
    service.waits(-10 * MINUTE);
    expect(service.trouble()).toBeNull();
    service.receives(taken());
    expect(service.trouble()).toBeNull();
  });
});
