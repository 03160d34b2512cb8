import type { NeededAccess } from "./access.ts";
import { type JobId, jobIdFrom } from "./job/ids.ts";
import { packCaps, readCaps, unpackCaps } from "./team/caps.ts";
import { PAYERS } from "./team/payer.ts";

/** A value in a button's id. `read` returns null for anything else. */
interface Part<Name extends string, Value extends string | number> {
  readonly name: Name;
  read(text: string): Value | null;
}

function part<const Name extends string, Value extends string | number>(
  name: Name,
  read: (text: string) => Value | null,
): Part<Name, Value> {
  return { name, read };
}

function oneOf<const Word extends string>(words: readonly Word[]): (text: string) => Word | null {
  return (text) => words.find((word) => word === text) ?? null;
}

export type MakingButton = "again" | "own_key" | "in_720p" | "retry_failed" | "edit" | "continue";

/** `nth`: how many jobs this button of the card has made before. */
export function madeId(button: MakingButton, cardJobId: JobId, nth: number): JobId {
  return jobIdFrom(button, cardJobId, String(nth));
}

/** A job, a stored request (its future job's id), or a style. All ids have the same format. */
const job = part("jobId", (text): JobId | null => (isJobId(text) ? text : null));
const page = part("page", (text) => (/^(0|[1-9]\d{0,2})$/.test(text) ? Number(text) : null));
const person = part("person", (text) => (isJobId(text) ? text : null));
const askedAt = part("askedAtSeconds", (text) => (/^\d{10}$/.test(text) ? Number(text) : null));
const pay = part("pay", oneOf(PAYERS));
const packedCaps = (text: string) => (text === "" || unpackCaps(text) ? text : null);
const word = (text: string) => (/^\w{0,20}$/.test(text) ? text : null);

interface ButtonKind {
  readonly carries: readonly Part<string, string | number>[];
  /** A button that only shows or deletes the presser's own data needs nothing. */
  readonly needs: NeededAccess | null;
  readonly isOnCard?: true;
}

/**
 * Sent messages keep their ids, so a kind is never renamed. The id has everything a press needs, so buttons work after a
 * restart.
 */
export const BUTTONS = {
  make_video: { carries: [], needs: "video" },
  make_batch: { carries: [], needs: "video" },
  help: { carries: [], needs: null },
  cancel: { carries: [], needs: null },

  // On a video's card.
  notify_me: { carries: [job], needs: null, isOnCard: true },
  again: { carries: [job], needs: "video", isOnCard: true },
  own_key: { carries: [job], needs: "video", isOnCard: true },
  edit: { carries: [job], needs: "video", isOnCard: true },
  in_720p: { carries: [job], needs: "video", isOnCard: true },
  continue: { carries: [job], needs: "video", isOnCard: true },
  join: { carries: [job], needs: "person", isOnCard: true },
  fresh_link: { carries: [job], needs: null, isOnCard: true },
  delete: { carries: [job], needs: null, isOnCard: true },
  renew_key: { carries: [job], needs: "video", isOnCard: true },
  withdraw: { carries: [job], needs: null, isOnCard: true },
  cancel_rest: { carries: [job], needs: null, isOnCard: true },
  retry_failed: { carries: [job], needs: "video", isOnCard: true },

  // On a question.
  /** Also deletes the video that the bot has saved. */
  delete_it: { carries: [job], needs: null },
  delete_card: { carries: [job], needs: null },
  keep: { carries: [], needs: null },

  // On a question about a request that is stored for an hour.
  start_kept: { carries: [job], needs: "video" },
  /** Leaves the suspected flags in the prompt. */
  start_typed: { carries: [job], needs: "video" },
  open_kept: { carries: [job], needs: "video" },
  /** Also on the question to a team's managers, with the requester's job. */
  read_all: { carries: [job], needs: "team" },
  pay_kept: { carries: [job, pay], needs: "video" },

  // On a person's own pages. Page 0 has the newest videos.
  jobs: { carries: [page], needs: null },
  show_job: { carries: [job], needs: "video" },
  add_key: { carries: [], needs: "video" },
  show_key: { carries: [], needs: null },
  ask_remove_key: { carries: [], needs: null },
  remove_key: { carries: [], needs: null },
  change_settings: { carries: [], needs: "person" },
  change_delivery: { carries: [], needs: "person" },
  /** Works only for a short time after the question. */
  delete_data: { carries: [person, askedAt], needs: null },

  new_style: { carries: [], needs: "person" },
  show_style: { carries: [job], needs: null },
  edit_style: { carries: [job], needs: "person" },
  remove_style: { carries: [job], needs: null },

  team_setup: { carries: [], needs: null },
  team_key: { carries: [], needs: "team" },
  ask_remove_team_key: { carries: [], needs: null },
  remove_team_key: { carries: [], needs: null },
  team_rules: { carries: [], needs: "team" },
  /** Opens the rules form again with the refused values, if the rules still have that version. */
  reopen_rules: {
    carries: [
      part("teamCaps", packedCaps),
      part("personCaps", packedCaps),
      part("askAbove", word),
      part("approvals", word),
      part("approveOwn", word),
      part("version", (text) => (/^(0|[1-9]\d{0,11})$/.test(text) ? Number(text) : null)),
    ],
    needs: "team",
  },
  team_spenders: { carries: [], needs: "team" },
  team_managers: { carries: [], needs: "team" },
  team_house: { carries: [], needs: "team" },
  team_pause: { carries: [], needs: "team" },
  team_go_on: { carries: [], needs: "team" },
  team_report: { carries: [], needs: null },
  team_audit: { carries: [], needs: null },
  team_approvals: { carries: [], needs: null },
  show_approval: { carries: [job], needs: null },
  show_picture: { carries: [job], needs: "team" },
  approve: { carries: [job], needs: "team" },
  ask_decline: { carries: [job], needs: "team" },
} as const satisfies Readonly<Record<string, ButtonKind>>;

