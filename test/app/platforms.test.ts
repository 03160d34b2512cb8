import { expect, test } from "vitest";
import { rememberEvents } from "../../src/app/platforms.ts";
import { knownEvents } from "../fakes/known-events.ts";
import { manualClock } from "../fakes/manual-clock.ts";

test("a second delivery of an event is ignored for ten minutes in every process", async () => {
  const clock = manualClock();
  const shared = knownEvents();
  const [one, other] = [rememberEvents(shared, clock), rememberEvents({ ...shared, isNew: async () => true }, clock)];
  expect(await one.isNew("Ev1")).toBe(true);
  expect(await rememberEvents(shared, clock).isNew("Ev1")).toBe(false);
  one.forget("Ev1");
  expect(await one.isNew("Ev1")).toBe(true);
  await other.isNew("Ev1");
  await clock.advance(599_999);
  expect(await other.isNew("Ev1")).toBe(false);
  await clock.advance(2);
  expect(await other.isNew("Ev1")).toBe(true);
});

test("each process remembers the latest 100,000 events to ignore repeated deliveries", async () => {
  const events = rememberEvents({ isNew: async () => true, forget() {} }, manualClock());
  for (let id = 0; id <= 100_000; id += 1) await events.isNew(String(id));
  expect([await events.isNew("1"), await events.isNew("0")]).toEqual([false, true]);
});
