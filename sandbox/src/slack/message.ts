/** A message as the sandbox's workspace holds it. */
export interface SlackMessage {
  /** Its id: unique and increasing in the whole workspace. */
  readonly ts: string;
  readonly channelId: string;
  /** The ts of the message it replies to, null outside a thread. */
  readonly threadTs: string | null;
  /** A reply in a thread that the channel shows, too. */
  readonly isBroadcast: boolean;
  /** Who wrote it: the bot's user id, or a person's. */
  readonly userId: string;
  /** In Slack's own markup, as it was sent (`&amp;`, `<@U…>`). */
  readonly text: string;
  /** The blocks as sent; a block or element without an id has been given one, as Slack does. */
  readonly blocks: readonly unknown[];
  /** Ids of the files that came with it. */
  readonly fileIds: readonly string[];
  /** Where Slack's own player finds the films among them. */
  readonly films: readonly string[];
  /** The Slack user id of the only person who sees it, null where the whole channel does. */
  readonly ephemeralFor: string | null;
  readonly viaResponseUrl: boolean;
  readonly createdAt: number;
  readonly editedAt: number | null;
  /** Slack user ids its text named when it was new: who was notified by it. Never changed by an edit, empty where it is ephemeral. */
  readonly mentions: readonly string[];
}
