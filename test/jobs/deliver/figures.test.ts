import { expect, test } from "vitest";
import type { Figures } from "../../../src/core/ports.ts";
import { refuse } from "../../../src/core/result.ts";
import { notifyUnreached } from "../../../src/jobs/deliver/outbox.ts";
import { aJob, aJobId, anAnnouncing, anOwner, TEST_START } from "../../fakes/jobs.ts";
import { uncounted } from "../../fakes/meter.ts";
import { aWorld } from "../world.ts";

/** A world whose figures can be read. */
function counted() {
  const observed: string[] = [];
  const figures: Figures[] = [];
  const lags: number[] = [];
  const world = aWorld({
    ...uncounted,
    dropped: (platform, why) => void observed.push(`${platform} ${why}`),
    delivered: (platform, what, result) => void observed.push(`${platform} ${what} ${result}`),
    polled: (_result, lateMs) => void lags.push(lateMs),
    watch: (figure) => void figures.push(figure),
  });
  const breakers = () => Object.assign({}, ...figures.map((one) => one.breakers?.() ?? {}));
  return { world, observed, lags, breakers, limits: () => figures.flatMap((one) => one.limits?.() ?? []) };
}

test("news of a card that newer ones overtake while it waits are counted once each, and what is shown is not", async () => {
  const { world, observed } = counted();
  world.chat.bucketOf = () => ({ name: "narrow", burst: 1, everyMs: 20_000 });
  await world.begin();
  await world.clock.advance(25_000);
  observed.length = 0;
  for (const percent of [10, 20, 30]) {
    world.video.progress("task_fake_1", percent);
    await world.clock.advance(4_000);
  }
  await world.clock.advance(30_000);
  const shown = observed.filter((one) => one === "discord progress ok").length;
  const overtaken = observed.filter((one) => one === "discord newer").length;
  expect(shown).toBeGreaterThan(0);
  expect(overtaken).toBeGreaterThan(0);
  expect(observed.filter((one) => one === "discord too_many")).toEqual([]);
});

test("where too many cards wait, what is no milestone is counted as dropped for that", async () => {
  const { world, observed } = counted();
  world.chat.bucketOf = () => ({ name: "narrow", burst: 40, everyMs: 60_000 });
  for (const n of [1, 2]) await world.begin({ id: aJobId(n), reply: world.chat.freshCard({ userId: `U${n}` }) });
  await world.clock.advance(10_000);
  for (const percent of [5, 10, 15, 20]) {
    for (const n of [1, 2]) world.video.progress(`task_fake_${n}`, percent);
    await world.clock.advance(20_000);
  }
  expect(observed.filter((one) => one === "discord too_many").length).toBeGreaterThan(2);
});

test("a poll says how long after its time it was made", async () => {
  const { world, lags } = counted();
  await world.begin();
  await world.clock.advance(20_000);
  expect(lags.length).toBeGreaterThan(2);
  expect(Math.max(...lags)).toBeLessThan(50);
  const { dueAt } = await world.jobOf();
  // As after a minute in which nobody looked.
  await world.stop();
  await world.clock.advance(60_000);
  const asleepMs = world.clock.now() - (dueAt ?? 0);
  lags.length = 0;
  await world.restart();
  await world.clock.advance(5_000);
  expect(lags[0]).toBeGreaterThanOrEqual(asleepMs);
});

test("the breakers of the service and of each platform say when they are open", async () => {
  const { world, breakers } = counted();
  world.video.everyPoll(() => refuse({ kind: "unavailable", sent: true, detail: "503" }));
  for (let n = 0; n < 30; n += 1) await world.begin({ id: aJobId(n), reply: world.chat.freshCard() });
  expect(breakers()).toMatchObject({ video_service: false });
  await world.clock.advance(20_000);
  expect(breakers()).toMatchObject({ video_service: true, discord: false });
  world.video.everyPoll(() => null);
  await world.clock.advance(90_000);
  expect(breakers()).toMatchObject({ video_service: false });
});

test("final words that wait for their turn are counted while they wait", async () => {
  const { world, limits } = counted();
  world.chat.bucketOf = () => ({ name: "narrow", burst: 2, everyMs: 10_000 });
  for (let n = 0; n < 6; n += 1) await world.begin({ id: aJobId(n), reply: world.chat.freshCard() });
  for (const id of world.video.taskIds()) world.video.succeed(id);
  await world.clock.advance(12_000);
  expect(limits()[0]?.wordsWaiting).toBeGreaterThan(1);
  expect(limits()[0]).toMatchObject({ spent: 1, paused: 0 });
  await world.clock.advance(300_000);
  expect(limits()[0]).toMatchObject({ wordsWaiting: 0, free: 1 });
});

test("a final word that came with the person's next command is counted as a note", async () => {
  const { world, observed } = counted();
  const outcome = { kind: "failed", taskId: "task-1", refunded: 95, creditsAreExact: true } as const;
  const state = { ...anAnnouncing(outcome, { settledAt: TEST_START }), noWaySince: TEST_START };
  await world.jobs.insert(aJob({ dueAt: TEST_START + 86_400_000, state }));
  await notifyUnreached(world.deps(), anOwner(), world.chat.freshCard());
  expect(observed).toEqual(["discord note ok"]);
});
