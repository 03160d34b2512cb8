import { costOf, hasCost, partsOfCost } from "../core/job/forgetting.ts";
import { type Owner, ownerName } from "../core/job/ids.ts";
import { index } from "../core/job/job-indexes.ts";
import { type Cost, isListed, type PersonalJobs, stageOf } from "../core/personal-data.ts";
import type { Row, Rows } from "../core/rows.ts";
import type { DeletedNames } from "../core/team/spending.ts";
import { OWN_AUDIT_MOST } from "../core/team/team-storage.ts";
import type { Log } from "../core/text/log-fields.ts";
import { costIn, forgetJobs, forgetPersonRows, jobReader, pagesOf, rowsOf } from "./job-rows.ts";
import { actsIn, actsOf, changeActs, teamIn } from "./team-store.ts";

/** Other work can run between pages. */
const AT_ONCE = 200;

/** An unreadable row is not listed, but is deleted like any other. */
export function personalJobs(rows: Rows, log: Pick<Log, "error">, names: DeletedNames): PersonalJobs {
  const { readable } = jobReader(log);
  const newestFirst = (name: string) => pagesOf(rows, name, { newestFirst: true, limit: AT_ONCE });

  async function forgetCosts(page: readonly Row[], owner: Owner): Promise<void> {
    const partsOf = (costs: readonly Row[]) => costs.flatMap((row) => partsOfCost(owner, costIn(row)));
    await forgetPersonRows(rows, names, {
      keys: page.map(({ key }) => key),
      sums: partsOf(page).map(({ sum }) => sum),
      forget(facts) {
        const there = page.flatMap(({ key }) => facts.row(key) ?? []);
        return { value: there.length, deletes: there.map(({ key }) => key), parts: partsOf(there) };
      },
    });
  }

  return {
    async tally(owner) {
      const name = ownerName(owner);
      const costs = await rows.count(index.costsOf(name));
      const tally = { open: 0, waiting: 0, ending: 0, ended: 0, films: 0, costs };
      for await (const page of newestFirst(index.of(name)))
        for (const job of readable(page)) {
          if (hasCost(job)) tally.costs += 1;
          if (job.film) tally.films += 1;
          if (!job.parts) tally[stageOf(job)] += 1;
        }
      return tally;
    },
    async *videos(owner) {
      for await (const page of newestFirst(index.of(ownerName(owner)))) yield* readable(page);
    },
    async *costs(owner) {
      const name = ownerName(owner);
      const jobs = readable(await rowsOf(rows, index.of(name))).filter(hasCost);
      const all = [...jobs.map(costOf), ...(await rowsOf(rows, index.costsOf(name))).map(costIn)];
      for (const { team: _, countsAt: _at, ...cost } of all.sort((one, other) => other.acceptedAt - one.acceptedAt))
        yield cost satisfies Cost;
    },
    async listedIn(owner) {
      const jobs = readable(await rowsOf(rows, index.notifying(ownerName(owner))));
      return jobs.filter((job) => isListed(job, owner)).map(({ id }) => id);
    },
    async acts(owner) {
      const name = ownerName(owner);
      const teams = await rowsOf(rows, actsOf(name));
      const acts = teams.flatMap((row) => {
        const team = teamIn(row);
        return actsIn(row).flatMap(({ by, ...act }) => (team && by === name ? [{ team, ...act }] : []));
      });
      return acts.sort((one, other) => other.at - one.at).slice(0, OWN_AUDIT_MOST);
    },
    async forget(owner, acceptedBy) {
      const name = ownerName(owner);
      const range = { to: acceptedBy, limit: AT_ONCE };
      const acts = await rowsOf(rows, actsOf(name));
      await changeActs(rows, acts, (act) => (act.by === name && act.at <= acceptedBy ? { ...act, by: null } : act));
      for await (const page of pagesOf(rows, index.of(name), range)) await forgetJobs(rows, page, { ids: 0, names });
      for await (const page of pagesOf(rows, index.costsOf(name), range)) await forgetCosts(page, owner);
      return (await rowsOf(rows, index.openOf(name), range)).length;
    },
  };
}
