import { expect, test } from "vitest";
import { RIVAL_FOR_MS, rivalWatch } from "../../src/core/rival.ts";
import { TEST_START } from "../fakes/jobs.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";

function aWatch() {
  const [clock, log] = [manualClock(), recordingLog()];
  return { clock, log, rival: rivalWatch({ clock, log }, { uses: "Discord token", cure: "stop one of the two" }) };
}

test("another process with the same token is logged once as an error with the fix, and reported for an hour after the last sign", async () => {
  const { clock, log, rival } = aWatch();
  expect([rival.isThere(), rival.line()]).toEqual([false, null]);
  rival.seen();
  await clock.advance(RIVAL_FOR_MS - 1);
  rival.seen();
  expect(log.lines).toMatchObject([
    { level: "error", event: "another process uses the same Discord token: stop one of the two" },
  ]);
  const seenAt = new Date(TEST_START + RIVAL_FOR_MS - 1).toISOString();
  expect(rival.line()).toBe(`another process uses the same Discord token, last seen at ${seenAt}: stop one of the two`);
  await clock.advance(RIVAL_FOR_MS - 1);
  expect(rival.isThere()).toBe(true);
  await clock.advance(1);
  expect([rival.isThere(), rival.line()]).toEqual([false, null]);
  rival.seen();
  expect(log.lines).toHaveLength(2);
});

test("another process that has stopped is no longer reported", () => {
  const { rival } = aWatch();
  rival.seen();
  rival.gone();
  expect([rival.isThere(), rival.line()]).toEqual([false, null]);
});
