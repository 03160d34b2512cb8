import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { aFleet } from "./fleet.ts";

const JOBS = 300;
/** Discord takes 30 new messages a minute in a channel: the others' person is notified of nothing. */
const NOTIFIED = 24;
/** Typed when the killing has ended. */
const AFTER_ALL = 3;
const KILL_EVERY_MS = 2_000;
const TYPE_EVERY_MS = 100;
/** A paid call of another process is waited for this long, then it counts as unknown; the rest takes another minute. */
const OVER_WITHIN_MS = 75_000 + 60_000;

test("if one of three processes is killed every two seconds, each of 300 videos is charged once and gets one final message", async () => {
  const fleet = await aFleet({ taskMs: 6_000 });
  fleet.start("front", "front");
  for (const name of ["one", "two"]) fleet.start(name, "worker");
  await fleet.ready("front");
  await fleet.sandbox.seeded();

  const killing = killEachTwoSeconds(fleet);
  for (let n = 0; n < JOBS; n += 1) {
    if (n === NOTIFIED) await fleet.silence();
    void fleet.type();
    await sleep(TYPE_EVERY_MS);
  }
  const kills = await killing.stop();
  await fleet.ready("front");
  for (let n = 0; n < AFTER_ALL; n += 1) await fleet.type();
  await fleet.allOver(OVER_WITHIN_MS);
  expect(fleet.broken()).toEqual([]);
  expect(kills).toBeGreaterThan(4);
  expect(fleet.unheardKills()).toBe(0);
  expect(fleet.sandbox.video.ledger().tasks).toBeGreaterThan(JOBS / 4);
  expect(fleet.videos()).toBeGreaterThan(JOBS / 4);
}, 240_000);

/** Of those that are up, a worker, and now and then the front; each is started again at once. */
function killEachTwoSeconds(fleet: Awaited<ReturnType<typeof aFleet>>) {
  let kills = 0;
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      await sleep(KILL_EVERY_MS);
      const wanted = kills % 6 === 5 ? ["front", "one", "two"] : ["one", "two"];
      const victim = (kills % 2 ? wanted : wanted.toReversed()).find(fleet.isUp);
      if (victim === undefined || isOver) continue;
      await fleet.killed(victim);
      kills += 1;
    }
  })();
  return {
    async stop(): Promise<number> {
      isOver = true;
      await done;
      return kills;
    },
  };
}
