import { expect, test } from "vitest";
import { outcomeOf } from "../../src/core/job/job.ts";
import { refuse } from "../../src/core/result.ts";
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

test("a service that is away while the clock is set back is asked again as soon as before", async () => {
  const world = aWorld();
  world.video.everyPoll(() => refuse({ kind: "unavailable", sent: true, detail: "away" }));
  await world.begin();
  await world.clock.advance(20 * 60_000);
  world.clock.set(-HOUR);
  await world.clock.advance(31_000);
  world.video.everyPoll(() => null);
  world.video.succeed(taskId);
  await world.clock.advance(125_000);
  expect(outcomeOf(await world.jobOf())).toMatchObject({ kind: "succeeded" });
});

test("a platform that is away while the clock is set back gets its final word within half a minute of its return", async () => {
  const world = aWorld();
  await world.begin();
  await world.clock.advance(5_000);
  world.chat.downUntil(world.clock.now() + 20 * 60_000);
  world.video.succeed(taskId);
  await world.clock.advance(10 * 60_000);
  world.clock.set(-HOUR);
  world.chat.downUntil(world.clock.now());
  await world.clock.advance(150_000);
  expect((await world.jobOf()).state).toMatchObject({ status: "closed", isNotified: true });
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
