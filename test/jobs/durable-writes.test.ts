import { expect, test } from "vitest";
import type { Job } from "../../src/core/job/job.ts";
import { ok } from "../../src/core/result.ts";
import { aWorld } from "./world.ts";

/** Every write of one job that waits for the disk, in order; docs/decisions.md says why each is there. */
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

test("one job, from its command to the video in its card, is saved twelve times and once for each poll", async () => {
  const world = aWorld();
  const written: string[] = [];
  const { insert } = world.jobs;
  world.jobs.insert = (job, ...rest) => {
    written.push(nameOf(job));
    return insert.call(world.jobs, job, ...rest);
  };
  world.onSave((job) => written.push(nameOf(job)));
  world.video.nextPolls(ok({ status: "running" as const, percent: 40 }));
  await world.begin({ isVideoWanted: true });
  world.video.succeed("task_fake_1", "https://videos.example/boat.mp4");
  await world.clock.advance(60_000);
  expect(written).toEqual(WRITES);
});

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
