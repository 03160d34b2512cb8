import { buttonId, type ConfirmedButton } from "../core/button.ts";
import type { Button } from "../core/chat.ts";
import type { JobId } from "../core/job.ts";

/** Puts the presser on the list of those who are told of the end. */
export function notifyMeButton(jobId: JobId): Button {
  return { label: "Notify me too", id: buttonId({ kind: "notify_me", jobId }), style: "secondary" };
}

/** Makes the same video once more. */
export function againButton(jobId: JobId): Button {
  return { label: "Again", id: buttonId({ kind: "again", jobId }), style: "secondary" };
}

/** Opens the video form with the same request in it. */
export function editButton(jobId: JobId): Button {
  return { label: "Edit & run", id: buttonId({ kind: "edit", jobId }), style: "secondary" };
}

/** Of a card whose video may have been charged: to press one of them repeats the risk, and says so first. */
export function riskyButtons(jobId: JobId): readonly Button[] {
  return [againButton(jobId), editButton(jobId)];
}

/** Makes the same video in the higher resolution, after a confirmation. */
export function in720pButton(jobId: JobId): Button {
  return { label: "In 720p", id: buttonId({ kind: "in_720p", jobId }), style: "secondary" };
}

/** Starts what was asked about, once. */
export function startItButton(what: {
  readonly jobId: JobId;
  readonly button: ConfirmedButton;
  readonly nth: number;
}): Button {
  return { label: "Start it", id: buttonId({ kind: "start_it", ...what }), style: "primary" };
}

/** Puts "nothing was started" in the place of a confirmation. */
export const cancelButton: Button = { label: "Cancel", id: buttonId({ kind: "cancel" }), style: "secondary" };

/** Asks the service for the video's link once more. */
export function freshLinkButton(jobId: JobId): Button {
  return { label: "Fresh link", id: buttonId({ kind: "fresh_link", jobId }), style: "secondary" };
}

/** Takes the card away, and nothing else. */
export function deleteButton(jobId: JobId): Button {
  return { label: "Delete", id: buttonId({ kind: "delete", jobId }), style: "secondary" };
}

/** Opens the form for a new video. */
export const makeVideoButton: Button = {
  label: "Make a video",
  id: buttonId({ kind: "make_video" }),
  style: "primary",
};

/** Opens the form with what was kept under that id. */
export function openKeptButton(jobId: JobId): Button {
  return { label: "Make a video", id: buttonId({ kind: "open_kept", jobId }), style: "primary" };
}

/** Opens the key form. */
export const addKeyButton: Button = { label: "Add my key", id: buttonId({ kind: "add_key" }), style: "primary" };

/** Starts what was asked about. */
export function startKeptButton(jobId: JobId): Button {
  return { label: "Start it", id: buttonId({ kind: "start_kept", jobId }), style: "primary" };
}

/** Tests the stored key. */
export const checkKeyButton: Button = { label: "Check it", id: buttonId({ kind: "show_key" }), style: "secondary" };

/** Removes the key; while videos are being made, it asks first. */
export const removeKeyButton: Button = {
  label: "Remove it",
  id: buttonId({ kind: "ask_remove_key" }),
  style: "secondary",
};

/** Opens the form of the settings. */
export const changeSettingsButton: Button = {
  label: "Change",
  id: buttonId({ kind: "change_settings" }),
  style: "secondary",
};

/** Removes the key although videos are still being made. */
export const removeAnywayButton: Button = {
  label: "Remove anyway",
  id: buttonId({ kind: "remove_key" }),
  style: "danger",
};

/** Deletes everything that is kept about the person who was asked. */
export function deleteDataButton(what: { readonly person: string; readonly askedAtSeconds: number }): Button {
  return { label: "Remove anyway", id: buttonId({ kind: "delete_data", ...what }), style: "danger" };
}

/** Leaves everything as it is. */
export const keepDataButton: Button = { ...cancelButton, id: buttonId({ kind: "keep_data" }) };
