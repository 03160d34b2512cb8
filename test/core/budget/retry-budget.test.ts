import { expect, test } from "vitest";
import { retryBudget } from "../../../src/core/budget/poll-budget.ts";

test("of a thousand calls that all fail, ten more than a tenth are repeated early", () => {
  const budget = retryBudget();
  let early = 0;
  for (let n = 0; n < 1_000; n += 1) {
    budget.earn();
    while (budget.spend()) early += 1;
  }
  expect(early).toBeGreaterThanOrEqual(108);
  expect(early).toBeLessThanOrEqual(110);
});

test("a quiet time saves up a hundred at most", () => {
  const budget = retryBudget();
  for (let n = 0; n < 100_000; n += 1) budget.earn();
  let early = 0;
  while (budget.spend()) early += 1;
  expect(early).toBe(100);
});
