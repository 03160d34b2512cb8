import { expect, test } from "vitest";
import { rememberEvents } from "../../src/app/platforms.ts";
import { knownEvents } from "../fakes/known-events.ts";
import { manualClock } from "../fakes/manual-clock.ts";

test("a repeated delivery of an event is ignored by every process until the first process forgets the event", async () => {
  const clock = manualClock();
  const shared = knownEvents();
  const one = rememberEvents(shared, clock);
  expect(await one.isNew("Ev1")).toBe(true);
  expect(await rememberEvents(shared, clock).isNew("Ev1")).toBe(false);
  one.forget("Ev1");
  expect(await one.isNew("Ev1")).toBe(true);
});

test("a process ignores repeated deliveries of an event for ten minutes, even if the event is missing from the store", async () => {
  const clock = manualClock();
  const alone = rememberEvents({ ...knownEvents(), isNew: async () => true }, clock);
  await alone.isNew("Ev1");
  await clock.advance(599_999);
  expect(await alone.isNew("Ev1")).toBe(false);
  await clock.advance(2);
  expect(await alone.isNew("Ev1")).toBe(true);
});

test("each process remembers the latest 100,000 events to ignore repeated deliveries", async () => {
  const events = rememberEvents({ isNew: async () => true, forget() {} }, manualClock());
  for (let id = 0; id <= 100_000; id += 1) await events.isNew(String(id));
  expect([await events.isNew("1"), await events.isNew("0")]).toEqual([false, true]);
});
