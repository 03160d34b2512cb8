import { expect, test } from "vitest";
import { firstMonthKept, keepsId, mayForget } from "../../../src/core/job/forgetting.ts";
import { aClosedJob, aJob } from "../../fakes/jobs.ts";

test("a part stays as long as its batch is open", () => {
  expect([mayForget(null), mayForget(aClosedJob()), mayForget(aJob())]).toEqual([true, true, false]);
});

test("an id is known until ids of its time are forgotten", () => {
  expect([keepsId(4, { ids: 5 }), keepsId(5, { ids: 5 })]).toEqual([false, true]);
});

test.for([
  ["the first moment of a month", Date.UTC(2026, 11, 1), Date.UTC(2026, 11, 1)],
  ["the last moment of a month", Date.UTC(2026, 11, 1) - 1, Date.UTC(2026, 10, 1)],
  ["a time too late for a date", Number.MAX_SAFE_INTEGER, Date.UTC(9999, 11, 1)],
] as const)("a month's sums stay while a job of it may: %s", ([, ledger, kept]) => {
  expect(firstMonthKept({ ledger })).toBe(kept);
});
