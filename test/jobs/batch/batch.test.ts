import { describe, expect, test } from "vitest";
import { spentOn } from "../../../src/core/batch/batch.ts";
import type { Order } from "../../../src/core/request/order.ts";
import { refuse } from "../../../src/core/result.ts";
import { partsOf } from "../../../src/jobs/related-jobs.ts";
import { decisions } from "../../../src/jobs/start/decide.ts";
import { aJobId, anOwner, aRequest } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const SECOND = 1_000;

/** A batch of that many videos, whose card its person sees. */
async function aBatch(videos = 3, over: Partial<Order> = {}) {
  const world = aWorld();
  await world.vault.put(anOwner(), world.key);
  const each = Array.from({ length: videos }, (_, index) => aRequest({ prompt: `scene ${index + 1}` }));
  const batch = await world.begin({ each, request: each[0] ?? aRequest(), ...over });
  await world.clock.advance(SECOND);
  const parts = async () => (await partsOf(world.jobs, await world.jobOf(batch.id))).map(({ job }) => job);
  const statuses = async () => (await parts()).map(({ state }) => state.status);
  return { world, batch, parts, statuses };
}

describe("a batch", () => {
  test("makes each of its videos once, on one card, with one notification", async () => {
    const { world, batch, parts, statuses } = await aBatch();
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
    const { statuses } = await aBatch(5);
    expect(await statuses()).toEqual(["running", "running", "running", "waiting", "waiting"]);
  });

  test("is refused whole where the line is too short for it", async () => {
    const world = aWorld();
    const each = Array.from({ length: 9 }, () => aRequest());
    const accepted = await world.accept({ each }, { ofOwner: 3, ofWorkspace: 100, waitingOfOwner: 5 });
    expect(accepted).toMatchObject({ ok: false, refusal: { kind: "full" } });
    expect(await world.jobs.openJobsOf(anOwner())).toEqual([]);
  });

  test("starts nothing where its person never saw its card", async () => {
    const world = aWorld();
    const accepted = await world.accept({ each: [aRequest(), aRequest()] });
    if (!accepted.ok) throw new Error("refused");
    await world.answered(aJobId(), { kind: "refused" });
    await world.clock.advance(60 * SECOND);
    const parts = await partsOf(world.jobs, accepted.value);
    expect(parts.map(({ job }) => job.state.status)).toEqual(["closed", "closed"]);
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

  test("goes on after a restart, and pays for nothing twice", async () => {
    const { world, statuses } = await aBatch();
    await world.restart();
    for (const id of world.video.taskIds()) world.video.succeed(id);
    await world.clock.advance(90 * SECOND);
    expect(await statuses()).toEqual(["closed", "closed", "closed"]);
    expect(world.video.prompts()).toHaveLength(3);
  });

  test("is told to its end where its person's key is removed while its videos are made", async () => {
    const { world, parts } = await aBatch(2);
    await world.vault.remove(anOwner());
    for (const id of world.video.taskIds()) world.video.succeed(id);
    await world.clock.advance(60 * SECOND);
    expect(spentOn(await parts())).toMatchObject({ charged: 190 });
    expect((await parts()).map(({ state }) => state.status)).toEqual(["closed", "closed"]);
    expect((await parts()).map(({ sealedKey }) => sealedKey)).toEqual([null, null]);
  });

  test("sends no more where the credits are used up, and says what was not started", async () => {
    const { world, batch, parts } = await aBatch(5);
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

  test("lets its person cancel what was not sent", async () => {
    const { world, batch, statuses } = await aBatch(5);
    const { cancelRest } = decisions(world.deps());
    expect(await cancelRest(batch.id)).toBe(2);
    await world.clock.advance(5 * SECOND);
    expect(await statuses()).toEqual(["running", "running", "running", "closed", "closed"]);
    expect(await cancelRest(batch.id)).toBe(0);
  });
});
