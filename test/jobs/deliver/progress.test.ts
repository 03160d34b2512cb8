import { expect, test } from "vitest";
import { sleep } from "../../../src/core/clock.ts";
import { refuse } from "../../../src/core/result.ts";
import { aJobId } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

type World = ReturnType<typeof aWorld>;

/** The percentages that the card of that person said, in order. */
function percentsOf(world: World): (userId: string) => readonly (number | null)[] {
  const said: { readonly userId: string; readonly percent: number | null }[] = [];
  const show = world.chat.show.bind(world.chat);
  world.chat.show = async (reply, message, where) => {
    if (message.bar) said.push({ userId: reply.userId, percent: message.bar.percent });
    return show(reply, message, where);
  };
  return (userId) => said.filter((one) => one.userId === userId).map(({ percent }) => percent);
}

async function beginTwo(world: World): Promise<void> {
  for (const n of [1, 2]) await world.begin({ id: aJobId(n), reply: world.chat.freshCard({ userId: `U${n}` }) });
}

test("a card has one edit under way at most, however slow the platform and however much is new, and its final word last", async () => {
  const world = aWorld();
  const { chat, clock, video } = world;
  const titles: string[] = [];
  let [underWay, most] = [0, 0];
  const show = chat.show.bind(chat);
  chat.show = async (...asked) => {
    underWay += 1;
    most = Math.max(most, underWay);
    titles.push(asked[1].title);
    await sleep(clock, 9_000);
    underWay -= 1;
    return show(...asked);
  };
  await world.begin();
  for (let percent = 1; percent < 90; percent += 1) {
    video.progress("task_fake_1", percent);
    await clock.advance(1_000);
  }
  video.succeed("task_fake_1");
  await clock.advance(60_000);
  expect(most).toBe(1);
  expect(titles.length).toBeGreaterThan(5);
  expect(titles.indexOf("The video is ready")).toBe(titles.length - 1);
});

test("where too many cards wait, a card says when it passes 25, 50 and 75 percent, and what is no percentage", async () => {
  const world = aWorld();
  const said = percentsOf(world);
  // Two cards that are shown once a minute are 60 s old in the mean.
  world.chat.bucketOf = () => ({ name: "narrow", burst: 40, everyMs: 60_000 });
  await beginTwo(world);
  await world.clock.advance(10_000);
  for (const percent of [10, 20, 30, 40, 60, 70, 80, 90]) {
    for (const n of [1, 2]) world.video.progress(`task_fake_${n}`, percent);
    await world.clock.advance(20_000);
  }
  expect([said("U1"), said("U2")]).toEqual([
    [null, 30, 60, 80],
    [null, 30, 60, 80],
  ]);
  // The key is refused from now on.
  world.video.everyPoll(() => refuse({ kind: "bad_key" }));
  await world.clock.advance(60_000);
  expect([said("U1").slice(4), said("U2").slice(4)]).toEqual([[90], [90]]);
});

test("of two cards that wait, the one that has more to say goes first, whichever came first", async () => {
  const world = aWorld();
  const said = percentsOf(world);
  world.chat.bucketOf = () => ({ name: "slow", burst: 1, everyMs: 20_000 });
  await beginTwo(world);
  await world.clock.advance(60_000);
  const before = [said("U1").length, said("U2").length];
  world.video.progress("task_fake_1", 3);
  world.video.progress("task_fake_2", 60);
  while (said("U1").length === before[0] && said("U2").length === before[1]) await world.clock.advance(100);
  expect([said("U1").length, said("U2").length]).toEqual([before[0], (before[1] ?? 0) + 1]);
  await world.clock.advance(40_000);
  expect(said("U1").at(-1)).toBe(3);
});
