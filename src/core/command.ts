import type { NeededAccess } from "./access.ts";
import type { BatchKind } from "./batch/plan-batch.ts";
import { BUTTONS, type ButtonAction, type EditedFrom } from "./button.ts";
import type { ChatMessage, Form, PressedOn, ReplyHandle } from "./chat.ts";
import { type Clock, type EpochMs, within } from "./clock.ts";
import type { JobId, Owner, UserId } from "./job/ids.ts";
import type { AskedIn } from "./job/job.ts";
import type { Choice, Suggested } from "./option-specs.ts";
import { isEmptyDraft, type SettingsDraft } from "./request/settings.ts";
import {
  type ChosenPicture,
  type FoundFiles,
  type FoundPicture,
  type NoPicture,
  VIDEO_OPTIONS,
  type VideoDraft,
} from "./request/video-request.ts";
import type { StyleDraft } from "./style.ts";
import type { HouseDraft, RulesDraft, SpendersDraft } from "./team/rules.ts";
import type { Locale } from "./text/locale.ts";
import type { Secret } from "./text/secret.ts";

/** A command is what a person did on a platform; it is parsed once and trusted from here on. */
export interface Command {
  /** The platform's own id of the event; a redelivery has the same. */
  readonly eventId: string;
  readonly owner: Owner;
  /** Discord guild or Slack team; null in a direct message on Discord. */
  readonly workspace: string | null;
  /** Discord roles of the person in that guild; none on Slack. */
  readonly roles: readonly string[];
  /** The platform sent this standing of the person in the team with the command; absent: it has to be asked. */
  readonly standing?: Standing;
  readonly receivedAt: EpochMs;
  readonly reply: ReplyHandle;
  /** A form will ask where the card goes: the channel is not known yet. */
  readonly isPlaceOpen?: true;
  /** The channel or forum that a thread on Discord belongs to; absent elsewhere. Slack's threads are in their channel. */
  readonly threadOf?: string;
  readonly ageRestriction: AgeRestriction;
  /** The language of its person; absent: not known, English. */
  readonly locale?: Locale;
  readonly act: Act;
  /**
   * It is a message to the bot, and its answer is one that everybody there reads and that stays: past its person's bound
   * there is none.
   */
  readonly isMessage?: true;
  /** The bot lacks these permissions where the command was used; absent if the platform does not say. */
  readonly missing?: readonly Permission[];
}

export type UsedAt = Pick<Command, "workspace" | "roles" | "standing" | "reply" | "threadOf" | "ageRestriction">;

export function usedAt({ workspace, roles, standing, reply, threadOf, ageRestriction }: Command): UsedAt {
  const optional = { ...(standing && { standing }), ...(threadOf !== undefined && { threadOf }) };
  return { workspace, roles, reply, ageRestriction, ...optional };
}

/** Returns the channel of a command, and if it is a thread, the channel of that; "": a form will ask for it, and until then no channel counts. */
export function askedIn({ reply, threadOf, isPlaceOpen }: Command): AskedIn {
  if (isPlaceOpen) return { channelId: "" };
  return { channelId: reply.channelId, ...(threadOf !== undefined && { threadOf }) };
}

/**
 * The platform says with a command whether its channel is age-restricted. "ask": it does not say, for example in a thread,
 * which is as restricted as its channel; "none": the platform has no such channels.
 */
export type AgeRestriction = "yes" | "no" | "ask" | "none";

export interface Standing {
  /** Manage Server on Discord; an admin or owner of the workspace or organisation on Slack. */
  readonly isAdmin: boolean;
  /** The person is a guest, or a stranger from another workspace: they never spend a team's credits. */
  readonly isGuest: boolean;
}

export type Permission =
  | "view_channel"
  | "send_messages"
  | "send_in_threads"
  | "embed_links"
  | "attach_files"
  | "read_history";

/** Somebody typed these texts; a form would point out a problem at `field`. */
export type Typed = readonly (readonly [field: string, text: string | null])[];

/** Declares an act that comes with `Does`. */
interface ActSpec<Does> {
  /** The operator's lists must allow this first; null: nothing. */
  readonly needs: NeededAccess | null | ((act: Does) => NeededAccess | null);
  /** Returns the typed texts that may hold a key; null: nothing is typed with it, or it checks for itself. */
  readonly typed: ((act: Does) => Typed) | null;
  /** It is a form that was sent: a problem with all of it is pointed out at this field; null: it is none. */
  readonly formField: string | null | ((act: Does) => string | null);
}

function act<Does = unknown>(
  needs: ActSpec<Does>["needs"],
  typed: ActSpec<Does>["typed"] = null,
  formField: ActSpec<Does>["formField"] = null,
): ActSpec<Does> {
  return { needs, typed, formField };
}

