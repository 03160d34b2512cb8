import { expect, test } from "vitest";
import { isFarOff, isMet, numberText, type Row, resultsOf, tableOf } from "./table.ts";

const ratio = (low: number, value: number, high: number) => ({ unit: "×" as const, figure: { low, value, high } });
const row = (over: Partial<Row> = {}): Row => ({
  what: "a poll",
  ...ratio(0.9, 1, 1.05),
  target: { atMost: 1.1 },
  beside: "20 µs beside 20 µs",
  ...over,
});

test.for([
  [1.1, { atMost: 1.1 }, true],
  [1.11, { atMost: 1.1 }, false],
  [3, { atLeast: 3 }, true],
  [2.9, { atLeast: 3 }, false],
  [2.9, null, null],
] as const)("a figure of %d against %j is met: %s", ([value, target, met]) => {
  expect(isMet({ figure: { value, low: 0, high: 9 }, target })).toBe(met);
});

test.for([
  [ratio(1.66, 2.5, 3), { atMost: 1.1 }, true],
  [ratio(1.64, 2.5, 3), { atMost: 1.1 }, false],
  [ratio(0.1, 1.2, 1.99), { atLeast: 3 }, true],
  [ratio(0.1, 1.2, 2.01), { atLeast: 3 }, false],
  [{ ...ratio(9, 9, 9), unit: "ms" as const }, { atMost: 1 }, false],
  [ratio(9, 9, 9), null, false],
] as const)("only a ratio whose interval excludes 1.5 times its target is far off: %j, %j, %s", ([of, target, far]) => {
  expect(isFarOff({ ...of, target })).toBe(far);
});

test.for([Number.NaN, Number.POSITIVE_INFINITY])("a ratio that came to %d is far off, not passed over", (none) => {
  expect(isFarOff({ ...ratio(none, none, none), target: { atMost: 1.1 } })).toBe(true);
  expect(isFarOff({ ...ratio(none, none, none), target: { atLeast: 3 }, redBeyond: 1 })).toBe(true);
});

test("a ratio that is known to miss its target is far off only beyond what is written beside it", () => {
  const ratioWithTarget = { ...ratio(2.5, 2.6, 2.7), target: { atMost: 0.6 } };
  expect(isFarOff({ ...ratioWithTarget, redBeyond: 2.4 })).toBe(true);
  expect(isFarOff({ ...ratioWithTarget, redBeyond: 2.6 })).toBe(false);
  expect(isFarOff({ ...ratio(1, 1, 1.1), target: { atLeast: 3 }, redBeyond: 1.2 })).toBe(true);
});

test("each row says its target, figure, interval and verdict, and why it is not met", () => {
  const slow = row({ ...ratio(1.2, 1.234, 1.3), whyNot: "the answer is checked" });
  const table = tableOf([row(), slow, { what: "a queue", skipped: "no redis-server was found" }]);
  const lines = table.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  expect(lines[0]).toEqual(["", "what", "target", "figure", "95 % interval", "verdict", "beside it", ""]);
  expect(lines[2]).toEqual(["", "a poll", "≤ 1.1 ×", "1 ×", "0.9 to 1.05", "met", "20 µs beside 20 µs", ""]);
  expect(lines[3]?.[5]).toBe("not met");
  expect(lines[4]).toEqual(["", "a queue", "", "", "", "skipped", "no redis-server was found", ""]);
  expect(table.split("Not met, and why:\n")[1]).toBe("\n- a poll: the answer is checked.\n");
  expect(tableOf([row()])).not.toContain("Not met");
});

test("the file says whether the machine was busy with anything else, and keeps what was measured once", () => {
  const fileOf = (load: number) =>
    resultsOf([row()], { seconds: 290, load, earlier: "# A\n\n| b |\n\n## Once\n\nc\n" });
  expect(fileOf(0.4).endsWith("\n## Once\n\nc\n")).toBe(true);
  expect(fileOf(0.4)).not.toContain("| b |");
  expect(fileOf(0.4)).toContain("in 5 minutes");
  expect(fileOf(0.4)).toContain("It had nothing else to do.");
  expect(fileOf(12.25)).toContain("busy with other work (a load of 12.3 when");
});

test.for([
  [0.0123, "0.012"],
  [1.005, "1"],
  [31.54, "31.5"],
  [12_345.6, "12,346"],
  [Number.NaN, "none"],
] as const)("%d reads %s", ([value, text]) => expect(numberText(value)).toBe(text));
