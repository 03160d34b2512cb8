import type { SandboxClock } from "../clock.ts";
import { DYING_TOKEN_MS, openVane, RATE_LIMITED_S, type Vane } from "../condition.ts";
import type { Journal } from "../journal.ts";
import type { InteractionBook } from "./interaction-book.ts";
import { Refusal } from "./refusal.ts";

/**
 * Discord's condition. Nobody's own act is refused by it: commands, presses and forms always reach the bot.
 * - `rate_limited`: every request about messages, by whichever token, is answered 429 with a Retry-After of 2 s and
 *   the scope "shared", again and again while it lasts. First answers pass, as they are not bound to such limits.
 * - `down`: every request of the bot's is answered 503, first answers too; files are served, and the gateway stays.
 * - `token_dead`: the token of every interaction that was answered is dead at once and for good; each later one is good
 *   for its first answer, and dies 5 s after the interaction instead of 15 minutes.
 */
export interface Sky extends Vane {
  check(request: { readonly path: string }): void;
  isDying(ageMs: number): boolean;
}

export function openSky(deps: {
  readonly clock: Pick<SandboxClock, "now">;
  readonly journal: Journal;
  readonly interactions: () => Pick<InteractionBook, "killAnswered">;
}): Sky {
  const vane = openVane({
    place: "discord",
    journal: deps.journal,
    turned({ from, to }) {
      if (to === "token_dead") deps.interactions().killAnswered("invalid_webhook_token");
      if (from === "token_dead") deps.interactions().killAnswered("invalid_webhook_token", DYING_TOKEN_MS);
    },
  });

  return {
    ...vane,
    check({ path }) {
      const condition = vane.now();
      if (condition === "down") throw new Refusal(503, { message: "503: Service Unavailable", code: 0 });
      if (condition === "rate_limited" && /^\/(channels|webhooks)\//.test(path)) throw tooMany(deps.clock.now());
    },
    isDying: (ageMs) => vane.now() === "token_dead" && ageMs >= DYING_TOKEN_MS,
  };
}

/** Source: Discord's documentation, rate limits (read 2026-11-21). */
function tooMany(now: number): Refusal {
  return new Refusal(
    429,
    { message: "The resource is being rate limited.", retry_after: RATE_LIMITED_S, global: false },
    {
      "retry-after": String(RATE_LIMITED_S),
      "x-ratelimit-limit": "5",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": (now / 1_000 + RATE_LIMITED_S).toFixed(3),
      "x-ratelimit-reset-after": RATE_LIMITED_S.toFixed(3),
      "x-ratelimit-scope": "shared",
    },
  );
}
