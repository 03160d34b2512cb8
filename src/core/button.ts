import type { JobId } from "./job.ts";

/** What a press means. It stands whole in the button's id, so that a button works after a restart. */
export type ButtonAction =
  | { readonly kind: "add_key" }
  | { readonly kind: "remove_key" }
  | { readonly kind: "again"; readonly jobId: JobId }
  | { readonly kind: "delete"; readonly jobId: JobId };

export function buttonId(action: ButtonAction): string {
  return "jobId" in action ? `${action.kind}:${action.jobId}` : action.kind;
}

/** The action of a button's id; null where the id is none of ours. */
export function readButtonId(id: string): ButtonAction | null {
  const [kind, jobId, ...rest] = id.split(":");
  if (rest.length > 0) return null;
  switch (kind) {
    case "add_key":
    case "remove_key":
      return jobId === undefined ? { kind } : null;
    case "again":
    case "delete":
      return jobId !== undefined && /^[0-9a-f]{20}$/.test(jobId) ? { kind, jobId } : null;
    default:
      return null;
  }
}
