import type { Clock } from "../../core/clock.ts";
import type { JobStore, Log } from "../../core/ports.ts";
import type { NoticeStore } from "../../core/team/notice.ts";
import type { TeamStore } from "../../core/team/team-store.ts";

const DAY_MS = 86_400_000;
/** A platform that missed our answer may deliver an event again, days later. */
const IDS_KEPT_DAYS = 7;
/** A year to look back on, and the present month. */
const LEDGER_KEPT_DAYS = 400;
/** As long as a year's costs are there to look back on. */
const AUDIT_KEPT_DAYS = 400;
/** A month's caps are told once each: until the month is over. */
const NOTICES_KEPT_DAYS = 40;

/** Forgets closed jobs after RETENTION_DAYS, their ids, the ledger and what managers did later, now and once a day; the returned function stops it. */
export function sweepDaily(deps: {
  readonly jobs: Pick<JobStore, "forget">;
  readonly teams: Pick<TeamStore, "forgetAudit">;
  readonly notices: Pick<NoticeStore, "forget">;
  readonly clock: Clock;
  readonly log: Log;
  readonly retentionDays: number;
  /** Told each time that something may have been deleted. */
  deleted(): void;
}): () => void {
  const { jobs, teams, notices, clock, log, retentionDays, deleted } = deps;
  let cancel = () => {};
  const sweep = () => {
    cancel = clock.after(DAY_MS, sweep);
    const daysAgo = (days: number) => clock.now() - days * DAY_MS;
    const before = { jobs: daysAgo(retentionDays), ids: daysAgo(IDS_KEPT_DAYS), ledger: daysAgo(LEDGER_KEPT_DAYS) };
    const forgotten = Promise.all([
      jobs.forget(before),
      teams.forgetAudit(daysAgo(AUDIT_KEPT_DAYS)),
      notices.forget(daysAgo(NOTICES_KEPT_DAYS)),
    ]);
    forgotten.then(
      ([count]) => {
        if (count > 0) log.info("old jobs forgotten", { count });
        deleted();
      },
      (error: unknown) => log.error("old jobs not forgotten", { error: String(error) }),
    );
  };
  sweep();
  return () => cancel();
}
