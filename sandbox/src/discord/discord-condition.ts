import type { SandboxClock } from "../clock.ts";
import { DYING_TOKEN_MS, openCondition, RATE_LIMITED_S } from "../condition.ts";
import type { Journal } from "../journal.ts";
import type { InteractionBook } from "./interaction-book.ts";
import { Refusal, rateLimited } from "./refusal.ts";

/**
 * Discord's condition. Nobody's own act is refused by it: commands, presses and forms always reach the bot.
 * - `rate_limited`: every request about messages, by whichever token, is answered 429 with a Retry-After of 2 s and
 *   the scope "shared", again and again while it lasts. First answers pass, as they are not bound to such limits.
 * - `down`: every request of the bot's is answered 503, first answers too; files are served, and the gateway stays.
 * - `token_dead`: the token of every interaction that was answered is dead at once and for good; each later one is good
 *   for its first answer, and dies 5 s after the interaction instead of 15 minutes.
 */
export function openDiscordCondition(deps: {
  readonly clock: Pick<SandboxClock, "now">;
  readonly journal: Journal;
  readonly interactions: () => Pick<InteractionBook, "killAnswered">;
}) {
  const condition = openCondition({
    place: "discord",
    journal: deps.journal,
    turned({ from, to }) {
      if (to === "token_dead") deps.interactions().killAnswered("invalid_webhook_token");
      if (from === "token_dead") deps.interactions().killAnswered("invalid_webhook_token", DYING_TOKEN_MS);
    },
  });

  return {
    ...condition,
    check({ path }: { readonly path: string }) {
      const now = condition.now();
      if (now === "down") throw new Refusal(503, { message: "503: Service Unavailable", code: 0 });
      if (now === "rate_limited" && /^\/(channels|webhooks)\//.test(path)) throw tooMany(deps.clock.now());
    },
    isDying: (ageMs: number) => condition.now() === "token_dead" && ageMs >= DYING_TOKEN_MS,
  };
}

/** Source: Discord's documentation, rate limits (read 2026-11-21). */
function tooMany(now: number): Refusal {
  return rateLimited(RATE_LIMITED_S * 1_000, {
    "x-ratelimit-limit": "5",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": (now / 1_000 + RATE_LIMITED_S).toFixed(3),
    "x-ratelimit-reset-after": RATE_LIMITED_S.toFixed(3),
    "x-ratelimit-scope": "shared",
  });
}
