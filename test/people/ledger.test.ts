import { expect, test } from "vitest";
import { ledger } from "../../src/people/ledger.ts";
import { memoryJobStore } from "../fakes/job-store.ts";
import { aClosedJob, aJobId, anOwner } from "../fakes/jobs.ts";
import { toldClock } from "../fakes/told-clock.ts";

test("a person sees this month and the last one, in UTC, and nobody else's", async () => {
  const jobs = memoryJobStore();
  const at = [Date.UTC(2026, 0, 1), Date.UTC(2025, 11, 31, 23, 59), Date.UTC(2025, 11, 1), Date.UTC(2025, 10, 30)];
  for (const [n, acceptedAt] of at.entries()) await jobs.insert(aClosedJob({ id: aJobId(n), acceptedAt }));
  await jobs.insert(aClosedJob({ id: aJobId(9), acceptedAt: at[0] ?? 0, owner: anOwner("another") }));
  const spent = await ledger(jobs, toldClock(Date.UTC(2026, 0, 5)))(anOwner());
  expect(spent).toEqual({
    thisMonth: { charged: 95, refunded: 0, unknown: 0 },
    lastMonth: { charged: 190, refunded: 0, unknown: 0 },
  });
});
