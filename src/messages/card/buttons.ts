import { buttonId, type ConfirmedButton, LINK_BUTTON } from "../../core/button.ts";
import type { Button } from "../../core/chat.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import { type Credits, priceOf } from "../../core/request/price.ts";
import type { Payer } from "../../core/team/payer.ts";
import type { Words } from "../words.ts";

/** Puts the presser on the list of those who are told of the end. */
export function notifyMeButton(jobId: JobId, { buttons }: Words): Button {
  return { label: buttons.notifyMe, id: buttonId({ kind: "notify_me", jobId }), style: "secondary" };
}

/** Makes the same video once more; says what that costs. */
export function againButton({ id: jobId, request }: Pick<Job, "id" | "request">, words: Words): Button {
  const price = words.amounts.credits(priceOf(request.resolution, request.duration));
  return { label: `${words.buttons.again} · ${price}`, id: buttonId({ kind: "again", jobId }), style: "secondary" };
}

/** Makes a video that a team no longer pays for with its person's own key; says what that costs. */
export function ownKeyButton({ id: jobId, request }: Pick<Job, "id" | "request">, { team }: Words): Button {
  const label = team.withOwnKey(priceOf(request.resolution, request.duration));
  return { label, id: buttonId({ kind: "own_key", jobId }), style: "primary" };
}

/** Opens the video form with the same request in it. */
export function editButton(jobId: JobId, { buttons }: Words): Button {
  return { label: buttons.edit, id: buttonId({ kind: "edit", jobId }), style: "secondary" };
}

/** Of a card whose video may have been charged: to press one of them repeats the risk, and says so first. */
export function riskyButtons(job: Pick<Job, "id" | "request">, words: Words): readonly Button[] {
  return [...checkCreditsButtons(words), againButton(job, words), editButton(job.id, words)];
}

/** Makes the same video in the higher resolution, after a confirmation. */
export function in720pButton(jobId: JobId, { buttons }: Words): Button {
  return { label: buttons.in720p, id: buttonId({ kind: "in_720p", jobId }), style: "secondary" };
}

/** Opens the form for a video that begins where this one ends. */
export function continueButton(jobId: JobId, { buttons }: Words): Button {
  return { label: buttons.continue, id: buttonId({ kind: "continue", jobId }), style: "secondary" };
}

/** Makes one film of a video and all before it; says of how many parts. */
export function joinButton(jobId: JobId, parts: number, { join }: Words): Button {
  return {
    label: `${join.button} · ${join.parts(parts)}`,
    id: buttonId({ kind: "join", jobId }),
    style: "secondary",
  };
}

/** Starts what was asked about, once. */
export function startItButton(
  what: {
    readonly jobId: JobId;
    readonly button: ConfirmedButton;
    readonly nth: number;
  },
  { buttons }: Words,
): Button {
  return { label: buttons.startIt, id: buttonId({ kind: "start_it", ...what }), style: "primary" };
}

/** Takes back a video that has not begun. */
export function withdrawButton(jobId: JobId, { approvals }: Words): Button {
  return { label: approvals.buttons.withdraw, id: buttonId({ kind: "withdraw", jobId }), style: "secondary" };
}

/** Cancels what a batch has not sent yet. */
export function cancelRestButton(jobId: JobId, { several }: Words): Button {
  return { label: several.cancelRest, id: buttonId({ kind: "cancel_rest", jobId }), style: "secondary" };
}

/** Tries again what failed of a batch, after a confirmation; says what that costs. */
export function retryFailedButton(jobId: JobId, price: Credits, { several }: Words): Button {
  return { label: several.retry(price), id: buttonId({ kind: "retry_failed", jobId }), style: "secondary" };
}

/** Puts "nothing was started" in the place of a confirmation. */
export function cancelButton({ buttons }: Words): Button {
  return { label: buttons.cancel, id: buttonId({ kind: "cancel" }), style: "secondary" };
}

/** Asks the service for the video's link once more. */
export function freshLinkButton(jobId: JobId, { buttons }: Words): Button {
  return { label: buttons.freshLink, id: buttonId({ kind: "fresh_link", jobId }), style: "secondary" };
}

/** Takes the card away with its notification, after a confirmation; the video itself stays at the service. */
export function deleteButton(jobId: JobId, { buttons }: Words): Button {
  return { label: buttons.delete, id: buttonId({ kind: "delete", jobId }), style: "secondary" };
}

/** The same where it has a card of its own. */
export function deleteButtons({ id, partOf }: Pick<Job, "id" | "partOf">, words: Words): readonly Button[] {
  return partOf ? [] : [deleteButton(id, words)];
}

/** Does so. */
export function deleteItButton(jobId: JobId, { buttons }: Words): Button {
  return { label: buttons.delete, id: buttonId({ kind: "delete_it", jobId }), style: "danger" };
}

