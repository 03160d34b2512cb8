import { LRUCache } from "lru-cache";
import type { SlackReply } from "../../../core/chat.ts";

/** This process alone remembers who has read the hint, for this many people. */
const REMEMBERED = 10_000;

/** Whether somebody is to be told how the bot gets into their channel: once a channel and person, not at every card. */
export function inviteHints(): { isDue(asked: SlackReply, posted: SlackReply): boolean } {
  const told = new LRUCache<string, true>({ max: REMEMBERED });

  return {
    isDue({ teamId, channelId, userId }, { isUneditable, cardChannelId }) {
      // Where a card is meant for the direct message, its channel goes by the person's id.
      const isElsewhere = channelId !== userId && cardChannelId !== null && cardChannelId !== channelId;
      if (!isUneditable && !isElsewhere) return false;
      const name = JSON.stringify([teamId, channelId, userId]);
      if (told.has(name)) return false;
      told.set(name, true);
      return true;
    },
  };
}
