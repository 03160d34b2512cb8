import { expect, test } from "vitest";
import type { Job } from "../../src/core/job/job.ts";
import { ok } from "../../src/core/result.ts";
import { aWorld } from "./world.ts";

/** Every write of a job that waits for the disk, in order. docs/decisions.md explains each. */
const WRITES = [
  "accepted, due",
  "accepted, given",
  "submitting",
  "submitting, its answer kept",
  "running",
  "running at 40 %",
  "announcing",
  "posting",
  "posting, begun",
  "attaching",
  "attaching, begun",
  "closed",
];

test("a job whose progress changes once is durably saved exactly twelve times from start to end", async () => {
  const { written } = await aLife([40]);
  expect(written).toEqual(WRITES);
});

test("a poll is saved durably only if the percentage changed", async () => {
  const { written, light } = await aLife([40, 40, 40, 60]);
  expect(written).toEqual(WRITES.toSpliced(6, 0, "running at 60 %"));
  expect(light).toBe(2);
});

/** A video whose polls return these percentages in turn, until the video succeeds. */
async function aLife(percents: readonly number[]) {
  const world = aWorld();
  const written: string[] = [];
  let light = 0;
  const { insert, touch } = world.jobs;
  world.jobs.insert = (job, ...rest) => {
    written.push(nameOf(job));
    return insert.call(world.jobs, job, ...rest);
  };
  world.jobs.touch = (job, version) => {
    light += 1;
    return touch.call(world.jobs, job, version);
  };
  world.onSave((job) => written.push(nameOf(job)));
  world.video.nextPolls(...percents.map((percent) => ok({ status: "running" as const, percent })));
  await world.begin({ isVideoWanted: true });
  world.video.succeed("task_fake_1", "https://videos.example/boat.mp4");
  await world.clock.advance(60_000);
  return { written, light };
}

function nameOf({ state }: Job): string {
  switch (state.status) {
    case "accepted":
      return `accepted, ${state.answer}`;
    case "submitting":
      return state.answer === null ? "submitting" : "submitting, its answer kept";
    case "running":
      return state.percent === null ? "running" : `running at ${state.percent} %`;
    case "posting":
    case "attaching":
      return state.triedAt === null ? state.status : `${state.status}, begun`;
    default:
      return state.status;
  }
}
