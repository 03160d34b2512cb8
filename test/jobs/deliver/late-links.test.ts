import { expect, test } from "vitest";
import { aWorld } from "../world.ts";

const HOUR = 3_600_000;

/** A card whose video is made, and what became of it since. */
async function aFinishedCard() {
  const world = aWorld();
  const { id } = await world.begin();
  world.video.progress("task_fake_1", 10);
  await world.clock.advance(5_000);
  world.video.succeed("task_fake_1", "https://videos.example/boat.mp4");
  await world.clock.advance(60_000);
  expect(await world.jobOf(id)).toMatchObject({ state: { status: "closed" } });
  const edits = () => world.chat.calls.filter(({ call }) => call === "show").length;
  const card = () => world.chat.seen.find(({ mentions }) => mentions.length === 0)?.text ?? "";
  return { world, edits, card };
}

test("a finished card gets Fresh link half an hour before its link ends, by one silent edit", async () => {
  const { world, edits, card } = await aFinishedCard();
  const before = edits();
  expect(card()).not.toContain("Fresh link");
  await world.clock.advance(HOUR);
  expect([edits(), card().includes("Fresh link")]).toEqual([before, false]);
  await world.clock.advance(HOUR / 2);
  expect([edits(), card().includes("Fresh link")]).toEqual([before + 1, true]);
  const messages = world.chat.seen.length;
  await world.clock.advance(24 * HOUR);
  expect([edits(), world.chat.seen.length]).toEqual([before + 1, messages]);
});

test("a card that was deleted since is not shown again for it", async () => {
  const { world, edits } = await aFinishedCard();
  const [messages, before] = [world.chat.seen.length, edits()];
  world.chat.refuseNext([{ kind: "unreachable", detail: "deleted" }], "show");
  await world.clock.advance(2 * HOUR);
  expect([world.chat.seen.length, edits()]).toEqual([messages, before + 1]);
});
