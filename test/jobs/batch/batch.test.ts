import { describe, expect, test } from "vitest";
import { spentOn } from "../../../src/core/batch/batch.ts";
import type { Job } from "../../../src/core/job/job.ts";
import type { StoredJob } from "../../../src/core/ports.ts";
import type { Order } from "../../../src/core/request/order.ts";
import { refuse } from "../../../src/core/result.ts";
import { followBatch, leaveToBatch } from "../../../src/jobs/batch-steps.ts";
import { aBatch } from "../../fakes/batch/batches.ts";
import { aClosedJob, aJobId, anAttaching, anOwner, aRequest, aWaiting, TEST_START } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const SECOND = 1_000;

/** A batch of that many videos, whose card its person sees. */
async function aRunningBatch(videos = 3, over: Partial<Order> = {}) {
  const world = aWorld();
  await world.vault.put(anOwner(), world.key);
  const each = Array.from({ length: videos }, (_, index) => aRequest({ prompt: `scene ${index + 1}` }));
  const batch = await world.begin({ each, request: each[0] ?? aRequest(), ...over });
  await world.clock.advance(SECOND);
  const parts = () => world.partsOf(batch.id);
  const statuses = async () => (await parts()).map(({ state }) => state.status);
  return { world, batch, parts, statuses };
}

describe("a batch", () => {
  test("makes each of its videos once, on one card, with one notification", async () => {
    const { world, batch, parts, statuses } = await aRunningBatch();
    expect(await statuses()).toEqual(["running", "running", "running"]);
    expect(world.video.prompts()).toEqual(["scene 1", "scene 2", "scene 3"]);
    for (const id of world.video.taskIds()) world.video.succeed(id);
    await world.clock.advance(60 * SECOND);
    expect(await statuses()).toEqual(["closed", "closed", "closed"]);
    expect((await world.jobOf(batch.id)).state).toMatchObject({ status: "closed", outcome: { kind: "several" } });
    expect(spentOn(await parts())).toMatchObject({ charged: 285, refunded: 0, unknown: 0 });
    expect(world.chat.seen.filter(({ mentions }) => mentions.length > 0)).toHaveLength(1);
  });

  test("lets what does not fit into running places wait in the queue", async () => {
    const { statuses } = await aRunningBatch(5);
    expect(await statuses()).toEqual(["running", "running", "running", "waiting", "waiting"]);
  });

  test("starts nothing where its person never saw its card", async () => {
    const world = aWorld();
    const { id } = await world.accepted({ each: [aRequest(), aRequest()] });
    await world.answered(id, { kind: "refused" });
    await world.clock.advance(60 * SECOND);
    const parts = await world.partsOf(id);
    expect(parts.map(({ state }) => state.status)).toEqual(["closed", "closed"]);
    expect(world.video.prompts()).toEqual([]);
  });

  test("takes its videos along where its row is ended and nobody hears of it", async () => {
    const world = aWorld();
    const { insert, save } = world.jobs;
    const failsAfter = new Error("saved, and its answer was lost");
    world.jobs.insert = async (...inserted) => {
      await insert.call(world.jobs, ...inserted);
      throw failsAfter;
    };
    world.jobs.save = async (...saved) => {
      await save.call(world.jobs, ...saved);
      world.jobs.save = save;
      throw failsAfter;
    };
    expect(await world.accept({ each: [aRequest(), aRequest()] })).toMatchObject({ refusal: { kind: "cannot_save" } });
    await world.clock.advance(60 * SECOND);
    expect(await world.jobs.openJobsOf(anOwner())).toEqual([]);
    expect(world.video.prompts()).toEqual([]);
  });

  test("sends no more where the credits are used up, and says what was not started", async () => {
    const { world, batch, parts } = await aRunningBatch(5);
    world.video.nextSubmits(refuse({ kind: "no_credits" }));
    world.video.succeed(world.video.taskIds()[0] ?? "");
    await world.clock.advance(30 * SECOND);
    const outcomes = (await parts()).map(({ state }) => ("outcome" in state ? state.outcome : null));
    expect(outcomes.map((one) => one?.kind ?? "running")).toEqual([
      "succeeded",
      "running",
      "running",
      "refused",
      "not_started",
    ]);
    expect((await world.jobOf(batch.id)).state.status).toBe("gathering");
  });
});

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
  expect((await now()).state).toMatchObject({ outcome: { kind: "not_started", why: "answer_lost" } });
});

test.for([
  ["its batch", unseen, 2 * SECOND],
  ["managers", aWaiting({ answer: "due" }), MINUTE],
] as const)("a part that waits for %s looks at it in case that it was not woken", async ([, state, afterMs]) => {
  const { deps, stored } = await aPart({ state }, { state: { ...unseen, status: "gathering" } as Job["state"] });
  expect(await followBatch(deps, stored)).toBe(TEST_START + afterMs);
});

test("the parts of a batch begin as soon as its card is seen, not at their next step", async () => {
  const world = aWorld();
  await world.vault.put(anOwner(), world.key);
  const { id, reply } = await world.accepted({ each: [aRequest(), aRequest()] });
  await world.clock.advance(SECOND / 10);
  await world.answered(id, { kind: "given", reply });
  await world.clock.advance(SECOND / 10);
  const parts = await world.partsOf(id);
  expect(parts.map(({ state }) => state.status)).toEqual(["running", "running"]);
});

test("a film whose batch has ended is on its way no more", async () => {
  const state = anAttaching({});
  const { state: closed } = aClosedJob();
  const { deps, stored, now } = await aPart({ state, video: "due" }, { state: closed });
  expect(await leaveToBatch(deps, stored, state)).toBeNull();
  expect((await now()).state.status).toBe("closed");
});

test("a film that is late is given up", async () => {
  const state = anAttaching({ triedAt: TEST_START });
  const { world, deps, stored, now } = await aPart({ state, video: "due" });
  await world.clock.advance(24 * 60 * MINUTE);
  await leaveToBatch(deps, stored, state);
  expect(await now()).toMatchObject({ video: "not_taken", state: { status: "closed" } });
});

const each = [1, 2, 3].map((nth) => aRequest({ prompt: `scene ${nth}` }));

/** Two batches in a workspace whose edits are few, so that only steps that matter are shown. */
async function crowded() {
  const world = aWorld(undefined, { ofOwner: 9, ofWorkspace: 100, waitingOfOwner: 9 });
  world.chat.bucketOf = () => ({ name: "narrow", burst: 40, everyMs: 60_000 });
  await world.vault.put(anOwner(), world.key);
  for (const n of [1, 2]) await world.begin({ id: aJobId(n), each, reply: world.chat.freshCard() });
  await world.clock.advance(20 * SECOND);
  const edits = () => world.chat.calls.filter(({ call }) => call === "show").length;
  const after = async (percent: number) => {
    const before = edits();
    world.video.progress(world.video.taskIds()[0] ?? "", percent);
    await world.clock.advance(40 * SECOND);
    return edits() - before;
  };
  return after;
}

test("where many cards wait, one video's quarter is shown, although the mean of its batch has hardly moved", async () => {
  const after = await crowded();
  expect(await after(10)).toBe(0);
  expect(await after(30)).toBe(1);
  expect(await after(40)).toBe(0);
  expect(await after(55)).toBe(1);
});
