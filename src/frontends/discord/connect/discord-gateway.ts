import process from "node:process";
import { z } from "zod";
import { type Clock, within } from "../../../core/clock.ts";
import type { Log, OwnStatus } from "../../../core/ports.ts";
import {
  ActivityType,
  Client,
  Events,
  GatewayIntentBits,
  Options,
  SimpleShardingStrategy,
  Status,
} from "../discord-library.ts";
import { shares } from "../discord-limits.ts";
import type { Self } from "../in/hear-messages.ts";
import type { Api } from "../out/discord-api.ts";
import { ownApplication, TOKEN_REFUSED } from "./discord-application.ts";
import { type IdentifyGate, identifyGate, type ShardOptions, type Shards } from "./identify-gate.ts";

export interface Gateway {
  /**
   * Resolves with the application's id once every shard is ready. It rejects at once for a bad token, and after 30 s of
   * silence. While no identify may be spent it keeps waiting: a process that ended would only spend more.
   */
  connect(): Promise<string>;
  trouble(): string | null;
  close(): Promise<void>;
}

export interface GatewayOptions extends ShardOptions {
  readonly token: string;
  /** DISCORD_API_URL, without a version; it may end in a slash. */
  readonly apiUrl: string;
  /** The status shown beside the bot's name. */
  readonly status: OwnStatus;
  /**
   * true: mentions in servers are heard. For each message there Discord sends an event, and nearly all are dropped.
   * null: in fewer than 50 servers.
   */
  readonly mentions: boolean | null;
}

/** Opens the connection over which Discord reports what people do. */
export function discordGateway(options: GatewayOptions, api: Pick<Api, "asBot">, ears: Ears): Gateway {
  const { clock } = options;
  let opened: OpenClient | null = null;
  let gate: IdentifyGate | null = null;
  let unguard = () => {};
  let hideStatus = () => {};

  const close = async () => {
    hideStatus();
    const closing = opened;
    opened = null;
    gate?.close();
    await closing?.close();
    unguard();
  };

  return {
    async connect() {
      unguard();
      unguard = guardLibrary(options.log);
      const opening = identifyGate(api, options);
      gate = opening;
      try {
        if ((await opening.untilEnough()) === "bad_token") throw new Error(BAD_TOKEN);
        const mentions = options.mentions ?? (await isInFewServers(api));
        opened = openClient({ ...options, mentions }, opening, ears);
        const { client } = opened;
        const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
        const [{ application }] = await patiently(opening, Promise.all([ready, client.login(options.token)]));
        hideStatus = showStatus(client, options.status, clock);
        return application.id;
      } catch (error) {
        await close();
        throw new Error(whyNot(error));
      }
    },
    trouble() {
      const client = opened?.client;
      const isConnected = client?.isReady() === true && client.ws.shards.every(({ status }) => status === Status.Ready);
      return isConnected ? null : (gate?.trouble() ?? "Discord: not connected");
    },
    close,
  };

  /** Sets a limit to the login: where the gateway refuses or is silent, the library retries for ever. */
  async function patiently<Value>({ lastPassAt }: IdentifyGate, login: Promise<Value>): Promise<Value> {
    for (let waitMs: number = shares.loginMs; waitMs > 0; waitMs = lastPassAt() + shares.loginMs - clock.now()) {
      const done = await within(clock, waitMs, login);
      if (done !== "late") return done;
    }
    throw new Error("it did not answer within 30 s");
  }
}

/** With this many servers, the events for their messages cost more than mentions are worth. */
export const FEW_SERVERS = 50;

async function isInFewServers(api: Pick<Api, "asBot">): Promise<boolean> {
  const own = await ownApplication(api);
  return own.ok && own.value.servers !== null && own.value.servers < FEW_SERVERS;
}

const BAD_TOKEN = "Authentication failed";

