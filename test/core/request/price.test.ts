import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import {
  askablePrices,
  costingMore,
  DEFAULT_PRICES,
  everyPrice,
  type Prices,
  priceOf,
  priceOfEach,
  pricesNow,
  pricesText,
  readPrices,
  setPrices,
} from "../../../src/core/request/price.ts";
import { aPriceList } from "../../fakes/price-list.ts";

test.for([
  ["480p", 10, 95],
  ["480p", 15, 143],
  ["720p", 10, 205],
  ["720p", 15, 308],
] as const)("by default a video in %s of %i s costs %i credits", ([resolution, duration, price]) => {
  expect(priceOf({ resolution, duration })).toBe(price);
});

test("several videos cost the sum of their prices", () => {
  const short = { resolution: "480p", duration: 10 } as const;
  const long = { resolution: "720p", duration: 15 } as const;
  expect([priceOfEach([]), priceOfEach([short]), priceOfEach([short, long, short])]).toEqual([0, 95, 498]);
});

test("configured prices apply until they are reset", () => {
  const short = { resolution: "480p", duration: 10 } as const;
  try {
    const unset = setPrices(aPriceList(1, 2, 3, 4));
    expect([priceOf(short), everyPrice()]).toEqual([1, [1, 2, 3, 4]]);
    expect(pricesNow()).toBe("480p-10s=1,480p-15s=2,720p-10s=3,720p-15s=4");
    const unsetOthers = setPrices(aPriceList(5, 6, 7, 8));
    // The first owner ends after a second one has started.
    unset();
    expect(priceOf(short)).toBe(5);
    unsetOthers();
    expect(priceOf(short)).toBe(1);
    unset();
    expect(priceOf(short)).toBe(95);
  } finally {
    // Resets the prices even if a claim fails, so that the test can be repeated.
    setPrices(DEFAULT_PRICES);
  }
});

test("the list of prices contains each price once, from the lowest to the highest", () => {
  onTestFinished(setPrices(aPriceList(300, 20, 300, 100)));
  expect(everyPrice()).toEqual([20, 100, 300]);
});

test("a confirmation can be required above each price except the highest", () => {
  onTestFinished(setPrices(aPriceList(300, 20, 300, 100)));
  expect(askablePrices()).toEqual([20, 100]);
});

test("a confirmation cannot be required above a price if every video costs the same", () => {
  onTestFinished(setPrices(aPriceList(7, 7, 7, 7)));
  expect(askablePrices()).toEqual([]);
});

test.for([
  [0, "all"],
  [94, "all"],
  [95, 95],
  [142, 95],
  [143, 143],
  [307, 205],
  [308, "none"],
  [900, "none"],
] as const)(
  "a confirmation limit of %i credits requires a confirmation for the same videos as the choice “%s”",
  ([threshold, expected]) => {
    expect(costingMore(threshold)).toBe(expected);
  },
);

const price = fc.integer({ min: 1, max: 1_000_000 });

test("prices are read correctly from text with any spaces and letter case", () => {
  fc.assert(
    fc.property(price, price, price, price, fc.constantFrom("", " ", "\t"), (a, b, c, d, space) => {
      const prices: Prices = aPriceList(a, b, c, d);
      const text = pricesText(prices).replaceAll(/[,=]/g, (mark) => `${space}${mark}${space}`);
      expect(readPrices(text.toUpperCase())).toEqual({ ok: true, value: prices });
    }),
  );
});

test("prices are accepted in any order and with a trailing comma", () => {
  const { ok } = readPrices("720p-15s=308,480p-15s=143,720p-10s=205,480p-10s=95,");
  expect(ok).toBe(true);
});

test("a price may be from one to one million credits", () => {
  const prices = aPriceList(1, 1_000_000, 1, 1_000_000);
  expect(readPrices(pricesText(prices))).toEqual({ ok: true, value: prices });
});

const rest = "480p-15s=143,720p-10s=205,720p-15s=308";

test.for<readonly [string, string, readonly string[]]>([
  ["one missing price", rest, [`has no price for 480p-10s. The default is ${pricesText(DEFAULT_PRICES)}`]],
  ["three missing prices", "480p-10s=95", [expect.stringMatching(/^has no price for 480p-15s, 720p-10s, 720p-15s\./)]],
  [
    "no equals sign in a price",
    `480p-10s 95,${rest}`,
    ['has "480p-10s 95", which is no price. Write each as 480p-10s=95, with commas between them'],
  ],
  [
    "two equals signs in a price",
    `x=480p-10s=95,${rest}`,
    [expect.stringMatching(/^has "x=480p-10s=95", which is no price\./)],
  ],
  [
    "a word after a price",
    `480p-10s=95 credits,${rest}`,
    [expect.stringMatching(/^has "480p-10s=95 credits", which is no price\./)],
  ],
  [
    "a price without a resolution and a length",
    `=95,${rest}`,
    [expect.stringMatching(/^has "=95", which is no price\./)],
  ],
  [
    "a price for an unknown resolution",
    `480p-10s=95,1080p-10s=400,${rest}`,
    [
      "has a price for 1080p-10s, which the video service does not make. It makes 480p-10s, 480p-15s, 720p-10s, 720p-15s",
    ],
  ],
  [
    "two prices for the same resolution and length",
    `480p-10s=95,480p-10s=96,${rest}`,
    ["has two prices for 480p-10s. Keep one"],
  ],
  [
    "a price of zero",
    `480p-10s=0,${rest}`,
    ["has 0 as the price of 480p-10s. A price is a whole number from 1 to 1000000"],
  ],
  [
    "a price that is not a whole number",
    `480p-10s=9.5,${rest}`,
    [expect.stringMatching(/^has 9\.5 as the price of 480p-10s\./)],
  ],
  ["a price above one million", `480p-10s=1000001,${rest}`, [expect.stringMatching(/^has 1000001 as the price/)]],
  [
    "three mistakes",
    "480p-10s=-1,4k-10s=9,x",
    [/^has -1 as/, /^has a price for 4k-10s/, /^has "x"/].map((each) => expect.stringMatching(each)),
  ],
])("a price list with %s is refused with a message for each mistake", ([, text, problems]) => {
  expect(readPrices(text)).toEqual({ ok: false, refusal: problems });
});
