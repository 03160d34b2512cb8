import { expect, test } from "vitest";
import type { Job } from "../../src/core/job/job.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRunning, aSlackOwner, TEST_START } from "../fakes/jobs.ts";
import { storesWorld } from "./stores-world.ts";

test("a workspace that has left, but for what is open, and what was accepted since", async () => {
  const { jobs: store } = storesWorld();
  const of = (n: number, owner: Job["owner"], more: Partial<Job> = {}) => aJob({ id: aJobId(n), owner, ...more });
  const theirs = aSlackOwner("U1", "T1");
  const closed = aClosedJob();
  await store.insert({ ...closed, id: aJobId(1), owner: theirs });
  await store.insert(of(2, theirs, { state: aRunning() }));
  await store.insert(of(3, theirs, { acceptedAt: TEST_START + 1 }));
  await store.insert({ ...closed, id: aJobId(4), owner: aSlackOwner("U1", "T11") });
  await store.insert({ ...closed, id: aJobId(5), owner: anOwner("T1") });
  expect(await store.forgetInstallation("T1", TEST_START)).toEqual([aJobId(2)]);
  expect(await store.load(aJobId(1))).toBeNull();
  for (const n of [2, 3, 4, 5]) expect(await store.load(aJobId(n))).not.toBeNull();
  expect(await store.insert({ ...closed, id: aJobId(1), owner: theirs })).toBe("exists");
});

test("on nobody's list is a job that is forgotten", async () => {
  const { jobs: store } = storesWorld();
  await store.insert(aJob({ isForgotten: true }));
  expect(await store.jobsOf(aJob().owner, 5)).toEqual([]);
});
