import type { Credits, Prices } from "../../src/core/request/price.ts";

/** The prices of 10 and 15 seconds in 480p, then in 720p. */
export function aPriceList(short: Credits, long: Credits, sharpShort: Credits, sharpLong: Credits): Prices {
  return { "480p": { 10: short, 15: long }, "720p": { 10: sharpShort, 15: sharpLong } };
}
