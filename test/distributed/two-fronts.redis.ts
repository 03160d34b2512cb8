import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { balance } from "./balancer.ts";
import { aFleet } from "./fleet.ts";

const COMMANDS = 300;
/**
 * The number of commands that wait for a response at the same time. A busy machine can answer this many within Discord's 3
 * s.
 */
const AT_ONCE = 15;
/** A job without a saved answer is settled after 30 s. The rest allows for a busy machine. */
const OVER_WITHIN_MS = 100_000;

test("if one of two HTTP front processes dies during 300 commands, no accepted command is lost or charged twice, and the other process continues", async () => {
  const fleet = await aFleet({ taskMs: 500 });
  const { discord, video } = fleet.sandbox;
  const byHttp = { DISCORD_PUBLIC_KEY: discord.publicKey, DISCORD_GATEWAY: "off" };
  for (const name of ["one", "two"]) fleet.start(name, "front", byHttp);
  fleet.start("worker", "worker", byHttp);
  await Promise.all(["one", "two", "worker"].map(fleet.ready));
  const balancer = await balance(["one", "two"].map(fleet.originOf));
  onTestFinished(() => void balancer.stop());
  await discord.sendTo(`${balancer.url}/discord/interactions`);
  await fleet.sandbox.seeded();
  await fleet.silence();

  for (let n = 0; n < COMMANDS; n += 1) {
    if (n === COMMANDS / 2) await fleet.fell("one");
    void fleet.type();
    while (fleet.count(null) >= AT_ONCE) await sleep(1);
  }
  await fleet.allOver(OVER_WITHIN_MS);
  expect(fleet.broken()).toEqual([]);
  expect(fleet.unheardAfterAll()).toEqual([]);
  // These were being handled by the front that died.
  expect(fleet.count("unanswered")).toBeGreaterThan(0);
  expect(new Set(balancer.answeredBy)).toEqual(new Set([0, 1]));
  expect(video.ledger().tasks).toBeGreaterThan(COMMANDS / 4);
}, 150_000);
