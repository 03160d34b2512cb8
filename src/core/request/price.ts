import { ok, type Result, refuse } from "../result.ts";

export type Credits = number;

export const RESOLUTIONS = ["480p", "720p"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export const DURATIONS = [10, 15] as const;
/** In seconds. */
export type Duration = (typeof DURATIONS)[number];

export type Prices = Readonly<Record<Resolution, Readonly<Record<Duration, Credits>>>>;

/** Source: the video service's interface, section 8 (read 2026-11-21). */
export const DEFAULT_PRICES: Prices = {
  "480p": { 10: 95, 15: 143 },
  "720p": { 10: 205, 15: 308 },
};

/** Global, because a bot uses one video service. */
let prices = DEFAULT_PRICES;

/** Applies until the returned function is called. */
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

export function everyPrice(): readonly Credits[] {
  return [...new Set(KINDS.map(priceOf))].sort((a, b) => a - b);
}

/** Thresholds for confirmations and approvals. The highest price is no threshold, because nothing costs more. */
export function askablePrices(): readonly Credits[] {
  return everyPrice().slice(0, -1);
}

/**
 * `threshold` may have been chosen under other prices. The result is one of the current `askablePrices`, "all" or "none".
 */
export function costingMore(threshold: Credits): "all" | "none" | Credits {
  const within = everyPrice().filter((price) => price <= threshold);
  const highest = within.at(-1);
  if (highest === undefined) return "all";
  return within.length === everyPrice().length ? "none" : highest;
}

export const KINDS: readonly Priced[] = RESOLUTIONS.flatMap((resolution) =>
  DURATIONS.map((duration) => ({ resolution, duration })),
);

export function kindName({ resolution, duration }: Priced): string {
  return `${resolution}-${duration}s`;
}

export function pricesText(of: Prices): string {
  return KINDS.map((kind) => `${kindName(kind)}=${of[kind.resolution][kind.duration]}`).join();
}

export function pricesNow(): string {
  return pricesText(prices);
}

/** Keeps a batch's total far below a team's highest possible cap. */
const PRICE_MAX = 1_000_000;

/** Each mistake completes a sentence that begins with the setting's name. */
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
