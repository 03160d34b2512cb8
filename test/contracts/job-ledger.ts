import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Job, Outcome } from "../../src/core/job/job.ts";
import { addUp, ledgerOf, monthOf, nothingSpent } from "../../src/core/job/ledger.ts";
import type { JobStore } from "../../src/core/ports.ts";
import { runs } from "../fakes/how-many.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRunning, TEST_START } from "../fakes/jobs.ts";

const DAY_MS = 86_400_000;
const ada = anOwner("1");

const credits = fc.constantFrom(0, 95, 143, 205.5);
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  credits.map((charged) => ({ ...succeeded, credits: charged })),
  credits.map((refunded) => ({ kind: "failed", taskId: "task-1", refunded, creditsAreExact: true }) as const),
  credits.map((atMost) => ({ kind: "unknown", taskId: null, atMost }) as const),
  fc.constant({ kind: "not_started", why: "too_old" } as const),
);
const succeeded: Outcome = {
  kind: "succeeded",
  taskId: "task-1",
  videoUrl: null,
  expiresAt: 0,
  credits: 95,
  creditsAreExact: true,
};
const state: fc.Arbitrary<Job["state"]> = fc.oneof(
  fc.constant(aJob().state),
  credits.map((charged) => aRunning({ credits: charged })),
  outcome.map((found) => ({ status: "closed", outcome: found, told: true, closedAt: TEST_START + DAY_MS }) as const),
);
const act = fc.record({
  kind: fc.constantFrom("put", "put", "put", "stale", "forget"),
  n: fc.integer({ min: 1, max: 5 }),
  state,
});

/** What every job store promises about money; `open` gives an empty one. */
export function jobLedgerContract(name: string, open: () => Promise<JobStore>): void {
  describe(`${name} as a ledger`, () => {
    const ledgerTest = (title: string, claim: (store: JobStore) => Promise<void>) =>
      test(title, async () => {
        const store = await open();
        try {
          await claim(store);
        } finally {
          await store.close();
        }
      });

    ledgerTest("a job counts once, as it stands now, in the month it was accepted in", async (store) => {
      const job = aJob({ owner: ada });
      await store.insert(job);
      expect(await store.ledger(ada, "2026-11")).toEqual(nothingSpent);
      await store.save({ ...job, state: aRunning() }, 1);
      await store.save({ ...job, state: aRunning({ percent: 40 }) }, 2);
      expect(await store.ledger(ada, "2026-11")).toEqual({ charged: 95, refunded: 0, unknown: 0 });
      const failed: Outcome = { kind: "failed", taskId: "task-1", refunded: 95, creditsAreExact: true };
      await store.save({ ...aClosedJob(), owner: ada, state: { ...closed, outcome: failed } }, 3);
      expect(await store.ledger(ada, "2026-11")).toEqual({ charged: 95, refunded: 95, unknown: 0 });
      expect(await store.ledger(ada, "2026-12")).toEqual(nothingSpent);
      expect(await store.ledger(anOwner("2"), "2026-11")).toEqual(nothingSpent);
    });

    ledgerTest("a month begins and ends in UTC, to the millisecond", async (store) => {
      const begin = Date.UTC(2026, 11, 1);
      for (const [n, acceptedAt] of [begin - 1, begin, Date.UTC(2027, 0, 1) - 1, Date.UTC(2027, 0, 1)].entries())
        await store.insert(aClosedJob({ id: aJobId(n), owner: ada, acceptedAt }));
      expect((await store.ledger(ada, "2026-11")).charged).toBe(95);
      expect((await store.ledger(ada, "2026-12")).charged).toBe(190);
      expect((await store.ledger(ada, "2027-01")).charged).toBe(95);
    });

    ledgerTest("a save that came too late changes no money", async (store) => {
      await store.insert(aJob({ owner: ada }));
      expect(await store.save(aJob({ owner: ada, state: aRunning() }), 7)).toBe(false);
      expect(await store.insert(aJob({ owner: ada, state: aRunning() }))).toBe("exists");
      expect(await store.ledger(ada, "2026-11")).toEqual(nothingSpent);
    });

    ledgerTest("a forgotten job still counts, until the ledger of its time is forgotten", async (store) => {
      await store.insert(aClosedJob({ owner: ada }));
      expect(await store.forget({ jobs: TEST_START + DAY_MS, ids: TEST_START + DAY_MS, ledger: 0 })).toBe(1);
      expect((await store.ledger(ada, "2026-11")).charged).toBe(95);
      await store.forget({ jobs: 0, ids: 0, ledger: TEST_START });
      expect((await store.ledger(ada, "2026-11")).charged).toBe(95);
      await store.forget({ jobs: 0, ids: 0, ledger: TEST_START + 1 });
      expect(await store.ledger(ada, "2026-11")).toEqual(nothingSpent);
    });

    test("whatever is put, saved late and forgotten: a month's ledger is the sum over its jobs", () =>
      fc.assert(
        fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
          const store = await open();
          const versions = new Map<number, number>();
          const plain = new Map<number, Job>();
          for (const { kind, n, state: next } of acts) {
            const acceptedAt = TEST_START + n * 4 * DAY_MS;
            const job = aJob({ id: aJobId(n), owner: ada, acceptedAt, state: next });
            const version = versions.get(n);
            if (kind === "forget") {
              await store.forget({ jobs: TEST_START + 2 * DAY_MS, ids: 0, ledger: 0 });
            } else if (kind === "stale") {
              expect(await store.save(job, (version ?? 0) + 1)).toBe(false);
            } else if (version === undefined) {
              expect(await store.insert(job)).toBe("inserted");
              versions.set(n, 1);
              plain.set(n, job);
            } else if (await store.save(job, version)) {
              versions.set(n, version + 1);
              plain.set(n, job);
            }
          }
          for (const month of ["2026-11", "2026-12"]) {
            const own = [...plain.values()].filter(({ acceptedAt }) => monthOf(acceptedAt) === month);
            expect(await store.ledger(ada, month)).toEqual(own.map(ledgerOf).reduce(addUp, nothingSpent));
          }
          await store.close();
        }),
        { numRuns: runs(60) },
      ));
  });
}

const closed = { status: "closed", told: true, closedAt: TEST_START } as const;
