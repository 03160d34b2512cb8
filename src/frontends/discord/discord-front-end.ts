import type { RequestListener } from "node:http";
import { type Chance, sleep } from "../../core/clock.ts";
import { watchDuplicates } from "../../core/duplicate-process.ts";
import type { KnownEvents } from "../../core/engine.ts";
import type { OpenVideo } from "../../core/film/film.ts";
import type { CommandService, FrontEnd, InLanguage } from "../../core/front-end.ts";
import type { FetchWhole } from "../../core/http-client.ts";
import type { Languages } from "../../core/text/locale.ts";
import { errorForLog } from "../../core/text/log-fields.ts";
import { ownApplication } from "./connect/discord-application.ts";
import { discordGateway, type GatewayOptions } from "./connect/discord-gateway.ts";
import { discordHttp } from "./connect/discord-http.ts";
import { type CommandSpecs, registerCommands } from "./connect/register-commands.ts";
import type { DiscordWords } from "./discord-words.ts";
import { receiver } from "./in/discord-receiver.ts";
import { type Api, discordApi } from "./out/discord-api.ts";
import { discordChat } from "./out/discord-chat.ts";
import { discordPeople } from "./out/discord-people.ts";

export interface DiscordOptions extends GatewayOptions {
  readonly apiUrl: string;
  readonly publicKey: string | null;
  /** Without the gateway there are no messages, no status, and no notices that a server removed the bot. */
  readonly hasGateway: boolean;
  readonly events: KnownEvents;
  readonly prefix: string;
  readonly wordsIn: InLanguage<DiscordWords>;
  readonly specs: CommandSpecs;
  readonly chance: Pick<Chance, "fraction">;
  readonly languages: Languages;
  readonly fetchWhole: FetchWhole;
  readonly openVideo?: OpenVideo | undefined;
  /** `onGuildLeft`, `onGuildJoined` and `onDeauthorized` are called one at a time. Rejections are logged. */
  readonly onGuildLeft: (guildId: string) => Promise<void>;
  /** Also called for each server the bot is in when a session starts. */
  readonly onGuildJoined: (guildId: string) => Promise<void>;
  readonly onDeauthorized: (userId: string) => Promise<void>;
  readonly observe: (answerMs: number) => void;
  readonly arrived: (way: string) => void;
}

export interface DiscordFrontEnd extends FrontEnd {
  readonly requestListener: RequestListener | null;
}

export function discordFrontEnd(options: DiscordOptions, service: CommandService): DiscordFrontEnd {
  const { clock, log, openVideo, arrived } = options;
  const api = discordApi(options);
  const commands = new Map<string, string>();
  const duplicate = watchDuplicates(options, {
    uses: "Discord token",
    cure: "stop one of the two, or over one Redis give each front shards of its own (DISCORD_SHARDS)",
  });
  const { take, receiveMessage, drain } = receiver({ ...options, api, service, commands, duplicate });
  let leaving: Promise<void> = Promise.resolve();
  const noteNext = (id: string, note: typeof options.onGuildLeft) => {
    leaving = leaving
      .then(() => note(id))
      .catch((error: unknown) => log.error("discord removal not noted", { detail: id, ...errorForLog(error) }));
  };
  const left = (guildId: string) => {
    log.info("removed from discord", { workspace: guildId });
    noteNext(guildId, options.onGuildLeft);
  };
  const joined = (guildId: string) => noteNext(guildId, options.onGuildJoined);
  const deauthorized = (userId: string) => noteNext(userId, options.onDeauthorized);
  const gateway = discordGateway(options, api, {
    interaction: (payload) => void take(payload),
    message: receiveMessage,
    left,
    joined,
  });
  const { publicKey, hasGateway } = options;
  const stopping = new AbortController();
  let isRegistered = false;

  return {
    platform: "discord",
    chat: discordChat({ api, clock, openVideo, arrived, duplicate }),
    people: discordPeople(api),
    requestListener:
      publicKey === null ? null : discordHttp({ ...options, publicKey }, { interaction: take, joined, deauthorized }),
    async start() {
      const applicationId = hasGateway ? await gateway.connect() : await ownId(api, options, stopping.signal);
      if (applicationId === null) return;
      try {
        const ids = await registerCommands({ api, clock, log }, applicationId, options.specs);
        for (const [name, id] of ids) commands.set(name, id);
      } catch (error) {
        await gateway.close();
        throw error;
      }
      isRegistered = true;
      log.info("discord connected", { applicationId });
    },
    async stop() {
      stopping.abort();
      await drain();
      await gateway.close();
      await leaving;
    },
    duplicate,
    trouble() {
      return (hasGateway ? gateway.trouble() : null) ?? (isRegistered ? null : "Discord: commands not registered");
    },
  };
}

const ASK_AGAIN_MS = 5_000;

async function ownId(
  api: Pick<Api, "asBot">,
  { clock, log }: Pick<DiscordOptions, "clock" | "log">,
  signal: AbortSignal,
): Promise<string | null> {
  while (!signal.aborted) {
    const own = await ownApplication(api);
    if (own.ok) return own.value.id;
    if (!own.refusal.isUnanswered) throw new Error(own.refusal.sentence);
    log.warn("discord not reached", {});
    await sleep(clock, ASK_AGAIN_MS, signal);
  }
  return null;
}
