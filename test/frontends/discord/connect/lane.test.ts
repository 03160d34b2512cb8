import { expect, test } from "vitest";
import { ok } from "../../../../src/core/result.ts";
import { identifyGate } from "../../../../src/frontends/discord/connect/identify-gate.ts";
import { keptLog } from "../../../fakes/kept-log.ts";
import { toldClock } from "../../../fakes/told-clock.ts";

test("a clock that is set back by an hour keeps no connection waiting for that hour", async () => {
  const clock = toldClock();
  const limits = { remaining: 900, reset_after: 86_400_000, max_concurrency: 1, total: 1_000 };
  const answer = async () => ok({ shards: 1, session_start_limit: limits });
  const gate = identifyGate({ api: { asBot: answer }, clock, log: keptLog(), shards: "auto" });
  const { signal } = new AbortController();
  await gate.waitForIdentify(0, signal);
  await clock.advance(600_000);
  clock.set(-3_600_000);
  let isThrough = false;
  const waited = gate.waitForIdentify(0, signal).then(() => {
    isThrough = true;
  });
  await clock.advance(5_000);
  expect(isThrough).toBe(true);
  await waited;
});
