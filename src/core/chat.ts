import type { EditedFrom } from "./button.ts";
import type { EpochMs } from "./clock.ts";
import type { CardFile, Film, ThreadFile } from "./film/card-files.ts";
import type { JobId, UserId } from "./job/ids.ts";
import type { OptionSpec } from "./option-specs.ts";

/** All strings are plain text. The platform's writer escapes them. */
export interface ChatMessage {
  readonly tone: Tone;
  /** A notification may show only the title. */
  readonly title: string;
  readonly quote: string | null;
  /** The sentence below a quote that was shortened by this many characters. Default: an ellipsis. */
  readonly cutQuote?: (characters: number) => string;
  readonly body: readonly Sentence[];
  readonly bar: Bar | null;
  readonly sections?: readonly Section[];
  readonly facts: readonly Sentence[];
  /** Shown only if its file is attached. */
  readonly video: Film | null;
  readonly videos?: readonly Film[];
  readonly frames?: readonly Film[];
  readonly buttons: readonly Button[];
  readonly readAll?: Button;
  readonly hidesPreview?: boolean;
  readonly select?: Select;
  /** Identifies the card if the platform's answer is lost, see `Chat.find`. */
  readonly job?: JobId;
  readonly mark?: number;
}

/** "key": the video waits for the person's key. */
export type Tone = "waiting" | "running" | "good" | "bad" | "unsure" | "key" | "plain";

export interface Button {
  readonly label: string;
  readonly id: string;
  readonly style: "primary" | "secondary" | "danger";
  /** The button opens this address (at most 512 characters) instead of sending its id. */
  readonly url?: string;
}

export interface Select {
  readonly label: string;
  /** At most 25. `value` is a button's id. */
  readonly options: readonly { readonly label: string; readonly value: string }[];
}

export const SELECT_ID = "choose";

export interface Form {
  readonly id:
    | "key"
    | "video"
    | "batch"
    | "settings"
    | "animate"
    | "continue"
    | "team_key"
    | "team_rules"
    | "team_spenders"
    | "team_managers"
    | "team_house"
    | "style"
    | "decline";
  readonly title: string;
  readonly submit: string;
  readonly note: string | null;
  readonly fields: readonly Field[];
  /** Returned with the form's values, like the next four. */
  readonly edits?: EditedFrom;
  readonly continues?: EditedFrom;
  readonly animates?: string;
  readonly declines?: JobId;
  readonly rulesVersion?: number;
}

export interface TextField {
  readonly kind: "text";
  readonly id: OptionSpec["name"] | "key" | "team_caps" | "person_caps" | "note" | "words" | "name" | "text";
  readonly label: string;
  readonly hint: string | null;
  readonly value: string;
  readonly isLong: boolean;
  readonly isRequired: boolean;
  readonly maxLength: number;
}

export type YesOrNo = "everyone" | "approve_own" | "age_restricted";

export type Field =
  | TextField
  /** Platforms whose forms take no files ask for `address`. */
  | {
      readonly kind: "picture";
      readonly id: "image";
      readonly label: string;
      readonly hint: string | null;
      readonly isRequired: boolean;
      readonly address: TextField;
    }
  | {
      readonly kind: "people" | "roles" | "channels";
      readonly id: "managers" | "people" | "roles" | "places" | "approvals" | "blocked";
      readonly label: string;
      readonly hint: string | null;
      readonly chosen: readonly string[];
      readonly most: number;
    }
  | {
      /** Shows all options (at most ten). Default: a menu. */
      readonly display?: "radio";
      readonly kind: "choice";
      readonly id: OptionSpec["name"] | YesOrNo | "size" | "make" | "ask_above" | "style_of";
      readonly label: string;
      readonly hint: string | null;
      readonly value: string;
      readonly options: readonly { readonly label: string; readonly value: string }[];
    };

export type Posted =
  | {
      readonly platform: "discord";
      readonly channelId: string;
      readonly messageId: string;
      readonly isByToken: boolean;
    }
  | { readonly platform: "slack"; readonly channelId: string; readonly ts: string };

/** "lost": the message was sent, but its place is unknown. */
export type Notified =
  | { readonly kind: "sent"; readonly at: readonly Posted[] | "lost" }
  | { readonly kind: "skipped" };

/** Slack's message id is the ts. */
export interface MessagePlace {
  readonly channelId: string;
  readonly messageId: string;
}

/** Everything needed to reach a card again after a restart. */
export type ReplyHandle = DiscordReply | SlackReply;

