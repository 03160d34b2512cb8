import type { Place } from "./place.ts";

/**
 * Text in characters, sizes in bytes. Source: Discord docs, resources/message, components/reference,
 * interactions/application-commands (read 2026-11-21).
 */
export const limits = {
  content: 2_000,
  nonce: 25,
  attachments: 10,
  attachmentDescription: 1_024,
  mentionIds: 100,
  embeds: 10,
  embedText: 6_000,
  embedTitle: 256,
  embedDescription: 4_096,
  embedFields: 25,
  embedFieldName: 256,
  embedFieldValue: 1_024,
  embedFooter: 2_048,
  embedAuthor: 256,
  url: 2_048,

  rows: 5,
  rowButtons: 5,
  buttonLabel: 80,
  buttonUrl: 512,
  customId: 100,
  selectOptions: 25,
  selectText: 100,
  selectPlaceholder: 150,
  components: 40,
  displayText: 4_000,
  sectionTexts: 3,
  galleryItems: 10,
  galleryDescription: 1_024,

  modalTitle: 45,
  modalComponents: 5,
  label: 45,
  labelDescription: 100,
  textInput: 4_000,
  textInputPlaceholder: 100,
  uploadFiles: 10,
  checkboxes: 10,

  commandName: 32,
  commandDescription: 100,
  commandOptions: 25,
  commandChoices: 25,
  choiceName: 100,
  choiceValue: 100,
  commandText: 8_000,
  commandString: 6_000,
  globalCommands: { 1: 100, 2: 15, 3: 15 },
} as const;

/**
 * In an answer to an interaction; sent to the bot as `attachment_size_limit`. Raised on 2026-09-04, see discord-api-docs
 * #8578.
 */
export const INTERACTION_FILE_MAX_BYTES = 20 * 1_024 * 1_024;

/** In a message sent with the bot's own token. Source: discord-api-docs #8572, from a week before the raise. */
const CHANNEL_FILE_MAX_BYTES = 10 * 1_024 * 1_024;

/** By a server's boost level. Source: Discord's help page "Server Boosting" (read 2026-11-21). */
const TIER_FILE_MAX_BYTES: Readonly<Record<number, number>> = { 2: 50 * 1_024 * 1_024, 3: 100 * 1_024 * 1_024 };

export function channelFileMaxBytes({ guildId }: Pick<Place, "guildId">, tier: number): number {
  return (guildId === null ? undefined : TIER_FILE_MAX_BYTES[tier]) ?? CHANNEL_FILE_MAX_BYTES;
}

export const flag = {
  suppressEmbeds: 1 << 2,
  ephemeral: 1 << 6,
  loading: 1 << 7,
  suppressNotifications: 1 << 12,
  componentsV2: 1 << 15,
} as const;
