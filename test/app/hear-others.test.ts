import { expect, test } from "vitest";
import { type Notes, watchPrefix, watchWorkers } from "../../src/app/hear-others.ts";
import { RECOVERY } from "../../src/app/work.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";

/** Processes with these prefixes over one Redis, which may be away. */
function world() {
  const clock = manualClock();
  const noted = new Map<string, { readonly value: string; readonly until: number }>();
  const redis = { isAway: false };
  const asked = () => {
    if (redis.isAway) throw new Error("away");
  };
  const notes: Notes = {
    async get(key) {
      asked();
      const note = noted.get(key);
      return note && note.until > clock.now() ? note.value : undefined;
    },
    async set(key, value, ttlMs) {
      asked();
      noted.set(key, { value, until: clock.now() + ttlMs });
    },
  };
  return {
    clock,
    redis,
    start(prefix: string) {
      const log = recordingLog();
      const ended = new AbortController();
      void watchPrefix(notes, prefix, { clock, log, stopping: ended.signal });
      return { warned: () => log.lines.map(({ level, event }) => `${level}: ${event}`), end: () => ended.abort() };
    },
  };
}

test("of two fronts with different COMMAND_PREFIX the later one says so once, in half a minute", async () => {
  const { clock, start } = world();
  const first = start("video");
  await clock.advance(60_000);
  const later = start("clip");
  await clock.advance(30_000);
  expect(later.warned()).toEqual([
    "warn: another process over this Redis takes commands as /video, this one as /clip: Discord keeps those of the one that started last. Give every process the same COMMAND_PREFIX",
  ]);
  await clock.advance(600_000);
  expect(later.warned()).toHaveLength(1);
  expect(first.warned()).toEqual([]);
});

test("fronts with the same COMMAND_PREFIX, and one that was started again with another, have nothing to say", async () => {
  const { clock, start } = world();
  const old = [start("video"), start("video")];
  await clock.advance(60_000);
  for (const each of old) each.end();
  const next = start("clip");
  await clock.advance(600_000);
  for (const each of [...old, next]) expect(each.warned()).toEqual([]);
});

test("while Redis is away nothing is sent, and the message follows later", async () => {
  const { clock, redis, start } = world();
  start("video");
  const later = start("clip");
  await clock.advance(10_000);
  redis.isAway = true;
  await clock.advance(60_000);
  expect(later.warned()).toEqual([]);
  redis.isAway = false;
  await clock.advance(60_000);
  expect(later.warned()).toHaveLength(1);
});

test("a front says once that no process wakes jobs, and again where they went away once more", async () => {
  const clock = manualClock();
  const log = recordingLog();
  const stopping = new AbortController();
  let areWorkers = true;
  const shared = { isMyTurn: async (what: string) => what === RECOVERY && !areWorkers };
  const watching = watchWorkers(shared, { clock, log, stopping: stopping.signal });
  const errorsAfter = async (afterMs: number) => {
    await clock.advance(afterMs);
    return log.lines.filter(({ level, event }) => level === "error" && event.includes("ROLE=worker")).length;
  };
  expect(await errorsAfter(120_000)).toBe(0);
  areWorkers = false;
  expect(await errorsAfter(29_000)).toBe(0);
  expect(await errorsAfter(60_000)).toBe(1);
  areWorkers = true;
  expect(await errorsAfter(5_000)).toBe(1);
  areWorkers = false;
  expect(await errorsAfter(31_000)).toBe(2);
  stopping.abort();
  await watching;
});
