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
  /** A form will ask for the channel. */
  readonly isPlaceOpen?: true;
  /** The parent of a Discord thread. Slack's threads are in their channel. */
  readonly threadOf?: string;
  readonly ageRestriction: AgeRestriction;
  /** Default: English. */
  readonly locale?: Locale;
  readonly act: Act;
  /** Everybody can read the answer to a message, so messages above the rate limit get none. */
  readonly isMessage?: true;
  /** Permissions that the bot lacks there, if the platform says. */
  readonly missing?: readonly Permission[];
}

export type UsedAt = Pick<Command, "workspace" | "roles" | "standing" | "reply" | "threadOf" | "ageRestriction">;

export function usedAt({ workspace, roles, standing, reply, threadOf, ageRestriction }: Command): UsedAt {
  const optional = { ...(standing && { standing }), ...(threadOf !== undefined && { threadOf }) };
  return { workspace, roles, reply, ageRestriction, ...optional };
}

/** Channel of the command (its parent if a thread); "" if a form will choose it. */
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

export type Typed = readonly (readonly [field: string, text: string | null])[];

interface ActSpec<Does> {
  readonly needs: NeededAccess | null | ((act: Does) => NeededAccess | null);
  /** Typed texts that may contain a key. Null: none, or the act checks them itself. */
  readonly typed: ((act: Does) => Typed) | null;
  /** The field that shows problems with the whole form; null: not a form. */
  readonly formField: string | null | ((act: Does) => string | null);
}

function act<Does = unknown>(
  needs: ActSpec<Does>["needs"],
  typed: ActSpec<Does>["typed"] = null,
  formField: ActSpec<Does>["formField"] = null,
): ActSpec<Does> {
  return { needs, typed, formField };
}

interface FilledIn<Given> {
  readonly given: Given;
  readonly version: number | null;
}

/**
 * Acts that start, pay for or store something need the operator's lists. Everybody can read the help, and see and delete
 * what is theirs or their team's.
 */
const ACTS = {
  make_video: act<{
    readonly draft: VideoDraft;
    readonly from: "command" | "form";
    readonly edits?: EditedFrom;
    readonly continues?: EditedFrom;
    readonly animates?: ChosenPicture;
  }>("video", typedIn, ({ from }) => (from === "form" ? "prompt" : null)),
  make_batch: act<{ readonly draft: VideoDraft; readonly make: BatchKind }>("video", typedIn, "prompt"),
  animate: act<{ readonly pictures: readonly FoundPicture[]; readonly others: readonly NoPicture[] }>("video"),
  free_text: act<{ readonly draft: VideoDraft; readonly files?: FoundFiles }>("video", typedIn),
  open_video_form: act("video"),
  open_batch_form: act("video"),
  suggest: act<{ readonly option: Suggested; readonly typed: string }>(null),
  press: act<{ readonly action: ButtonAction; readonly on: PressedOn }>(({ action }) => BUTTONS[action.kind].needs),
  help: act(null),
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
    ({ given: { teamCaps, personCaps } }) => Object.entries({ team_caps: teamCaps, person_caps: personCaps }),
    "team_caps",
  ),
  set_team_spenders: act<FilledIn<SpendersDraft>>("team", null, "everyone"),
  set_team_managers: act<{ readonly managers: readonly UserId[]; readonly version: number | null }>(
    "team",
    null,
    "managers",
  ),
  set_team_house: act<FilledIn<HouseDraft>>("team", ({ given: { words } }) => [["words", words]], "words"),
  /** `note`: "" if none. */
  decline: act<{ readonly jobId: JobId; readonly note: string }>("team", ({ note }) => [["note", note]], "note"),
  /** An unknown subcommand. The word may be a pasted key, so it is not kept. */
  unknown_word: act<{ readonly of: string }>(null),
  /** For example a newer version's button. */
  unknown: act<{ readonly what: string }>(null),
};

type Acts = typeof ACTS;
type DoesOf<Spec> = Spec extends ActSpec<infer Does> ? Does : never;

export type ActKind = keyof Acts;
export type ActOf<Kind extends ActKind> = {
  readonly [Each in Kind]: { readonly kind: Each } & DoesOf<Acts[Each]>;
}[Kind];
export type Act = ActOf<ActKind>;

/** Addresses of files come from the platform, and stored pictures were checked before. */
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

export function formFieldOf(act: Act): string | null {
  const { formField } = specOf(act);
  return typeof formField === "function" ? formField(act) : formField;
}

function specOf({ kind }: Act): ActSpec<Act> {
  // Each kind's functions only receive acts of that kind.
  return ACTS[kind] as ActSpec<Act>;
}

/** The platforms wait three seconds. */
const MEANWHILE_MS = 2_000;

/** Shows `meanwhile` first if the result takes longer than `MEANWHILE_MS`. */
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
  /** Replaces the message whose button was pressed; without one, a new private message. */
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
      /** True even if the platform has its own waiting indicator. */
      readonly isSaid?: true;
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
  /** The person sees another process's answer, which must not be changed. */
  | { readonly kind: "elsewhere" }
  /** Certainly not there, but may be posted after `waitMs`. */
  | { readonly kind: "put_off"; readonly waitMs: number }
  /** An edit will tell whether it arrived. */
  | { readonly kind: "unclear" };
