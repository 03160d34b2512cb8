import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Bucket, Left } from "../../../core/budget/allowance.ts";
import { type Clock, type EpochMs, sleep } from "../../../core/clock.ts";
import { ALL_REQUESTS } from "../discord-limits.ts";

/** Discord's limit on everything that a bot sends by its own token, as this process keeps it. */
export interface BotLimit {
  /** Waits for room, at most `shares.roomMs`; then `leave` must be called with the answer. Without room, says when there is some. */
  enter(): Promise<{ readonly leave: () => void } | { readonly waitMs: number }>;
}

/**
 * A request reaches Discord at some time between its start and its answer. So its room is free a second after the
 * answer, and no second at Discord's sees more than the limit, however long requests are on their way.
 */
export function botLimit(clock: Clock, waitAtMostMs: number): BotLimit {
  const { burst, perMs } = ALL_REQUESTS;
  let underWay = 0;
  let answeredAt: EpochMs[] = [];
  /** Resolves when the request before has gone, or given up: first come, first served. */
  let last: Promise<void> = Promise.resolve();

  /** Milliseconds until there is room; 0: there is. */
  function fullForMs(): number {
    const now = clock.now();
    answeredAt = answeredAt.filter((at) => at <= now && now - at < perMs);
    const over = underWay + answeredAt.length - burst;
    if (over < 0) return 0;
    const next = answeredAt[over];
    return next === undefined ? perMs : next + perMs - now;
  }

  function leave(): void {
    underWay -= 1;
    answeredAt.push(clock.now());
  }

  return {
    async enter() {
      const until = clock.now() + waitAtMostMs;
      const before = last;
      let next = () => {};
      last = new Promise((resolve) => {
        next = resolve;
      });
      await before;
      try {
        for (let waitMs = fullForMs(); waitMs > 0; waitMs = fullForMs()) {
          if (clock.now() + waitMs > until) return { waitMs };
          await sleep(clock, waitMs);
        }
        underWay += 1;
        return { leave };
      } finally {
        next();
      }
    },
  };
}

/** What Discord says of its limits with every answer. */
export interface HeardLimits {
  hear(request: { readonly method?: string | undefined; readonly url: string }, answer: Response): void;
  /** The bucket as Discord has described it; as it was guessed where it never did. */
  known(guess: Bucket): Bucket;
}

/** Buckets that are remembered; others are guessed again. */
const KEPT = 2_000;
/** Source: Discord's documentation, rate limits (read 2026-11-21); the bounds are ours. */
const told = z.object({
  bucket: z.string().min(1).max(100),
  limit: z.coerce.number().int().min(1).max(100_000),
  remaining: z.coerce.number().int().min(0),
  resetAfterSeconds: z.coerce.number().positive().max(3_600),
});

interface Heard {
  readonly limit: number;
  /** null until an answer was the first of its window. */
  readonly windowMs: number | null;
  /** Discord's own name: what shares it shares the limit. */
  readonly name: string;
  readonly left: Left;
}

export function heardLimits(clock: Pick<Clock, "now">): HeardLimits {
  const all = new LRUCache<string, Heard>({ max: KEPT });
  return {
    hear({ method = "GET", url }, { status, headers }) {
      const place = placeOf(method, url);
      // A 429 may be about another limit than the answers before it, and says itself when to come back.
      if (!place || status === 429) return;
      const { data } = told.safeParse({
        bucket: headers.get("x-ratelimit-bucket"),
        limit: headers.get("x-ratelimit-limit"),
        remaining: headers.get("x-ratelimit-remaining"),
        resetAfterSeconds: headers.get("x-ratelimit-reset-after") ?? undefined,
      });
      if (!data) return;
      const { bucket, limit, remaining, resetAfterSeconds } = data;
      const resetAfterMs = Math.ceil(resetAfterSeconds * 1_000);
      const { guess, within } = place;
      const windowMs = remaining === limit - 1 ? resetAfterMs : (all.get(guess)?.windowMs ?? null);
      const left = { remaining, until: clock.now() + resetAfterMs };
      all.set(guess, { limit, windowMs, name: `${bucket}:${within}`, left });
    },
    known(guess) {
      const heard = all.get(guess.name);
      if (!heard) return guess;
      const { limit, windowMs, name, left } = heard;
      const everyMs = windowMs === null ? guess.everyMs : windowMs / limit;
      return { ...guess, burst: limit, everyMs, name, commonName: guess.name, left };
    },
  };
}

/** Which guessed bucket a request counts against, and what its limit is within; null: none that we share out. */
function placeOf(method: string, url: string): { readonly guess: string; readonly within: string } | null {
  const [, token] = /\/webhooks\/\d+\/([^/?]+)\/messages\//.exec(url) ?? [];
  if (token && method === "PATCH") return { guess: tokenBucket(token), within: token };
  const [, channelId, one] = /\/channels\/(\d+)\/messages(\/\d+)?(?:\?|$)/.exec(url) ?? [];
  if (!channelId) return null;
  const what = one ? "edit" : "new_message";
  return method === (one ? "PATCH" : "POST") ? { guess: channelBucket(what, channelId), within: channelId } : null;
}

/** The name of a guessed bucket: its kind, and what it is within. */
export const tokenBucket = (token: string): string => `token:${token}`;
export const channelBucket = (what: "edit" | "new_message", channelId: string): string => `${what}:${channelId}`;
