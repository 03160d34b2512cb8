import { buttonId } from "../core/button.ts";
import type { Button } from "../core/chat.ts";
import type { JobId } from "../core/job.ts";

/** Makes the same video once more. */
export function againButton(jobId: JobId): Button {
  return { label: "Again", id: buttonId({ kind: "again", jobId }), style: "secondary" };
}

/** Takes the card away, and nothing else. */
export function deleteButton(jobId: JobId): Button {
  return { label: "Delete", id: buttonId({ kind: "delete", jobId }), style: "secondary" };
}

/** Opens the key form. */
export const addKeyButton: Button = { label: "Add my key", id: buttonId({ kind: "add_key" }), style: "primary" };

/** Starts what was asked about. */
export function startKeptButton(jobId: JobId): Button {
  return { label: "Start it", id: buttonId({ kind: "start_kept", jobId }), style: "primary" };
}

/** Starts nothing. */
export const cancelButton: Button = { label: "Cancel", id: buttonId({ kind: "cancel" }), style: "secondary" };

/** Removes the key although videos are still being made. */
export const removeAnywayButton: Button = {
  label: "Remove anyway",
  id: buttonId({ kind: "remove_key" }),
  style: "danger",
};
