import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Bucket, Left } from "../../../core/budget/allowance.ts";
import { type Clock, type EpochMs, sleep } from "../../../core/clock.ts";
import { ALL_REQUESTS } from "../discord-limits.ts";

/**
 * Keeps Discord's limit on all requests by the bot's own token. A request reaches Discord at some time between its
 * start and its answer, so its room is free a second after the answer. So no second at Discord's sees more than the
 * limit, however long requests take.
 */
export function botLimit(clock: Clock, waitAtMostMs: number) {
  const { burst, perMs } = ALL_REQUESTS;
  let underWay = 0;
  let answeredAt: EpochMs[] = [];
  /** Resolves when the request before has gone, or given up: first come, first served. */
  let last: Promise<void> = Promise.resolve();

  /** Milliseconds until there is room; 0 where there is. */
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
    /**
     * Waits for room; then `leave` must be called with the answer. Where the wait would be too long, returns how long.
     */
    async enter(): Promise<{ readonly leave: () => void } | { readonly waitMs: number }> {
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

/** How many buckets are remembered; others are guessed again. */
const BUCKETS_MAX = 2_000;
/** Source: Discord's documentation, rate limits (read 2026-11-21); the bounds are ours. */
const limitHeaders = z.object({
  bucket: z.string().min(1).max(100),
  limit: z.coerce.number().int().min(1).max(100_000),
  remaining: z.coerce.number().int().min(0),
  resetAfterSeconds: z.coerce.number().positive().max(3_600),
});

interface Asked {
  readonly method: string;
  readonly route: string;
}

interface Heard {
  readonly limit: number;
  /** null until an answer was the first of its window. */
  readonly windowMs: number | null;
  /** Discord's own name for the bucket: requests with the same name share the limit. */
  readonly name: string;
  readonly left: Left;
}

/** Remembers the limits that Discord reports with every answer. */
export function heardLimits(clock: Pick<Clock, "now">) {
  const all = new LRUCache<string, Heard>({ max: BUCKETS_MAX });
  return {
    hear(request: Asked, { status, headers }: Response): void {
      const place = placeOf(request);
      // A 429 may be about another limit than the answers before it, and says itself when to come back.
      if (!place || status === 429) return;
      const { data } = limitHeaders.safeParse({
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
    /**
     * Milliseconds until Discord would take such a request again, as far as its answers have shown; 0 where it takes
     * one now.
     */
    usedUpMs(request: Asked): number {
      const left = all.get(placeOf(request)?.guess ?? "")?.left;
      return left?.remaining === 0 ? Math.max(0, left.until - clock.now()) : 0;
    },
    /** Returns the bucket as Discord has described it, or the guess where it never did. */
    known(guess: Bucket): Bucket {
      const heard = all.get(guess.name);
      if (!heard) return guess;
      const { limit, windowMs, name, left } = heard;
      const everyMs = windowMs === null ? guess.everyMs : windowMs / limit;
      return { ...guess, burst: limit, everyMs, name, commonName: guess.name, left };
    },
  };
}

/**
 * Returns the guessed bucket that a request counts against, and the part of its route that the limit applies to.
 * Returns null for requests that we do not pace.
 */
function placeOf({ method, route }: Asked): { readonly guess: string; readonly within: string } | null {
  const [, token] = /^\/webhooks\/\d+\/([^/]+)\/messages\//.exec(route) ?? [];
  if (token && method === "PATCH") return { guess: tokenBucket(token), within: token };
  const [, channelId, one] = /^\/channels\/(\d+)\/messages(\/\d+)?$/.exec(route) ?? [];
  if (!channelId) return null;
  const what = one ? "edit" : "new_message";
  return method === (one ? "PATCH" : "POST") ? { guess: channelBucket(what, channelId), within: channelId } : null;
}

/** Returns the name of a guessed bucket: its kind, and the part of the route that it applies to. */
export const tokenBucket = (token: string): string => `token:${token}`;
export const channelBucket = (what: "edit" | "new_message", channelId: string): string => `${what}:${channelId}`;
