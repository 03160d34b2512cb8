import { describe, expect, test } from "vitest";
import { openMetrics } from "../../src/ops/metrics.ts";
import { random } from "../simulation/random.ts";
import { lagsIn } from "./answers/poll-lag.ts";
import { interleave } from "./slices.ts";
import { bootstrap, median, percentile, shuffled } from "./table/statistics.ts";
import { isFarOff, isMet, numberText, type Row, resultsOf, tableOf } from "./table/table.ts";

test("the benchmark runs each candidate once per round in random order, after a warm-up", async () => {
  const order: string[] = [];
  const arm = (name: string, count: number) => ({
    name,
    async run(forMs: number) {
      order.push(`${name} ${forMs}`);
      return count;
    },
  });
  await interleave([arm("a", 200), arm("b", 100)], { rounds: 40, sliceMs: 5, random: random(1) });
  expect(order.splice(0, 2)).toEqual(["a 15", "b 15"]);
  const rounds = Array.from({ length: 40 }, (_, round) => order.slice(2 * round, 2 * round + 2));
  expect(rounds.every((round) => round.toSorted().join() === "a 5,b 5")).toBe(true);
  expect(new Set(rounds.map((round) => round.join())).size).toBe(2);
});

test("the benchmark computes the polling delay only from metrics recorded since the previous reading", async () => {
  const metrics = openMetrics(() => 0);
  for (let n = 0; n < 50; n += 1) metrics.polled("running", 30_000);
  const before = lagsIn(await metrics.text());
  for (let n = 0; n < 98; n += 1) metrics.polled("running", 5);
  for (let n = 0; n < 2; n += 1) metrics.polled("running", 200);
  const since = lagsIn(await metrics.text()).since(before);
  expect(since.count).toBe(100);
  expect(since.percentile(0.49)).toBe(5);
  expect(since.percentile(0.99)).toBe(175);
  expect(since.percentile(1)).toBe(250);
  expect(before.percentile(0.5)).toBeGreaterThan(10_000);
  expect(lagsIn("").percentile(0.99)).toBeNaN();
});

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("the benchmark's statistics functions", () => {
  test("return the nearest-rank percentile of unsorted values", () => {
    const values = shuffled(upTo(100), random(1).fraction);
    expect([0, 0.5, 0.99, 1].map((share) => percentile(values, share))).toEqual([1, 50, 99, 100]);
    expect(percentile([7], 0.99)).toBe(7);
  });

  test("return the mean of the middle two values as the median of an even number of values", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 100, 10, 6])).toBe(9.5);
  });

  test("return a confidence interval of a mean with the width that theory predicts", () => {
    const { fraction } = random(2);
    const values = Array.from({ length: 400 }, fraction);
    const estimate = bootstrap(values, mean, fraction);
    // The 95 % interval of a mean of 400 uniform values extends 0.0283 to each side (1.96 standard deviations).
    expect(estimate.value).toBeCloseTo(mean(values), 10);
    expect(estimate.value - estimate.low).toBeGreaterThan(0.023);
    expect(estimate.value - estimate.low).toBeLessThan(0.034);
    expect(estimate.high - estimate.value).toBeGreaterThan(0.023);
    expect(estimate.high - estimate.value).toBeLessThan(0.034);
  });

  test("return a confidence interval of zero width for equal values", () => {
    expect(bootstrap([3, 3, 3], median, random(6).fraction)).toEqual({ value: 3, low: 3, high: 3 });
  });

  test("shuffle a list without losing an item or favouring a position", () => {
    const { fraction } = random(7);
    const firsts = upTo(300).map(() => shuffled(["a", "b", "c"], fraction));
    expect(firsts.every((order) => order.toSorted().join("") === "abc")).toBe(true);
    for (const name of ["a", "b", "c"]) {
      const count = firsts.filter(([first]) => first === name).length;
      expect(count).toBeGreaterThan(70);
      expect(count).toBeLessThan(130);
    }
  });
});

const ratio = (low: number, value: number, high: number) => ({ unit: "×" as const, figure: { low, value, high } });
const row = (over: Partial<Row> = {}): Row => ({
  what: "a poll",
  ...ratio(0.9, 1, 1.05),
  target: { atMost: 1.1 },
  details: "20 µs against 20 µs",
  ...over,
});

test.for([
  [1.1, "meets", "at most 1.1", { atMost: 1.1 }],
  [1.11, "does not meet", "at most 1.1", { atMost: 1.1 }],
  [3, "meets", "at least 3", { atLeast: 3 }],
  [2.9, "does not meet", "at least 3", { atLeast: 3 }],
] as const)("a benchmark result of %d %s the target of %s", ([value, verb, , target]) => {
  expect(isMet({ figure: { value, low: 0, high: 9 }, target })).toBe(verb === "meets");
});

