import type { JobId } from "./job.ts";

/** What a press means. It stands whole in the button's id, so that a button works after a restart. */
export type ButtonAction =
  | { readonly kind: "add_key" }
  | { readonly kind: "remove_key" }
  | { readonly kind: "cancel" }
  /** Starts the request that was asked about, under that id. */
  | { readonly kind: "start_kept"; readonly jobId: JobId }
  /** One page of the person's own videos; 0 is the newest. */
  | { readonly kind: "jobs"; readonly page: number }
  | { readonly kind: "again"; readonly jobId: JobId }
  | { readonly kind: "delete"; readonly jobId: JobId };

export function buttonId(action: ButtonAction): string {
  if (action.kind === "jobs") return `jobs:${action.page}`;
  return "jobId" in action ? `${action.kind}:${action.jobId}` : action.kind;
}

/** The action of a button's id; null where the id is none of ours. */
export function readButtonId(id: string): ButtonAction | null {
  const [kind, jobId, ...rest] = id.split(":");
  if (rest.length > 0) return null;
  switch (kind) {
    case "add_key":
    case "remove_key":
    case "cancel":
      return jobId === undefined ? { kind } : null;
    case "jobs":
      return jobId !== undefined && /^(0|[1-9]\d{0,2})$/.test(jobId) ? { kind, page: Number(jobId) } : null;
    case "start_kept":
    case "again":
    case "delete":
      return jobId !== undefined && /^[0-9a-f]{20}$/.test(jobId) ? { kind, jobId } : null;
    default:
      return null;
  }
}