/** A form of a team's rules was filled in; `version` is that of the rules when it was opened, null if it is not known. */
interface FilledIn<Given> {
  readonly given: Given;
  readonly version: number | null;
}

/**
 * Lists everything that a person can do, by its kind. Whatever starts, pays or stores something needs the operator's lists;
 * anybody may read the help, and see and delete what is their own, or a team's.
 */
const ACTS = {
  make_video: act<{
    readonly draft: VideoDraft;
    readonly from: "command" | "form";
    readonly edits?: EditedFrom;
    readonly continues?: EditedFrom;
    readonly animates?: ChosenPicture;
  }>("video", typedIn, ({ from }) => (from === "form" ? "prompt" : null)),
  /** A form for several videos: one scene per line, or the prompt of all versions. */
  make_batch: act<{ readonly draft: VideoDraft; readonly make: BatchKind }>("video", typedIn, "prompt"),
  animate: act<{ readonly pictures: readonly FoundPicture[]; readonly others: readonly NoPicture[] }>("video"),
  /** A message to the bot that is no command, and what came with it. */
  free_text: act<{ readonly draft: VideoDraft; readonly files?: FoundFiles }>("video", typedIn),
  open_video_form: act("video"),
  open_batch_form: act("video"),
  /** Somebody types into an option that offers something; it checks for itself. */
  suggest: act<{ readonly option: Suggested; readonly typed: string }>(null),
  press: act<{ readonly action: ButtonAction; readonly on: PressedOn }>(({ action }) => BUTTONS[action.kind].needs),
  help: act(null),
  /** The person's own videos; `show` names one whose card is to come here, by its id or the beginning of it. */
  jobs: act<{ readonly show: string | null }>(
    ({ show }) => (show === null ? null : "video"),
    ({ show }) => [["show", show]],
  ),
  settings: act<{ readonly given: SettingsDraft; readonly from: "command" | "form" }>(
    ({ given }) => (isEmptyDraft(given) ? null : "person"),
    ({ given }) => Object.entries(given),
    ({ from }) => (from === "form" ? "ratio" : null),
  ),
  open_settings_form: act("person"),
  set_key: act("video"),
  show_key: act(null),
  remove_key: act(null),
  give_key: act<{ readonly key: Secret }>("video", null, "key"),
  export_data: act(null),
  delete_data: act(null),
  styles: act(null),
  open_style_form: act("person"),
  save_style: act<{ readonly given: StyleDraft }>(
    ({ given }) => (given.of === "mine" ? "person" : "team"),
    ({ given: { name, text } }) => Object.entries({ name, text }),
    "name",
  ),
  team_status: act(null),
  team_setup: act(null),
  team_report: act(null),
  team_approvals: act(null),
  give_team_key: act<{ readonly key: Secret }>("team", null, "key"),
  set_team_rules: act<FilledIn<RulesDraft>>(
    "team",
    ({ given: { teamMonth, personMonth } }) => Object.entries({ team_month: teamMonth, person_month: personMonth }),
    "team_month",
  ),
  // The platform itself fills in what is picked.
  set_team_spenders: act<FilledIn<SpendersDraft>>("team", null, "everyone"),
  set_team_managers: act<{ readonly managers: readonly UserId[]; readonly version: number | null }>(
    "team",
    null,
    "managers",
  ),
  set_team_house: act<FilledIn<HouseDraft>>("team", ({ given: { words } }) => [["words", words]], "words"),
  /** A manager declines a video that waits for an approval; `note` is their reason, empty for none. */
  decline: act<{ readonly jobId: JobId; readonly note: string }>("team", ({ note }) => [["note", note]], "note"),
  /** The command has no such subcommand. The word may be a key that somebody pasted, so it is not carried along. */
  unknown_word: act<{ readonly of: string }>(null),
  /** It is something of ours that this version does not know, such as a newer version's button. */
  unknown: act<{ readonly what: string }>(null),
};

type Acts = typeof ACTS;
type DoesOf<Spec> = Spec extends ActSpec<infer Does> ? Does : never;

export type ActKind = keyof Acts;
export type ActOf<Kind extends ActKind> = {
  readonly [Each in Kind]: { readonly kind: Each } & DoesOf<Acts[Each]>;
}[Kind];
export type Act = ActOf<ActKind>;

/** Returns the texts of every option, which are all typed; a file's address is the platform's, and a stored picture was checked when it came. */
function typedIn({ draft }: { readonly draft: VideoDraft }): Typed {
  return [["prompt", draft.prompt], ...VIDEO_OPTIONS.map((name) => [name, draft[name]] as const)];
}