/** Returns one sentence with a cure. It takes nothing from the error that could hold a token. */
function whyNot(error: unknown): string {
  const { code, message } =
    error instanceof Error ? { code: "", ...error, message: error.message } : { code: "", message: "" };
  if (code === "TokenInvalid" || message === BAD_TOKEN) return TOKEN_REFUSED;
  return `Discord cannot be reached: ${message || code || "unknown error"}.`;
}

export interface OpenClient {
  readonly client: Client;
  close(): Promise<void>;
}

export interface Ears {
  interaction(payload: unknown): void;
  /** Somebody wrote a message, to the bot or to others. */
  message(payload: unknown, self: Self): void;
  /** The bot was removed from that server, or the server was deleted. */
  left(guildId: string): void;
  /** The bot is in that server: it has just joined, or a session begins. */
  joined(guildId: string): void;
}

const packet = z.object({ t: z.string(), d: z.unknown().optional() });
/** discord.js itself needs these. It would only turn all others into objects that nobody reads. */
const FOR_LIBRARY = new Set(["READY", "RESUMED"]);

const arrival = z.object({ id: z.string().regex(/^\d{1,20}$/) });
/**
 * A server in an outage is marked as unavailable, and comes back. Source: Discord docs, gateway-events, guild-delete
 * (read 2026-11-22).
 */
const departure = arrival.extend({ unavailable: z.literal(false).optional() });

export function openClient(
  options: Omit<GatewayOptions, "status">,
  gate: Pick<IdentifyGate, "waitForIdentify">,
  ears: Ears,
): OpenClient {
  const { clock, log, token } = options;
  let isClosed = false;
  const client = new Client({
    // Guilds: only to hear that the bot was removed from a server, or is in it again. No other data of servers is read
    // or waited for.
    // Messages to the bot come with their content; those to others come without it, and are dropped.
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.DirectMessages,
      ...(options.mentions ? [GatewayIntentBits.GuildMessages] : []),
    ],
    waitGuildTimeout: 0,
    allowedMentions: { parse: [] },
    rest: { api: options.apiUrl.replace(/(?<!\/)\/+$/, "") },
    makeCache: Options.cacheWithLimits({ ...Options.DefaultMakeCacheSettings, MessageManager: 0, UserManager: 1 }),
    ws: {
      // The library expects a promise here, and identifies when it resolves.
      buildIdentifyThrottler: async () => gate,
      buildStrategy(manager) {
        const session = manager.options.retrieveSessionInfo;
        // The library asks this before every attempt to connect. Once the client is closed, the answer never comes:
        // `destroy` alone does not end the attempts, two a second.
        manager.options.retrieveSessionInfo = async (shard) => {
          if (isClosed) return new Promise(() => {});
          return session(shard);
        };
        return new SimpleShardingStrategy(manager);
      },
    },
    ...shardOptions(options.shards),
  });
  client.on(Events.Raw, (raw: unknown) => {
    const read = packet.safeParse(raw);
    if (!read.success || FOR_LIBRARY.has(read.data.t)) return;
    // The library reads the packet next, and throws at the process what it cannot read. It ignores a packet without a
    // name.
    if (typeof raw === "object" && raw !== null) Reflect.set(raw, "t", null);
    if (read.data.t === "INTERACTION_CREATE") ears.interaction(read.data.d);
    if (read.data.t === "MESSAGE_CREATE" && client.isReady())
      ears.message(read.data.d, { userId: client.user.id, applicationId: client.application.id });
    const left = read.data.t === "GUILD_DELETE" ? departure.safeParse(read.data.d).data : undefined;
    if (left) ears.left(left.id);
    const joined = read.data.t === "GUILD_CREATE" ? arrival.safeParse(read.data.d).data : undefined;
    if (joined) ears.joined(joined.id);
  });
  client.on(Events.Error, () => log.error("discord client error"));
  client.on(Events.ShardError, (_error, shard) => log.warn("discord shard error", { shard }));
  // The library retries twice a second, so only the first attempt is logged.
  const away = new Set<number>();
  client.on(Events.ShardReconnecting, (shard) => {
    if (!isClosed && !away.has(shard)) log.warn("discord reconnecting", { shard });
    away.add(shard);
  });
  client.on(Events.ShardReady, (shard) => away.delete(shard));
  client.on(Events.ShardResume, (shard, replayed) => {
    away.delete(shard);
    log.info("discord resumed", { shard, replayed });
  });
  client.on(Events.ShardDisconnect, ({ code }, shard) => log.error("discord disconnected for good", { shard, code }));
  // On any 401 the library discards its token, and could not even connect again.
  client.rest.on("response", (_request, { status }) => {
    if (status === 401) clock.after(0, () => client.rest.setToken(token));
  });

  return {
    client,
    async close() {
      isClosed = true;
      const isConnecting = () => client.ws.shards.some(({ status }) => status === Status.Connecting);
      if (!isConnecting()) return client.destroy();
      // A socket that is destroyed while it connects loses its listeners, and its error ends the process. So it may
      // connect first; where that fails, the unanswered question above ends the attempts.
      const destroy = () => {
        if (!isConnecting()) client.destroy().catch(() => log.warn("discord not destroyed"));
      };
      client.on(Events.ShardReady, destroy);
      client.on(Events.ShardResume, destroy);
    },
  };
}

