import type { Job } from "../job/job.ts";

/**
 * Whether nothing but times of a running job has changed, that of its expected end included: a poll without news. Losing
 * that does no harm: the task is polled sooner, and its link is taken for older than it is.
 */
export function onlyTimesChanged(before: Job, after: Job): boolean {
  if (before.state.status !== "running" || after.state.status !== "running") return false;
  return (
    isSameBut(["dueAt", "pacedAt", "state"], before, after) &&
    isSameBut(["endsAt", "lastRunningAt", "notBefore"], before.state, after.state)
  );
}

/** Fields are compared by identity: what was built anew counts as changed. */
function isSameBut<Shape extends object>(fields: readonly (keyof Shape)[], one: Shape, other: Shape): boolean {
  for (const field in one) if (one[field] !== other[field] && !fields.includes(field)) return false;
  for (const field in other) if (!(field in one) && !fields.includes(field)) return false;
  return true;
}
