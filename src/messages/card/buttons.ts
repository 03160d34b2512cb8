import { type ActionOf, type ButtonAction, buttonId, LINK_BUTTON } from "../../core/button.ts";
import type { Button } from "../../core/chat.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import { type Credits, priceOf } from "../../core/request/price.ts";
import type { Payer } from "../../core/team/payer.ts";
import type { Words } from "../words.ts";

/** The price or number of parts in a button's label. */
interface Named {
  again: Credits;
  own_key: Credits;
  retry_failed: Credits;
  pay_kept: Credits;
  approve: Credits;
  /** Shown only if it differs from the other button's price. */
  start_typed: Credits | null;
  /** Known once there is a prompt. */
  open_kept: Credits | null;
  join: number;
}
type NamedOn<Kind> = Kind extends keyof Named ? Named[Kind] : undefined;

type Labelled = Exclude<ButtonAction["kind"], "show_job" | "show_style" | "show_approval" | "jobs">;

interface Appearance<Kind extends Labelled> {
  label(words: Words, named: NamedOn<Kind>, action: ActionOf<Kind>): string;
  readonly style?: Button["style"];
}

const APPEARANCES: { readonly [Kind in Labelled]: Appearance<Kind> } = {
  make_video: { label: ({ buttons }) => buttons.makeVideo, style: "primary" },
  make_batch: { label: ({ several }) => several.form.title },
  help: { label: ({ buttons }) => buttons.help },
  cancel: { label: ({ buttons }) => buttons.cancel },

  notify_me: { label: ({ buttons }) => buttons.notifyMe },
  again: { label: ({ buttons, amounts }, price) => `${buttons.again} · ${amounts.credits(price)}` },
  own_key: { label: ({ team }, price) => team.withOwnKey(price), style: "primary" },
  edit: { label: ({ buttons }) => buttons.edit },
  in_720p: { label: ({ buttons }) => buttons.in720p },
  continue: { label: ({ buttons }) => buttons.continue },
  join: { label: ({ join }, parts) => `${join.button} · ${join.parts(parts)}` },
  fresh_link: { label: ({ buttons }) => buttons.freshLink },
  delete: { label: ({ buttons }) => buttons.delete },
  renew_key: { label: ({ buttons }) => buttons.addKey, style: "primary" },
  withdraw: { label: ({ approvals }) => approvals.buttons.withdraw },
  cancel_rest: { label: ({ several }) => several.cancelRest },
  retry_failed: { label: ({ several }, price) => several.retry(price) },

  delete_it: { label: ({ buttons }) => buttons.delete, style: "danger" },
  delete_card: { label: ({ buttons }) => buttons.deleteCard },
  keep: { label: ({ buttons }) => buttons.cancel },
  start_kept: { label: ({ buttons }) => buttons.startIt, style: "primary" },
  start_typed: { label: ({ confirm }, price) => confirm.flagsAsText(price) },
  open_kept: {
    label: ({ buttons, amounts }, price) =>
      price === null ? buttons.makeVideo : `${buttons.makeThis} · ${amounts.credits(price)}`,
    style: "primary",
  },
  read_all: { label: ({ wholeText }) => wholeText.button },
  pay_kept: {
    label: ({ team }, price, { pay }) => (pay === "mine" ? team.withOwnKey(price) : team.withTeamKey(price)),
    style: "primary",
  },

  add_key: { label: ({ buttons }) => buttons.addKey, style: "primary" },
  show_key: { label: ({ buttons }) => buttons.checkKey },
  ask_remove_key: { label: ({ buttons }) => buttons.removeKey },
  remove_key: { label: ({ buttons }) => buttons.removeAnyway, style: "danger" },
  change_settings: { label: ({ buttons }) => buttons.changeSettings },
  change_delivery: { label: ({ buttons }) => buttons.changeDelivery },
  delete_data: { label: ({ buttons }) => buttons.deleteData, style: "danger" },

  new_style: { label: ({ styles }) => styles.buttons.make },
  edit_style: { label: ({ styles }) => styles.buttons.change },
  remove_style: { label: ({ styles }) => styles.buttons.remove, style: "danger" },

  team_setup: { label: ({ team }) => team.buttons.setup, style: "primary" },
  team_key: { label: ({ team }) => team.buttons.key },
  ask_remove_team_key: { label: ({ team }) => team.buttons.remove, style: "danger" },
  remove_team_key: { label: ({ team }) => team.buttons.remove, style: "danger" },
  team_rules: { label: ({ team }) => team.buttons.rules },
  reopen_rules: { label: ({ buttons }) => buttons.reopenForm, style: "primary" },
  team_spenders: { label: ({ team }) => team.buttons.spenders },
  team_managers: { label: ({ team }) => team.buttons.managers },
  team_house: { label: ({ team }) => team.buttons.house },
  team_pause: { label: ({ team }) => team.buttons.pause },
  team_go_on: { label: ({ team }) => team.buttons.goOn, style: "primary" },
  team_report: { label: ({ team }) => team.buttons.report },
  team_audit: { label: ({ team }) => team.audit.title },
  team_approvals: { label: ({ team }) => team.buttons.approvals },
  show_picture: { label: ({ approvals }) => approvals.buttons.showPicture },
  approve: { label: ({ approvals }, price) => approvals.buttons.approve(price), style: "primary" },
  ask_decline: { label: ({ approvals }) => approvals.buttons.decline },
};

