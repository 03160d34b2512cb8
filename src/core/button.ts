import type { JobId } from "./job/ids.ts";
import { PAYERS, type Payer } from "./team/payer.ts";

/** The meaning of a press. It stands whole in the button's id, so that a button works after a restart. */
export type ButtonAction =
  | { readonly kind: PlainButton }
  /** Of the request that was asked about under that id: starts it, or opens the form with it. */
  | { readonly kind: "start_kept"; readonly jobId: JobId }
  /** Starts it with the words in its prompt that were taken for flags. */
  | { readonly kind: "start_typed"; readonly jobId: JobId }
  | { readonly kind: "open_kept"; readonly jobId: JobId }
  /** Starts it, or tells its person, once the video service is well again. */
  | { readonly kind: "wait_kept"; readonly jobId: JobId }
  /** Starts it with that payer in the place of the one that was refused, now or once the service is well again. */
  | { readonly kind: "pay_kept"; readonly jobId: JobId; readonly pay: Payer; readonly when: "now" | "clear" }
  /** One page of the person's own videos; 0 is the newest. */
  | { readonly kind: "jobs"; readonly page: number }
  /** Brings the card of one's own video here. */
  | { readonly kind: "show_job"; readonly jobId: JobId }
  | { readonly kind: CardButton; readonly jobId: JobId }
  /** Of a video that waits for an approval, for a team's managers. */
  | { readonly kind: ApprovalButton; readonly jobId: JobId }
  | { readonly kind: StyleButton; readonly jobId: string }
  /** Of a confirmation: deletes the card. */
  | { readonly kind: "delete_it"; readonly jobId: JobId }
  /** Of a confirmation for one person alone: deletes what is kept about them; not long after it was asked. */
  | { readonly kind: "delete_data"; readonly person: string; readonly askedAtSeconds: number }
  /** Of a confirmation. `nth`: how many jobs that button of the card had made before, so that it makes one at most. */
  | { readonly kind: "start_it"; readonly jobId: JobId; readonly button: ConfirmedButton; readonly nth: number };

/** The id of buttons that open an address; a press of one asks for nothing. */
export const LINK_BUTTON = "open_link";

const PLAIN_BUTTONS = [
  "make_video",
  "make_batch",
  "add_key",
  "show_key",
  "ask_remove_key",
  "remove_key",
  "change_settings",
  "change_delivery",
  "help",
  "cancel",
  "keep_data",
  "keep_card",
  "team_setup",
  "team_key",
  "team_rules",
  "team_spenders",
  "ask_remove_team_key",
  "remove_team_key",
  "team_report",
  "team_audit",
  "team_managers",
  "team_house",
  "team_pause",
  "team_go_on",
  "team_approvals",
  "styles",
  "new_style",
] as const;
type PlainButton = (typeof PLAIN_BUTTONS)[number];

/** Of a request that is kept for an hour. */
const KEPT_BUTTONS = ["start_kept", "start_typed", "open_kept", "wait_kept"] as const;

const APPROVAL_BUTTONS = ["show_approval", "show_picture", "approve", "ask_decline"] as const;
type ApprovalButton = (typeof APPROVAL_BUTTONS)[number];

/** Of a style: its id says whose it is, and its name. */
const STYLE_BUTTONS = ["show_style", "edit_style", "remove_style"] as const;
type StyleButton = (typeof STYLE_BUTTONS)[number];

/** Buttons of a job's card. */
const CARD_BUTTONS = [
  "notify_me",
  "again",
  "own_key",
  "edit",
  "in_720p",
  "continue",
  "join",
  "fresh_link",
  "delete",
  "renew_key",
  "withdraw",
  "cancel_rest",
  "retry_failed",
] as const;
export type CardButton = (typeof CARD_BUTTONS)[number];

/** Whether it stands on a card, and not on a word about one. */
export function isCardButton({ kind }: ButtonAction): boolean {
  return CARD_BUTTONS.some((one) => one === kind);
}

const JOB_BUTTONS = [...CARD_BUTTONS, ...APPROVAL_BUTTONS, "show_job"] as const;

