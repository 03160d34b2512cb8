import { expect, test } from "vitest";
import { refuse } from "../../../src/core/result.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { pollGuard } from "../../../src/jobs/poll/poll-guard.ts";
import { aJobId, anOwner } from "../../fakes/jobs.ts";
import { toldClock } from "../../fakes/told-clock.ts";

const key = new Secret("a-key-0123456789");

test("of ten thousand people it is known that their key is refused, and of more the first are forgotten", async () => {
  const guard = pollGuard(toldClock());
  for (let n = 0; n <= 10_000; n += 1) await guard.watch(anOwner(`${n}`), key, async () => refuse({ kind: "bad_key" }));
  expect([0, 1, 10_000].map((n) => guard.keyWaitMs(anOwner(`${n}`), key))).toEqual([0, 60_000, 60_000]);
});

test("a clock that is set back by an hour lets a refused key be tried at once", async () => {
  const clock = toldClock();
  const guard = pollGuard(clock);
  await guard.watch(anOwner(), key, async () => refuse({ kind: "bad_key" }));
  expect(guard.keyWaitMs(anOwner(), key)).toBe(60_000);
  clock.set(-3_600_000);
  expect(guard.keyWaitMs(anOwner(), key)).toBe(0);
});

test("a clock that is set back ends the ration of polls", async () => {
  const clock = toldClock();
  const guard = pollGuard(clock);
  const turn = (n: number) => guard.turnMs({ id: aJobId(n), urgency: () => 1 });
  for (let n = 0; n < 50; n += 1) turn(n);
  await clock.advance(600_000);
  for (const person of ["ada", "ben", "cleo"])
    await guard.watch(anOwner(person), key, async () => refuse({ kind: "rate_limited", retryAfterMs: null }));
  expect([1, 2, 3].map(turn).at(-1)).toBeGreaterThan(0);
  clock.set(-3_600_000);
  expect([1, 2, 3].map(turn)).toEqual([0, 0, 0]);
});
