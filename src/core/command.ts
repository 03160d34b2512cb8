import type { BatchKind } from "./batch/plan-batch.ts";
import type { ButtonAction, EditedFrom } from "./button.ts";
import type { ChatMessage, Form, PressedOn, ReplyHandle } from "./chat.ts";
import type { EpochMs } from "./clock.ts";
import type { Choice, Suggested } from "./command-spec.ts";
import type { JobId, Owner, UserId } from "./job/ids.ts";
import type { AskedIn, Job } from "./job/job.ts";
import type { ChosenPicture, FoundFiles, FoundPicture, NoPicture } from "./request/found-picture.ts";
import type { SettingsDraft } from "./request/settings.ts";
import type { VideoDraft } from "./request/video-request.ts";
import type { StyleDraft } from "./style/style.ts";
import type { HouseDraft, RulesDraft, SpendersDraft } from "./team/rules.ts";
import type { Locale } from "./text/locale.ts";
import type { Secret } from "./text/secret.ts";

/** What a person did on a platform, read once and trusted from here on. */
export interface Command {
  /** The platform's own id of the event; a redelivery has the same. */
  readonly eventId: string;
  readonly owner: Owner;
  /** Discord guild or Slack team; null in a direct message on Discord. */
  readonly workspace: string | null;
  /** Discord roles of the person in that guild; none on Slack. */
  readonly roles: readonly string[];
  /** What the platform says with the command of its person's place in the team; absent: it has to be asked. */
  readonly standing?: Standing;
  readonly receivedAt: EpochMs;
  /** Where an answer would live. */
  readonly reply: ReplyHandle;
  /** A form will ask where the card goes: the channel is not known yet. */
  readonly isPlaceOpen?: true;
  /** The channel or forum that a thread on Discord belongs to; absent elsewhere. Slack's threads are in their channel. */
  readonly threadOf?: string;
  readonly ageRestriction: AgeRestriction;
  /** The language of its person; absent: not known, English. */
  readonly locale?: Locale;
  readonly act: Act;
  /** What the bot is not allowed where the command was used; absent where the platform does not say. */
  readonly missing?: readonly Permission[];
}

/** Where a command was used: what it may do there is judged by this. */
export type UsedAt = Pick<Command, "workspace" | "roles" | "standing" | "reply" | "threadOf" | "ageRestriction">;

/** The same of a command, and nothing else of it. */
export function usedAt({ workspace, roles, standing, reply, threadOf, ageRestriction }: Command): UsedAt {
  const known = { ...(standing && { standing }), ...(threadOf !== undefined && { threadOf }) };
  return { workspace, roles, reply, ageRestriction, ...known };
}

/** The channel of a command, and of a thread its own; "": a form will ask for it, and until then no channel counts. */
export function askedIn({ reply, threadOf, isPlaceOpen }: Command): AskedIn {
  if (isPlaceOpen) return { channelId: "" };
  return { channelId: reply.channelId, ...(threadOf !== undefined && { threadOf }) };
}

/**
 * Whether the channel of a command is age-restricted, as its platform says it with the command. "ask": it does not say, as of a
 * thread, which is what its channel is; "none": the platform has no such channels.
 */
export type AgeRestriction = "yes" | "no" | "ask" | "none";

/** A person's place in a team, as its platform says it. */
export interface Standing {
  /** Manage Server on Discord; an admin or owner of the workspace or organisation on Slack. */
  readonly isAdmin: boolean;
  /** A guest, or a stranger from another workspace: never spends a team's credits. */
  readonly isGuest: boolean;
}

/** The permissions that a bot needs in a channel. */
export type Permission =
  | "view_channel"
  | "send_messages"
  | "send_in_threads"
  | "embed_links"
  | "attach_files"
  | "read_history";

