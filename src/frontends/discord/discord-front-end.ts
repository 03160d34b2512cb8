import type { Chance } from "../../core/clock.ts";
import { commandSpecs, messageCommandSpecs } from "../../core/command-specs.ts";
import type { OpenVideo } from "../../core/film/film.ts";
import type { CommandDesk, FetchWhole, FrontEnd, InLanguage, OwnMessages } from "../../core/ports.ts";
import type { Languages } from "../../core/text/locale.ts";
import { discordGateway, type GatewayOptions } from "./connect/discord-gateway.ts";
import { type CommandSpecs, registerCommands } from "./connect/register-commands.ts";
import { receiver } from "./in/discord-receiver.ts";
import { discordApi } from "./out/discord-api.ts";
import { discordChat } from "./out/discord-chat.ts";
import { discordPeople } from "./out/discord-people.ts";

export interface DiscordOptions extends GatewayOptions {
  readonly prefix: string;
  readonly wordsIn: InLanguage<OwnMessages>;
  /** The commands to register; English alone where they are absent. */
  readonly specs?: CommandSpecs;
  readonly chance: Pick<Chance, "fraction">;
  /** The store of people's languages, which messages do not name; where it is absent, it is this process's memory. */
  readonly languages?: Languages;
  readonly fetchWhole: FetchWhole;
  readonly openVideo?: OpenVideo | undefined;
  /** Called when the bot was removed from a server, one call at a time; a rejection is logged. */
  readonly onGuildLeft?: (guildId: string) => Promise<void>;
  /**
   * Called in turn with removals for each server that the bot joins, and for each that it is in as a session begins.
   */
  readonly onGuildJoined?: (guildId: string) => Promise<void>;
  readonly observe?: (answerMs: number) => void;
  readonly arrived?: (way: string) => void;
}

export function discordFrontEnd(options: DiscordOptions, desk: CommandDesk): FrontEnd {
  const { prefix, clock, log, openVideo, arrived } = options;
  const api = discordApi(options);
  const commands = new Map<string, string>();
  const { take, hear, drain } = receiver({ ...options, api, desk, commands });
  let leaving: Promise<void> = Promise.resolve();
  const noteNext = (guildId: string, note: typeof options.onGuildLeft) => {
    leaving = leaving
      .then(() => note?.(guildId))
      .catch((error: unknown) => log.error("discord removal not noted", { workspace: guildId, error: String(error) }));
  };
  const left = (guildId: string) => {
    log.info("removed from discord", { workspace: guildId });
    noteNext(guildId, options.onGuildLeft);
  };
  const joined = (guildId: string) => noteNext(guildId, options.onGuildJoined);
  const gateway = discordGateway(options, api, { interaction: take, message: hear, left, joined });
  let isRegistered = false;

  return {
    platform: "discord",
    chat: discordChat({ api, clock, openVideo, arrived }),
    people: discordPeople(api),
    async start() {
      const applicationId = await gateway.connect();
      try {
        const english = { typed: commandSpecs(prefix), onMessages: messageCommandSpecs };
        const { ids } = await registerCommands({ api, clock, log }, applicationId, options.specs ?? english);
        for (const [name, id] of ids) commands.set(name, id);
      } catch (error) {
        await gateway.close();
        throw error;
      }
      isRegistered = true;
      log.info("discord connected", { applicationId });
    },
    async stop() {
      await drain();
      await gateway.close();
      await leaving;
    },
    trouble() {
      return gateway.trouble() ?? (isRegistered ? null : "Discord: commands not registered");
    },
  };
}
