import type { Clock } from "../../core/clock.ts";
import type { JobStore } from "../../core/job/job-storage.ts";
import type { NoticeStore } from "../../core/team/notice.ts";
import type { TeamStore } from "../../core/team/team-storage.ts";
import type { Log } from "../../core/text/log-fields.ts";

const DAY_MS = 86_400_000;
/** A platform that missed our answer may deliver an event again, days later. */
const IDS_KEPT_DAYS = 7;
/** A year of history and the current month. */
const LEDGER_KEPT_DAYS = 400;
const AUDIT_KEPT_DAYS = 400;
/** No cap needs a past day's sum, but a job of that day may still change it. */
const DAY_SUMS_KEPT_DAYS = 7;
/** Each of a month's caps causes one notice, so notices are kept until the month is over. */
const NOTICES_KEPT_DAYS = 40;
/**
 * A video requested at the end of a month can wait a day for approval. Its managers then see what that month's cap leaves.
 */
const MONTH_KEYS_KEPT_DAYS = 2;

export function cleanUpDaily(deps: {
  readonly jobs: Pick<JobStore, "forget">;
  readonly teams: Pick<TeamStore, "forgetAudit" | "forgetMonthKeys">;
  readonly notices: Pick<NoticeStore, "forget">;
  readonly clock: Clock;
  readonly log: Log;
  readonly retentionDays: number;
  deleted(): void;
}): () => void {
  const { jobs, teams, notices, clock, log, retentionDays, deleted } = deps;
  let cancel = () => {};
  const sweep = () => {
    cancel = clock.after(DAY_MS, sweep);
    const daysAgo = (days: number) => clock.now() - days * DAY_MS;
    const before = {
      jobs: daysAgo(retentionDays),
      ids: daysAgo(IDS_KEPT_DAYS),
      ledger: daysAgo(LEDGER_KEPT_DAYS),
      daySums: daysAgo(DAY_SUMS_KEPT_DAYS),
    };
    const forgotten = Promise.all([
      jobs.forget(before),
      teams.forgetAudit(daysAgo(AUDIT_KEPT_DAYS)),
      notices.forget(daysAgo(NOTICES_KEPT_DAYS)),
      teams.forgetMonthKeys(daysAgo(MONTH_KEYS_KEPT_DAYS)),
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
