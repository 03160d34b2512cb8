import { expect, test } from "vitest";
import { UnreadableJob } from "../../src/core/job/job.ts";
import { aWorld } from "./world.ts";

test("a job that cannot be read is woken no more; one that the store could not read just now is", async () => {
  const world = aWorld();
  await world.begin();
  await world.clock.advance(20_000);
  const { load } = world.jobs;
  const failing = async (error: Error) => {
    let loads = 0;
    world.jobs.load = async () => {
      loads += 1;
      throw error;
    };
    await world.clock.advance(60_000);
    return loads;
  };
  expect(await failing(new Error("the disk is away"))).toBeGreaterThan(3);
  world.jobs.load = load;
  await world.clock.advance(20_000);
  expect(await failing(new UnreadableJob("job-1"))).toBe(1);
});
