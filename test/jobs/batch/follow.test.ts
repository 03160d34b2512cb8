import { expect, test } from "vitest";
import type { Attaching, Job } from "../../../src/core/job/job.ts";
import type { StoredJob } from "../../../src/core/ports.ts";
import { followBatch, leaveToBatch } from "../../../src/jobs/batch-steps.ts";
import { partsOf } from "../../../src/jobs/related-jobs.ts";
import { aBatch } from "../../fakes/batch/batches.ts";
import { aClosedJob, anOwner, aRequest, aWaiting, TEST_START } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A batch as the store has it, and its first part, which is so. */
async function aPart(part: Partial<Job>, over: Partial<Job> = {}, isBatchGone = false) {
  const world = aWorld();
  const [batch, first, ...others] = aBatch(["ready", "running"]);
  if (!first) throw new Error("a batch has parts");
  const stored: StoredJob = { job: { ...first, ...part }, version: 1 };
  await world.jobs.insert(batch, undefined, [stored.job, ...others]);
  await world.jobs.save({ ...batch, ...over }, 1);
  const deps = { ...world.deps(), jobs: { ...world.jobs } };
  if (isBatchGone) deps.jobs.load = async (id) => (id === batch.id ? null : world.jobs.load(id));
  return { world, deps, stored, now: () => world.jobOf(first.id) };
}

const unseen = aWaiting({ for: "turn", answer: "due" });

test("a part whose batch is gone never begins", async () => {
  const { deps, stored, now } = await aPart({ state: unseen }, {}, true);
  expect(await followBatch(deps, stored)).toBeNull();
  expect((await now()).state).toMatchObject({ outcome: { kind: "not_started", why: "restart" } });
});

test.for([
  ["its batch", unseen, 2 * SECOND],
  ["managers", aWaiting({ answer: "due" }), MINUTE],
] as const)("a part that waits for %s looks at it in case that it was not woken", async ([, state, afterMs]) => {
  const { deps, stored } = await aPart({ state }, { state: { ...unseen, status: "gathering" } as Job["state"] });
  expect(await followBatch(deps, stored)).toBe(TEST_START + afterMs);
});

test("the parts of a batch begin with the word that its card is seen, not with their next look", async () => {
  const world = aWorld();
  await world.vault.put(anOwner(), world.key);
  const accepted = await world.accept({ each: [aRequest(), aRequest()] });
  if (!accepted.ok) throw new Error("refused");
  await world.clock.advance(SECOND / 10);
  await world.answered(accepted.value.id, { kind: "given", reply: accepted.value.reply });
  await world.clock.advance(SECOND / 10);
  const parts = await partsOf(world.jobs, accepted.value);
  expect(parts.map(({ job }) => job.state.status)).toEqual(["running", "running"]);
});

const attaching = (over: Partial<Attaching>): Attaching => {
  const { state } = aClosedJob();
  if (state.status !== "closed") throw new Error("not closed");
  const { outcome } = state;
  const untried = { triedAt: null, attempts: 0, notBefore: TEST_START };
  return { status: "attaching", outcome, settledAt: TEST_START, since: TEST_START, ...untried, ...over };
};

test("a film whose batch has ended is on its way no more", async () => {
  const state = attaching({});
  const { state: closed } = aClosedJob();
  const { deps, stored, now } = await aPart({ state, video: "due" }, { state: closed });
  expect(await leaveToBatch(deps, stored, state)).toBeNull();
  expect((await now()).state.status).toBe("closed");
});

test("a film that is late is given up", async () => {
  const state = attaching({ triedAt: TEST_START });
  const { world, deps, stored, now } = await aPart({ state, video: "due" });
  await world.clock.advance(24 * 60 * MINUTE);
  await leaveToBatch(deps, stored, state);
  expect(await now()).toMatchObject({ video: "not_taken", state: { status: "closed" } });
});
