import { describe, expect, it, onTestFinished } from "vitest";
import { fetchWhole } from "../../../src/app/fetch-whole.ts";
import { discordFrontEnd } from "../../../src/frontends/discord/front-end.ts";
import { startDiscord } from "../../../src/sandbox/discord/emulator.ts";
import { openJournal } from "../../../src/sandbox/journal.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { toldClock } from "../../fakes/told-clock.ts";
import { until } from "./fake-rest.ts";
import { aDesk } from "./world.ts";

/** A front end that is not started yet, and an emulator whose gateway does what it is told. */
async function unstarted() {
  const clock = toldClock();
  const log = keptLog();
  const discord = await startDiscord({ clock, journal: openJournal(clock) });
  onTestFinished(() => discord.stop());
  const options = {
    ...{ token: discord.token, apiUrl: discord.apiUrl, shards: "auto" as const, prefix: "video" },
    ...{ clock, log, fetchWhole: fetchWhole(clock) },
  };
  const frontEnd = discordFrontEnd(options, aDesk(() => ({ kind: "nothing" })).desk);
  onTestFinished(() => frontEnd.stop());
  const { starts } = discord;
  /** Until it is so, time passes wherever the bot waits for it, and stands still while sockets come and go. */
  const passUntil = async (isSo: () => boolean, stepMs = 1_000) => {
    while (!isSo()) {
      const isWaiting = /waiting|again and again/.test(frontEnd.trouble() ?? "");
      if (isWaiting) await clock.advance(stepMs);
      else await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { clock, log, discord, frontEnd, starts, passUntil };
}

const HOUR_MS = 3_600_000;

describe("a day's connections", () => {
  it("are not spent where few are left: the start waits until there are new ones, and says so", async () => {
    const { clock, frontEnd, starts, log, passUntil } = await unstarted();
    starts.leave(20, 2.5 * HOUR_MS);
    let isStarted = false;
    const work = frontEnd.start().then(() => {
      isStarted = true;
    });
    await until(() => log.lines.length > 0);
    expect(frontEnd.trouble()).toBe(
      "Discord: waiting until 2026-11-21T02:30:00.000Z to connect, only 20 of today's connections are left",
    );
    expect(log.lines[0]?.event).toBe("discord connections used up, waiting");
    await passUntil(() => clock.now() >= Date.UTC(2026, 10, 21, 2, 29), 60_000);
    expect(isStarted).toBe(false);
    expect(starts.at()).toEqual([]);
    await passUntil(() => isStarted, 60_000);
    await work;
    expect(starts.at()).toHaveLength(1);
    expect(frontEnd.trouble()).toBeNull();
  });

  it("are spent where enough are left", async () => {
    const { frontEnd, starts } = await unstarted();
    starts.leave(21, HOUR_MS);
    await frontEnd.start();
    expect(starts.at()).toHaveLength(1);
  });

  it("do not run out through a gateway that closes again and again, and the start outlives it", async () => {
    const { clock, frontEnd, starts, passUntil } = await unstarted();
    starts.closeNext(8, 4000);
    let isStarted = false;
    const work = frontEnd.start().then(() => {
      isStarted = true;
    });
    const began = clock.now();
    await passUntil(() => starts.at().length >= 3);
    await passUntil(() => frontEnd.trouble() === "Discord: closes the connection again and again");
    await passUntil(() => isStarted);
    await work;
    const gaps = starts.at().map((at, n, all) => at - (all[n - 1] ?? began));
    const least = [0, 5, 10, 20, 40, 80, 160, 300, 300].map((seconds) => seconds * 1_000);
    expect(gaps).toHaveLength(least.length);
    for (const [n, gap] of gaps.entries()) expect(gap, `before start ${n + 1}`).toBeGreaterThanOrEqual(least[n] ?? 0);
    expect(frontEnd.trouble()).toBeNull();
  });

  it("do not run out through a session that is lost again and again", async () => {
    const { discord, frontEnd, starts, passUntil } = await unstarted();
    await frontEnd.start();
    for (let lost = 1; lost <= 4; lost += 1) {
      discord.dropSessions();
      await passUntil(() => starts.at().length > lost && frontEnd.trouble() === null);
    }
    const gaps = starts.at().map((at, n, all) => at - (all[n - 1] ?? at));
    for (const [n, seconds] of [0, 5, 10, 20, 40].entries())
      expect(gaps[n], `before start ${n + 1}`).toBeGreaterThanOrEqual(seconds * 1_000);
  });

  it("let a bot stop while it waits for them", async () => {
    const { clock, frontEnd, starts, log } = await unstarted();
    starts.leave(0, HOUR_MS);
    void frontEnd.start();
    await until(() => log.lines.length > 0);
    await frontEnd.stop();
    await clock.advance(2 * HOUR_MS);
    // A client that came up after all would have had the time to.
    for (let turn = 0; turn < 5_000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(starts.at()).toEqual([]);
    expect(log.lines).toHaveLength(1);
  });
});
