/** To add a platform, add its name here and its traits below. The compiler finds what else is needed. */
export const PLATFORMS = ["discord", "slack"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** How platforms differ, for code that need not know which one it is. */
interface PlatformTraits {
  readonly name: string;
  readonly formFieldsMax: number;
  readonly formFileMaxMb: number;
  /** A form shows the address of its initial picture. Clearing that field removes the picture. */
  readonly formShowsPicture: boolean;
  /** If false, values are typed after the command as flags. */
  readonly hasOptions: boolean;
  readonly hasRoles: boolean;
  readonly hasAgeRestriction: boolean;
  /** A card has its own thread. Its films play there, and a notification in it can also be shown in the channel. */
  readonly hasThreads: boolean;
  /** Two posts with the same nonce become one message within this time. 0: no nonces. */
  readonly nonceMs: number;
  /** A button press in a direct message names its team, so a manager can be recognized there. */
  readonly directNamesTeam: boolean;
  readonly cardsAreFetchable: boolean;
  /** If false, a file for one person is sent as a direct message. */
  readonly givesFilesHere: boolean;
  /** The bot can lose track of a first card. Until its place is known, the card shows only text that stays true. */
  readonly losesFirstCards: boolean;
}

export const TRAITS: Readonly<Record<Platform, PlatformTraits>> = {
  discord: {
    name: "Discord",
    formFieldsMax: 5,
    // Discord itself enforces each server's limit.
    formFileMaxMb: Number.POSITIVE_INFINITY,
    formShowsPicture: false,
    hasOptions: true,
    hasRoles: true,
    hasAgeRestriction: true,
    hasThreads: false,
    // At least two minutes. Source: Discord docs, create-message, `enforce_nonce` (read 2026-11-21).
    nonceMs: 100_000,
    directNamesTeam: false,
    cardsAreFetchable: true,
    givesFilesHere: true,
    losesFirstCards: false,
  },
  slack: {
    name: "Slack",
    formFieldsMax: Number.POSITIVE_INFINITY,
    // Source: docs.slack.dev, block-elements, file_input (read 2026-11-21).
    formFileMaxMb: 10,
    formShowsPicture: true,
    hasOptions: false,
    hasRoles: false,
    hasAgeRestriction: false,
    hasThreads: true,
    nonceMs: 0,
    directNamesTeam: true,
    cardsAreFetchable: false,
    givesFilesHere: false,
    losesFirstCards: true,
  },
};

export function isPlatform(name: string): name is Platform {
  return PLATFORMS.some((platform) => platform === name);
}
