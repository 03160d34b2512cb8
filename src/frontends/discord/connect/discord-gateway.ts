import { type SessionInfo, WebSocketManager, WebSocketShardEvents } from "@discordjs/ws";
import {
  ActivityType,
  GatewayCloseCodes,
  GatewayIntentBits,
  GatewayOpcodes,
  PresenceUpdateStatus,
  REST,
} from "discord.js";
import { z } from "zod";
import { type Clock, within } from "../../../core/clock.ts";
import type { OwnStatus } from "../../../core/front-end.ts";
import { shares } from "../discord-limits.ts";
import type { Self } from "../in/receive-messages.ts";
import type { Api } from "../out/discord-api.ts";
import { noSentence, ownApplication, TOKEN_REFUSED } from "./discord-application.ts";
import { type IdentifyGate, identifyGate, type ShardOptions, type Shards } from "./identify-gate.ts";

export interface GatewayOptions extends ShardOptions {
  readonly token: string;
  readonly status: OwnStatus;
  /**
   * Whether to answer mentions. If so, Discord sends an event for every message in every server. "auto": only with fewer
   * than 50 servers.
   */
  readonly mentions: "on" | "off" | "auto";
}

export function discordGateway(options: GatewayOptions, api: Pick<Api, "asBot">, events: GatewayEvents) {
  const { clock } = options;
  let shards: OpenShards | null = null;
  let gate: IdentifyGate | null = null;
  let hideStatus = () => {};

  const close = async () => {
    hideStatus();
    const closing = shards;
    shards = null;
    gate?.close();
    await closing?.close();
  };

  return {
    /**
     * Resolves once every shard is ready. Rejects at once for a bad token, and after 30 s without an answer. If only
     * the reserve of the day's IDENTIFYs is left, waits instead, because each restart would use more of it.
     */
    async connect(): Promise<string> {
      const opening = identifyGate(api, options);
      gate = opening;
      try {
        const info = await opening.untilEnough();
        if (!info.ok) throw new Error(noSentence(info.refusal));
        const readsMessages = options.mentions === "auto" ? await isInFewServers(api) : options.mentions === "on";
        shards = openShards({ ...options, readsMessages }, { info: info.value, gate: opening, events });
        const { applicationId } = await untilLogin(opening, shards.connect());
        hideStatus = showStatus(shards, options.status, clock);
        return applicationId;
      } catch (error) {
        await close();
        throw error;
      }
    },
    trouble(): string | null {
      return shards?.isReady() ? null : (gate?.trouble() ?? "Discord: not connected");
    },
    close,
  };

  /** Sets a time limit, because the library itself retries forever. */
  async function untilLogin<Value>({ lastPassAt }: IdentifyGate, login: Promise<Value>): Promise<Value> {
    for (let waitMs: number = shares.loginMs; waitMs > 0; waitMs = lastPassAt() + shares.loginMs - clock.now()) {
      const done = await within(clock, waitMs, login);
      if (done !== "late") return done;
    }
    throw new Error("Discord cannot be reached: it did not answer within 30 s.");
  }
}

/** From this many servers on, message events cost more than mentions are worth. */
export const FEW_SERVERS = 50;

async function isInFewServers(api: Pick<Api, "asBot">): Promise<boolean> {
  const own = await ownApplication(api);
  const servers = own.ok ? own.value.approximate_guild_count : null;
  return servers !== null && servers < FEW_SERVERS;
}

/** The library's error message. */
const BAD_TOKEN = "Authentication failed";

export interface GatewayEvents {
  interaction(payload: unknown): void;
  /** Not necessarily a message to the bot. */
  message(payload: unknown, self: Self): void;
  /** Also called if the server was deleted. */
  left(guildId: string): void;
  /** Also called when a session starts. */
  joined(guildId: string): void;
}

const greeting = z.object({ user: z.object({ id: z.string() }), application: z.object({ id: z.string() }) });
const arrival = z.object({ id: z.string().regex(/^\d{1,20}$/) });
/**
 * A server in an outage is unavailable and will return. Source: Discord docs, gateway-events, guild-delete (read
 * 2026-11-22).
 */
const departure = arrival.extend({ unavailable: z.literal(false).optional() });

/** Source: Discord docs, opcodes-and-status-codes (read 2026-11-27). */
const FOR_GOOD: ReadonlySet<number> = new Set([
  GatewayCloseCodes.AuthenticationFailed,
  GatewayCloseCodes.InvalidShard,
  GatewayCloseCodes.ShardingRequired,
  GatewayCloseCodes.InvalidAPIVersion,
  GatewayCloseCodes.InvalidIntents,
  GatewayCloseCodes.DisallowedIntents,
]);

type OpenShards = ReturnType<typeof openShards>;

