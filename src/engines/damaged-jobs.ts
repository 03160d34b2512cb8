import type { Job } from "../core/job/job.ts";
import { UnreadableJob } from "../core/job/unreadable-job.ts";
import type { Log, StoredJob } from "../core/ports.ts";
import type { FoundJob } from "./job-record.ts";
import { tellOnce } from "./tell-once.ts";

/** What a job store does with a damaged record: the log is told of it once, lists leave it out, loading it fails. */
export function damagedJobs(log: Pick<Log, "error">): {
  readable(found: readonly FoundJob[]): readonly Job[];
  /** Throws `UnreadableJob`. */
  whole(found: FoundJob): StoredJob;
} {
  const tell = tellOnce((id) => log.error("a job in the database is damaged and left out", { job: id }));
  return {
    readable: (found) =>
      found.flatMap(({ id, stored }) => {
        if (stored) return [stored.job];
        tell(id);
        return [];
      }),
    whole({ id, stored }) {
      if (stored) return stored;
      tell(id);
      throw new UnreadableJob(id);
    },
  };
}
