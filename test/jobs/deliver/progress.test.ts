import { expect, test } from "vitest";
import { sleep } from "../../../src/core/clock.ts";
import { refuse } from "../../../src/core/result.ts";
import { cardProgress } from "../../../src/jobs/deliver/progress.ts";
import { approvalService } from "../../../src/jobs/start/decide.ts";
import { aJobId, anOwner } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

type World = ReturnType<typeof aWorld>;

/** The percentages that the card of that person said, in order. */
function percentsOf(world: World): (userId: string) => readonly (number | null)[] {
  const percents: { readonly userId: string; readonly percent: number | null }[] = [];
  const show = world.chat.show.bind(world.chat);
  world.chat.show = async (reply, message, where) => {
    if (message.bar) percents.push({ userId: reply.userId, percent: message.bar.percent });
    return show(reply, message, where);
  };
  return (userId) => percents.filter((one) => one.userId === userId).map(({ percent }) => percent);
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
  const percents = percentsOf(world);
  // Two cards that are shown once a minute are 60 s old in the mean.
  world.chat.bucketOf = () => ({ name: "narrow", burst: 40, everyMs: 60_000 });
  await beginTwo(world);
  await world.clock.advance(10_000);
  for (const percent of [10, 20, 30, 40, 60, 70, 80, 90]) {
    for (const n of [1, 2]) world.video.progress(`task_fake_${n}`, percent);
    await world.clock.advance(20_000);
  }
  expect([percents("U1"), percents("U2")]).toEqual([
    [null, 30, 60, 80],
    [null, 30, 60, 80],
  ]);
  // The key is refused from now on.
  world.video.everyPoll(() => refuse({ kind: "bad_key" }));
  await world.clock.advance(60_000);
  expect([percents("U1").slice(4), percents("U2").slice(4)]).toEqual([[90], [90]]);
});

test("of two cards that wait, the one that has more to say goes first, whichever came first", async () => {
  const world = aWorld();
  const percents = percentsOf(world);
  world.chat.bucketOf = () => ({ name: "slow", burst: 1, everyMs: 20_000 });
  await beginTwo(world);
  await world.clock.advance(60_000);
  const before = [percents("U1").length, percents("U2").length];
  world.video.progress("task_fake_1", 3);
  world.video.progress("task_fake_2", 60);
  while (percents("U1").length === before[0] && percents("U2").length === before[1]) await world.clock.advance(100);
  expect([percents("U1").length, percents("U2").length]).toEqual([before[0], (before[1] ?? 0) + 1]);
  await world.clock.advance(40_000);
  expect(percents("U1").at(-1)).toBe(3);
});

test.for([
  { takes: "few", everyMs: 3_600_000, edited: ["U2", "U3", "U1"] },
  { takes: "many", everyMs: 100, edited: ["U2", "U3", "U4", "U1", "U3", "U3", "U4"] },
])(
  "where a platform takes $takes edits, news of a place in the line is what is left out",
  async ({ everyMs, edited }) => {
    const world = aWorld(undefined, { ofOwner: 1, ofWorkspace: 1, waitingOfOwner: 5 });
    await world.vault.put(anOwner(), world.key);
    await world.begin({ reply: world.chat.freshCard({ userId: "U1" }) });
    for (const n of [2, 3, 4]) {
      await world.clock.advance(1_000);
      await world.begin({ id: aJobId(n), reply: world.chat.freshCard({ userId: `U${n}` }), wait: { for: "turn" } });
    }
    await world.clock.advance(10_000);
    world.chat.bucketOf = () => ({ name: "from now on", burst: 4, everyMs });
    const from = world.chat.calls.length;
    await approvalService(world.deps()).withdraw(aJobId(2));
    await world.clock.advance(30_000);
    world.video.succeed("task_fake_1");
    await world.clock.advance(10_000);
    expect(world.chat.calls.slice(from).flatMap(({ call, userId }) => (call === "show" ? [userId] : []))).toEqual(
      edited,
    );
  },
);

test("where too many cards wait, a place in the queue is not shown, and the turn itself is", async () => {
  const world = aWorld(undefined, { ofOwner: 1, ofWorkspace: 1, waitingOfOwner: 5 });
  // One card that is shown every five minutes is 150 s old in the mean.
  world.chat.bucketOf = () => ({ name: "narrow", burst: 40, everyMs: 300_000 });
  await world.vault.put(anOwner(), world.key);
  await world.begin();
  for (const n of [2, 3]) {
    await world.clock.advance(1_000);
    await world.begin({ id: aJobId(n), reply: world.chat.freshCard({ userId: `U${n}` }), wait: { for: "turn" } });
  }
  await world.clock.advance(10_000);
  const from = world.chat.calls.length;
  const shown = () => world.chat.calls.slice(from).flatMap(({ call, userId }) => (call === "show" ? [userId] : []));
  await approvalService(world.deps()).withdraw(aJobId(2));
  await world.clock.advance(30_000);
  expect(shown()).toEqual(["U2"]);
  world.video.succeed("task_fake_1");
  await world.clock.advance(10_000);
  expect(shown()).toContain("U3");
});

test("a card that cannot be edited is tried every 10 s, however often its waiting job is looked at", async () => {
  const world = aWorld(undefined, { ofOwner: 1, ofWorkspace: 1, waitingOfOwner: 5 });
  await world.begin();
  const from = world.clock.now();
  world.chat.downUntil(from + 60_000);
  await world.begin({ id: aJobId(2), reply: world.chat.freshCard({ userId: "U2" }), wait: { for: "turn" } });
  await world.clock.advance(60_000);
  const tries = () =>
    world.chat.calls.filter(({ call, userId, at }) => call === "show" && userId === "U2" && at >= from);
  expect(tries().length).toBeGreaterThan(3);
  expect(tries().length).toBeLessThanOrEqual(7);
  await world.clock.advance(12_000);
  expect(tries().at(-1)?.isRefused).toBe(false);
});

test("progress read before its process stalled is not shown any more", async () => {
  const world = aWorld();
  const { id } = await world.begin();
  await world.clock.advance(3_000);
  const deps = world.deps();
  const progress = cardProgress(deps);
  const stored = await world.jobs.load(id);
  if (!stored) throw new Error("no job");
  const edits = () => world.chat.calls.filter(({ call }) => call === "show").length;
  const before = edits();
  expect(await progress.show(stored, world.clock.now() - 6_000)).toBe(world.clock.now());
  expect(edits()).toBe(before);
  expect(await progress.show(stored, world.clock.now() - 1_000)).toBeNull();
  expect(edits()).toBe(before + 1);
});

test("a card that still has its first words says so to the budget, and a card that was changed since does not", async () => {
  const world = aWorld();
  const deps = world.deps();
  const { id } = await world.begin();
  const asked: unknown[] = [];
  const { traffic } = deps;
  const progressMs: typeof traffic.progressMs = (job, news) => {
    asked.push(news.isFirst ?? false);
    return traffic.progressMs(job, news);
  };
  const progress = cardProgress({ ...deps, traffic: { ...traffic, progressMs } });
  const show = async () => {
    const stored = await world.jobs.load(id);
    if (stored) await progress.show(stored);
  };
  await show();
  await world.clock.advance(60_000);
  await show();
  expect(asked).toEqual([true, false]);
});
