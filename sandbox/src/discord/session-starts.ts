import type { SandboxClock } from "../clock.ts";

/** Source: Discord's API documentation (read 2026-11-21). */
const STARTS_PER_DAY = 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** How many sessions a bot has begun, and how many it still may. */
export interface SessionStarts {
  /** `session_start_limit`, as GET /gateway/bot tells it. */
  limit(): {
    readonly total: number;
    readonly remaining: number;
    readonly reset_after: number;
    readonly max_concurrency: number;
  };
  /** A bot identifies: null, or the code with which it is closed. */
  begin(): number | null;
  /** When bots identified, in milliseconds since the epoch; those that were closed too. */
  at(): readonly number[];
  /** From now on that many are left, until so much time has passed. */
  leave(remaining: number, resetAfterMs: number): void;
  /** The next `count` are closed with that code. */
  closeNext(count: number, code: number): void;
}

export function openSessionStarts(clock: SandboxClock): SessionStarts {
  const times: number[] = [];
  let remaining = STARTS_PER_DAY;
  let resetsAt = clock.now() + DAY_MS;
  let closing = { count: 0, code: 4000 };

  const renew = () => {
    if (clock.now() < resetsAt) return;
    remaining = STARTS_PER_DAY;
    resetsAt = clock.now() + DAY_MS;
  };

  return {
    limit() {
      renew();
      return { total: STARTS_PER_DAY, remaining, reset_after: resetsAt - clock.now(), max_concurrency: 1 };
    },
    begin() {
      renew();
      times.push(clock.now());
      remaining = Math.max(0, remaining - 1);
      if (closing.count === 0) return null;
      closing = { ...closing, count: closing.count - 1 };
      return closing.code;
    },
    at: () => times,
    leave(left, resetAfterMs) {
      remaining = left;
      resetsAt = clock.now() + resetAfterMs;
    },
    closeNext(count, code) {
      closing = { count, code };
    },
  };
}