export function neededAccess(act: Act): NeededAccess | null {
  const { needs } = specOf(act);
  return typeof needs === "function" ? needs(act) : needs;
}

export function typedWith(act: Act): Typed {
  return specOf(act).typed?.(act) ?? [];
}

/** Returns the field at which a problem with the whole form is pointed out; null: it is no form. */
export function formFieldOf(act: Act): string | null {
  const { formField } = specOf(act);
  return typeof formField === "function" ? formField(act) : formField;
}

function specOf({ kind }: Act): ActSpec<Act> {
  // Each kind's functions are given acts of that kind alone.
  return ACTS[kind] as ActSpec<Act>;
}

/** A message that says what people are waiting for appears this soon, before three seconds are over. */
const MEANWHILE_MS = 2_000;

/** Shows what came of it, and before that what people are waiting for, if it takes longer than `MEANWHILE_MS`. */
export async function replaceLater(
  clock: Clock,
  { meanwhile, finish }: Extract<Answer, { readonly kind: "replace_later" }>,
  show: (message: ChatMessage) => Promise<void>,
): Promise<void> {
  const done = finish();
  if ((await within(clock, MEANWHILE_MS, done)) === "late") await show(meanwhile);
  await show(await done);
}

/** The platform gets this answer within its three seconds. */
export type Answer =
  /** `isDiscreet`: where everybody would read it, it goes directly to the person if they can be reached. */
  | { readonly kind: "private"; readonly message: ChatMessage; readonly isDiscreet?: true }
  /** It replaces the private message whose button was pressed; if there is none, it is a private message. */
  | { readonly kind: "replace_message"; readonly message: ChatMessage }
  /** The first card of a job that is already saved; `instead` replaces the private question that this answered. */
  | { readonly kind: "card"; readonly card: Card; readonly instead?: ChatMessage }
  /** The card of an earlier job once more, in a new message. `isLive`: from now on this one is edited, so its place is reported. */
  | { readonly kind: "card_again"; readonly card: Card; readonly isLive: boolean }
  | { readonly kind: "form"; readonly form: Form }
  /** The form stays open and shows `text` at that field; a platform that cannot do that shows `message` privately. */
  | { readonly kind: "form_error"; readonly field: string; readonly text: string; readonly message: ChatMessage }
  /**
   * The message of `finish` replaces the private message whose button was pressed, and so does `meanwhile` if that takes
   * longer than `MEANWHILE_MS`; `finish` must not reject.
   */
  | { readonly kind: "replace_later"; readonly meanwhile: ChatMessage; readonly finish: () => Promise<ChatMessage> }
  /** Shows `message` privately at once, and replaces it by the result of `finish`. */
  | {
      readonly kind: "working";
      readonly message: ChatMessage;
      /** The message is shown even if the platform has its own sign of waiting, provided another one can replace it. */
      readonly isSaid?: true;
      readonly finish: () => Promise<Finish>;
    }
  /** The person who types may choose one of these; the best comes first. */
  | { readonly kind: "suggestions"; readonly choices: readonly Choice[] }
  /** The message whose button was pressed goes away; if it cannot, `otherwise` is shown privately. */
  | { readonly kind: "remove_message"; readonly otherwise: ChatMessage }
  /** It has been answered already: the same event came once more. */
  | { readonly kind: "nothing" };

export interface Finish {
  readonly message: ChatMessage;
  /** A request that had waited for this goes into the channel it came from as a new card. */
  readonly card?: Card;
  /** The file goes to the person alone, with a message of its own; `message` is shown if no file can be sent. */
  readonly file?: OwnFile;
}

export interface OwnFile {
  readonly name: string;
  readonly type: string;
  /** The file's content as far as it fits, and the message with it. */
  within(maxBytes: number): Promise<{ readonly content: Uint8Array; readonly message: ChatMessage }>;
  readonly unsure: ChatMessage;
  /** Shown where the platform failed. By default, what is shown where it takes no file. */
  readonly notNow?: ChatMessage;
}

export interface Card {
  readonly jobId: JobId;
  readonly reply: ReplyHandle;
  readonly message: ChatMessage;
}

/** The platform took the answer that was a job's first card like this. */
export type AnswerFate =
  | { readonly kind: "given"; readonly reply: ReplyHandle }
  | { readonly kind: "moved"; readonly reply: ReplyHandle }
  /** The person sees nothing of ours. */
  | { readonly kind: "refused" }
  /** The person sees the answer of another process with the same credentials, which must not be changed. */
  | { readonly kind: "elsewhere" }
  /** The platform did not take it now: it is surely not there, and may be posted in so many milliseconds. */
  | { readonly kind: "put_off"; readonly waitMs: number }
  /** The platform did not answer: an edit will tell. */
  | { readonly kind: "unclear" };
