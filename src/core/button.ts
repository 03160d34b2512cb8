import type { JobId } from "./job.ts";

/** What a press means. It stands whole in the button's id, so that a button works after a restart. */
export type ButtonAction =
  | { readonly kind: "add_key" }
  | { readonly kind: "remove_key" }
  /** One page of the person's own videos; 0 is the newest. */
  | { readonly kind: "jobs"; readonly page: number }
  | { readonly kind: CardButton; readonly jobId: JobId };

/** Buttons of a job's card. */
const CARD_BUTTONS = ["notify_me", "again", "delete"] as const;
export type CardButton = (typeof CARD_BUTTONS)[number];

export function buttonId(action: ButtonAction): string {
  if (action.kind === "jobs") return `jobs:${action.page}`;
  return "jobId" in action ? `${action.kind}:${action.jobId}` : action.kind;
}

/** The action of a button's id; null where the id is none of ours. */
export function readButtonId(id: string): ButtonAction | null {
  const [kind, about, ...rest] = id.split(":");
  if (rest.length > 0) return null;
  if (about === undefined) return kind === "add_key" || kind === "remove_key" ? { kind } : null;
  if (kind === "jobs") return /^(0|[1-9]\d{0,2})$/.test(about) ? { kind, page: Number(about) } : null;
  const button = CARD_BUTTONS.find((one) => one === kind);
  return button !== undefined && isJobId(about) ? { kind: button, jobId: about } : null;
}

function isJobId(text: string): boolean {
  return /^[0-9a-f]{20}$/.test(text);
}
