import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { aFleet } from "./fleet.ts";

const JOBS = 300;
/** Discord accepts 30 new messages per minute in a channel, so the other commands send no notification. */
const NOTIFIED = 24;
/** Commands typed after the last kill. */
const AFTER_ALL = 3;
const KILL_EVERY_MS = 2_000;
const TYPE_EVERY_MS = 100;
/** A paid call of another process counts as unknown after this long. The rest takes another minute. */
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

/** Kills a running worker, or sometimes the front, and restarts it at once. */
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
