import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { aFleet } from "./fleet.ts";

test("workers that stall for longer than their locks last charge nothing twice and show no conflicting final message", async () => {
  const fleet = await aFleet({ taskMs: 8_000 });
  fleet.start("front", "front");
  for (const name of ["one", "two"]) fleet.start(name, "worker");
  await Promise.all(["front", "one", "two"].map(fleet.ready));
  await fleet.sandbox.seeded();
  await fleet.silence();
  for (let n = 0; n < 12; n += 1) {
    void fleet.type();
    await sleep(100);
  }
  await fleet.stalled("one", 7_000);
  await fleet.stalled("two", 7_000);
  await fleet.allOver(110_000);
  expect(fleet.broken()).toEqual([]);
  expect(fleet.sandbox.video.ledger().tasks).toBeGreaterThan(6);
}, 180_000);

test("two processes with one shard each both make videos from the commands they receive", async () => {
  const fleet = await aFleet({ taskMs: 1_000 });
  fleet.start("first", "all", { DISCORD_SHARDS: "0-0/2" });
  fleet.start("second", "all", { DISCORD_SHARDS: "1-1/2" });
  await Promise.all(["first", "second"].map(fleet.ready));
  const { discord, journal } = fleet.sandbox;
  const connected = journal
    .since(0)
    .flatMap(({ place, kind, payload, at }) =>
      place === "discord" && kind === "connected" ? [{ text: JSON.stringify(payload), at }] : [],
    );
  expect(connected.filter(({ text }) => text.includes('"shard":[0,2]'))).toHaveLength(1);
  expect(connected.filter(({ text }) => text.includes('"shard":[1,2]'))).toHaveLength(1);
  // Discord allows one connection in five seconds, for all processes together.
  const [first = 0, second = 0] = connected.map(({ at }) => at);
  expect(second - first).toBeGreaterThan(5_000);

  await fleet.sandbox.seeded();
  await fleet.type();
  await fleet.type(discord.dmChannelId("ada"));
  await fleet.allOver(60_000);
  // In a direct message, the card itself also notifies.
  expect(fleet.broken(["more than one notification"])).toEqual([]);
  expect(fleet.sandbox.video.ledger().tasks).toBe(2);
}, 120_000);
