import { ok, type Result, refuse } from "../result.ts";

export type Credits = number;

export const RESOLUTIONS = ["480p", "720p"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export const DURATIONS = [10, 15] as const;
/** Seconds. */
export type Duration = (typeof DURATIONS)[number];

/** What one video costs, charged at its start, by resolution and seconds. */
export type Prices = Readonly<Record<Resolution, Readonly<Record<Duration, Credits>>>>;

/** Source: the video service's interface, section 8 (read 2026-11-21). */
export const DEFAULT_PRICES: Prices = {
  "480p": { 10: 95, 15: 143 },
  "720p": { 10: 205, 15: 308 },
};

/** One bot has one video service, and its prices are set before the first command. */
let prices = DEFAULT_PRICES;

/** Sets the prices of all videos from here on, until the returned function is called. */
export function setPrices(own: Prices): () => void {
  const before = prices;
  prices = own;
  return () => {
    if (prices === own) prices = before;
  };
}

interface Priced {
  readonly resolution: Resolution;
  readonly duration: Duration;
}

export function priceOf({ resolution, duration }: Priced): Credits {
  return prices[resolution][duration];
}

export function priceOfEach(each: readonly Priced[]): Credits {
  return each.reduce((sum, one) => sum + priceOf(one), 0);
}

/** A video can cost one of these, the lowest first. */
export function everyPrice(): readonly Credits[] {
  return [...new Set(KINDS.map(priceOf))].sort((a, b) => a - b);
}

/** A person or a team can be asked above one of these: with the highest price, nothing would be asked. */
export function askablePrices(): readonly Credits[] {
  return everyPrice().slice(0, -1);
}

/**
 * Returns which of today's videos cost more than a threshold that was chosen while other prices may have been set: all of
 * them, none, or those above one of `askablePrices`.
 */
export function costingMore(threshold: Credits): "all" | "none" | Credits {
  const within = everyPrice().filter((price) => price <= threshold);
  const highest = within.at(-1);
  if (highest === undefined) return "all";
  return within.length === everyPrice().length ? "none" : highest;
}

/** Every kind of video that has a price. */
export const KINDS: readonly Priced[] = RESOLUTIONS.flatMap((resolution) =>
  DURATIONS.map((duration) => ({ resolution, duration })),
);

/** Names a kind of video as the setting does: `480p-10s`. */
export function kindName({ resolution, duration }: Priced): string {
  return `${resolution}-${duration}s`;
}

/** Writes prices as `readPrices` reads them: `480p-10s=95,480p-15s=143,…`. */
export function pricesText(of: Prices): string {
  return KINDS.map((kind) => `${kindName(kind)}=${of[kind.resolution][kind.duration]}`).join();
}

/** Returns the prices that are set, as text. */
export function pricesNow(): string {
  return pricesText(prices);
}

/** Keeps the sum of a batch far below the highest cap of a team. */
const PRICE_MAX = 1_000_000;

/** Reads prices as an operator writes them, or returns each mistake as the rest of a sentence about the setting. */
export function readPrices(text: string): Result<Prices, readonly string[]> {
  const parts = text
    .toLowerCase()
    .split(",")
    .map((part) => part.trim());
  const found = new Map<string, Credits>();
  const problems = parts.filter((part) => part !== "").flatMap((part) => problemOf(part, found) ?? []);
  if (problems.length > 0) return refuse(problems);
  const missing = KINDS.map(kindName).filter((name) => !found.has(name));
  if (missing.length > 0)
    return refuse([`has no price for ${missing.join(", ")}. The default is ${pricesText(DEFAULT_PRICES)}`]);
  const priced = (resolution: Resolution) =>
    Object.fromEntries(DURATIONS.map((duration) => [duration, found.get(kindName({ resolution, duration })) ?? 0]));
  return ok(Object.fromEntries(RESOLUTIONS.map((resolution) => [resolution, priced(resolution)])) as Prices);
}

/** Adds one price to those that were found, or returns what is wrong with it. */
function problemOf(part: string, found: Map<string, Credits>): string | null {
  const [, name = "", amount = ""] = /^([^=]*[^=\s])\s*=\s*([^=\s]+)$/.exec(part) ?? [];
  if (name === "") return `has "${part}", which is no price. Write each as ${EXAMPLE}, with commas between them`;
  if (!KINDS.some((kind) => kindName(kind) === name))
    return `has a price for ${name}, which the video service does not make. It makes ${KINDS.map(kindName).join(", ")}`;
  if (found.has(name)) return `has two prices for ${name}. Keep one`;
  const price = /^\d{1,7}$/.test(amount) ? Number(amount) : 0;
  if (price < 1 || price > PRICE_MAX)
    return `has ${amount} as the price of ${name}. A price is a whole number from 1 to ${PRICE_MAX}`;
  found.set(name, price);
  return null;
}

const EXAMPLE = `${kindName({ resolution: "480p", duration: 10 })}=${DEFAULT_PRICES["480p"][10]}`;
