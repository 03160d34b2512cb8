import { LRUCache } from "lru-cache";
import { atMost } from "../core/at-most.ts";
import { type AdmitFacts, type InsertFacts, judgeAdmit, judgeInsert } from "../core/job/admission.ts";
import { firstMonthKept } from "../core/job/forgetting.ts";
import { type JobId, ownerName, teamName } from "../core/job/ids.ts";
import { type Job, takesPlace } from "../core/job/job.ts";
import {
  index,
  peopleWaiting,
  placeCounts,
  queueNameOf,
  takenBy,
  waiterCounts,
  waitersIn,
} from "../core/job/job-indexes.ts";
import type { Capacity, InsertHow, JobStore, StoredJob } from "../core/job/job-storage.ts";
import { addUp, ledgerOf, nothingSpent } from "../core/job/ledger.ts";
import { boundsOf } from "../core/period.ts";
import type { Facts, Reads, Rows, TransactResult } from "../core/rows.ts";
import type { TeamRefusal } from "../core/team/rules.ts";
import {
  bookingsOf,
  countedAt,
  countsIn,
  type DeletedNames,
  EVERYBODY,
  type SpendingOf,
  sumsAt,
  type TeamSpending,
  usageOfBoth,
} from "../core/team/spending.ts";
import { noUsage, type TeamUsage, usageOf } from "../core/team/usage.ts";
import type { Log } from "../core/text/log-fields.ts";
import {
  book,
  closedAtIn,
  costIn,
  deleteBelow,
  forgetJobs,
  isForgotten,
  jobAmong,
  jobIdOf,
  jobKey,
  jobPut,
  jobReader,
  pagesOf,
  readMonthKeys,
  rowsOf,
  saveOver,
  sumAmong,
  sumKey,
  usedIdPut,
} from "./job-rows.ts";
import { rulesIn, rulesKey } from "./team-store.ts";

