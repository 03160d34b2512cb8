import type { Clock } from "../core/clock.ts";
import type { JobStore, Log } from "../core/ports.ts";

const DAY_MS = 86_400_000;

/** Forgets closed jobs after RETENTION_DAYS, now and once a day; the returned function stops it. */
export function sweepDaily(deps: {
  readonly jobs: Pick<JobStore, "forgetClosed">;
  readonly clock: Clock;
  readonly log: Log;
  readonly retentionDays: number;
}): () => void {
  const { jobs, clock, log, retentionDays } = deps;
  let cancel = () => {};
  const sweep = () => {
    cancel = clock.after(DAY_MS, sweep);
    jobs.forgetClosed(clock.now() - retentionDays * DAY_MS).then(
      (count) => count > 0 && log.info("old jobs forgotten", { count }),
      (error: unknown) => log.error("old jobs not forgotten", { error: String(error) }),
    );
  };
  sweep();
  return () => cancel();
}
