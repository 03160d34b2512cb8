import { expect, test } from "vitest";
import { RECOVERY } from "../../src/app/begin-work.ts";
import { watchWorkers } from "../../src/app/hear-others.ts";
import { keptLog } from "../fakes/kept-log.ts";
import { toldClock } from "../fakes/told-clock.ts";

test("a front says once that no process wakes jobs, and again where they went away once more", async () => {
  const clock = toldClock();
  const log = keptLog();
  const stopping = new AbortController();
  let areWorkers = true;
  const shared = { isMyTurn: async (what: string) => what === RECOVERY && !areWorkers };
  const watching = watchWorkers({ shared, clock, log, stopping: stopping.signal });
  const said = async (afterMs: number) => {
    await clock.advance(afterMs);
    return log.lines.filter(({ level, event }) => level === "error" && event.includes("ROLE=worker")).length;
  };
  expect(await said(120_000)).toBe(0);
  areWorkers = false;
  expect(await said(29_000)).toBe(0);
  expect(await said(60_000)).toBe(1);
  areWorkers = true;
  expect(await said(5_000)).toBe(1);
  areWorkers = false;
  expect(await said(31_000)).toBe(2);
  stopping.abort();
  await watching;
});
