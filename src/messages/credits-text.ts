import type { Credits } from "../core/price.ts";

const number = new Intl.NumberFormat("en-US");

/** An amount of the service's money: "95 credits", "1 credit". */
export function creditsText(credits: Credits): string {
  return countText(credits, "credit");
}

/** How many of something: "1 video", "3,412 characters". */
export function countText(count: number, thing: string): string {
  return `${number.format(count)} ${thing}${count === 1 ? "" : "s"}`;
}