export function jobStore(rows: Rows, log: Pick<Log, "error">, names: DeletedNames): JobStore {
  const { readable, one } = jobReader(log);

  /** The people last seen in each queue. This may be outdated, so `insert` checks it against index sizes. */
  const seenIn = new LRUCache<string, readonly string[]>(atMost(QUEUES_MAX));

  async function insert(job: Job, { capacity, parts = [], event }: InsertHow = {}) {
    const all = [job, ...parts];
    // If the event has the job's id, the stored job marks the event as used.
    const usedIds = event === undefined || event === job.id ? [] : [event];
    const queue = queueNameOf(job);
    const mayPass = capacity !== undefined && takesPlace(job);
    for (;;) {
      const people = mayPass ? (seenIn.get(queue) ?? []) : [];
      const absent = [...all.map(({ id }) => id), ...usedIds].map(jobKey);
      const judged = job.team ? await readSpending(job) : unjudged;
      const reads: Reads = {
        keys: [...absent, ...teamKeys(all), ...judged.keys],
        absent,
        counts: [...placeCounts(job), ...(mayPass ? waiterCounts(queue, people) : [])],
      };
      const decide = (facts: Facts): TransactResult<Answer | "unseen" | "stale"> => {
        const waiters = mayPass ? waitersIn(queue, people, facts) : [];
        if (waiters === null) return { value: "unseen" };
        if (!judged.isCurrent(facts)) return { value: "stale" };
        const insertFacts: InsertFacts = {
          isRepeated: event !== undefined && facts.row(jobKey(event)) !== null,
          isKnown: facts.row(jobKey(job.id)) !== null,
          taken: takenBy(job, facts),
          queue: waiters,
          spending: () => judged.spending(facts),
        };
        const value = judgeInsert(job, { capacity, parts }, insertFacts);
        if (value !== "inserted") return { value };
        const saved = saving(all, () => noUsage, facts);
        return {
          value,
          ...saved,
          puts: [...saved.puts, ...usedIds.map((id) => usedIdPut(jobKey(id), job.acceptedAt))],
        };
      };
      const answer = await rows.transact(reads, decide, { ...batchKeyOf(job), isNew: true });
      if (answer === "stale") continue;
      if (answer !== "unseen") return answer;
      seenIn.set(queue, peopleWaiting(queue, await rowsOf(rows, index.queue(queue))));
    }
  }

  async function admit(job: Job, version: number, capacity: Capacity, parts: readonly StoredJob[] = []) {
    const all = [{ job, version: version + 1 }, ...parts];
    const jobs = all.map((each) => each.job);
    for (;;) {
      const judged = job.team ? await readSpending(job) : unjudged;
      const reads: Reads = {
        keys: [...jobs.map(({ id }) => jobKey(id)), ...teamKeys(jobs), ...judged.keys],
        counts: placeCounts(job),
      };
      const decide = (facts: Facts): TransactResult<"saved" | "conflict" | "full" | TeamRefusal | "stale"> => {
        const before = all.flatMap((each) => {
          const isSame = facts.row(jobKey(each.job.id))?.version === each.version - 1;
          return (isSame && jobAmong(facts, each.job.id)) || [];
        });
        const [first] = before;
        if (!first || before.length < all.length) return { value: "conflict" };
        if (!judged.isCurrent(facts)) return { value: "stale" };
        const admitFacts: AdmitFacts = {
          before: first,
          taken: takenBy(job, facts),
          spending: () => judged.spending(facts),
        };
        const value = judgeAdmit(job, { capacity, parts: parts.map((part) => part.job) }, admitFacts);
        return value === "saved" ? { value, ...saving(jobs, (nth) => usageOf(before[nth] ?? job), facts) } : { value };
      };
      const answer = await rows.transact(reads, decide, { ...batchKeyOf(job), isNew: true });
      if (answer !== "stale") return answer;
    }
  }

  /** No caps apply if the owner pays. */
  const unjudged = { keys: [], isCurrent: () => true, spending: () => null };

  async function readSpending(job: Job) {
    const { team } = job;
    if (!team) return unjudged;
    const sums = sumsAt(job.owner, team, countedAt(job));
    const monthKeys = await readMonthKeys(rows, names, { periods: [sums.day.period, sums.month.period], makes: false });
    const deleted = [sums.day, sums.month].flatMap((sum) => monthKeys.deletedSum(sum) ?? []);
    return {
      keys: [...monthKeys.rowKeys, ...deleted.map(sumKey)],
      isCurrent: monthKeys.areCurrent,
      spending(facts: Facts): TeamSpending {
        const rules = facts.row(rulesKey(team));
        const usageIn = (sum: SpendingOf | null) => (sum && sumAmong(facts, sum)) ?? noUsage;
        const takenIn = (sum: SpendingOf) => ({
          team: usageIn({ ...sum, person: EVERYBODY }),
          // Includes what the person spent before deleting their data.
          person: usageOfBoth(usageIn(sum), usageIn(monthKeys.deletedSum(sum))),
        });
        return {
          rules: rules && rulesIn(rules).rules,
          taken: { day: takenIn(sums.day), month: takenIn(sums.month) },
        };
      },
    };
  }

  async function save(job: Job, version: number): Promise<boolean> {
    if (!job.team) return saveOver(rows, jobPut(job), version);
    const reads = { keys: [jobKey(job.id), ...teamKeys([job])] };
    const decide = (facts: Facts): TransactResult<boolean> => {
      const isSame = facts.row(jobKey(job.id))?.version === version;
      const before = isSame ? jobAmong(facts, job.id) : null;
      return before ? { value: true, ...saving([job], () => usageOf(before), facts) } : { value: false };
    };
    return rows.transact(reads, decide, batchKeyOf(job));
  }

  const readAll = async (name: string) => readable(await rowsOf(rows, name));

  return {
    insert,
    admit,
    save,
    touch: async (job, version) =>
      saveOver(rows, { ...jobPut(job), keepsVersion: true }, version, { durability: "soon" }),
    async load(id) {
      const row = await rows.get(jobKey(id));
      return row && !isForgotten(row) ? one(row) : null;
    },
    async openJobs(after, limit) {
      const from = after && { after: { key: jobKey(after.id), score: after.dueAt } };
      const places = await rows.places(index.open, { limit, ...from });
      return places.map(({ key, score }) => ({ id: jobIdOf(key), dueAt: score }));
    },
    openJobsOf: (owner) => readAll(index.openOf(ownerName(owner))),
    countUnsettled: (workspace) => rows.count(index.runningIn(workspace)),
    waitingIn: (workspace) => readAll(index.queue(workspace)),
    async jobsOf(owner, limit) {
      const newest = await rows.page(index.of(ownerName(owner)), { limit, newestFirst: true });
      return readable(newest).filter((job) => !job.isForgotten);
    },
    async jobWithFilm(name) {
      const [row] = await rows.page(index.film(name), { limit: 1 });
      return row ? one(row).job : null;
    },
    async jobsWithFilms(after, limit) {
      const from = after?.film && { after: { key: jobKey(after.id), score: after.film.keptAt } };
      return readable(await rows.page(index.films, { limit, ...from }));
    },
    filmsOf: (holder) =>
      readAll("userId" in holder ? index.filmsOf(ownerName(holder)) : index.filmsOfTeam(teamName(holder))),
    async ledger(owner, month) {
      const [begin, end] = boundsOf(month);
      const range = { from: begin, to: end - 1 };
      const name = ownerName(owner);
      const [jobs, costs] = await Promise.all([
        rowsOf(rows, index.of(name), range),
        rowsOf(rows, index.costsOf(name), range),
      ]);
      return [...readable(jobs).map(ledgerOf), ...costs.map(costIn)].reduce(addUp, nothingSpent);
    },
    async forgetInstallation(id, acceptedBy) {
      const open: JobId[] = [];
      for await (const page of pagesOf(rows, index.ofInstallation(id), { to: acceptedBy })) {
        open.push(...readable(page.filter((row) => closedAtIn(row) === null)).map((job) => job.id));
        await forgetJobs(rows, page, { ids: 0, names: null });
      }
      return open;
    },
    async forget(before) {
      let count = 0;
      for await (const page of pagesOf(rows, index.closed, { to: before.jobs - 1 }))
        count += await forgetJobs(rows, page, { ids: before.ids, names: null });
      await deleteBelow(rows, index.usedIds, before.ids);
      await deleteBelow(rows, index.costs, before.ledger);
      await deleteBelow(rows, index.monthSums, firstMonthKept(before.ledger));
      await deleteBelow(rows, index.daySums, before.daySums);
      return count;
    },
    close: () => rows.close(),
  };
}

type Answer = ReturnType<typeof judgeInsert>;

const QUEUES_MAX = 1_000;

/**
 * Transactions with the same batch key run one after another. The key is the paying team, otherwise the workspace or one
 * person's direct messages.
 */
function batchKeyOf(job: Job): { readonly batchKey: string } {
  return { batchKey: job.team ? teamName(job.team) : queueNameOf(job) };
}

function teamKeys(jobs: readonly Job[]): readonly string[] {
  const keys = jobs.flatMap((job) => (job.team ? [rulesKey(job.team), ...countsIn(job).map(sumKey)] : []));
  return [...new Set(keys)];
}

/** Also updates the teams' sums. */
function saving(jobs: readonly Job[], before: (nth: number) => TeamUsage, facts: Facts) {
  if (!jobs.some(({ team }) => team)) return { puts: jobs.map(jobPut) };
  const bookings = jobs.flatMap((job, nth) => bookingsOf(before(nth), job));
  const sums = book(facts, bookings);
  return { puts: [...jobs.map(jobPut), ...sums.puts], deletes: sums.deletes };
}
