/** Lists the platforms by name. A third one is a name here and its traits below; the compiler points out what else it needs. */
export const PLATFORMS = ["discord", "slack"] as const;
export type Platform = (typeof PLATFORMS)[number];

/**
 * Traits say how a platform differs, for code that need not know it by name. What only one platform's handle or owner holds
 * is no trait: it is narrowed where it is read.
 */
interface PlatformTraits {
  readonly name: string;
  /** A form has room for this many fields. */
  readonly formFieldsMax: number;
  /** A file in a form has this size at most, in megabytes, whatever its kind. */
  readonly formFileMaxMb: number;
  /** A form shows the address of the picture it was opened with, so that emptying the field takes the picture away. */
  readonly formShowsPicture: boolean;
  /** A command has options; otherwise its values are typed behind it, as flags. */
  readonly hasOptions: boolean;
  readonly hasRoles: boolean;
  readonly hasAgeRestriction: boolean;
  /** A card has a thread of its own: its films play there, and a notification in it can be shown in the channel as well. */
  readonly hasThreads: boolean;
  /** For this many milliseconds two posts with one nonce are surely one message; 0: the platform has no nonces. */
  readonly nonceMs: number;
  /** A press in a direct message names its team, so that a manager is recognised there. */
  readonly directNamesTeam: boolean;
  /** The video service can fetch the files in a card. */
  readonly cardsAreFetchable: boolean;
  /** A person's own file goes where they asked for it; otherwise into their direct message. */
  readonly givesFilesHere: boolean;
  /** A first card can be lost for ever, so it shows only what stays true until its fate is known. */
  readonly losesFirstCards: boolean;
}

export const TRAITS: Readonly<Record<Platform, PlatformTraits>> = {
  discord: {
    name: "Discord",
    formFieldsMax: 5,
    // Its limit is the server's own, which Discord checks itself.
    formFileMaxMb: Number.POSITIVE_INFINITY,
    formShowsPicture: false,
    hasOptions: true,
    hasRoles: true,
    hasAgeRestriction: true,
    hasThreads: false,
    // Two minutes at least. Source: Discord docs, create-message, `enforce_nonce` (read 2026-11-21).
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
