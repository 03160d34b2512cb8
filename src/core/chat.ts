import type { EditedFrom } from "./button.ts";
import type { EpochMs } from "./clock.ts";
import type { CardFile, Film, ThreadFile } from "./film/card-files.ts";
import type { JobId, UserId } from "./job/ids.ts";
import type { OptionSpec } from "./option-specs.ts";

/** A message before a platform gives it its form. Every string in it is plain text: a writer escapes it. */
export interface ChatMessage {
  readonly tone: Tone;
  /** The state in a few words. Also read alone. */
  readonly title: string;
  readonly quote: string | null;
  /** The message shows this below a quote, here or in a section, that was shortened by so many characters for want of room. Absent: an ellipsis stands for them. */
  readonly cutQuote?: (characters: number) => string;
  readonly body: readonly Sentence[];
  readonly bar: Bar | null;
  readonly sections?: readonly Section[];
  readonly facts: readonly Sentence[];
  /** A video's file belongs here where the card has one. A writer without a file leaves it out. */
  readonly video: Film | null;
  /** The films of a batch that are made; absent: none. */
  readonly videos?: readonly Film[];
  /** These films are not made yet, and the card may have their first frames in their places. Absent: none. */
  readonly frames?: readonly Film[];
  readonly buttons: readonly Button[];
  /** Shown after the other buttons where a quote was shortened: a press of it opens the whole text. */
  readonly readAll?: Button;
  /** The card already shows the film behind its link, so the link is not unfolded. Absent: it is, if the platform does that. */
  readonly hidesPreview?: boolean;
  /** A menu to choose one thing from, above the buttons; without options it is not shown. */
  readonly select?: Select;
  /** The message is this job's card: it is found by the id and the mark if its answer was lost, see `Chat.find`. */
  readonly job?: JobId;
  readonly mark?: number;
}

/** Each tone has one accent colour. "key": nothing goes on until its person adds a key. */
export type Tone = "waiting" | "running" | "good" | "bad" | "unsure" | "key" | "plain";

export interface Button {
  readonly label: string;
  readonly id: string;
  readonly style: "primary" | "secondary" | "danger";
  /** The button only opens this address, 512 characters at most, http or https. Absent: pressing it sends its id. */
  readonly url?: string;
}

export interface Select {
  readonly label: string;
  /** 25 at most; `value` says what choosing it means, as a button's id does. */
  readonly options: readonly { readonly label: string; readonly value: string }[];
}

/** The menu's id, for platforms where every component has one: the chosen value carries the meaning. */
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
  /** The form carries this along and gives it back with what was filled in. */
  readonly edits?: EditedFrom;
  /** The new video goes on from this one; carried along in the same way. */
  readonly continues?: EditedFrom;
  /** The id of the pictures that it offers; carried along in the same way. */
  readonly animates?: string;
  /** The job that the form declines, or the version of a team's rules that it shows; carried along in the same way. */
  readonly declines?: JobId;
  readonly rulesVersion?: number;
}