export function buttonFor<Kind extends Labelled>(
  action: ActionOf<Kind>,
  words: Words,
  ...[named]: NamedOn<Kind> extends undefined ? [] : [NamedOn<Kind>]
): Button {
  const { label, style = "secondary" }: Appearance<Kind> = APPEARANCES[action.kind];
  // The parameters ensure that a label which needs a value gets one.
  return { label: label(words, named as NamedOn<Kind>, action), id: buttonId(action), style };
}

export function againButton({ id: jobId, request }: Pick<Job, "id" | "request">, words: Words): Button {
  return buttonFor({ kind: "again", jobId }, words, priceOf(request));
}

/** For a video that a team no longer pays for. */
export function ownKeyButton({ id: jobId, request }: Pick<Job, "id" | "request">, words: Words): Button {
  return buttonFor({ kind: "own_key", jobId }, words, priceOf(request));
}

/** The video may have been charged. Pressing a button repeats the risk, and warns of it first. */
export function riskyButtons(job: Pick<Job, "id" | "request">, words: Words): readonly Button[] {
  return [
    ...dashboardButtons("checkCredits", words),
    againButton(job, words),
    buttonFor({ kind: "edit", jobId: job.id }, words),
  ];
}

export function unpaidButtons(job: Pick<Job, "id" | "request" | "partOf">, words: Words): readonly Button[] {
  return [againButton(job, words), buttonFor({ kind: "edit", jobId: job.id }, words), ...deleteButtons(job, words)];
}

export function deleteButtons({ id: jobId, partOf }: Pick<Job, "id" | "partOf">, words: Words): readonly Button[] {
  return partOf ? [] : [buttonFor({ kind: "delete", jobId }, words)];
}

/** Discord's limit of buttons in one row. */
const ROW = 5;

/** Of `withRoom`, only the first are shown if the row is full. Throws if the others do not fit. */
export function oneRow({
  always,
  withRoom,
  last,
}: Readonly<Record<"always" | "withRoom" | "last", readonly Button[]>>): readonly Button[] {
  const room = ROW - always.length - last.length;
  if (room < 0) throw new Error(`a row holds ${ROW} buttons, not ${[...always, ...last].map(({ id }) => id)}`);
  return [...always, ...withRoom.slice(0, room), ...last];
}

export interface KeptRequest {
  readonly jobId: JobId;
  readonly price: Credits;
}

export function payKeptButton(pay: Payer, { jobId, price }: KeptRequest, words: Words): Button {
  const button = buttonFor({ kind: "pay_kept", jobId, pay }, words, price);
  return pay === "mine" ? button : { ...button, style: "secondary" };
}

export function teamPauseButton(isPaused: boolean, words: Words): Button {
  return isPaused ? buttonFor({ kind: "team_go_on" }, words) : buttonFor({ kind: "team_pause" }, words);
}

export function keyButtons(words: Words): readonly Button[] {
  return [buttonFor({ kind: "add_key" }, words), ...dashboardButtons("getKey", words)];
}

export function dashboardButtons(label: "getKey" | "checkCredits", { buttons, dashboardUrl: url }: Words) {
  return url === undefined ? [] : [{ label: buttons[label], id: LINK_BUTTON, style: "secondary", url } as const];
}
