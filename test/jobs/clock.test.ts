import { expect, test } from "vitest";
import { outcomeOf } from "../../src/core/job/job.ts";
import { aWorld } from "./world.ts";

const HOUR = 3_600_000;
const taskId = "task_fake_1";

test.for([
  ["an hour forward", HOUR],
  ["an hour back", -HOUR],
  ["eight minutes back", -480_000],
] as const)("a clock set %s while a video is made changes nothing for its person", async ([, byMs]) => {
  const world = aWorld();
  await world.begin();
  await world.clock.advance(20_000);
  const before = world.video.polled().length;
  world.clock.set(byMs);
  await world.clock.advance(60_000);
  expect(world.video.polled().length - before).toBeGreaterThan(byMs > 0 ? 0 : 3);
  world.video.succeed(taskId);
  // A clock that jumps forward passes the deadline, and the task is then polled each minute.
  await world.clock.advance(byMs > 0 ? 60_000 : 30_000);
  expect(world.chat.seen).toHaveLength(2);
  expect(outcomeOf(await world.jobOf())).toMatchObject({ kind: "succeeded", credits: 95 });
  expect(world.video.prompts()).toHaveLength(1);
});

test.for([HOUR, -HOUR])("a clock set by %i ms between a save and a restart starts nothing twice", async (byMs) => {
  const world = aWorld();
  world.crashAfterSave((job) => job.state.status === "running");
  await world.begin();
  world.clock.set(byMs);
  await world.restart();
  world.video.succeed(taskId);
  await world.clock.advance(2 * HOUR);
  expect(world.video.prompts()).toHaveLength(1);
  expect(outcomeOf(await world.jobOf())).toMatchObject({ kind: "succeeded" });
  expect(world.chat.seen).toHaveLength(2);
});
