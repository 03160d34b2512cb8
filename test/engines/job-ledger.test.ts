import { expect, test } from "vitest";
import { nothingSpent } from "../../src/core/job/ledger.ts";
import { aClosed, aClosedJob, aJob, aJobId, anOwner, anUnknown, aRunning, TEST_START } from "../fakes/jobs.ts";
import { storesWorld } from "./stores-world.ts";

const DAY_MS = 86_400_000;
const ada = anOwner("1");

test("a person's ledger for a month adds up the costs of all jobs accepted in that month, including jobs in progress", async () => {
  const { jobs: store } = storesWorld();
  await store.insert(aClosedJob({ id: aJobId(1), owner: ada }));
  const unknown = aClosed(anUnknown({ atMost: 143 }));
  await store.insert(aJob({ id: aJobId(2), owner: ada, state: unknown }));
  await store.insert(aJob({ id: aJobId(3), owner: ada, state: aRunning({ credits: 205 }) }));
  await store.insert(aJob({ id: aJobId(4), owner: ada, acceptedAt: TEST_START + 20 * DAY_MS, state: aRunning() }));
  await store.insert(aClosedJob({ id: aJobId(5), owner: anOwner("2") }));
  expect(await store.save(aJob({ id: aJobId(3), owner: ada }), 2)).toBe(false);
  const ofMonth = { ...nothingSpent, charged: 300, unknown: 143 };
  expect(await store.ledger(ada, "2026-11")).toEqual(ofMonth);
  expect(await store.forget({ jobs: TEST_START + DAY_MS, ids: 0, ledger: 0, daySums: 0 })).toBe(3);
  expect(await store.ledger(ada, "2026-11")).toEqual(ofMonth);
  expect((await store.ledger(ada, "2026-12")).charged).toBe(95);
});

test("the cost of a deleted job stays in its owner's monthly ledger until that ledger is deleted", async () => {
  const { jobs: store } = storesWorld();
  await store.insert(aClosedJob({ owner: ada }));
  expect(await store.forget({ jobs: TEST_START + DAY_MS, ids: TEST_START + DAY_MS, ledger: 0, daySums: 0 })).toBe(1);
  expect((await store.ledger(ada, "2026-11")).charged).toBe(95);
  await store.forget({ jobs: 0, ids: 0, ledger: TEST_START, daySums: 0 });
  expect((await store.ledger(ada, "2026-11")).charged).toBe(95);
  await store.forget({ jobs: 0, ids: 0, ledger: TEST_START + 1, daySums: 0 });
  expect(await store.ledger(ada, "2026-11")).toEqual(nothingSpent);
});
