import { describe, expect, test } from "vitest";
import { refuse } from "../../../src/core/result.ts";
import { approvalService } from "../../../src/jobs/start/decide.ts";
import { aWorld } from "../world.ts";

const taskId = "task_fake_1";
const lost = { kind: "unavailable", unclear: true, detail: "timed out" } as const;

type World = ReturnType<typeof aWorld>;

/** The times at which the card was offered its final message. */
function finalEdits(world: World): number[] {
  return world.chat.calls
    .filter(({ call, title }) => call === "show" && title === "The video is ready")
    .map(({ at }) => at);
}

async function untilReady(world: World): Promise<void> {
  world.video.succeed(taskId);
  await world.clock.advance(10_000);
}

describe("the final word", () => {
  test("is shown again 25 s later where an earlier edit may still land, and rings once", async () => {
    const world = aWorld();
    await world.begin();
    world.chat.refuseNext([lost], "show");
    world.video.progress(taskId, 10);
    await world.clock.advance(5_000);
    await untilReady(world);
    expect(world.chat.seen).toHaveLength(2);
    expect((await world.jobOf()).state).toMatchObject({ status: "announcing", newMessage: "done" });
    await world.clock.advance(60_000);
    const [first = 0, second = 0, ...more] = finalEdits(world);
    expect(more).toEqual([]);
    expect(second - first).toBeGreaterThanOrEqual(25_000);
    expect(world.chat.seen).toHaveLength(2);
    expect((await world.jobOf()).state).toMatchObject({ status: "closed", isNotified: true });
  });

  test("is still shown again where a second crash comes between", async () => {
    const world = aWorld();
    await world.begin();
    await world.clock.advance(3_000);
    await world.restart();
    world.crashAfterSave((job) => job.state.status === "announcing");
    await untilReady(world);
    await world.restart();
    await world.clock.advance(60_000);
    expect(finalEdits(world)).toHaveLength(2);
    expect((await world.jobOf()).state).toMatchObject({ status: "closed" });
  });

  test("is shown again although the store failed when the doubt was to be noted", async () => {
    const world = aWorld();
    await world.begin();
    world.chat.refuseNext([lost], "show");
    world.chat.onCall(() => world.jobs.failNext(1));
    world.video.progress(taskId, 10);
    await world.clock.advance(5_000);
    world.chat.onCall(() => {});
    await untilReady(world);
    await world.clock.advance(60_000);
    expect(finalEdits(world)).toHaveLength(2);
  });
});

test("a first card whose edit may still land does not cover the word of a withdrawal that came meanwhile", async () => {
  const world = aWorld();
  const { id } = await world.accepted({ wait: { for: "service" }, sealedKey: "x" });
  const show = world.chat.show.bind(world.chat);
  world.chat.show = async () => {
    world.chat.show = show;
    await approvalService(world.deps()).withdraw(id);
    return refuse(lost);
  };
  await world.answered(id, { kind: "unclear" });
  await world.clock.advance(60_000);
  const shown = world.chat.calls.filter(({ call, title }) => call === "show" && title === "Not started");
  expect(shown.map(({ at }) => at)).toHaveLength(2);
  expect((shown[1]?.at ?? 0) - (shown[0]?.at ?? 0)).toBeGreaterThanOrEqual(25_000);
});
