import { expect, test } from "vitest";
import { outcomeOf } from "../../src/core/job/job.ts";
import { ok, refuse } from "../../src/core/result.ts";
import { anOwner, aRequest } from "../fakes/jobs.ts";
import { aWorld } from "./world.ts";

const taskId = "task_fake_1";

test("a video that succeeds ends as a link on its card and one notification", async () => {
  const world = aWorld();
  const { id } = await world.begin();
  world.video.progress(taskId, 40);
  await world.clock.advance(3_000);
  expect(world.chat.seen).toHaveLength(1);
  expect(world.chat.seen[0]?.text).toContain("40");

  world.video.succeed(taskId, "https://videos.example/boat.mp4");
  await world.clock.advance(10_000);
  const [card, ping, ...rest] = world.chat.seen;
  expect(rest).toEqual([]);
  expect(card?.text).toContain("https://videos.example/boat.mp4");
  expect(card?.text).toContain("95 credits");
  expect(ping?.mentions).toEqual([anOwner().userId]);
  expect((await world.jobOf(id)).state).toMatchObject({ status: "closed", isNotified: true });
  expect(world.video.prompts()).toHaveLength(1);
});

test.for([
  ["no_credits", "95 credits"],
  ["bad_key", "[Add my key]"],
] as const)("a start refused with %s is told to its person alone and the card goes", async ([kind, words]) => {
  const world = aWorld();
  world.video.nextSubmits(refuse({ kind }));
  const { id } = await world.begin();
  await world.clock.advance(1_000);
  expect(world.chat.seen).toHaveLength(1);
  expect(world.chat.seen[0]).toMatchObject({ isPrivate: true });
  expect(world.chat.seen[0]?.text).toContain(words);
  expect(world.chat.seen[0]?.text).toMatch(/nothing was charged/i);
  expect((await world.jobOf(id)).state).toMatchObject({ status: "closed", isNotified: true });
});

test("a call whose answer is lost after the bytes left is reported as perhaps charged, and never sent again", async () => {
  const world = aWorld();
  world.video.nextSubmits(() => {
    world.video.begin();
    return refuse({ kind: "unavailable", sent: true, detail: "timed out" });
  });
  const { id } = await world.begin();
  await world.clock.advance(3_600_000);
  expect(world.video.prompts()).toHaveLength(1);
  expect(outcomeOf(await world.jobOf(id))).toEqual({ kind: "unknown", taskId: null, atMost: 95 });
  expect(world.chat.seen[0]?.text).toMatch(/may have been charged/i);
  expect(world.chat.seen[0]?.text).not.toMatch(/nothing was charged/i);
});

test("a picture that cannot be used is refused privately before anything is paid", async () => {
  const world = aWorld();
  world.pictures.inspect = async () => refuse({ kind: "picture_too_large", sizeBytes: null });
  const url = "https://pictures.example/boat.png";
  const picture = { source: "address", url, isChecked: false, decidesRatio: true } as const;
  await world.begin({ request: aRequest({ picture }) });
  await world.clock.advance(1_000);
  expect(world.video.prompts()).toEqual([]);
  expect(world.chat.seen).toEqual([expect.objectContaining({ isPrivate: true })]);
  expect(world.chat.seen[0]?.text).toContain("5 MB");
});

test("a picture's own shape decides the ratio that nobody named", async () => {
  const world = aWorld();
  world.pictures.inspect = async () => ok({ aspectRatio: "9:16" });
  const url = "https://pictures.example/boat.png";
  const picture = { source: "address", url, isChecked: false, decidesRatio: true } as const;
  await world.begin({ request: aRequest({ picture }) });
  await world.clock.advance(1_000);
  const [paid] = world.video.calls;
  expect(paid).toMatchObject({ kind: "submit", request: { aspectRatio: "9:16", picture: { url } } });
});
