import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { howMany } from "../fakes/how-many.ts";
import { faults } from "./faults.ts";
import type { Lived } from "./life.ts";
import { brokenIn, cellsOf, grid, rowsByFault, tableOf } from "./table.ts";

const committed = readFileSync(join(import.meta.dirname, "TABLE.md"), "utf8");
const EVERY = howMany(1, 24);
const some = faults.filter((_, index) => index % EVERY === 0);

describe(`${some.length} of ${faults.length} faults of the wire, at every act of a job's life`, () => {
  let lives: readonly Lived[] = [];
  beforeAll(async () => {
    lives = await grid(some);
  }, 120_000);

  test("charge once at most, end with one final word, call once at most, and never lie about money", () => {
    expect(lives).toHaveLength(cellsOf(some).length);
    expect(brokenIn(lives)).toEqual([]);
  });

  test("go as the committed table says", () => {
    const committedRows = rowsByFault(committed);
    expect(rowsByFault(tableOf(lives))).toEqual(new Map(some.map(({ name }) => [name, committedRows.get(name)])));
    if (some.length === faults.length) expect(tableOf(lives)).toBe(committed);
  });
});

test("the committed table has every fault, and no other", () => {
  expect([...rowsByFault(committed).keys()].sort()).toEqual(faults.map(({ name }) => name).sort());
});
