import { expect, test } from "vitest";
import { aWorld } from "../world.ts";

const taskId = "task_fake_1";

test("a silent video ends on its card, and nothing notifies its person", async () => {
  const world = aWorld();
  const { id } = await world.begin({ isSilent: true });
  world.video.succeed(taskId, "https://videos.example/boat.mp4");
  await world.clock.advance(10_000);
  expect(world.chat.seen).toHaveLength(1);
  expect(world.chat.seen[0]?.text).toContain("https://videos.example/boat.mp4");
  expect(world.chat.calls.filter(({ call }) => call === "notify")).toEqual([]);
  expect((await world.jobOf(id)).state).toMatchObject({ status: "closed", told: true });
});

test("who pressed Notify me too on a silent video is notified, its person is not", async () => {
  const world = aWorld();
  const { id } = await world.begin({ isSilent: true });
  const stored = await world.jobs.load(id);
  if (!stored) throw new Error("no job");
  await world.jobs.save({ ...stored.job, notify: ["200000000000000009"] }, stored.version);
  world.video.succeed(taskId);
  await world.clock.advance(10_000);
  expect(world.chat.seen.map(({ mentions }) => mentions)).toEqual([[], ["200000000000000009"]]);
});

test("a silent video whose card is gone still reaches its person, by a new message", async () => {
  const world = aWorld();
  const job = await world.begin({ isSilent: true });
  world.chat.loseCards();
  world.video.succeed(taskId);
  await world.clock.advance(10_000);
  expect(world.chat.seen.map(({ mentions }) => mentions)).toEqual([[job.reply.userId]]);
  expect((await world.jobOf(job.id)).state).toMatchObject({ status: "closed", told: true });
});
