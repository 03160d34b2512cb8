import { Client, Events, Options, Status } from "discord.js";
import { z } from "zod";
import { type Clock, within } from "../../core/clock.ts";
import type { Log } from "../../core/ports.ts";
import { guardLibrary } from "./guard-library.ts";
import { shares } from "./limits.ts";

/** Which connections this process holds: as many as Discord recommends, a number of all, or these out of so many. */
export type Shards = "auto" | number | { readonly list: readonly number[]; readonly of: number };

export interface Gateway {
  /** Resolves with the application's id once every shard is ready; rejects after 30 s, or at once for a bad token. */
  connect(): Promise<string>;
  isConnected(): boolean;
  close(): Promise<void>;
}

const packet = z.object({ t: z.string(), d: z.unknown() });
/** What discord.js itself needs. Everything else it would only turn into objects that nobody reads. */
const FOR_LIBRARY = new Set(["READY", "RESUMED"]);

/** The connection on which Discord tells what people do. */
export function discordGateway(
  options: { apiUrl: string; token: string; shards: Shards; clock: Clock; log: Log },
  onInteraction: (payload: unknown) => void,
): Gateway {
  const { clock, log } = options;
  let client: Client | null = null;
  let unguard = () => {};

  const isConnected = () =>
    client?.isReady() === true && client.ws.shards.every(({ status }) => status === Status.Ready);

  const close = async () => {
    const closing = client;
    client = null;
    await closing?.destroy();
    unguard();
  };

  return {
    async connect() {
      unguard = guardLibrary(log);
      const opened = openClient(options, onInteraction);
      client = opened;
      const ready = new Promise<Client<true>>((resolve) => opened.once(Events.ClientReady, resolve));
      try {
        // Where the address is refused, the library tries for ever and its login never ends.
        const login = await within(clock, shares.loginMs, Promise.all([ready, opened.login(options.token)]));
        if (login === "late") throw new Error("it did not answer within 30 s");
        return login[0].application.id;
      } catch (error) {
        await close();
        throw new Error(whyNot(error));
      }
    },
    isConnected,
    close,
  };
}

function openClient(
  { apiUrl, shards, clock, log, token }: { apiUrl: string; token: string; shards: Shards; clock: Clock; log: Log },
  onInteraction: (payload: unknown) => void,
): Client {
  const client = new Client({
    intents: [],
    allowedMentions: { parse: [] },
    rest: { api: apiUrl.replace(/\/+$/, "") },
    makeCache: Options.cacheWithLimits({ ...Options.DefaultMakeCacheSettings, MessageManager: 0, UserManager: 1 }),
    ...shardOptions(shards),
  });
  client.on(Events.Raw, (raw: unknown) => {
    const read = packet.safeParse(raw);
    if (!read.success || FOR_LIBRARY.has(read.data.t)) return;
    // The library would read it next, and what it cannot read it throws at the process. A packet without a name it lets lie.
    if (typeof raw === "object" && raw !== null) Reflect.set(raw, "t", null);
    if (read.data.t === "INTERACTION_CREATE") onInteraction(read.data.d);
  });
  client.on(Events.Error, () => log.error("discord.client_error"));
  client.on(Events.ShardError, (_error, shard) => log.warn("discord.shard_error", { shard }));
  client.on(Events.ShardReconnecting, (shard) => log.warn("discord.reconnecting", { shard }));
  client.on(Events.ShardResume, (shard, replayed) => log.info("discord.resumed", { shard, replayed }));
  client.on(Events.ShardDisconnect, ({ code }, shard) => log.error("discord.disconnected_for_good", { shard, code }));
  // On any 401 the library throws its token away, and could not even connect again.
  client.rest.on("response", (_request, { status }) => {
    if (status === 401) clock.after(0, () => client.rest.setToken(token));
  });
  return client;
}

function shardOptions(shards: Shards) {
  if (shards === "auto") return { shards };
  if (typeof shards === "object") return { shards: shards.list, shardCount: shards.of };
  return { shards: Array.from({ length: shards }, (_, index) => index), shardCount: shards };
}

/** One sentence with a cure; nothing of the error that could hold a token. */
function whyNot(error: unknown): string {
  const { code, message } =
    error instanceof Error ? { code: "", ...error, message: error.message } : { code: "", message: "" };
  if (code === "TokenInvalid" || message === "Authentication failed")
    return "Discord refused DISCORD_TOKEN. Copy the bot's token afresh from the Developer Portal.";
  return `Discord cannot be reached: ${message || code || "unknown error"}.`;
}
