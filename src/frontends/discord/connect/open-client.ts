import { Client, Events, GatewayIntentBits, Options, SimpleShardingStrategy, Status } from "discord.js";
import { z } from "zod";
import type { Clock } from "../../../core/clock.ts";
import type { Log } from "../../../core/ports.ts";
import type { SharedLimits } from "../../../core/shared.ts";
import type { IdentifyGate, Shards } from "./identify-gate.ts";
import { isDiscordsGateway } from "./own-hosts.ts";

export interface ClientOptions {
  readonly apiUrl: string;
  readonly token: string;
  readonly shards: Shards;
  readonly clock: Clock;
  readonly log: Log;
  /** What other processes connect; absent: there are none. */
  readonly limits?: Pick<SharedLimits, "take"> | undefined;
}

export interface OpenClient {
  readonly client: Client;
  /** Disconnects; what the library would begin anew it begins no more. */
  close(): Promise<void>;
}

/** What is passed on of all that Discord tells. */
export interface Ears {
  /** What somebody did, as it came. */
  interaction(payload: unknown): void;
  /** The bot was removed from that server, or the server is no more. */
  left(guildId: string): void;
  /** The bot is in that server: it has just joined it, or a session begins. */
  joined(guildId: string): void;
}

const packet = z.object({ t: z.string(), d: z.unknown().optional() });
/** What discord.js itself needs. Everything else it would only turn into objects that nobody reads. */
const FOR_LIBRARY = new Set(["READY", "RESUMED"]);

const arrival = z.object({ id: z.string().regex(/^\d{1,20}$/) });
/** A server that has an outage says so, and comes back. Source: Discord docs, gateway-events, guild-delete (read 2026-11-22). */
const departure = arrival.extend({ unavailable: z.literal(false).optional() });

/** discord.js's client, reduced to what keeps a connection. */
export function openClient(
  options: ClientOptions,
  gate: Pick<IdentifyGate, "waitForIdentify">,
  ears: Ears,
): OpenClient {
  const { clock, log, token } = options;
  let isClosed = false;
  const client = new Client({
    // Only for the word that the bot was removed from a server, or is there again; nothing else of servers is read, nor waited for.
    intents: [GatewayIntentBits.Guilds],
    waitGuildTimeout: 0,
    allowedMentions: { parse: [] },
    rest: { api: options.apiUrl.replace(/(?<!\/)\/+$/, "") },
    makeCache: Options.cacheWithLimits({ ...Options.DefaultMakeCacheSettings, MessageManager: 0, UserManager: 1 }),
    ws: {
      // The library asks this of a promise: it identifies when that resolves.
      buildIdentifyThrottler: async () => gate,
      buildStrategy(manager) {
        const information = manager.fetchGatewayInformation.bind(manager);
        manager.fetchGatewayInformation = async (force) => {
          const told = await information(force);
          if (!isDiscordsGateway(told.url, options.apiUrl)) throw new Error("the gateway is not Discord's");
          return told;
        };
        const session = manager.options.retrieveSessionInfo;
        // It begins every attempt to connect with this question. Once closed, it waits for ever for an answer:
        // `destroy` alone does not end its attempts, two a second. What cannot be resumed begins anew.
        manager.options.retrieveSessionInfo = async (shard) => {
          if (isClosed) return new Promise(() => {});
          const begun = await session(shard);
          return begun && isDiscordsGateway(begun.resumeURL, options.apiUrl) ? begun : null;
        };
        return new SimpleShardingStrategy(manager);
      },
    },
    ...shardOptions(options.shards),
  });
  client.on(Events.Raw, (raw: unknown) => {
    const read = packet.safeParse(raw);
    if (!read.success || FOR_LIBRARY.has(read.data.t)) return;
    // The library would read it next, and what it cannot read it throws at the process. One without a name it lets lie.
    if (typeof raw === "object" && raw !== null) Reflect.set(raw, "t", null);
    if (read.data.t === "INTERACTION_CREATE") ears.interaction(read.data.d);
    const left = read.data.t === "GUILD_DELETE" ? departure.safeParse(read.data.d).data : undefined;
    if (left) ears.left(left.id);
    const joined = read.data.t === "GUILD_CREATE" ? arrival.safeParse(read.data.d).data : undefined;
    if (joined) ears.joined(joined.id);
  });
  client.on(Events.Error, () => log.error("discord client error"));
  client.on(Events.ShardError, (_error, shard) => log.warn("discord shard error", { shard }));
  // It tries twice a second: told once until it is back.
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
  // On any 401 the library throws its token away, and could not even connect again.
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
      // connect first; where it fails, the question above ends it.
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