function openShards(
  options: Omit<GatewayOptions, "status" | "mentions"> & { readonly readsMessages: boolean },
  { info, gate, events }: { info: unknown; gate: Pick<IdentifyGate, "waitForIdentify">; events: GatewayEvents },
) {
  const { log, token } = options;
  const states = new Map<number, "connecting" | "greeted" | "ready" | "lost">();
  const sessions = new Map<number, SessionInfo>();
  /** The library retries twice a second, so only the first attempt is logged. */
  const away = new Set<number>();
  let self: Self | null = null;
  let isClosed = false;
  let notifyReady: (shardId: number) => void = () => {};

  const manager = new WebSocketManager({
    token,
    // Guilds: only to notice that the bot joined or left a server. Only messages to the bot include their content.
    intents:
      GatewayIntentBits.Guilds |
      GatewayIntentBits.DirectMessages |
      (options.readsMessages ? GatewayIntentBits.GuildMessages : 0),
    // The manager uses REST only for the gateway's URL, which `identifyGate` has already fetched.
    rest: new REST({ makeRequest: async () => Response.json(info) }).setToken(token),
    ...shardOptions(options.shards),
    buildIdentifyThrottler: async () => gate,
    // Called before every connection attempt. After `close`, it never resolves, because `destroy` alone does not stop the
    // attempts.
    retrieveSessionInfo: (shard): SessionInfo | null | Promise<SessionInfo | null> =>
      isClosed ? new Promise(() => {}) : (sessions.get(shard) ?? null),
    updateSessionInfo(shard, session) {
      if (session) sessions.set(shard, session);
      else sessions.delete(shard);
    },
  });
  manager.on(WebSocketShardEvents.Dispatch, ({ data: { t, d } }) => {
    if (t === "INTERACTION_CREATE") events.interaction(d);
    if (t === "MESSAGE_CREATE" && self) events.message(d, self);
    const left = t === "GUILD_DELETE" ? departure.safeParse(d).data : undefined;
    if (left) events.left(left.id);
    const joined = t === "GUILD_CREATE" ? arrival.safeParse(d).data : undefined;
    if (joined) events.joined(joined.id);
  });
  manager.on(WebSocketShardEvents.Hello, ({ shardId }) => states.set(shardId, "greeted"));
  manager.on(WebSocketShardEvents.Ready, ({ shardId, data }) => {
    const read = greeting.safeParse(data).data;
    self ??= read ? { userId: read.user.id, applicationId: read.application.id } : null;
    becomeReady(shardId);
  });
  manager.on(WebSocketShardEvents.Resumed, ({ shardId: shard }) => {
    log.info("discord resumed", { shard });
    becomeReady(shard);
  });
  manager.on(WebSocketShardEvents.Closed, ({ shardId: shard, code }) => {
    const isForGood = FOR_GOOD.has(code);
    states.set(shard, isForGood ? "lost" : "connecting");
    if (isForGood) log.error("discord disconnected for good", { shard, code });
    else if (!isClosed && !away.has(shard)) log.warn("discord reconnecting", { shard });
    away.add(shard);
  });
  manager.on(WebSocketShardEvents.Error, ({ shardId: shard }) => log.warn("discord shard error", { shard }));

  function becomeReady(shardId: number): void {
    states.set(shardId, "ready");
    away.delete(shardId);
    if (isClosed) void destroy();
    else notifyReady(shardId);
  }

  /** Skipped while a socket is connecting: a destroyed socket has no listeners, so its error would end the process. */
  async function destroy(): Promise<void> {
    if (![...states.values()].includes("connecting")) await manager.destroy();
  }

  return {
    async connect(): Promise<Self> {
      for (const shard of await manager.getShardIds()) states.set(shard, "connecting");
      await manager.connect().catch((error: unknown) => {
        const why = error instanceof Error ? error.message : "unknown error";
        throw new Error(why === BAD_TOKEN ? TOKEN_REFUSED : `Discord cannot be reached: ${why}.`);
      });
      if (!self) throw new Error("Discord does not say whose token this is.");
      return self;
    },
    isReady: () => states.size > 0 && [...states.values()].every((state) => state === "ready"),
    ready: () => [...states].filter(([, state]) => state === "ready").map(([shard]) => shard),
    onReady(listener: (shardId: number) => void) {
      notifyReady = listener;
    },
    show(shardId: number, text: string | null): void {
      const activities = text === null ? [] : [{ type: ActivityType.Custom, name: "status", state: text }];
      const d = { activities, since: null, afk: false, status: PresenceUpdateStatus.Online };
      void manager.send(shardId, { op: GatewayOpcodes.PresenceUpdate, d });
    },
    close() {
      isClosed = true;
      return destroy();
    },
  };
}

function shardOptions(shards: Shards) {
  if (shards === "auto") return {};
  return typeof shards === "number" ? { shardCount: shards } : { shardIds: [...shards.list], shardCount: shards.of };
}

/**
 * Discord accepts five status updates in 20 s per connection. Source: Discord docs, events/gateway (read 2026-11-22).
 */
const EVERY_MS = 20_000;

export function showStatus(
  shards: Pick<OpenShards, "ready" | "onReady" | "show">,
  status: OwnStatus,
  clock: Clock,
): () => void {
  let shown: string | null = null;
  let cancel: (() => void) | null = null;

  function show(): void {
    const text = status.now();
    if (text === shown || cancel) return;
    shown = text;
    for (const shard of shards.ready()) shards.show(shard, shown);
    cancel = clock.after(EVERY_MS, () => {
      cancel = null;
      show();
    });
  }

  // A new connection has no status.
  shards.onReady((shard) => {
    if (shown !== null) shards.show(shard, shown);
  });
  const unsubscribe = status.onChange(show);
  show();
  return () => {
    unsubscribe();
    cancel?.();
  };
}
