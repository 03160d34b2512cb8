import { type ActionOf, type ButtonAction, buttonId, LINK_BUTTON } from "../../core/button.ts";
import type { Button } from "../../core/chat.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import { type Credits, priceOf } from "../../core/request/price.ts";
import type { Payer } from "../../core/team/payer.ts";
import type { Words } from "../words.ts";

/** What a label names besides its words: what it costs, or how many parts there are. Of the other buttons it names nothing. */
interface Named {
  again: Credits;
  own_key: Credits;
  retry_failed: Credits;
  pay_kept: Credits;
  approve: Credits;
  /** null: it costs the same. */
  start_typed: Credits | null;
  join: number;
}
type NamedOn<Kind> = Kind extends keyof Named ? Named[Kind] : undefined;

/** Those that stand in a menu or turn its pages have their label from what they choose. */
type Labelled = Exclude<ButtonAction["kind"], "show_job" | "show_style" | "show_approval" | "jobs">;

interface Look<Kind extends Labelled> {
  label(words: Words, named: NamedOn<Kind>, action: ActionOf<Kind>): string;
  /** Absent: secondary. */
  readonly style?: Button["style"];
}

/** How each button looks. What it does, `core/button.ts` says. */
const LOOKS: { readonly [Kind in Labelled]: Look<Kind> } = {
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

  start_it: { label: ({ buttons }) => buttons.startIt, style: "primary" },
  delete_it: { label: ({ buttons }) => buttons.delete, style: "danger" },
  keep_card: { label: ({ buttons }) => buttons.cancel },
  start_kept: { label: ({ buttons }) => buttons.startIt, style: "primary" },
  start_typed: { label: ({ confirm }, price) => confirm.asTyped(price) },
  open_kept: { label: ({ buttons }) => buttons.makeVideo, style: "primary" },
  wait_kept: { label: ({ outage }) => outage.buttons.startLater, style: "primary" },
  pay_kept: {
    label({ outage, team }, price, { pay, when }) {
      if (when === "clear") return outage.buttons.startLater;
      return pay === "mine" ? team.withOwnKey(price) : team.withTeamKey(price);
    },
    style: "primary",
  },

  add_key: { label: ({ buttons }) => buttons.addKey, style: "primary" },
  show_key: { label: ({ buttons }) => buttons.checkKey },
  ask_remove_key: { label: ({ buttons }) => buttons.removeKey },
  remove_key: { label: ({ buttons }) => buttons.removeAnyway, style: "danger" },
  change_settings: { label: ({ buttons }) => buttons.changeSettings },
  change_delivery: { label: ({ buttons }) => buttons.changeDelivery },
  delete_data: { label: ({ buttons }) => buttons.deleteData, style: "danger" },
  keep_data: { label: ({ buttons }) => buttons.cancel },

  new_style: { label: ({ styles }) => styles.buttons.make },
  edit_style: { label: ({ styles }) => styles.buttons.change },
  remove_style: { label: ({ styles }) => styles.buttons.remove, style: "danger" },

  team_setup: { label: ({ team }) => team.buttons.setup, style: "primary" },
  team_key: { label: ({ team }) => team.buttons.key },
  ask_remove_team_key: { label: ({ team }) => team.buttons.remove, style: "danger" },
  remove_team_key: { label: ({ team }) => team.buttons.remove, style: "danger" },
  team_rules: { label: ({ team }) => team.buttons.rules },
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

/** The button for that; `named`: what its label names besides its words. */
export function buttonFor<Kind extends Labelled>(
  action: ActionOf<Kind>,
  words: Words,
  ...[named]: NamedOn<Kind> extends undefined ? [] : [NamedOn<Kind>]
): Button {
  const { label, style = "secondary" }: Look<Kind> = LOOKS[action.kind];
  // A label that names something is given it: see the parameters.
  return { label: label(words, named as NamedOn<Kind>, action), id: buttonId(action), style };
}

/** Makes the same video once more; says what that costs. */
export function againButton({ id: jobId, request }: Pick<Job, "id" | "request">, words: Words): Button {
  return buttonFor({ kind: "again", jobId }, words, priceOf(request.resolution, request.duration));
}

/** Makes a video that a team no longer pays for with its person's own key; says what that costs. */
export function ownKeyButton({ id: jobId, request }: Pick<Job, "id" | "request">, words: Words): Button {
  return buttonFor({ kind: "own_key", jobId }, words, priceOf(request.resolution, request.duration));
}

/** Of a card whose video may have been charged: to press one of them repeats the risk, and says so first. */
export function riskyButtons(job: Pick<Job, "id" | "request">, words: Words): readonly Button[] {
  return [...checkCreditsButtons(words), againButton(job, words), buttonFor({ kind: "edit", jobId: job.id }, words)];
}

/** Takes away a card, where the video has one of its own; the video itself stays at the service. */
export function deleteButtons({ id: jobId, partOf }: Pick<Job, "id" | "partOf">, words: Words): readonly Button[] {
  return partOf ? [] : [buttonFor({ kind: "delete", jobId }, words)];
}

/** A request that is kept under that id, and what it costs. */
export interface KeptRequest {
  readonly jobId: JobId;
  readonly price: Credits;
}

/** Starts what was asked about with the key of another payer; says what that costs. */
export function payKeptButton(pay: Payer, { jobId, price }: KeptRequest, words: Words): Button {
  const button = buttonFor({ kind: "pay_kept", jobId, pay, when: "now" }, words, price);
  return pay === "mine" ? button : { ...button, style: "secondary" };
}

/** Starts what was asked about once the video service is well again; `pay`: with that payer's key, in the place of another one's. */
export function waitKeptButton(jobId: JobId, words: Words, pay?: Payer): Button {
  const kept = buttonFor({ kind: "wait_kept", jobId }, words);
  return pay ? { ...kept, id: buttonId({ kind: "pay_kept", jobId, pay, when: "clear" }) } : kept;
}

/** Stops new videos in the team's place, or lets them be made again. */
export function teamPauseButton(isPaused: boolean, words: Words): Button {
  return isPaused ? buttonFor({ kind: "team_go_on" }, words) : buttonFor({ kind: "team_pause" }, words);
}

/** For somebody who needs a key: the form for it, and where the operator says where keys come from, the way there. */
export function keyButtons(words: Words): readonly Button[] {
  return [buttonFor({ kind: "add_key" }, words), ...getKeyButtons(words)];
}

/** The way to where keys come from; none where the operator does not say where that is. */
export function getKeyButtons({ buttons, dashboardUrl }: Words): readonly Button[] {
  return dashboardUrl === undefined ? [] : [linkButton(buttons.getKey, dashboardUrl)];
}

/** Opens the service's dashboard, where it says what was charged; none where nobody says where that is. */
export function checkCreditsButtons({ buttons, dashboardUrl }: Words): readonly Button[] {
  return dashboardUrl === undefined ? [] : [linkButton(buttons.checkCredits, dashboardUrl)];
}

function linkButton(label: string, url: string): Button {
  return { label, id: LINK_BUTTON, style: "secondary", url };
}
