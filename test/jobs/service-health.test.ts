import { expect, test } from "vitest";
import { refuse } from "../../src/core/result.ts";
import type { ApiRefusal } from "../../src/core/video-service.ts";
import { aJob, aJobId, anOwner } from "../fakes/jobs.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { memoryKeyv } from "../fakes/memory-keyv.ts";
import { uncounted } from "../fakes/meter.ts";
import { aWatch, together } from "./a-watch.ts";
import { aWorld } from "./world.ts";

const MINUTE = 60_000;
const lost = { kind: "unavailable", sent: true, detail: "http 503" } as const;
const good = { tookMs: 62_000, isGood: true };
const of = (person: string) => aJob({ owner: anOwner(person) });

type Watch = ReturnType<typeof aWatch>;
function goesDown({ health }: Watch): void {
  for (const person of ["ada", "ben", "ada"]) health.called(of(person), lost);
}

test("a listener for the service's health is called once when an outage begins and once when the outage ends", async () => {
  const clock = manualClock();
  const watch = aWatch(clock);
  await watch.begin();
  let changes = 0;
  const stop = watch.health.onChange(() => {
    changes += 1;
  });
  goesDown(watch);
  expect(changes).toBe(1);
  watch.health.called(of("ada"), lost);
  watch.health.ended(of("ada"), { ...good, isGood: false });
  await clock.advance(15 * MINUTE - 1);
  expect(changes).toBe(1);
  await clock.advance(1);
  expect(changes).toBe(2);
  expect(watch.health.trouble()).toBeNull();
  watch.health.ended(of("ada"), good);
  expect(changes).toBe(2);
  stop();
  goesDown(watch);
  expect(changes).toBe(2);
});

test("a newly started process reports an outage that two running processes detected together", async () => {
  const clock = manualClock();
  const keyv = memoryKeyv();
  const signs = together();
  const [one, two] = [aWatch(clock, { keyv, signs: signs() }), aWatch(clock, { keyv, signs: signs() })];
  await one.begin();
  await two.begin();
  one.health.called(of("ada"), lost);
  two.health.called(of("ben"), lost);
  one.health.called(of("cleo"), lost);
  expect([one, two].map(({ health }) => health.trouble()?.kind)).toEqual(["down", "down"]);
  await clock.advance(5_000);
  const three = aWatch(clock, { keyv, signs: signs() });
  await three.begin();
  expect(three.health.trouble()).toEqual(one.health.trouble());
  await clock.advance(15 * MINUTE);
  expect([one, two, three].map(({ health }) => health.trouble())).toEqual([null, null, null]);
});

test("a restarted process remembers an outage of the service for 15 minutes", async () => {
  const clock = manualClock();
  const watch = aWatch(clock);
  await watch.begin();
  goesDown(watch);
  await watch.stop();
  const next = aWatch(clock, { keyv: watch.keyv });
  await next.begin();
  expect(next.health.trouble()).toEqual({ kind: "down" });
  await clock.advance(15 * MINUTE);
  const later = aWatch(clock, { keyv: watch.keyv });
  await later.begin();
  expect(later.health.trouble()).toBeNull();
});

test("the saved record of the video service's health is smaller than 10 kB after 500 videos", async () => {
  const clock = manualClock();
  const watch = aWatch(clock);
  await watch.begin();
  for (let n = 0; n < 500; n += 1) {
    watch.health.called(of(`person ${n}`), n % 2 === 0 ? lost : null);
    watch.health.ended(of(`person ${n}`), { ...good, isGood: n % 3 !== 0 });
  }
  await watch.stop();
  expect(JSON.stringify(await watch.keyv.get("seen")).length).toBeLessThan(10_000);
});

test.for([
  ["is not an object", "not there"],
  ["was written by another version", { at: 1, calls: {}, ends: [] }],
])("a saved record of the service's health that %s is ignored", async ([, saved]) => {
  const watch = aWatch(manualClock());
  await watch.keyv.set("seen", saved);
  await watch.begin();
  expect(watch.health.trouble()).toBeNull();
});

test("an invalid message from another process does not change the recorded health of the video service", async () => {
  const signs = together();
  const other = signs();
  const watch = aWatch(manualClock(), { signs: signs() });
  await watch.begin();
  for (const text of ["", "{}", '{"kind":"comet"}', '{"kind":"call","by":5}']) other.publish(text);
  expect(watch.health.trouble()).toBeNull();
  other.publish('{"kind":"away"}');
  expect(watch.health.trouble()).toEqual({ kind: "down" });
});

test("an outage of the service is detected even if the store fails", async () => {
  const clock = manualClock();
  const keyv = memoryKeyv();
  keyv.get = async () => Promise.reject(new Error("away"));
  keyv.set = async () => Promise.reject(new Error("away"));
  const watch = aWatch(clock, { keyv });
  await watch.begin();
  goesDown(watch);
  await clock.advance(5_000);
  expect(watch.health.trouble()).toEqual({ kind: "down" });
  expect(watch.log.lines.map(({ event }) => event)).toEqual([
    "the video service's health was not read",
    "the video service's health has changed",
    "the video service's health was not saved",
  ]);
});

test.for([
  ["because the request is invalid", "bad_request"],
  ["because the API key is invalid", "bad_key"],
  ["for lack of credits", "no_credits"],
  ["because of a rate limit", "rate_limited"],
  ["because the service is busy", "busy"],
  ["because the service's address is wrong", "wrong_address"],
] as const)("paid calls that are refused %s do not count as an outage", ([, kind]) => {
  const { health } = aWatch(manualClock());
  for (const person of ["ada", "ben", "cleo", "ada"]) health.called(of(person), { kind, detail: "" } as ApiRefusal);
  expect(health.trouble()).toBeNull();
});

test("an outage of the service is detected by polls within a minute and reported until the outage ends", async () => {
  let watch: Watch | null = null;
  const world = aWorld(uncounted, (clock) => {
    watch = aWatch(clock);
    return watch.health;
  });
  const is = () => watch?.health.trouble();
  for (let n = 0; n < 5; n += 1) await world.begin({ id: aJobId(n), owner: anOwner(String(n)) });
  await world.clock.advance(20_000);
  world.video.everyPoll(() => refuse(lost));
  await world.clock.advance(MINUTE);
  expect(is()).toEqual({ kind: "down" });
  await world.clock.advance(40 * MINUTE);
  expect(is()).toEqual({ kind: "down" });
  world.video.everyPoll(() => null);
  await world.clock.advance(17 * MINUTE);
  expect(is()).toBeNull();
});
