import type { Clock } from "../core/clock.ts";
import type { Owner } from "../core/job/ids.ts";
import { monthOf, type Spending } from "../core/job/ledger.ts";
import type { JobStore } from "../core/ports.ts";
import { monthBefore } from "../core/team/account.ts";

/** What a person's videos have cost in this month and the last one, in UTC. Rejects where the store fails. */
export function ledger(jobs: Pick<JobStore, "ledger">, clock: Clock): (owner: Owner) => Promise<Spending> {
  return async (owner) => {
    const month = monthOf(clock.now());
    const [thisMonth, lastMonth] = await Promise.all([
      jobs.ledger(owner, month),
      jobs.ledger(owner, monthBefore(month)),
    ]);
    return { thisMonth, lastMonth };
  };
}
