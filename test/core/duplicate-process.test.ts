import { expect, test } from "vitest";
import { DUPLICATE_FOR_MS, watchDuplicates } from "../../src/core/duplicate-process.ts";
import { TEST_START } from "../fakes/jobs.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";

function aWatch() {
  const [clock, log] = [manualClock(), recordingLog()];
  return {
    clock,
    log,
    duplicate: watchDuplicates({ clock, log }, { uses: "Discord token", cure: "stop one of the two" }),
  };
}

test("another process that uses the bot's token is logged once, and again only after an hour without a sign of that process", async () => {
  const { clock, log, duplicate } = aWatch();
  duplicate.seen();
  await clock.advance(DUPLICATE_FOR_MS - 1);
  duplicate.seen();
  expect(log.lines).toMatchObject([
    { level: "error", event: "another process uses the same Discord token: stop one of the two" },
  ]);
  await clock.advance(DUPLICATE_FOR_MS);
  duplicate.seen();
  expect(log.lines).toHaveLength(2);
});

test("another process that uses the bot's token is reported for an hour after its latest activity", async () => {
  const { clock, duplicate } = aWatch();
  expect([duplicate.isThere(), duplicate.line()]).toEqual([false, null]);
  duplicate.seen();
  await clock.advance(DUPLICATE_FOR_MS - 1);
  duplicate.seen();
  const seenAt = new Date(TEST_START + DUPLICATE_FOR_MS - 1).toISOString();
  expect(duplicate.line()).toBe(
    `another process uses the same Discord token, last seen at ${seenAt}: stop one of the two`,
  );
  await clock.advance(DUPLICATE_FOR_MS - 1);
  expect(duplicate.isThere()).toBe(true);
  await clock.advance(1);
  expect([duplicate.isThere(), duplicate.line()]).toEqual([false, null]);
});

test("another process that used the bot's token is no longer reported after that process has stopped", () => {
  const { duplicate } = aWatch();
  duplicate.seen();
  duplicate.gone();
  expect([duplicate.isThere(), duplicate.line()]).toEqual([false, null]);
});