/** Leaves the card where it is. */
export function keepCardButton({ buttons }: Words): Button {
  return { label: buttons.cancel, id: buttonId({ kind: "keep_card" }), style: "secondary" };
}

/** Opens the form for a new video. */
export function makeVideoButton({ buttons }: Words): Button {
  return {
    label: buttons.makeVideo,
    id: buttonId({ kind: "make_video" }),
    style: "primary",
  };
}

/** Opens the form for several videos. */
export function makeBatchButton({ several }: Words): Button {
  return { label: several.form.title, id: buttonId({ kind: "make_batch" }), style: "secondary" };
}

/** Shows the help. */
export function helpButton({ buttons }: Words): Button {
  return { label: buttons.help, id: buttonId({ kind: "help" }), style: "secondary" };
}

/** Opens the form with what was kept under that id. */
export function openKeptButton(jobId: JobId, { buttons }: Words): Button {
  return { label: buttons.makeVideo, id: buttonId({ kind: "open_kept", jobId }), style: "primary" };
}

/** Opens the key form. */
export function addKeyButton({ buttons }: Words): Button {
  return { label: buttons.addKey, id: buttonId({ kind: "add_key" }), style: "primary" };
}

/** The same on a card, where others see it: it is its owner's alone. */
export function renewKeyButton(jobId: JobId, { buttons }: Words): Button {
  return { label: buttons.addKey, id: buttonId({ kind: "renew_key", jobId }), style: "primary" };
}

/** Starts what was asked about. */
export function startKeptButton(jobId: JobId, { buttons }: Words): Button {
  return { label: buttons.startIt, id: buttonId({ kind: "start_kept", jobId }), style: "primary" };
}

/** Starts what was asked about with its prompt as typed; `price`: where that costs something else. */
export function startTypedButton(jobId: JobId, price: number | null, { confirm }: Words): Button {
  return { label: confirm.asTyped(price), id: buttonId({ kind: "start_typed", jobId }), style: "secondary" };
}

/** Starts what was asked about with the key of another payer; says what that costs. */
export function payKeptButton(pay: Payer, { jobId, price }: KeptRequest, { team }: Words): Button {
  const label = pay === "mine" ? team.withOwnKey(price) : team.withTeamKey(price);
  const id = buttonId({ kind: "pay_kept", jobId, pay, when: "now" });
  return { label, id, style: pay === "mine" ? "primary" : "secondary" };
}

/** A request that is kept under that id, and what it costs. */
export interface KeptRequest {
  readonly jobId: JobId;
  readonly price: Credits;
}

/** Starts what was asked about once the video service is well again; `pay`: with that payer's key, in the place of another one's. */
export function waitKeptButton(jobId: JobId, { outage }: Words, pay?: Payer): Button {
  const id = buttonId(pay ? { kind: "pay_kept", jobId, pay, when: "clear" } : { kind: "wait_kept", jobId });
  return { label: outage.buttons.startLater, id, style: "primary" };
}

/** For somebody who needs a key: the form for it, and where the operator says where keys come from, the way there. */
export function keyButtons(words: Words): readonly Button[] {
  return [addKeyButton(words), ...getKeyButtons(words)];
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

/** Tests the stored key. */
export function checkKeyButton({ buttons }: Words): Button {
  return { label: buttons.checkKey, id: buttonId({ kind: "show_key" }), style: "secondary" };
}

/** Removes the key; while videos are being made, it asks first. */
export function removeKeyButton({ buttons }: Words): Button {
  return {
    label: buttons.removeKey,
    id: buttonId({ kind: "ask_remove_key" }),
    style: "secondary",
  };
}

/** Opens the form of the settings. */
export function changeSettingsButton({ buttons }: Words): Button {
  return {
    label: buttons.changeSettings,
    id: buttonId({ kind: "change_settings" }),
    style: "secondary",
  };
}

/** Opens the form of those settings that do not fit into the first one. */
export function changeDeliveryButton({ buttons }: Words): Button {
  return {
    label: buttons.changeDelivery,
    id: buttonId({ kind: "change_delivery" }),
    style: "secondary",
  };
}

/** Removes the key although videos are still being made. */
export function removeAnywayButton({ buttons }: Words): Button {
  return {
    label: buttons.removeAnyway,
    id: buttonId({ kind: "remove_key" }),
    style: "danger",
  };
}

/** Deletes everything that is kept about the person who was asked. */
export function deleteDataButton(
  what: { readonly person: string; readonly askedAtSeconds: number },
  { buttons }: Words,
): Button {
  return { label: buttons.deleteData, id: buttonId({ kind: "delete_data", ...what }), style: "danger" };
}

/** Leaves everything as it is. */
export function keepDataButton(words: Words): Button {
  return { ...cancelButton(words), id: buttonId({ kind: "keep_data" }) };
}
