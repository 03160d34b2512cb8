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

const rows: readonly (readonly [what: string, state: string, trouble: object | null, readonly Sign[]])[] = [
  ["no calls", "working", null, []],
  ["two unanswered calls", "working", null, [lost("ada"), lost("ben")]],
  ["three unanswered calls of two payers", "down", down, [lost("ada"), lost("ada"), lost("ben")]],
  [
    "three unanswered calls of two payers and a successful call of a third payer",
    "down",
    down,
    [taken("cleo"), lost("ada"), lost("ada"), lost("ben")],
  ],
  [
    "three unanswered calls with a successful call in between",
    "working",
    null,
    [lost("ada"), lost("ben"), taken("cleo"), lost("ben")],
  ],
  [
    "three unanswered calls with different prompts from the only payer",
    "down",
    down,
    [taken(), lost(), lost(), lost()],
  ],
  [
    "three unanswered calls with the same prompt from the only payer",
    "working",
    null,
    times(3, () => lost("ada", "fox")),
  ],
  [
    "four unanswered calls of one payer and a successful call of another payer",
    "working",
    null,
    [taken("ben"), ...times(4, () => lost("ada"))],
  ],
  ["a poll skipped by the open circuit breaker", "down", down, [away]],
  ["two failed videos", "working", null, [failed("ada"), failed("ben")]],
  ["three failed videos of two people", "failing", failing(3, 3), [failed("ada"), failed("ada"), failed("ben")]],
  [
    "three failed videos out of five",
    "failing",
    failing(3, 5),
    [good(), good(), failed("ada"), failed("ben"), failed("cleo")],
  ],
  [
    "three failed videos out of six",
    "working",
    null,
    [...times(3, good), failed("ada"), failed("ben"), failed("cleo")],
  ],
  [
    "six failed videos out of the last ten",
    "failing",
    failing(6, 10),
    [...times(14, good), ...times(3, failed), ...times(3, () => failed("ben"))],
  ],
  [
    "six failed videos of one person and a successful video of another person",
    "working",
    null,
    [good("ben"), ...times(6, failed)],
  ],
  ["three failed videos with different prompts from the only person", "failing", failing(3, 3), times(3, failed)],
  [
    "three failed videos with the same prompt from the only person",
    "working",
    null,
    times(3, () => failed("ada", "fox")),
  ],
  [
    "three failed videos and then three unanswered calls",
    "down",
    down,
    [...times(3, failed), lost("ada"), lost("ben"), lost("ada")],
  ],
];

test.for(rows)("after %s, the video service counts as %s", ([, , trouble, signs]) => {
  expect(having(...signs).trouble()).toEqual(trouble);
});

test("failures older than half an hour do not count toward an outage of the video service", () => {
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

describe("an outage of the video service", () => {
  const troubles: readonly (readonly [string, readonly Sign[], () => Sign])[] = [
    ["unanswered calls", [lost("ada"), lost("ben"), lost("cleo")], () => lost("ada")],
    ["failed videos", [failed("ada"), failed("ben"), failed("cleo")], () => failed("ada")],
  ];

  test.for(troubles)("ends after five successful videos in a row if the cause was %s", ([, signs, bad]) => {
    const service = having(...signs, ...times(4, soon), bad(), ...times(4, soon));
    expect(service.trouble()).not.toBeNull();
    service.receives(soon());
    expect(service.trouble()).toBeNull();
    service.receives(bad());
    expect(service.trouble()).toBeNull();
  });

  test.for(troubles)("ends 15 minutes after the last failure if the cause was %s", ([, signs, bad]) => {
    const service = having(...signs);
    service.waits(10 * MINUTE);
    service.receives(bad());
    service.waits(15 * MINUTE - 1);
    expect(service.trouble()).not.toBeNull();
    service.waits(1);
    expect(service.trouble()).toBeNull();
    service.receives(bad());
    expect(service.trouble()).toBeNull();
  });

  test("does not end after successful videos that started before the unanswered calls", () => {
    const service = having(lost("ada"), lost("ben"), lost("cleo"), ...times(6, good));
    expect(service.trouble()).toEqual(down);
  });

  test("ends after five successful videos that started before the outage if the only cause was a poll that the circuit breaker skipped", () => {
    expect(having(away, ...times(5, good)).trouble()).toBeNull();
  });

  test("ends at once if the clock is set back", () => {
    const service = having(lost("ada"), lost("ben"), lost("cleo"));
    service.waits(-10 * MINUTE);
    expect(service.trouble()).toBeNull();
    service.receives(taken());
    expect(service.trouble()).toBeNull();
  });
});
