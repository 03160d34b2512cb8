import type { BatchKind } from "./batch/plan-batch.ts";
import type { ButtonAction, EditedFrom } from "./button.ts";
import type { ChatMessage, Form, PressedOn, ReplyHandle } from "./chat.ts";
import { type Clock, type EpochMs, within } from "./clock.ts";
import type { JobId, Owner, UserId } from "./job/ids.ts";
import type { AskedIn } from "./job/job.ts";
import type { Choice, Suggested } from "./option-specs.ts";
import type { SettingsDraft } from "./request/settings.ts";
import type { ChosenPicture, FoundFiles, FoundPicture, NoPicture, VideoDraft } from "./request/video-request.ts";
import type { StyleDraft } from "./style.ts";
import type { ContentRulesDraft, RulesDraft, SpendersDraft } from "./team/rules.ts";
import type { Locale } from "./text/locale.ts";
import type { Secret } from "./text/secret.ts";

export interface Command {
  /** A redelivery has the same id. */
  readonly eventId: string;
  readonly owner: Owner;
  /** Discord guild or Slack team; null in a Discord direct message. */
  readonly workspace: string | null;
  readonly roles: readonly string[];
  readonly standing?: Standing;
  readonly receivedAt: EpochMs;
  readonly reply: ReplyHandle;
  /** The reply has no channel yet, because a form will ask for it. */
  readonly isPlaceOpen?: true;
  /** The parent channel of a Discord thread. A Slack thread has its channel's id. */
  readonly threadOf?: string;
  readonly ageRestriction: AgeRestriction;
  readonly locale?: Locale;
  readonly act: Act;
  /** Everybody can read the answer to a message, so messages above the rate limit get none. */
  readonly isMessage?: true;
  readonly missing?: readonly Permission[];
}

export type UsedAt = Pick<Command, "workspace" | "roles" | "standing" | "reply" | "threadOf" | "ageRestriction">;

export function usedAt({ workspace, roles, standing, reply, threadOf, ageRestriction }: Command): UsedAt {
  const optional = { ...(standing && { standing }), ...(threadOf !== undefined && { threadOf }) };
  return { workspace, roles, reply, ageRestriction, ...optional };
}

/** The channel is "" if a form will ask for it. */
export function askedIn({ reply, threadOf, isPlaceOpen }: Command): AskedIn {
  if (isPlaceOpen) return { channelId: "" };
  return { channelId: reply.channelId, ...(threadOf !== undefined && { threadOf }) };
}

/** "ask": unknown; a thread inherits it from its channel. "none": the platform has no such channels. */
export type AgeRestriction = "yes" | "no" | "ask" | "none";

export interface Standing {
  /** Manage Server on Discord; an admin or owner of the workspace or organization on Slack. */
  readonly isAdmin: boolean;
  /** A guest, or somebody from another workspace. They never spend a team's credits. */
  readonly isGuest: boolean;
}

export type Permission =
  | "view_channel"
  | "send_messages"
  | "send_in_threads"
  | "embed_links"
  | "attach_files"
  | "read_history";

interface FilledIn<Given> {
  readonly given: Given;
  readonly version: number | null;
}

interface Acts {
  readonly make_video: {
    readonly draft: VideoDraft;
    readonly from: "command" | "form";
    readonly edits?: EditedFrom;
    readonly continues?: EditedFrom;
    readonly animates?: ChosenPicture;
  };
  readonly make_batch: { readonly draft: VideoDraft; readonly make: BatchKind };
  readonly animate: { readonly pictures: readonly FoundPicture[]; readonly others: readonly NoPicture[] };
  readonly free_text: { readonly draft: VideoDraft; readonly files?: FoundFiles };
  readonly open_video_form: NoData;
  readonly open_batch_form: NoData;
  readonly suggest: { readonly option: Suggested; readonly typed: string };
  readonly press: { readonly action: ButtonAction; readonly on: PressedOn };
  readonly help: NoData;
  readonly jobs: { readonly show: string | null };
  readonly settings: { readonly given: SettingsDraft; readonly from: "command" | "form" };
  readonly open_settings_form: NoData;
  readonly set_key: NoData;
  readonly show_key: NoData;
  readonly remove_key: NoData;
  readonly give_key: { readonly key: Secret };
  readonly export_data: NoData;
  readonly delete_data: NoData;
  readonly styles: NoData;
  readonly open_style_form: NoData;
  readonly save_style: { readonly given: StyleDraft };
  readonly team_status: NoData;
  readonly team_setup: NoData;
  readonly team_report: NoData;
  readonly team_approvals: NoData;
  readonly give_team_key: { readonly key: Secret };
  readonly set_team_rules: FilledIn<RulesDraft>;
  readonly set_team_spenders: FilledIn<SpendersDraft>;
  readonly set_team_managers: { readonly managers: readonly UserId[]; readonly version: number | null };
  readonly set_team_house: FilledIn<ContentRulesDraft>;
  readonly decline: { readonly jobId: JobId; readonly note: string };
  /** An unknown subcommand. The word may be a pasted key, so it is not kept. */
  readonly unknown_word: { readonly of: string };
  readonly unknown: { readonly what: string };
}