/** Those that ask before they make a new job of the card's. */
const CONFIRMED_BUTTONS = ["again", "own_key", "in_720p", "retry_failed"] as const;
export type ConfirmedButton = (typeof CONFIRMED_BUTTONS)[number];

/** Those that make a new job of the card's. */
export type MakingButton = ConfirmedButton | "edit" | "continue";

/** Whose request a form was filled with, or whose video it goes on from, and how many jobs that button of the card had made before. */
export interface EditedFrom {
  readonly jobId: JobId;
  readonly nth: number;
}

/** At most 100 characters, which is what Discord takes. */
export function buttonId(action: ButtonAction): string {
  if (action.kind === "jobs") return `jobs:${action.page}`;
  if (action.kind === "delete_data") return [action.kind, action.person, action.askedAtSeconds].join(":");
  if (action.kind === "start_it") return [action.kind, action.jobId, action.button, action.nth].join(":");
  if (action.kind === "pay_kept") return [action.kind, action.jobId, action.pay, action.when].join(":");
  return "jobId" in action ? `${action.kind}:${action.jobId}` : action.kind;
}

/** The action of a button's id; null where the id is none of ours. */
export function readButtonId(id: string): ButtonAction | null {
  const [kind, jobId, ...more] = id.split(":");
  if (jobId === undefined) {
    const plain = PLAIN_BUTTONS.find((one) => one === kind);
    return plain === undefined ? null : { kind: plain };
  }
  if (kind === "jobs") return readPage(jobId, more);
  if (!isJobId(jobId)) return null;
  if (kind === "start_it") return readStart(jobId, more);
  if (kind === "pay_kept") return readPayment(jobId, more);
  if (kind === "delete_it") return more.length === 0 ? { kind, jobId } : null;
  if (kind === "delete_data") return readDeletion(jobId, more);
  const style = STYLE_BUTTONS.find((one) => one === kind);
  if (style) return more.length === 0 ? { kind: style, jobId } : null;
  const kept = KEPT_BUTTONS.find((one) => one === kind);
  if (kept) return more.length === 0 ? { kind: kept, jobId } : null;
  const button = JOB_BUTTONS.find((one) => one === kind);
  return button === undefined || more.length > 0 ? null : { kind: button, jobId };
}

function readPage(page: string, more: readonly string[]): ButtonAction | null {
  return /^(0|[1-9]\d{0,2})$/.test(page) && more.length === 0 ? { kind: "jobs", page: Number(page) } : null;
}

/** As a form carries it along. */
export function packEdited({ jobId, nth }: EditedFrom): string {
  return `${jobId}:${nth}`;
}

/** null where it is none of ours. */
export function readEdited(text: string): EditedFrom | null {
  const [jobId = "", nth = "", ...more] = text.split(":");
  return isJobId(jobId) && isCount(nth) && more.length === 0 ? { jobId, nth: Number(nth) } : null;
}

function readStart(jobId: JobId, [name, nth = "", ...more]: readonly string[]): ButtonAction | null {
  const button = CONFIRMED_BUTTONS.find((one) => one === name);
  const isRead = button !== undefined && isCount(nth) && more.length === 0;
  return isRead ? { kind: "start_it", jobId, button, nth: Number(nth) } : null;
}

function readPayment(jobId: JobId, [payer, when, ...more]: readonly string[]): ButtonAction | null {
  const pay = PAYERS.find((one) => one === payer);
  const isRead = pay !== undefined && (when === "now" || when === "clear") && more.length === 0;
  return isRead ? { kind: "pay_kept", jobId, pay, when } : null;
}

function readDeletion(person: string, [askedAt = "", ...more]: readonly string[]): ButtonAction | null {
  const isRead = /^\d{10}$/.test(askedAt) && more.length === 0;
  return isRead ? { kind: "delete_data", person, askedAtSeconds: Number(askedAt) } : null;
}

/** Whether it could be the id of a job, or of what is kept for a while. */
export function isJobId(text: string): boolean {
  return /^[0-9a-f]{20}$/.test(text);
}

function isCount(text: string): boolean {
  return /^(0|[1-9]\d{0,5})$/.test(text);
}
