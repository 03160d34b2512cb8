import { z } from "zod";
import type { Job, JobState } from "../core/job/job.ts";

const STATUSES = [
  "accepted",
  "submitting",
  "running",
  "announcing",
  "posting",
  "attaching",
  "closed",
] as const satisfies readonly JobState["status"][];

const shape = z.object({ v: z.literal(1), id: z.string(), state: z.object({ status: z.enum(STATUSES) }) });

/** The job in a row's body; null where it is damaged or of another version. Past version and status it is trusted: we wrote it. */
export function readJob(body: string): Job | null {
  try {
    const found: unknown = JSON.parse(body);
    return isJob(found) ? found : null;
  } catch {
    return null;
  }
}

/** When an open job is due; without a time, at once. */
export function dueAtOf(job: Job): number {
  return job.dueAt ?? job.acceptedAt;
}

function isJob(found: unknown): found is Job {
  return shape.safeParse(found).success;
}