function shardOptions(shards: Shards) {
  if (shards === "auto") return { shards };
  if (typeof shards === "object") return { shards: shards.list, shardCount: shards.of };
  return { shards: Array.from({ length: shards }, (_, index) => index), shardCount: shards };
}

const LIBRARY = /[\\/]node_modules[\\/](?:@discordjs[\\/]|discord\.js[\\/])/;

/**
 * Logs an error that discord.js throws where nobody awaits it: the library parses gateway messages in such promises,
 * and one that it cannot read would end the process. Errors from elsewhere take their usual course. The returned
 * function removes the guard.
 */
function guardLibrary(log: Log): () => void {
  const onRejection = (reason: unknown) => {
    if (isOfLibrary(reason)) return log.error("discord library failed", { name: nameOf(reason) });
    // With a listener present, Node no longer ends the process by itself.
    if (process.listenerCount("unhandledRejection") === 1) throw reason;
  };
  process.on("unhandledRejection", onRejection);
  return () => process.off("unhandledRejection", onRejection);
}

/**
 * Tells whether the library itself threw it: the first file in the stack is the library's own, and not a function that
 * it called back.
 */
export function isOfLibrary(reason: unknown): boolean {
  if (!(reason instanceof Error)) return false;
  const frames = (reason.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line) && !line.includes("node:"));
  const first = frames.find((line) => !line.includes("<anonymous>"));
  return first !== undefined && LIBRARY.test(first);
}

function nameOf(reason: unknown): string {
  return reason instanceof Error ? reason.name : "unknown";
}

/**
 * Discord takes five status updates from a bot in 20 s on each connection. Source: Discord docs, events/gateway (read
 * 2026-11-22).
 */
const EVERY_MS = 20_000;

export function showStatus(client: Client, status: OwnStatus, clock: Clock): () => void {
  let shown: string | null = null;
  let mayAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;

  function show(): void {
    const now = clock.now();
    const text = status.now();
    if (text === shown || cancel) return;
    if (now < mayAt) {
      cancel = clock.after(mayAt - now, () => {
        cancel = null;
        show();
      });
      return;
    }
    mayAt = now + EVERY_MS;
    shown = text;
    send([...client.ws.shards.values()].filter((shard) => shard.status === Status.Ready).map(({ id }) => id));
  }

  function send(shardId: number[]): void {
    const activities = shown === null ? [] : [{ type: ActivityType.Custom, name: "status", state: shown }];
    if (shardId.length > 0) client.user?.setPresence({ activities, shardId });
  }

  // A new connection has no status.
  client.on(Events.ShardReady, (id) => {
    if (shown !== null) send([id]);
  });
  const unhear = status.onChange(show);
  show();
  return () => {
    unhear();
    cancel?.();
  };
}