test("a benchmark result without a target neither meets nor misses a target", () => {
  expect(isMet({ figure: { value: 2.9, low: 0, high: 9 }, target: null })).toBeNull();
});

test.for([
  [
    "ratio is",
    "the whole confidence interval is above 1.5 times the target's maximum",
    ratio(1.66, 2.5, 3),
    { atMost: 1.1 },
    true,
  ],
  [
    "ratio is not",
    "the confidence interval includes 1.5 times the target's maximum",
    ratio(1.64, 2.5, 3),
    { atMost: 1.1 },
    false,
  ],
  [
    "ratio is",
    "the whole confidence interval is below the target's minimum divided by 1.5",
    ratio(0.1, 1.2, 1.99),
    { atLeast: 3 },
    true,
  ],
  [
    "ratio is not",
    "the confidence interval includes the target's minimum divided by 1.5",
    ratio(0.1, 1.2, 2.01),
    { atLeast: 3 },
    false,
  ],
  ["result is not", "the unit is milliseconds", { ...ratio(9, 9, 9), unit: "ms" as const }, { atMost: 1 }, false],
  ["ratio is not", "no target is set", ratio(9, 9, 9), null, false],
] as const)("a benchmark %s reported as far off target if %s", ([, , of, target, far]) => {
  expect(isFarOff({ ...of, target })).toBe(far);
});

test.for([Number.NaN, Number.POSITIVE_INFINITY])("a benchmark ratio of %d is reported as far off target", (none) => {
  expect(isFarOff({ ...ratio(none, none, none), target: { atMost: 1.1 } })).toBe(true);
  expect(isFarOff({ ...ratio(none, none, none), target: { atLeast: 3 }, redBeyond: 1 })).toBe(true);
});

test("a benchmark ratio with a special limit is reported as far off target only if the whole confidence interval is beyond that limit", () => {
  const ratioWithTarget = { ...ratio(2.5, 2.6, 2.7), target: { atMost: 0.6 } };
  expect(isFarOff({ ...ratioWithTarget, redBeyond: 2.4 })).toBe(true);
  expect(isFarOff({ ...ratioWithTarget, redBeyond: 2.6 })).toBe(false);
  expect(isFarOff({ ...ratio(1, 1, 1.1), target: { atLeast: 3 }, redBeyond: 1.2 })).toBe(true);
});

test("the benchmark table shows each row's target, result, interval and verdict", () => {
  const slow = row({ ...ratio(1.2, 1.234, 1.3), whyNot: "the answer is checked" });
  const table = tableOf([row(), slow, { what: "a queue", skipped: "no redis-server was found" }]);
  const lines = table.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  expect(lines[0]).toEqual(["", "what", "target", "figure", "95 % interval", "verdict", "details", ""]);
  expect(lines[2]).toEqual(["", "a poll", "≤ 1.1 ×", "1 ×", "0.9 to 1.05", "met", "20 µs against 20 µs", ""]);
  expect(lines[3]?.[5]).toBe("not met");
  expect(lines[4]).toEqual(["", "a queue", "", "", "", "skipped", "no redis-server was found", ""]);
  expect(table.split("Why some targets are not met:\n")[1]).toBe("\n- a poll: the answer is checked.\n");
  expect(tableOf([row()])).not.toContain("not met");
});

const resultsWithLoad = (load: number) =>
  resultsOf([row()], { seconds: 290, load, earlier: "# A\n\n| b |\n\n## Once\n\nc\n" });

test("the benchmark's results file says whether the machine was busy", () => {
  expect(resultsWithLoad(0.4)).toContain("in 5 minutes");
  expect(resultsWithLoad(0.4)).toContain("The machine was otherwise idle.");
  expect(resultsWithLoad(12.25)).toContain("busy with other work (load average 12.3 when");
});

test("writing the benchmark's results file replaces the table and keeps the sections after the table", () => {
  expect(resultsWithLoad(0.4).endsWith("\n## Once\n\nc\n")).toBe(true);
  expect(resultsWithLoad(0.4)).not.toContain("| b |");
});

test.for([
  [0.0123, "0.012"],
  [1.005, "1"],
  [31.54, "31.5"],
  [12_345.6, "12,346"],
  [Number.NaN, "none"],
] as const)("the benchmark table shows the number %d as “%s”", ([value, text]) => expect(numberText(value)).toBe(text));
