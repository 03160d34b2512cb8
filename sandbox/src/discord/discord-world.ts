import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import type { SandboxClock } from "../clock.ts";
import { bell } from "../clock.ts";
import { DYING_TOKEN_MS, openCondition, RATE_LIMITED_S } from "../condition.ts";
import type { Journal } from "../journal.ts";
import { openStandings } from "../people.ts";
import { openCdn } from "./cdn.ts";
import { openCommandRegistry } from "./command-registry.ts";
import { INTERACTION_FILE_MAX_BYTES } from "./discord-limits.ts";
import { openFormBook } from "./form-book.ts";
import { type Gateway, openGateway } from "./gateway.ts";
import { openInteractionBook } from "./interaction-book.ts";
import { openInteractionsEndpoint } from "./interactions-endpoint.ts";
import { openMessageBook } from "./message-book.ts";
import { applicationId, openMembership } from "./place.ts";
import { openDenials, Refusal, rateLimited } from "./refusal.ts";

export type World = ReturnType<typeof openWorld>;

export function openWorld(at: { clock: SandboxClock; journal: Journal; server: Server; origin: string }) {
  const { clock, journal, server, origin } = at;
  const nextId = snowflakes(clock);
  const token = [Buffer.from(applicationId), randomBytes(4), randomBytes(28)]
    .map((part) => part.toString("base64url"))
    .join(".");
  const cdn = openCdn(origin, clock);
  const changed = bell();
  const standings = openStandings();
  const membership = openMembership(standings, (name, data) => gateway.dispatchGuildEvent(name, data));
  const gateway: Gateway = openGateway({ server, origin, token, journal, changed, clock, standings, membership });
  const condition = openDiscordCondition(clock, journal);
  return {
    clock,
    journal,
    origin,
    token,
    nextId,
    cdn,
    book: openMessageBook({ clock, journal, cdn, nextId }),
    interactions: openInteractionBook({ clock, journal, nextId, condition }),
    forms: openFormBook(journal),
    registry: openCommandRegistry(changed, nextId),
    gateway,
    endpoint: openInteractionsEndpoint(clock, (address) =>
      journal.add({ place: "discord", kind: "connected", payload: { address } }),
    ),
    denials: openDenials(),
    condition,
    membership,
    standings,
    changed,
    ageRestricted: new Set<string>(),
    visitors: { areHidden: false },
    files: { tier: 0, interactionMaxBytes: INTERACTION_FILE_MAX_BYTES },
    chosenLocales: new Map<string, string>(),
  };
}

/** Source: Discord docs, reference "Snowflakes" (read 2026-11-21). */
const DISCORD_EPOCH_MS = 1_420_070_400_000;

function snowflakes(clock: SandboxClock): () => string {
  let last = 0n;
  return () => {
    const byTime = BigInt(Math.max(0, clock.now() - DISCORD_EPOCH_MS)) << 22n;
    last = byTime > last ? byTime : last + 1n;
    return String(last);
  };
}

/**
 * Commands, presses and forms always reach the bot.
 * - `rate_limited`: requests about messages are answered 429 with the scope "shared", except first answers.
 * - `down`: all requests of the bot are answered 503; files are served, and the gateway stays.
 * - `token_dead`: tokens of answered interactions are dead; each later one dies 5 s after the interaction.
 */
function openDiscordCondition(clock: SandboxClock, journal: Journal) {
  const condition = openCondition("discord", journal);
  return {
    ...condition,
    check({ path }: { readonly path: string }) {
      const now = condition.now();
      if (now === "down") throw new Refusal(503, { message: "503: Service Unavailable", code: 0 });
      if (now === "rate_limited" && /^\/(channels|webhooks)\//.test(path)) throw tooMany(clock.now());
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
