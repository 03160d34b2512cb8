import { expect, test } from "vitest";
import { refuse } from "../../src/core/result.ts";
import { aJobId } from "../fakes/jobs.ts";
import { aWorld } from "./world.ts";

const down = refuse({ kind: "unavailable", sent: true, detail: "http 503" } as const);
const MINUTE = 60_000;
type World = ReturnType<typeof aWorld>;

async function begins(world: World, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await world.begin({ id: aJobId(n) });
}

const pollsIn = async (world: World, ms: number) => {
  const before = world.video.polled().length;
  await world.clock.advance(ms);
  return world.video.polled().length - before;
};

test("during an outage of the service, all jobs together poll the service only once a minute", async () => {
  const world = aWorld();
  await begins(world, 30);
  world.video.everyPoll(() => down);
  await world.clock.advance(5 * MINUTE);
  expect(await pollsIn(world, 10 * MINUTE)).toBeLessThanOrEqual(11);

  world.video.everyPoll(() => null);
  for (const taskId of world.video.taskIds()) world.video.succeed(taskId);
  await world.clock.advance(3 * MINUTE);
  const states = await Promise.all(Array.from({ length: 30 }, (_, n) => world.jobOf(aJobId(n))));
  expect(new Set(states.map(({ state }) => state.status))).toEqual(new Set(["closed"]));
});

test("a video is delivered even if the service finishes the video after the job's deadline", async () => {
  const { begin, chat, clock, video } = aWorld();
  const { deadlineAt } = await begin();
  video.progress("task_fake_1", 40);
  await clock.advance(deadlineAt - clock.now() - 1);
  expect(chat.seen[0]?.text).not.toMatch(/not finished/);
  await clock.advance(MINUTE);
  expect(chat.seen[0]?.text).toMatch(/not finished/);
  video.succeed("task_fake_1");
  await clock.advance(60 * MINUTE);
  expect(chat.seen[0]?.text).toContain("https://");
});
