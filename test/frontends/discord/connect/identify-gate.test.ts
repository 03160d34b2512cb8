import { describe, expect, it, onTestFinished, test } from "vitest";
import { startDiscord } from "../../../../sandbox/src/discord/discord-emulator.ts";
import { openJournal } from "../../../../sandbox/src/journal.ts";
import { fetchWhole } from "../../../../src/app/fetch-whole.ts";
import { ok } from "../../../../src/core/result.ts";
import { identifyGate } from "../../../../src/frontends/discord/connect/identify-gate.ts";
import { deferred } from "../../../fakes/deferred.ts";
import { manualClock } from "../../../fakes/manual-clock.ts";
import { recordingLog } from "../../../fakes/recording-log.ts";
import { until } from "../fake-rest.ts";
import { frontEndAt } from "../world.ts";

/** A front end that is not started, and an emulator whose gateway the test controls. */
async function unstarted() {
  const clock = manualClock();
  const discord = await startDiscord({ clock, journal: openJournal(clock) });
  onTestFinished(() => discord.stop());
  const how = { token: discord.token, clock, fetchWhole: fetchWhole(clock) };
  const log = recordingLog();
  const { frontEnd } = frontEndAt(discord.apiUrl, { ...how, log });
  onTestFinished(() => frontEnd.stop());
  const { starts } = discord;
  /** Advances the clock while the bot waits for it, and stops it while sockets connect, until `isSo` is true. */
  const passUntil = async (isSo: () => boolean, stepMs = 1_000) => {
    while (!isSo()) {
      const isWaiting = /waiting|again and again/.test(frontEnd.trouble() ?? "");
      if (isWaiting) await clock.advance(stepMs);
      else await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  return { clock, log, frontEnd, starts, passUntil };
}

/** A promise, and whether it has settled. */
function watched(work: Promise<unknown>) {
  let isDone = false;
  void work.then(() => {
    isDone = true;
  });
  return { work, isDone: () => isDone };
}

const HOUR_MS = 3_600_000;

describe("connecting to Discord's gateway", () => {
  it("waits until Discord resets the daily limit if only 20 connections of the daily limit remain", async () => {
    const { clock, frontEnd, starts, log, passUntil } = await unstarted();
    starts.leave(20, 2.5 * HOUR_MS);
    const { work, isDone: isStarted } = watched(frontEnd.start());
    await until(() => log.lines.length > 0);
    expect(frontEnd.trouble()).toBe(
      "Discord: waiting until 2026-11-21T02:30:00.000Z to connect, only 20 of today's connections are left",
    );
    expect(log.lines[0]?.event).toBe("discord connections used up, waiting");
    await passUntil(() => clock.now() >= Date.UTC(2026, 10, 21, 2, 29), 60_000);
    expect(isStarted()).toBe(false);
    expect(starts.at()).toEqual([]);
    await passUntil(isStarted, 60_000);
    await work;
    expect(starts.at()).toHaveLength(1);
    expect(frontEnd.trouble()).toBeNull();
  });

  it("starts without waiting if 21 connections of the daily limit remain", async () => {
    const { frontEnd, starts } = await unstarted();
    starts.leave(21, HOUR_MS);
    await frontEnd.start();
    expect(starts.at()).toHaveLength(1);
  });

  it("is retried at growing intervals if the gateway repeatedly closes the connection", async () => {
    const { clock, frontEnd, starts, passUntil } = await unstarted();
    starts.closeNext(8, 4000);
    const { work, isDone: isStarted } = watched(frontEnd.start());
    const began = clock.now();
    await passUntil(() => starts.at().length >= 3);
    await passUntil(() => frontEnd.trouble() === "Discord: closes the connection again and again");
    await passUntil(isStarted);
    await work;
    const gaps = starts.at().map((at, n, all) => at - (all[n - 1] ?? began));
    const least = [0, 5, 10, 20, 40, 80, 160, 300, 300].map((seconds) => seconds * 1_000);
    expect(gaps).toHaveLength(least.length);
    for (const [n, gap] of gaps.entries()) expect(gap, `before start ${n + 1}`).toBeGreaterThanOrEqual(least[n] ?? 0);
    expect(frontEnd.trouble()).toBeNull();
  });

  it("is not attempted if the bot is stopped while it waits for the daily limit", async () => {
    const { clock, frontEnd, starts, log } = await unstarted();
    starts.leave(0, HOUR_MS);
    void frontEnd.start();
    await until(() => log.lines.length > 0);
    await frontEnd.stop();
    await clock.advance(2 * HOUR_MS);
    // Long enough for a client to connect, if it wrongly did.
    for (let turn = 0; turn < 5_000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(starts.at()).toEqual([]);
    expect(log.lines).toHaveLength(1);
  });
});

test("a bot that is stopped while it requests Discord's gateway address does not connect", async () => {
  const { promise, resolve } = deferred<void>();
  const info = { shards: 1, session_start_limit: { remaining: 900, reset_after: 1, max_concurrency: 1 } };
  const api = { asBot: () => promise.then(() => ok(info)) };
  const limits = { take: async () => 0 };
  const gate = identifyGate(api, { clock: manualClock(), log: recordingLog(), shards: "auto", limits });
  const { isDone } = watched(gate.untilEnough());
  gate.close();
  resolve();
  await new Promise((turn) => setImmediate(turn));
  expect(isDone()).toBe(false);
});

/** Two processes with one shard each, which see each other as through Redis. */
function twoProcesses(concurrency: number) {
  const clock = manualClock();
  const start = { remaining: 900, reset_after: 1, max_concurrency: concurrency };
  const api = { asBot: async () => ok({ shards: 4, session_start_limit: start }) };
  const freeAt = new Map<string, number>();
  const limits = {
    async take({ name, everyMs }: { readonly name: string; readonly everyMs: number }) {
      const waitMs = (freeAt.get(name) ?? 0) - clock.now();
      if (waitMs > 0) return waitMs;
      freeAt.set(name, clock.now() + everyMs);
      return 0;
    },
    pause() {},
  };
  const passes: string[] = [];
  const began = clock.now();
  const gates = [0, 1].map(() => identifyGate(api, { clock, log: recordingLog(), shards: 4, limits }));
  const pass = (gate: number, shard: number) =>
    void gates[gate]
      ?.waitForIdentify(shard, new AbortController().signal)
      .then(() => passes.push(`${shard} after ${clock.now() - began}`));
  return { clock, gates, passes, pass };
}

describe("the Discord shards of two processes", () => {
  it("connect one after the other, more than 5 s apart", async () => {
    const { clock, gates, passes, pass } = twoProcesses(1);
    for (const shard of [0, 2, 1, 3]) pass(shard < 2 ? 0 : 1, shard);
    await clock.advance(5_000);
    expect(passes).toEqual(["0 after 0"]);
    expect(gates[1]?.trouble()).toBe("Discord: waiting for its turn to connect");
    await clock.advance(20_000);
    expect(passes.map((each) => Number(each.split(" ").at(-1)))).toEqual([0, 5_250, 10_500, 15_750]);
    expect(gates[1]?.trouble()).toBeNull();
  });

  it("connect at the same time if Discord allows concurrent connections", async () => {
    const { clock, passes, pass } = twoProcesses(2);
    for (const nth of [0, 1]) pass(nth, nth);
    await clock.advance(0);
    expect(passes.toSorted()).toEqual(["0 after 0", "1 after 0"]);
  });
});

test("a connection to Discord's gateway is delayed at most 5 s if the clock was set back by an hour", async () => {
  const clock = manualClock();
  const start = { remaining: 900, reset_after: 86_400_000, max_concurrency: 1 };
  const answer = async () => ok({ shards: 1, session_start_limit: start });
  const limits = { take: async () => 0 };
  const gate = identifyGate({ asBot: answer }, { clock, log: recordingLog(), shards: "auto", limits });
  const { signal } = new AbortController();
  await gate.waitForIdentify(0, signal);
  await clock.advance(600_000);
  clock.set(-3_600_000);
  const { isDone } = watched(gate.waitForIdentify(0, signal));
  await clock.advance(5_000);
  expect(isDone()).toBe(true);
});
