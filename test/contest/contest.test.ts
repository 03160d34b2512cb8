import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CONTESTANTS } from "./contestants.ts";
import type { Outcome } from "./life.ts";
import { MISHAPS } from "./mishaps.ts";
import { claimsBrokenBy, rowsOf, sumsIn, sumsOf, tableOf } from "./table.ts";

const committed = readFileSync(new URL("TABLE.md", import.meta.url), "utf8");
const comparison = readFileSync(new URL("../../docs/comparison.md", import.meta.url), "utf8");
const names = CONTESTANTS.map(({ name }) => name);

test("test/contest/TABLE.md lists 40 failure scenarios with a result for each compared bot", () => {
  expect(MISHAPS).toHaveLength(40);
  expect(rowsOf(committed).map(({ mishap }) => mishap)).toEqual(MISHAPS.map(({ name }) => name));
  expect(tableOf(names, rowsOf(committed))).toBe(committed);
});

test("the totals in docs/comparison.md match the results in test/contest/TABLE.md", () => {
  expect(sumsIn(comparison)).toBe(sumsOf(names, rowsOf(committed)));
});

test.for([
  ["without", 0],
  ["with", 1],
] as const)(
  "in every row of test/contest/TABLE.md, Reelay %s idempotency keys has at most one charge, exactly one final message, at most one notification and no false “nothing charged”",
  ([, at]) => {
    const ours = rowsOf(committed).map(({ mishap, outcomes }) => ({ mishap, own: outcomes[at] }));
    for (const { mishap, own } of ours) expect(own && claimsBrokenBy(own), mishap).toEqual([]);
  },
);

test("in test/contest/TABLE.md, Reelay with idempotency keys delivers every charged video", () => {
  const ours = rowsOf(committed).map(({ mishap, outcomes: [, own] }) => ({ mishap, own }));
  for (const { mishap, own } of ours) if (own && own.charges > 0) expect(own.hasVideo, mishap).toBe(true);
});

test("the totals of charges, videos and messages in failure scenarios are computed separately for each compared bot", () => {
  const well: Outcome = { charges: 1, finals: 1, notifications: 1, hasVideo: true, isMisled: false };
  const rows = [
    { mishap: "a", outcomes: [well, { ...well, charges: 2, notifications: 2 }] },
    {
      mishap: "b",
      outcomes: [
        { ...well, hasVideo: false, isMisled: true },
        { ...well, finals: 0, hasVideo: false },
      ],
    },
    { mishap: "c", outcomes: [well, { ...well, finals: 2 }] },
  ];
  const table = tableOf(["one", "two"], rows);
  expect(rowsOf(table)).toEqual(rows);
  expect(table.match(/✓/g)).toHaveLength(3);
  expect(sumsOf(["one", "two"], rows).split("\n").slice(2, -1)).toEqual([
    "| paid calls that were charged | 3 | 4 |",
    "| videos charged twice or more | 0 | 1 |",
    "| videos delivered | 2 | 2 |",
    "| videos without a final message | 0 | 1 |",
    "| videos with two final messages | 0 | 1 |",
    "| videos with two notifications | 0 | 1 |",
    "| videos whose person was misled about a charge | 1 | 0 |",
  ]);
});