export interface DiscordReply {
  readonly platform: "discord";
  readonly applicationId: string;
  readonly guildId: string | null;
  readonly channelId: string;
  readonly userId: UserId;
  /** Valid for 15 minutes; "" if the card is not an answer. */
  readonly token: string;
  readonly tokenUntil: EpochMs;
  /** Until the message's id is known, "@original" reaches the card. */
  readonly messageId: string | null;
  readonly movedTo: { readonly channelId: string; readonly messageId: string } | null;
  readonly isPrivate: boolean;
  /** Set if only the token can reach the card. */
  readonly editableUntil: EpochMs | null;
  /** In bytes, for uploads with the token. */
  readonly attachmentLimit: number | null;
  readonly files?: readonly CardFile[];
  /** The earlier card, if its films or frames stayed there. */
  readonly earlier?: DiscordReply;
}

export interface SlackReply {
  readonly platform: "slack";
  readonly teamId: string;
  readonly enterpriseId: string | null;
  readonly channelId: string;
  readonly userId: UserId;
  /** The first message of the request's thread. */
  readonly threadTs?: string;
  readonly ts: string | null;
  readonly cardChannelId: string | null;
  /** Posts into the channel without membership, a few times within 30 minutes. */
  readonly responseUrl: string | null;
  readonly responseUrlUntil: EpochMs;
  readonly responseUrlUses: number;
  /** The card was posted through `responseUrl`. */
  readonly isUneditable: boolean;
  readonly files?: readonly ThreadFile[];
}

/** The platform guarantees that the message is real. The button's id comes from the client and may be forged. */
export interface PressedOn {
  /** Not known for a button in a message that only the presser sees. */
  readonly place: MessagePlace | null;
  readonly shows: boolean | null;
}

/** Tokens count as expired this long before their end: Discord counts each 401, and blocks an address after 10,000. */
export const TOKEN_MARGIN_MS = 30_000;

export interface Bar {
  readonly percent: number | null;
  readonly words: string;
}

export interface Section {
  readonly title: string;
  readonly quote?: string;
  readonly table?: readonly (readonly string[])[];
  readonly body: readonly Sentence[];
  readonly bar?: Bar;
  /** One of several similar sections, shown close together. */
  readonly isItem?: boolean;
}

export type Sentence = readonly Piece[];

export type Piece =
  | string
  | { readonly kind: "strong"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  /** A command of ours, such as "/video-key set". On platforms that support it, pressing it starts the command. */
  | { readonly kind: "command"; readonly text: string }
  | { readonly kind: "link"; readonly label: string; readonly url: string }
  /**
   * In the reader's time zone, worded by the platform: "in 2 hours", "today at 14:30". `clock`: never relative. `between`:
   * separator of date and time (default: a space).
   */
  | { readonly kind: "time"; readonly at: EpochMs; readonly as?: "clock"; readonly between?: string }
  /** Notifies only in a notification, see `Chat.notify`. */
  | { readonly kind: "person"; readonly userId: UserId }
  | { readonly kind: "channel"; readonly channelId: string }
  /** Never notifies. */
  | { readonly kind: "role"; readonly roleId: string };

export type ChatRefusal =
  /** Every way to the person failed permanently. `channel`: why the channel refused, if tried. */
  | { readonly kind: "unreachable"; readonly detail: string; readonly channel?: ChannelRefusal }
  | RateLimited
  | Unavailable;

/** "no_access": the bot is not a member or lacks a permission. "restricted": only others may post there. */
export type ChannelRefusal = "no_access" | "restricted" | "other";

export interface Unavailable {
  readonly kind: "unavailable";
  readonly unclear: boolean;
  readonly detail: string;
  /** Only one workspace is affected, so the platform itself may work. */
  readonly isElsewhere?: true;
}

/** A stalled process sends nothing, because another one may already have sent the message. */
export const STALLED: Unavailable = { kind: "unavailable", unclear: false, detail: "stalled" };

/** The card can no longer be edited. For a first card: the platform refused the response to the command. */
export interface CardGone {
  readonly kind: "card_gone";
}

export interface RateLimited {
  readonly kind: "rate_limited";
  readonly retryAfterMs: number;
  /** The limit is not the bucket's, so only this message waits. */
  readonly isElsewhere?: true;
  readonly isGlobal?: true;
  /** Not sent, because our own count of the limit is used up. */
  readonly isUnsent?: true;
}

export type SearchRefusal = Exclude<ChatRefusal, { readonly kind: "unreachable" }>;

/** A message or file that the platform refuses to delete. */
export type NotDeletable = "notification" | "video" | "card";

/**
 * `saved`: number of saved videos that stay. "not_now": the job has not ended, or the platform did not delete everything.
 */
export type Deletion =
  | { readonly kind: "deleted"; readonly left: readonly NotDeletable[]; readonly saved: number }
  | { readonly kind: "not_now" };
