import { expect, test } from "vitest";
import { ownRate } from "../../../src/engines/embedded.ts";
import { rateContract } from "../../contracts/rate.ts";
import { toldClock } from "../../fakes/told-clock.ts";

rateContract("ownRate", async () => {
  const clock = toldClock();
  return { rate: ownRate(clock), pass: clock.advance };
});

test("what was counted before the clock was set back an hour does not count for that hour", async () => {
  const clock = toldClock();
  const rate = ownRate(clock);
  expect([await rate("ada", 1, 60_000), await rate("ada", 1, 60_000)]).toEqual([true, false]);
  clock.set(-3_600_000);
  expect(await rate("ada", 1, 60_000)).toBe(true);
});

test("somebody who goes on is not forgotten for all the others who come once", async () => {
  const rate = ownRate(toldClock());
  const others = async (many: number, first: number) => {
    for (let each = 0; each < many; each += 1) await rate(`other${first + each}`, 1, 60_000);
  };
  expect(await rate("ada", 1, 60_000)).toBe(true);
  await others(49_999, 0);
  expect(await rate("ada", 1, 60_000)).toBe(false);
  await others(49_999, 49_999);
  expect(await rate("ada", 1, 60_000)).toBe(false);
  await others(50_000, 99_998);
  expect(await rate("ada", 1, 60_000)).toBe(true);
});
