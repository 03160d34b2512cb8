import { describe, expect, test } from "vitest";
import { type Job, outcomeOf } from "../../../src/core/job/job.ts";
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
  test.for([
    ["succeeds", (video) => video.succeed(taskId), "succeeded"],
    ["fails", (video) => video.fail(taskId), "failed"],
  ] as const satisfies readonly (readonly [string, (video: ReturnType<typeof aWorld>["video"]) => void, string])[])(
    "is named in the notification of a video that %s",
    async ([, end, kind]) => {
      const world = await watched();
      await world.begin();
      await world.clock.advance(5_000);
      end(world.video);
      await world.clock.advance(10_000);
      expect(outcomeOf(await world.jobOf())).toMatchObject({ kind });
      expect(world.called()).toEqual([[ADA, BEN, CLEO]]);
    },
  );

  test("is named in the new message where the card was deleted under way, and in no other", async () => {
    const world = await watched();
    await world.begin();
    await world.clock.advance(5_000);
    world.chat.loseCards();
    world.video.succeed(taskId);
    await world.clock.advance(60_000);
    expect(world.called()).toEqual([[ADA, BEN, CLEO]]);
    expect(await world.closed()).toMatchObject({ status: "closed", isNotified: true });
  });

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

  test("is notified where the first card was lost and is gone", async () => {
    const world = aWorld();
    const { id } = await world.accepted();
    await addListener(world.deps(), id, BEN);
    world.chat.loseCards();
    await world.answered(id, { kind: "unclear" });
    await world.clock.advance(60_000);
    expect(outcomeOf(await world.jobOf(id))).toMatchObject({ kind: "not_started" });
    expect(world.chat.seen.flatMap(({ mentions }) => mentions)).toContain(BEN);
  });

  test("is notified alone where the owner wants no notification", async () => {
    const world = await watched({ isSilent: true });
    await world.begin();
    await world.clock.advance(5_000);
    world.video.succeed(taskId);
    await world.clock.advance(10_000);
    expect(world.called()).toEqual([[BEN, CLEO]]);
  });

  test("is notified after a crash between the owner's private message and their own", async () => {
    const world = await watched();
    world.video.nextSubmits(refuse({ kind: "no_credits" }));
    world.crashAfterSave(({ state }) => state.status === "posting");
    await world.begin();
    await world.clock.advance(10_000);
    await world.restart();
    await world.clock.advance(10_000);
    expect(world.called()).toEqual([[BEN, CLEO]]);
    expect(world.chat.seen.filter(({ isPrivate }) => isPrivate)).toHaveLength(1);
  });
});
