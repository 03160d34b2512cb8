import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { faults } from "./faults.ts";
import { brokenIn, cells, grid } from "./grid.ts";
import type { Lived } from "./life.ts";
import { tableOf } from "./table.ts";

describe(`${faults.length} faults of the wire, at every act of a job's life`, () => {
  let lives: readonly Lived[] = [];
  beforeAll(async () => {
    lives = await grid();
  }, 120_000);

  test("charge once at most, end with one final word, call once at most, and never lie about money", () => {
    expect(lives).toHaveLength(cells.length);
    expect(brokenIn(lives)).toEqual([]);
  });

  test("go as the committed table says", () => {
    expect(tableOf(lives)).toBe(readFileSync(join(import.meta.dirname, "TABLE.md"), "utf8"));
  });
});
