import { expect, test } from "vitest";
import type { Job } from "../../../src/core/job/job.ts";
import { applyTo } from "../../../src/jobs/apply.ts";
import { aRunning } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const taskId = "task_fake_1";

async function aMovedCard() {
  const world = aWorld();
  const { id } = await world.begin();
  world.video.progress(taskId, 40);
  await world.clock.advance(3_000);
  const reply = world.chat.freshCard({ token: "another" });
  await world.answered(id, { kind: "moved", reply });
  return { world, id, reply };
}

test("a card that was moved goes on and ends in its new place, and the old one is gone", async () => {
  const { world, id, reply } = await aMovedCard();
  expect(world.chat.seen).toHaveLength(1);
  expect((await world.jobOf(id)).reply).toEqual(reply);
  world.video.progress(taskId, 60);
  await world.clock.advance(9_000);
  expect(world.chat.seen[0]?.text).toContain("60% done");
  world.video.succeed(taskId, "https://videos.example/boat.mp4");
  await world.clock.advance(10_000);
  expect(world.chat.seen[0]?.text).toContain("https://videos.example/boat.mp4");
  expect(world.chat.seen).toHaveLength(2);
});

test("a card whose old one was deleted by hand is edited again", async () => {
  const world = aWorld();
  const { id } = await world.begin();
  world.chat.loseCards();
  world.video.progress(taskId, 40);
  await world.clock.advance(3_000);
  await world.answered(id, { kind: "moved", reply: world.chat.freshCard({ token: "another" }) });
  world.video.progress(taskId, 60);
  await world.clock.advance(9_000);
  expect(world.chat.seen.map(({ text }) => text)).toEqual([expect.stringContaining("60% done")]);
});

test("a video that ended while its card was being moved says so in both places", async () => {
  const world = aWorld();
  const { id } = await world.begin();
  world.video.succeed(taskId, "https://videos.example/boat.mp4");
  await world.clock.advance(10_000);
  const before = await world.jobOf(id);
  await world.answered(id, { kind: "moved", reply: world.chat.freshCard({ token: "another" }) });
  const cards = world.chat.seen.filter(({ text }) => text.includes("95 credits used"));
  expect(cards).toHaveLength(2);
  expect(await world.jobOf(id)).toEqual(before);
});

test("a job whose paid call is on its way is not touched before its answer is there", async () => {
  const world = aWorld();
  const accepted = await world.accept();
  if (!accepted.ok) throw new Error("not accepted");
  const job = accepted.value;
  const save = async (state: Job["state"]) => {
    const stored = await world.jobs.load(job.id);
    await world.jobs.save({ ...job, dueAt: world.clock.now() + 3_600_000, state }, stored?.version ?? 0);
  };
  await save({ status: "submitting", since: world.clock.now(), attempts: 1, answer: null });
  const reply = world.chat.freshCard({ token: "another" });
  const moving = world.answered(job.id, { kind: "moved", reply });
  await world.clock.advance(5_000);
  expect((await world.jobOf(job.id)).reply).toEqual(job.reply);
  await save(aRunning({ notBefore: world.clock.now() + 3_600_000 }));
  await world.clock.advance(1_000);
  await moving;
  expect((await world.jobOf(job.id)).reply).toEqual(reply);
});

test("a video that ended before its card was moved says so there although the first edits fail", async () => {
  const world = aWorld();
  const { id } = await world.begin();
  world.video.succeed(taskId, "https://videos.example/boat.mp4");
  await world.clock.advance(10_000);
  const reply = world.chat.freshCard({ token: "another" });
  const away = { kind: "unavailable", unclear: false, detail: "cut" } as const;
  world.chat.refuseNext([away, { kind: "rate_limited", retryAfterMs: 5_000 }], "show");
  const moving = world.answered(id, { kind: "moved", reply });
  await world.clock.advance(30_000);
  await moving;
  expect(world.chat.seen.filter(({ text }) => text.includes("95 credits used"))).toHaveLength(2);
});

test("a card's old place is cleared although the platform does not take that at first", async () => {
  const world = aWorld();
  const { id } = await world.begin();
  await world.clock.advance(3_000);
  const away = { kind: "unavailable", unclear: false, detail: "cut" } as const;
  world.chat.refuseNext([away, { kind: "rate_limited", retryAfterMs: 5_000 }], "remove");
  const moving = world.answered(id, { kind: "moved", reply: world.chat.freshCard({ token: "another" }) });
  await world.clock.advance(30_000);
  await moving;
  expect(world.chat.seen).toHaveLength(1);
});

test("a workspace that leaves while a moved card is told the end hears nothing more", async () => {
  const world = aWorld();
  const accepted = await world.accept({ wait: { for: "turn" }, sealedKey: "x" });
  if (!accepted.ok) throw new Error(accepted.refusal.kind);
  const { id, reply } = accepted.value;
  await applyTo(world.deps(), id, { kind: "not_started", why: "store" });
  const away = { kind: "unavailable", unclear: false, detail: "cut" } as const;
  world.chat.refuseNext([away, away], "show");
  const moving = world.answered(id, { kind: "moved", reply });
  await world.clock.advance(500);
  await applyTo(world.deps(), id, { kind: "workspace_left" });
  await world.clock.advance(10_000);
  await moving;
  expect(world.chat.calls.filter(({ call }) => call === "show")).toHaveLength(1);
});
