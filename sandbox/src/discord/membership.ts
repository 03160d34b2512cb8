import type { Standings } from "../people.ts";
import { guildCreate } from "./guild.ts";
import { guildId } from "./place.ts";

/** The bot's place in its server. */
export interface Membership {
  hasBot(): boolean;
  /** Somebody removes the bot: it reaches nothing there any more, and nobody reaches it from there. */
  removeBot(): void;
  inviteBot(): void;
}

/** The bot hears of both where it asked to hear of servers. */
export function openMembership(standings: Standings, tellOfGuild: (name: string, data: unknown) => void): Membership {
  let isThere = true;
  return {
    hasBot: () => isThere,
    removeBot() {
      isThere = false;
      // One that has an outage would come with `unavailable`.
      tellOfGuild("GUILD_DELETE", { id: guildId });
    },
    inviteBot() {
      isThere = true;
      tellOfGuild("GUILD_CREATE", guildCreate(standings));
    },
  };
}
