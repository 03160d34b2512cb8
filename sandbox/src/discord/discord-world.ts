import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import { bell } from "../bell.ts";
import type { SandboxClock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import { openStandings } from "../people.ts";
import { openCdn } from "./cdn.ts";
import { openCommandRegistry } from "./command-registry.ts";
import { openDiscordCondition } from "./discord-condition.ts";
import { INTERACTION_FILE_MAX_BYTES } from "./discord-limits.ts";
import { openFormBook } from "./form-book.ts";
import { type Gateway, openGateway } from "./gateway.ts";
import { openMembership } from "./guild.ts";
import { type InteractionBook, openInteractionBook } from "./interaction-book.ts";
import { openInteractionsEndpoint } from "./interactions-endpoint.ts";
import { openMessageBook } from "./message-book.ts";
import { applicationId } from "./place.ts";
import { openDenials } from "./refusal.ts";

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
  const membership = openMembership(standings, (name, data) => gateway.tellOfGuild(name, data));
  const gateway: Gateway = openGateway({ server, origin, token, journal, changed, clock, standings, membership });
  const condition = openDiscordCondition({ clock, journal, interactions: () => interactions });
  const interactions: InteractionBook = openInteractionBook({ clock, journal, nextId, condition });
  return {
    clock,
    journal,
    origin,
    token,
    nextId,
    cdn,
    book: openMessageBook({ clock, journal, cdn, nextId }),
    interactions,
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

/** The first moment an id can name. Source: Discord docs, reference "Snowflakes" (read 2026-11-21). */
const DISCORD_EPOCH_MS = 1_420_070_400_000;

function snowflakes(clock: SandboxClock): () => string {
  let last = 0n;
  return () => {
    const byTime = BigInt(Math.max(0, clock.now() - DISCORD_EPOCH_MS)) << 22n;
    last = byTime > last ? byTime : last + 1n;
    return String(last);
  };
}
