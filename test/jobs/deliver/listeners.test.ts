import { describe, expect, test } from "vitest";
import type { Job } from "../../../src/core/job/job.ts";
import type { Order } from "../../../src/core/request/order.ts";
import { refuse } from "../../../src/core/result.ts";
import { addListener } from "../../../src/jobs/deliver/job-card.ts";
import { anOwner } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const taskId = "task_fake_1";
const BEN = "200000000000000077";
const CLEO = "200000000000000078";
const ADA = anOwner().userId;

/** A card that two others have pressed "Notify me too" on before its video begins. */
async function watched(over: Partial<Order> = {}) {
  const world = aWorld();
  const { id, reply } = await world.accepted({ reply: world.chat.freshCard({ userId: ADA }), ...over });
  const begin = () => world.answered(id, { kind: "given", reply });
  const listen = (id: string, userId: string) => addListener(world.deps(), id, userId);
  for (const userId of [BEN, CLEO]) await listen(id, userId);
  /** Whom each message called, in their order. */
  const called = () => world.chat.seen.filter(({ mentions }) => mentions.length > 0).map(({ mentions }) => mentions);
  return { ...world, id, begin, called, closed: async (): Promise<Job["state"]> => (await world.jobOf(id)).state };
}

describe("a listener", () => {
  test("gets a refusal as a message of their own, which does not say why; the owner alone reads that", async () => {
    const world = await watched();
    world.video.nextSubmits(refuse({ kind: "no_credits" }));
    await world.begin();
    await world.clock.advance(10_000);
    expect(world.called()).toEqual([[BEN, CLEO]]);
    const notification = world.chat.seen.find(({ mentions }) => mentions.length > 0);
    expect(notification?.text).toMatch(/was not started/);
    expect(notification?.text).not.toMatch(/credits/i);
    expect(world.chat.seen.filter(({ isPrivate }) => isPrivate)).toHaveLength(1);
    expect(await world.closed()).toMatchObject({ status: "closed", isNotified: true });
  });

  test("is not notified again where the card is deleted before it shows its end a second time", async () => {
    const world = await watched();
    await world.begin();
    await world.clock.advance(5_000);
    world.chat.refuseNext([{ kind: "unavailable", unclear: true, detail: "reset" }], "show");
    world.video.progress(taskId, 50);
    await world.clock.advance(15_000);
    world.video.succeed(taskId);
    await world.clock.advance(10_000);
    expect(world.called()).toEqual([[ADA, BEN, CLEO]]);
    expect((await world.closed()).status).toBe("announcing");
    world.chat.loseCards();
    await world.clock.advance(60_000);
    expect(world.called()).toEqual([]);
    expect(await world.closed()).toMatchObject({ status: "closed", isNotified: true });
  });
});