export interface TextField {
  readonly kind: "text";
  readonly id: OptionSpec["name"] | "key" | "team_month" | "person_month" | "note" | "words" | "name" | "text";
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
  /** The field takes one picture; a platform whose forms take no files of a person's asks for `address`. */
  | {
      readonly kind: "picture";
      readonly id: "image";
      readonly label: string;
      readonly hint: string | null;
      readonly isRequired: boolean;
      readonly address: TextField;
    }
  /** The field takes some of the team's people, roles or channels, by the platform's own picker; up to `most` of them. */
  | {
      readonly kind: "people" | "roles" | "channels";
      readonly id: "managers" | "people" | "roles" | "places" | "approvals" | "blocked";
      readonly label: string;
      readonly hint: string | null;
      readonly chosen: readonly string[];
      readonly most: number;
    }
  | {
      /** "radio": all options are visible at once, ten at most. Absent: a menu. */
      readonly look?: "radio";
      readonly kind: "choice";
      readonly id: OptionSpec["name"] | YesOrNo | "size" | "make" | "ask_above" | "style_of";
      readonly label: string;
      readonly hint: string | null;
      readonly value: string;
      readonly options: readonly { readonly label: string; readonly value: string }[];
    };

/** A notification's place, enough to delete it together with its card's handle. */
export type Posted =
  | {
      readonly platform: "discord";
      readonly channelId: string;
      readonly messageId: string;
      /** It was made with the interaction's token; if the card is private, only the token reaches it. */
      readonly isByToken: boolean;
    }
  | { readonly platform: "slack"; readonly channelId: string; readonly ts: string };

/** `at`: its place, and in a direct message to each; "lost": it cannot be found again. */
export type Notified =
  | { readonly kind: "sent"; readonly at: readonly Posted[] | "lost" }
  | { readonly kind: "skipped" };

/** A message of ours, by its channel and its id; on Slack the id is its ts. */
export interface MessagePlace {
  readonly channelId: string;
  readonly messageId: string;
}

/** A reply handle has everything needed to reach a card again after a restart. */
export type ReplyHandle = DiscordReply | SlackReply;

export interface DiscordReply {
  readonly platform: "discord";
  readonly applicationId: string;
  readonly guildId: string | null;
  readonly channelId: string;
  readonly userId: UserId;
  /** The interaction's token: a key to its answers, dead 15 minutes after. Empty: it is no answer, and there is none. */
  readonly token: string;
  readonly tokenUntil: EpochMs;
  /** The card's id; null until Discord has named it, which means "@original". */
  readonly messageId: string | null;
  /** A new message took over the card here; null: none did. */
  readonly movedTo: { readonly channelId: string; readonly messageId: string } | null;
  readonly isPrivate: boolean;
  /** The bot itself cannot reach the card, so it can be edited only until its token dies then; null: it can be edited at any time. */
  readonly editableUntil: EpochMs | null;
  /** The interaction's token may upload files up to this many bytes; null or absent: not known. */
  readonly attachmentLimit?: number | null;
  /** The files that the card has, which every edit must keep; absent: none. A card in a new message has none. */
  readonly files?: readonly CardFile[];
  /** The earlier card, if its films or frames stayed there, see `inPlaceOf`. */
  readonly earlier?: DiscordReply;
}

export interface SlackReply {
  readonly platform: "slack";
  readonly teamId: string;
  /** The organisation that Reelay is installed in; null or absent: in the workspace alone. */
  readonly enterpriseId?: string | null;
  readonly channelId: string;
  readonly userId: UserId;
  /** It was asked in this thread, named by its first message; absent: outside one. */
  readonly threadTs?: string;
  /** The card; null before it was posted. Its channel is `cardChannelId`. */
  readonly ts: string | null;
  readonly cardChannelId: string | null;
  /** This address posts into the channel without membership: a few times within 30 minutes. */
  readonly responseUrl: string | null;
  readonly responseUrlUntil: EpochMs;
  readonly responseUrlUses: number;
  /** The card was posted through `responseUrl` and cannot be edited. */
  readonly isUneditable: boolean;
  /** The files of videos and frames in the card's thread; absent: none. */
  readonly files?: readonly ThreadFile[];
}

/** A button was pressed here, as the platform describes it: only the pressed button is the sender's own claim. */
export interface PressedOn {
  /** null: it was in something only its presser sees, such as a form, a page of their own, or a private message that Slack does not describe. */
  readonly place: MessagePlace | null;
  /** True if the message shows that very button; null: the platform does not say which buttons it shows. */
  readonly shows: boolean | null;
}

/** A platform's token counts as dead this long before its end: Discord counts each 401, and blocks an address after 10,000. */
export const TOKEN_MARGIN_MS = 30_000;

export interface Bar {
  readonly percent: number | null;
  readonly words: string;
}

/** A part of a message under a heading of its own; the table, whose first row is its head, stands above the sentences. */
export interface Section {
  readonly title: string;
  readonly quote?: string;
  readonly table?: readonly (readonly string[])[];
  readonly body: readonly Sentence[];
  readonly bar?: Bar;
  /** The section is one of several alike: it is close to the one before, under a bold line. */
  readonly isItem?: boolean;
}

export type Sentence = readonly Piece[];

export type Piece =
  | string
  | { readonly kind: "strong"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  /** One of our commands with its slash and its subcommand, if any: "/video-key set". If the platform can, pressing it begins the command. */
  | { readonly kind: "command"; readonly text: string }
  | { readonly kind: "link"; readonly label: string; readonly url: string }
  /** A point in time as the platform words it in the reader's own zone: "in 2 hours", "today at 14:30"; `clock`: never by how far it is; `between`: the day and the hour where a platform words each by itself, a space where absent. */
  | { readonly kind: "time"; readonly at: EpochMs; readonly as?: "clock"; readonly between?: string }
  /** Names somebody; it notifies only in a notification, see `Chat.notify`. */
  | { readonly kind: "person"; readonly userId: UserId }
  /** Names a channel of the reader's own team. */
  | { readonly kind: "channel"; readonly channelId: string }
  /** Names a role, which exist on Discord alone. It never notifies. */
  | { readonly kind: "role"; readonly roleId: string };

export type ChatRefusal =
  /** Every way to the person was tried, and none is left. `channel` says why the channel took no message, if that was tried. */
  | { readonly kind: "unreachable"; readonly detail: string; readonly channel?: ChannelRefusal }
  | RateLimited
  | Unavailable;

/**
 * The reason why a channel takes no message of ours. "no_access": the bot is not in the channel, or lacks a permission
 * there. "restricted": the channel's or workspace's settings let only others post. "other": the log has the platform's code.
 */
export type ChannelRefusal = "no_access" | "restricted" | "other";

/** The platform failed, or cannot be reached. */
export interface Unavailable {
  readonly kind: "unavailable";
  /** It may have arrived. */
  readonly unclear: boolean;
  readonly detail: string;
  /** The failure concerns only one workspace, and says nothing about the health of the platform. */
  readonly isElsewhere?: true;
}

/** Nothing was sent: this process was stalled, see `wasStalled`, and another one may have sent the message meanwhile. */
export const STALLED: Unavailable = { kind: "unavailable", unclear: false, detail: "stalled" };

/** The card can no longer be edited, and "in_place" forbids another way. If it was never seen: the answer was refused. */
export interface CardGone {
  readonly kind: "card_gone";
}

export interface RateLimited {
  readonly kind: "rate_limited";
  readonly retryAfterMs: number;
  /** The refusal says nothing about the limit that the message counts against (`Chat.bucketOf`); only this message waits. */
  readonly isElsewhere?: true;
  /** It is the limit on everything that the bot sends, not this bucket's. */
  readonly isGlobal?: true;
  /** It was never sent, and the platform refused nothing: our own count asks it to wait for its turn. */
  readonly isUnsent?: true;
}

export type LookRefusal = Exclude<ChatRefusal, { readonly kind: "unreachable" }>;
