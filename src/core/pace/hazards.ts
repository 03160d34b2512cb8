import type { Trace } from "../job/job.ts";

/** One task from its beginning to its end, as it was seen. Milliseconds since it began. */
export interface TaskLife {
  readonly trace: Trace;
  /** The last poll that found it running. */
  readonly lastRunningMs: number;
  /** The poll that found it ended. */
  readonly endedMs: number;
  readonly isFailed?: boolean;
}
