import type { EditedFrom } from "./button.ts";
import type { EpochMs } from "./clock.ts";
import type { CardFile, Film, ThreadFile } from "./film/card-files.ts";
import type { JobId, UserId } from "./job/ids.ts";
import type { OptionSpec } from "./option-specs.ts";

/** A message before a platform formats it. All strings are plain text; the platform's writer escapes them. */
export interface ChatMessage {
  readonly tone: Tone;
  /** The state in a few words. Notifications may show only this. */
  readonly title: string;
  readonly quote: string | null;
  /** The sentence below a quote that was shortened by this many characters. Not set: an ellipsis. */
  readonly cutQuote?: (characters: number) => string;
  readonly body: readonly Sentence[];
  readonly bar: Bar | null;
  readonly sections?: readonly Section[];
  readonly facts: readonly Sentence[];
  /** The card's video file. A writer without a file leaves it out. */
  readonly video: Film | null;
  /** The finished films of a batch. */
  readonly videos?: readonly Film[];
  /** Films in progress, whose first frames the card may show instead. */
  readonly frames?: readonly Film[];
  readonly buttons: readonly Button[];
  /** A button that opens the whole text, shown after the others if a quote was shortened. */
  readonly readAll?: Button;
  /** The card already shows the film, so the link needs no preview. */
  readonly hidesPreview?: boolean;
  /** A menu above the buttons. Not shown if it has no options. */
  readonly select?: Select;
  /** The job whose card this is. If the answer is lost, the id and the mark identify the card, see `Chat.find`. */
  readonly job?: JobId;
  readonly mark?: number;
}

/** Each tone has a color. "key": the video waits for the person's key. */
export type Tone = "waiting" | "running" | "good" | "bad" | "unsure" | "key" | "plain";

export interface Button {
  readonly label: string;
  readonly id: string;
  readonly style: "primary" | "secondary" | "danger";
  /** Makes the button open this http or https address, at most 512 characters. Not set: pressing it sends its id. */
  readonly url?: string;
}

export interface Select {
  readonly label: string;
  /** At most 25. `value` has the meaning of a button's id. */
  readonly options: readonly { readonly label: string; readonly value: string }[];
}

/** The menu's id, for platforms that require one. The chosen value has the meaning. */
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
  /** Returned with the form's values. */
  readonly edits?: EditedFrom;
  /** The video that the new one continues. Returned in the same way. */
  readonly continues?: EditedFrom;
  /** The id of the offered pictures. Returned in the same way. */
  readonly animates?: string;
  /** The declined job, or the version of the team's rules that the form shows. Returned in the same way. */
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
  /** Takes one picture. Platforms whose forms take no files ask for `address`. */
  | {
      readonly kind: "picture";
      readonly id: "image";
      readonly label: string;
      readonly hint: string | null;
      readonly isRequired: boolean;
      readonly address: TextField;
    }
  /** Takes up to `most` people, roles or channels, with the platform's own picker. */
  | {
      readonly kind: "people" | "roles" | "channels";
      readonly id: "managers" | "people" | "roles" | "places" | "approvals" | "blocked";
      readonly label: string;
      readonly hint: string | null;
      readonly chosen: readonly string[];
      readonly most: number;
    }
  | {
      /** "radio": all options are visible, at most ten. Not set: a menu. */
      readonly look?: "radio";
      readonly kind: "choice";
      readonly id: OptionSpec["name"] | YesOrNo | "size" | "make" | "ask_above" | "style_of";
      readonly label: string;
      readonly hint: string | null;
      readonly value: string;
      readonly options: readonly { readonly label: string; readonly value: string }[];
    };

/** Where a notification is, so that it can be deleted together with the card. */
export type Posted =
  | {
      readonly platform: "discord";
      readonly channelId: string;
      readonly messageId: string;
      /** Sent with the interaction's token. If the card is private, only the token can reach it. */
      readonly isByToken: boolean;
    }
  | { readonly platform: "slack"; readonly channelId: string; readonly ts: string };

/** `at`: where the notification is. "lost": it cannot be found again. */
export type Notified =
  | { readonly kind: "sent"; readonly at: readonly Posted[] | "lost" }
  | { readonly kind: "skipped" };

/** A message's channel and id. Slack's id is the ts. */
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
  /** The interaction's token, valid for 15 minutes; "" if the card is not an answer. */
  readonly token: string;
  readonly tokenUntil: EpochMs;
  /** The card's id; null until Discord named it, which means "@original". */
  readonly messageId: string | null;
  /** The new message that replaced the card; null: none did. */
  readonly movedTo: { readonly channelId: string; readonly messageId: string } | null;
  readonly isPrivate: boolean;
  /**
   * The bot itself cannot reach the card, so it can be edited only until its token expires at this time; null: at any
   * time.
   */
  readonly editableUntil: EpochMs | null;
  /** The largest upload in bytes that the interaction's token allows, if known. */
  readonly attachmentLimit?: number | null;
  /** The card's files, which every edit must keep. A card in a new message has none. */
  readonly files?: readonly CardFile[];
  /** The earlier card, if its films or frames stayed there, see `inPlaceOf`. */
  readonly earlier?: DiscordReply;
}