type NoData = object;

export type ActKind = keyof Acts;
export type ActOf<Kind extends ActKind> = {
  readonly [Each in Kind]: { readonly kind: Each } & Acts[Each];
}[Kind];
export type Act = ActOf<ActKind>;

/** The platforms wait three seconds. */
const MEANWHILE_MS = 2_000;

export async function replaceLater(
  clock: Clock,
  { meanwhile, finish }: Extract<Answer, { readonly kind: "replace_later" }>,
  show: (message: ChatMessage) => Promise<void>,
): Promise<void> {
  const done = finish();
  if ((await within(clock, MEANWHILE_MS, done)) === "late") await show(meanwhile);
  await show(await done);
}

/** Due within the platform's three seconds. */
export type Answer =
  /** `isDiscreet`: sent as a direct message if everybody could read the answer here. */
  | { readonly kind: "private"; readonly message: ChatMessage; readonly isDiscreet?: true }
  /** Replaces the message whose button was pressed. If there is none, sends a private message. */
  | { readonly kind: "replace_message"; readonly message: ChatMessage }
  /** The first card of a saved job. `instead` replaces the private question before it. */
  | { readonly kind: "card"; readonly card: Card; readonly instead?: ChatMessage }
  /** An earlier job's card in a new message. `isLive`: this message is edited from now on. */
  | { readonly kind: "card_again"; readonly card: Card; readonly isLive: boolean }
  | { readonly kind: "form"; readonly form: Form }
  /** Keeps the form open. Platforms that cannot do that show `message` privately. */
  | { readonly kind: "form_error"; readonly field: string; readonly text: string; readonly message: ChatMessage }
  /** Like `replace_message`, see `replaceLater`. `finish` must not reject. */
  | { readonly kind: "replace_later"; readonly meanwhile: ChatMessage; readonly finish: () => Promise<ChatMessage> }
  | {
      readonly kind: "working";
      readonly message: ChatMessage;
      /** Shown even if the platform has its own waiting indicator. */
      readonly isAlwaysShown?: true;
      readonly finish: () => Promise<Finish>;
    }
  | { readonly kind: "suggestions"; readonly choices: readonly Choice[] }
  /** Removes the message whose button was pressed, or shows `otherwise` privately. */
  | { readonly kind: "remove_message"; readonly otherwise: ChatMessage }
  | { readonly kind: "nothing" };

export interface Finish {
  readonly message: ChatMessage;
  /** A stored request that now starts. Its card goes to the channel it came from. */
  readonly card?: Card;
  /** Only the person gets the file. `message` is shown if no file can be sent. */
  readonly file?: OwnFile;
}

export interface OwnFile {
  readonly name: string;
  readonly type: string;
  /** Returns as much of the file as fits, and its message. */
  within(maxBytes: number): Promise<{ readonly content: Uint8Array; readonly message: ChatMessage }>;
  readonly unsure: ChatMessage;
  /** Shown if the platform failed. Default: the message for platforms without files. */
  readonly notNow?: ChatMessage;
}

export interface Card {
  readonly jobId: JobId;
  readonly reply: ReplyHandle;
  readonly message: ChatMessage;
}

export type AnswerFate =
  | { readonly kind: "given"; readonly reply: ReplyHandle }
  | { readonly kind: "moved"; readonly reply: ReplyHandle }
  /** The person sees nothing from us. */
  | { readonly kind: "refused" }
  /** The person sees another process's answer, which must stay. */
  | { readonly kind: "elsewhere" }
  /** The card is certainly not there, but may be posted after `waitMs`. */
  | { readonly kind: "postponed"; readonly waitMs: number }
  /** An edit will show whether the card arrived. */
  | { readonly kind: "unclear" };
