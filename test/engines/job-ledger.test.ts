import fc from "fast-check";
import { expect, test } from "vitest";
import type { Job, Outcome } from "../../src/core/job/job.ts";
import { addUp, ledgerOf, monthOf, nothingSpent } from "../../src/core/job/ledger.ts";
import { runs } from "../fakes/how-many.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRunning, TEST_START } from "../fakes/jobs.ts";
import { storesWorld } from "./stores-world.ts";

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
  outcome.map(
    (anOutcome) => ({ status: "closed", outcome: anOutcome, isNotified: true, closedAt: TEST_START + DAY_MS }) as const,
  ),
);
const act = fc.record({
  kind: fc.constantFrom("put", "put", "put", "stale", "forget"),
  n: fc.integer({ min: 1, max: 5 }),
  state,
});

test("a forgotten job still counts, until the ledger of its time is forgotten", async () => {
  const { jobs: store } = storesWorld();
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
      const { jobs: store } = storesWorld();
      const versions = new Map<number, number>();
      const plain = new Map<number, Job>();
      for (const { kind, n, state: next } of acts) {
        const acceptedAt = TEST_START + n * 4 * DAY_MS;
        const job = aJob({ id: aJobId(n), owner: ada, acceptedAt, state: next });
        const version = versions.get(n);
        if (kind === "forget") {
          await store.forget({ jobs: TEST_START + 2 * DAY_MS, ids: 0, ledger: 0 });
        } else if (kind === "stale") {
          expect(await store.save(job, version === undefined ? 1 : version - 1)).toBe(false);
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
    }),
    { numRuns: runs(60) },
  ));
