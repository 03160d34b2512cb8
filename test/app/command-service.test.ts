import { expect, test } from "vitest";
import { tellLater } from "../../src/app/command-service.ts";
import type { Clock } from "../../src/core/clock.ts";
import { ownerName } from "../../src/core/job/ids.ts";
import { aDiscordReply, anOwner } from "../fakes/jobs.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";

/** `after` takes the timers that are set, in the place of the told clock. */
function world(after: ((act: () => void) => void) | null = null) {
  const clock = manualClock();
  const own: Clock = {
    now: clock.now,
    after(_delayMs, act) {
      after?.(act);
      return () => {};
    },
  };
  const stopping = new AbortController();
  const notified: string[] = [];
  const later = tellLater({
    clock: after ? own : clock,
    log: recordingLog(),
    stopping: stopping.signal,
    tell: async (owner) => void notified.push(ownerName(owner)),
  });
  const did = (userId: string, act: Parameters<typeof later>[0]["act"] = { kind: "help" }) =>
    later({ act, owner: anOwner(userId), reply: aDiscordReply() });
  return { clock, stopping, notified, did };
}

test("a person is notified once of waiting results, four seconds after the first of some commands, and again after a later one", async () => {
  const { clock, notified, did } = world();
  for (let n = 0; n < 5; n += 1) did("1");
  did("2");
  await clock.advance(3_999);
  expect(notified).toEqual([]);
  await clock.advance(1);
  expect(notified).toEqual(["discord:1", "discord:2"]);
  did("1");
  await clock.advance(4_000);
  expect(notified).toEqual(["discord:1", "discord:2", "discord:1"]);
});

test("typing alone notifies nobody, and neither does a bot that stops", async () => {
  const { clock, stopping, notified, did } = world();
  did("1", { kind: "suggest", option: "prompt", typed: "a" });
  await clock.advance(4_000);
  did("2");
  stopping.abort();
  await clock.advance(4_000);
  expect(notified).toEqual([]);
});

test("ten thousand people at most wait for a notification, and a later one gets theirs after their next command", () => {
  const timers: (() => void)[] = [];
  const { notified, did } = world((act) => void timers.push(act));
  for (let n = 0; n <= 10_000; n += 1) did(`${n}`);
  for (const fire of timers.splice(0)) fire();
  expect([notified.length, notified.at(-1)]).toEqual([10_000, "discord:9999"]);
  did("10000");
  for (const fire of timers) fire();
  expect(notified.at(-1)).toBe("discord:10000");
});