type Kinds = typeof BUTTONS;
type Kind = keyof Kinds;
type Carried<Each extends Part<string, string | number>> = {
  readonly [One in Each as One["name"]]: One extends Part<string, infer Value> ? Value : never;
};

export type ActionOf<One extends Kind> = {
  readonly [Each in One]: { readonly kind: Each } & Carried<Kinds[Each]["carries"][number]>;
}[One];

export type ButtonAction = ActionOf<Kind>;

/** For buttons that open an address. A press needs no answer. */
export const LINK_BUTTON = "open_link";

/** Only the cards of ended jobs have one of these. */
const END_BUTTONS: ReadonlySet<Kind> = new Set<Kind>(["again", "delete"]);

export function showsEnd(buttonIds: readonly string[]): boolean {
  return buttonIds.map(readButtonId).some((action) => action !== null && END_BUTTONS.has(action.kind));
}

export function isCardButton({ kind }: ButtonAction): boolean {
  const { isOnCard }: ButtonKind = BUTTONS[kind];
  return isOnCard === true;
}

/** At most 100 characters (Discord's limit). */
export function buttonId<One extends Kind>(action: ActionOf<One>): string {
  const carried: Readonly<Record<string, unknown>> = action;
  return [action.kind, ...BUTTONS[action.kind].carries.map(({ name }) => carried[name])].join(":");
}

export function readButtonId(id: string): ButtonAction | null {
  const [kind = "", ...carried] = id.split(":");
  if (!Object.hasOwn(BUTTONS, kind)) return null;
  const { carries }: ButtonKind = BUTTONS[kind as Kind];
  const read = carries.map((each, at) => [each.name, each.read(carried[at] ?? "")] as const);
  if (carried.length !== carries.length || read.some(([, value]) => value === null)) return null;
  // Each part was parsed by its kind's own parser.
  return { kind, ...Object.fromEntries(read) } as ButtonAction;
}

export function reopenRules(
  given: Readonly<Record<"teamCaps" | "personCaps" | "askAbove" | "approveOwn", string>> & {
    readonly approvals: readonly string[];
  },
  version: number,
): ActionOf<"reopen_rules"> {
  return {
    kind: "reopen_rules",
    teamCaps: packed(given.teamCaps),
    personCaps: packed(given.personCaps),
    askAbove: word(given.askAbove) ?? "",
    approvals: word(given.approvals[0] ?? "") ?? "",
    approveOwn: word(given.approveOwn) ?? "",
    version,
  };
}

function packed(typed: string): string {
  const caps = readCaps(typed);
  return caps === "unknown" ? "" : packCaps(caps);
}

/** The form was filled from this job's request, or continues its video. `nth`: as for `madeId`. */
export interface EditedFrom {
  readonly jobId: JobId;
  readonly nth: number;
}

export function packEdited({ jobId, nth }: EditedFrom): string {
  return `${jobId}:${nth}`;
}

export function readEdited(text: string): EditedFrom | null {
  const [jobId = "", nth = "", ...more] = text.split(":");
  return isJobId(jobId) && isCount(nth) && more.length === 0 ? { jobId, nth: Number(nth) } : null;
}

export function isJobId(text: string): boolean {
  return /^[0-9a-f]{20}$/.test(text);
}

function isCount(text: string): boolean {
  return /^(0|[1-9]\d{0,5})$/.test(text);
}
