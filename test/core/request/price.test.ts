import { expect, test } from "vitest";
import { everyPrice, priceOf, priceOfEach } from "../../../src/core/request/price.ts";

test.for([
  ["480p", 10, 95],
  ["480p", 15, 143],
  ["720p", 10, 205],
  ["720p", 15, 308],
] as const)("a video in %s of %i s costs %i credits", ([resolution, duration, price]) => {
  expect(priceOf({ resolution, duration })).toBe(price);
});

test("several videos cost what each of them costs", () => {
  const short = { resolution: "480p", duration: 10 } as const;
  const long = { resolution: "720p", duration: 15 } as const;
  expect([priceOfEach([]), priceOfEach([short]), priceOfEach([short, long, short])]).toEqual([0, 95, 498]);
});

test("a video can cost one of four prices, the lowest first", () => {
  expect(everyPrice).toEqual([95, 143, 205, 308]);
});