export interface SlackReply {
  readonly platform: "slack";
  readonly teamId: string;
  /** The organization that installed Reelay, if any. */
  readonly enterpriseId?: string | null;
  readonly channelId: string;
  readonly userId: UserId;
  /** The thread of the request, named by its first message. */
  readonly threadTs?: string;
  /** The card; null before it was posted. Its channel is `cardChannelId`. */
  readonly ts: string | null;
  readonly cardChannelId: string | null;
  /** An address that posts into the channel without membership, a few times within 30 minutes. */
  readonly responseUrl: string | null;
  readonly responseUrlUntil: EpochMs;
  readonly responseUrlUses: number;
  /** The card was posted through `responseUrl` and cannot be edited. */
  readonly isUneditable: boolean;
  /** Files of videos and frames in the card's thread. */
  readonly files?: readonly ThreadFile[];
}

/** The message of a pressed button. The platform guarantees it; the button itself is only the client's claim. */
export interface PressedOn {
  /** null: the button was in something only the presser sees, such as a form or a private message. */
  readonly place: MessagePlace | null;
  /** Whether the message shows this button; null: the platform does not say. */
  readonly shows: boolean | null;
}

/**
 * A token is treated as expired this long before its end: Discord counts each 401, and blocks an address after 10,000.
 */
export const TOKEN_MARGIN_MS = 30_000;

export interface Bar {
  readonly percent: number | null;
  readonly words: string;
}

/** A part of a message with its own heading. The table is above the sentences; its first row is the header. */
export interface Section {
  readonly title: string;
  readonly quote?: string;
  readonly table?: readonly (readonly string[])[];
  readonly body: readonly Sentence[];
  readonly bar?: Bar;
  /** One of several similar sections, shown close together under a bold line. */
  readonly isItem?: boolean;
}

export type Sentence = readonly Piece[];

export type Piece =
  | string
  | { readonly kind: "strong"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  /** One of our commands, such as "/video-key set". Pressing it starts the command where the platform supports that. */
  | { readonly kind: "command"; readonly text: string }
  | { readonly kind: "link"; readonly label: string; readonly url: string }
  /**
   * A time in the reader's time zone, worded by the platform: "in 2 hours", "today at 14:30". `clock`: never relative.
   * `between`: separator of date and time (default: a space).
   */
  | { readonly kind: "time"; readonly at: EpochMs; readonly as?: "clock"; readonly between?: string }
  /** Names a person. It notifies only in a notification, see `Chat.notify`. */
  | { readonly kind: "person"; readonly userId: UserId }
  /** Names a channel of the reader's team. */
  | { readonly kind: "channel"; readonly channelId: string }
  /** Names a Discord role. It never notifies. */
  | { readonly kind: "role"; readonly roleId: string };

export type ChatRefusal =
  /** Every way to the person failed for good. `channel`: why the channel refused the message, if that was tried. */
  | { readonly kind: "unreachable"; readonly detail: string; readonly channel?: ChannelRefusal }
  | RateLimited
  | Unavailable;

/**
 * Why a channel refuses our messages. "no_access": the bot is not a member or lacks a permission. "restricted": only others
 * may post there. "other": the log has the platform's code.
 */
export type ChannelRefusal = "no_access" | "restricted" | "other";

/** The platform failed or cannot be reached. */
export interface Unavailable {
  readonly kind: "unavailable";
  /** The message may have arrived. */
  readonly unclear: boolean;
  readonly detail: string;
  /** Only one workspace is affected. It says nothing about the platform's health. */
  readonly isElsewhere?: true;
}

/**
 * Nothing was sent: this process was stalled, see `wasStalled`, and another one may have sent the message meanwhile.
 */
export const STALLED: Unavailable = { kind: "unavailable", unclear: false, detail: "stalled" };

/**
 * The card can no longer be edited, and "in_place" allows nothing else. If it was never seen, the answer was refused.
 */
export interface CardGone {
  readonly kind: "card_gone";
}

export interface RateLimited {
  readonly kind: "rate_limited";
  readonly retryAfterMs: number;
  /** Says nothing about the message's own limit (`Chat.bucketOf`). Only this message waits. */
  readonly isElsewhere?: true;
  /** The limit on all requests of the bot, not this bucket's. */
  readonly isGlobal?: true;
  /** It was not sent: our own count says that it must wait for its turn. */
  readonly isUnsent?: true;
}

export type LookRefusal = Exclude<ChatRefusal, { readonly kind: "unreachable" }>;
