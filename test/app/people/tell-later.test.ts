import { expect, test } from "vitest";
import { tellLater } from "../../../src/app/desk.ts";
import type { Clock } from "../../../src/core/clock.ts";
import { ownerName } from "../../../src/core/job/ids.ts";
import { aDiscordReply, anOwner } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { toldClock } from "../../fakes/told-clock.ts";

/** `after` takes the timers that are set, in the place of the told clock. */
function world(after: ((act: () => void) => void) | null = null) {
  const clock = toldClock();
  const own: Clock = {
    now: clock.now,
    after(_delayMs, act) {
      after?.(act);
      return () => {};
    },
  };
  const stopping = new AbortController();
  const told: string[] = [];
  const later = tellLater({
    clock: after ? own : clock,
    log: keptLog(),
    stopping: stopping.signal,
    tell: async (owner) => void told.push(ownerName(owner)),
  });
  const did = (userId: string, act: Parameters<typeof later>[0]["act"] = { kind: "help" }) =>
    later({ act, owner: anOwner(userId), reply: aDiscordReply() });
  return { clock, stopping, told, did };
}

test("a person is told once of what waits, four seconds after the first of some commands, and again after a later one", async () => {
  const { clock, told, did } = world();
  for (let n = 0; n < 5; n += 1) did("1");
  did("2");
  await clock.advance(3_999);
  expect(told).toEqual([]);
  await clock.advance(1);
  expect(told).toEqual(["discord:1", "discord:2"]);
  did("1");
  await clock.advance(4_000);
  expect(told).toEqual(["discord:1", "discord:2", "discord:1"]);
});

test("nobody is told for what they only type, nor by a bot that stops", async () => {
  const { clock, stopping, told, did } = world();
  did("1", { kind: "suggest", option: "prompt", typed: "a" });
  await clock.advance(4_000);
  did("2");
  stopping.abort();
  await clock.advance(4_000);
  expect(told).toEqual([]);
});

test("ten thousand people wait to be told at most, and whoever comes then is told after their next command", () => {
  const timers: (() => void)[] = [];
  const { told, did } = world((act) => void timers.push(act));
  for (let n = 0; n <= 10_000; n += 1) did(`${n}`);
  for (const fire of timers.splice(0)) fire();
  expect([told.length, told.at(-1)]).toEqual([10_000, "discord:9999"]);
  did("10000");
  for (const fire of timers) fire();
  expect(told.at(-1)).toBe("discord:10000");
});
