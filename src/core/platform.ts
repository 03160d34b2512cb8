/** All platforms. To add one, add its name here and its traits below; the compiler finds what else is needed. */
export const PLATFORMS = ["discord", "slack"] as const;
export type Platform = (typeof PLATFORMS)[number];

/**
 * How a platform differs, for code that need not know which one it is. Fields that exist only in one platform's handle or
 * owner are not traits: code that reads them narrows the type.
 */
interface PlatformTraits {
  readonly name: string;
  /** Maximum number of fields in a form. */
  readonly formFieldsMax: number;
  /** Maximum size of a file in a form, in megabytes, whatever its type. */
  readonly formFileMaxMb: number;
  /** Whether a form shows the address of its initial picture, so that clearing the field removes the picture. */
  readonly formShowsPicture: boolean;
  /** Whether commands have options. If not, values are typed after the command as flags. */
  readonly hasOptions: boolean;
  readonly hasRoles: boolean;
  readonly hasAgeRestriction: boolean;
  /**
   * Whether a card has its own thread. Its films play there, and a notification in it can also be shown in the channel.
   */
  readonly hasThreads: boolean;
  /**
   * How long two posts with the same nonce are guaranteed to become one message, in milliseconds. 0: the platform has no
   * nonces.
   */
  readonly nonceMs: number;
  /** Whether a button press in a direct message names its team, so that a manager can be recognized there. */
  readonly directNamesTeam: boolean;
  /** Whether the video service can fetch files from cards. */
  readonly cardsAreFetchable: boolean;
  /** Whether a file for one person is sent where they asked for it. If not, it is sent as a direct message. */
  readonly givesFilesHere: boolean;
  /** Whether a first card can be lost forever. If so, it shows only what stays true until its fate is known. */
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