export type Act =
  | {
      readonly kind: "make_video";
      readonly draft: VideoDraft;
      readonly from: "command" | "form";
      /** Of a form that was filled with an earlier request. */
      readonly edits?: EditedFrom;
      /** Of a form that goes on from an earlier video. */
      readonly continues?: EditedFrom;
      /** Of a form that offered the pictures of a message. */
      readonly animates?: ChosenPicture;
    }
  /** A form for several videos: a scene a line, or the prompt of all versions. */
  | { readonly kind: "make_batch"; readonly draft: VideoDraft; readonly make: BatchKind; readonly from: "form" }
  /** A command used on a message: the pictures in it, and what else in it is none. */
  | { readonly kind: "animate"; readonly pictures: readonly FoundPicture[]; readonly others: readonly NoPicture[] }
  /** A message to the bot that is no command; the draft is what it says, `found` what came with it. */
  | { readonly kind: "said"; readonly draft: VideoDraft; readonly found?: FoundFiles }
  /** The command without anything behind it, where the platform allows that. */
  | { readonly kind: "open_video_form" | "open_batch_form" }
  | { readonly kind: "set_key" | "show_key" | "remove_key" | "unknown_key_word" | "help" }
  | { readonly kind: "give_key"; readonly key: Secret }
  | { readonly kind: "export_data" | "delete_data" | "unknown_data_word" }
  | { readonly kind: "team_status" | "team_setup" | "team_report" | "team_approvals" | "unknown_team_word" }
  | { readonly kind: "give_team_key"; readonly key: Secret }
  | { readonly kind: "styles" | "open_style_form" | "unknown_style_word" }
  | { readonly kind: "save_style"; readonly given: StyleDraft }
  /** What an admin filled in, and the version of the rules with which the form was opened; null: it does not say. */
  | { readonly kind: "set_team_rules"; readonly given: RulesDraft; readonly version: number | null }
  | { readonly kind: "set_team_spenders"; readonly given: SpendersDraft; readonly version: number | null }
  | { readonly kind: "set_team_house"; readonly given: HouseDraft; readonly version: number | null }
  | { readonly kind: "set_team_managers"; readonly managers: readonly UserId[]; readonly version: number | null }
  /** A manager says no to a video that waits for an approval; `note` is what they say with it, empty for nothing. */
  | { readonly kind: "decline"; readonly jobId: JobId; readonly note: string }
  /** The person's own videos; `show` names one whose card is to come here, by its id or the beginning of it. */
  | { readonly kind: "jobs"; readonly show: string | null }
  /** The person's own settings: shown where nothing is given. */
  | { readonly kind: "settings"; readonly given: SettingsDraft; readonly from: "command" | "form" }
  | { readonly kind: "open_settings_form" }
  /** Somebody types into an option that offers something. */
  | { readonly kind: "suggest"; readonly option: Suggested; readonly typed: string }
  | { readonly kind: "press"; readonly action: ButtonAction; readonly on: PressedOn }
  /** Something of ours that this version does not know, such as the button of a newer one. */
  | { readonly kind: "unknown"; readonly what: string };

/** People read what they wait for before three seconds are over. */
export const MEANWHILE_MS = 2_000;

/** What the platform is told within its three seconds. */
export type Answer =
  /** Seen by the person alone. */
  | { readonly kind: "private"; readonly message: ChatMessage }
  /** In the place of the private message whose button was pressed; where there is none, as a private message. */
  | { readonly kind: "replace_message"; readonly message: ChatMessage }
  /** The first card of a job that is already saved; `instead` takes the place of the private question that was answered by it. */
  | { readonly kind: "card"; readonly card: Card; readonly instead?: ChatMessage }
  /** The card of an earlier job once more, in a new message. `isLive`: from now on this one is edited, so its place is told. */
  | { readonly kind: "card_again"; readonly card: Card; readonly isLive: boolean }
  | { readonly kind: "form"; readonly form: Form }
  /** The form stays open and shows `text` at that field; a platform that cannot do that says `message` privately. */
  | { readonly kind: "form_error"; readonly field: string; readonly text: string; readonly message: ChatMessage }
  /**
   * The message of `finish` takes the place of the private message whose button was pressed, and so does `meanwhile` where that takes
   * longer than `MEANWHILE_MS`; it must not reject.
   */
  | { readonly kind: "replace_later"; readonly meanwhile?: ChatMessage; readonly finish: () => Promise<ChatMessage> }
  /** Shows `message` privately at once and what `finish` brings in its place. */
  | {
      readonly kind: "working";
      readonly message: ChatMessage;
      /** The message is shown even where the platform has its own sign of waiting, if another one can take its place. */
      readonly isSaid?: true;
      readonly finish: () => Promise<Finish>;
    }
  /** What a person who types may choose; best first. */
  | { readonly kind: "suggestions"; readonly choices: readonly Choice[] }
  /** The message whose button was pressed goes away; where it cannot, `otherwise` is said privately. */
  | { readonly kind: "remove_message"; readonly otherwise: ChatMessage }
  /** Already answered: the same event once more. */
  | { readonly kind: "nothing" };

export interface Finish {
  readonly message: ChatMessage;
  /** A request that had waited for this, as a new card in the channel it came from. */
  readonly card: Card | null;
  /** Goes to the person alone, with a message of its own; `message` is said where no file can be given. */
  readonly file?: OwnFile;
}

/** A file for its person's eyes. */
export interface OwnFile {
  readonly name: string;
  /** Such as "application/json". */
  readonly type: string;
  /** All of it that fits, and what is said with it. */
  within(maxBytes: number): Promise<{ readonly content: Uint8Array; readonly message: ChatMessage }>;
  /** Said where it is not known whether the file arrived. */
  readonly unsure: ChatMessage;
}

export interface Card {
  readonly jobId: JobId;
  readonly reply: ReplyHandle;
  readonly message: ChatMessage;
}

/** How the platform took the answer that was a job's first card. */
export type AnswerFate =
  /** `reply` now knows the card's ids. */
  | { readonly kind: "given"; readonly reply: ReplyHandle }
  /** An earlier job's card is here now. */
  | { readonly kind: "moved"; readonly reply: ReplyHandle }
  /** The person sees nothing of ours. */
  | { readonly kind: "refused" }
  /** The platform did not take it now: it is surely not there, and may be posted in so many milliseconds. */
  | { readonly kind: "put_off"; readonly waitMs: number }
  /** No word from the platform: an edit will tell. */
  | { readonly kind: "unclear" };

export function firstCard(job: Job, message: ChatMessage): Card {
  return { jobId: job.id, reply: job.reply, message };
}
