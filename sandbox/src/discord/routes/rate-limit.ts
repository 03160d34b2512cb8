import { createHash } from "node:crypto";
import type { SandboxClock } from "../../clock.ts";
import { Refusal } from "./refusal.ts";

export interface RateLimit {
  /** The requests that share the limit: the kind of request and the channel or token it is for. */
  readonly name: string;
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  /** Where the refusal has a code of its own. */
  readonly code?: number;
}

export interface RateLimiter {
  /** The headers for this request; throws the 429 that Discord answers where there were too many. */
  count(rule: RateLimit): Readonly<Record<string, string>>;
  /** Counts one of everything that the bot sends by its own token; throws the 429 of the whole bot where there were too many. */
  countGlobal(): void;
}

/**
 * At most this many in any second, even where they are spread. Source: Discord docs, topics/rate-limits, global rate limit (read
 * 2026-11-22); where its seconds begin is not written down, so this is the strictest reading.
 */
const GLOBAL = {
  name: "global",
  limit: 50,
  windowMs: 1_000,
};

/** How many windows are remembered before those that are over are forgotten. */
const KEPT = 1_000;

export function openRateLimiter(clock: SandboxClock): RateLimiter {
  const windows = new Map<string, { readonly endsAt: number; used: number }>();
  let taken: readonly number[] = [];

  const windowOf = ({ name, key, windowMs }: RateLimit) => {
    const now = clock.now();
    const id = `${name}:${key}`;
    const running = windows.get(id);
    if (running && running.endsAt > now) return running;
    if (windows.size > KEPT) for (const [old, { endsAt }] of windows) if (endsAt <= now) windows.delete(old);
    const fresh = { endsAt: now + windowMs, used: 0 };
    windows.set(id, fresh);
    return fresh;
  };

  return {
    count(rule) {
      const window = windowOf(rule);
      const waitMs = window.endsAt - clock.now();
      const spent = window.used >= rule.limit;
      if (!spent) window.used += 1;
      const headers = {
        "x-ratelimit-limit": String(rule.limit),
        "x-ratelimit-remaining": String(rule.limit - window.used),
        "x-ratelimit-reset": (window.endsAt / 1_000).toFixed(3),
        "x-ratelimit-reset-after": (waitMs / 1_000).toFixed(3),
        "x-ratelimit-bucket": createHash("sha256").update(rule.name).digest("hex").slice(0, 32),
      };
      if (!spent) return headers;
      throw new Refusal(
        429,
        {
          message: "You are being rate limited.",
          retry_after: waitMs / 1_000,
          global: false,
          ...(rule.code ? { code: rule.code } : {}),
        },
        { ...headers, "retry-after": String(Math.ceil(waitMs / 1_000)), "x-ratelimit-scope": "user" },
      );
    },
    countGlobal() {
      const now = clock.now();
      taken = taken.filter((at) => at > now - GLOBAL.windowMs);
      const [oldest = now] = taken;
      if (taken.length < GLOBAL.limit) {
        taken = [...taken, now];
        return;
      }
      const waitMs = oldest + GLOBAL.windowMs - now;
      throw new Refusal(
        429,
        { message: "You are being rate limited.", retry_after: waitMs / 1_000, global: true },
        {
          "retry-after": String(Math.ceil(waitMs / 1_000)),
          "x-ratelimit-global": "true",
          "x-ratelimit-scope": "global",
        },
      );
    },
  };
}
