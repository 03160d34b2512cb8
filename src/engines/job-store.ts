import { LRUCache } from "lru-cache";
import type { EpochMs } from "../core/clock.ts";
import { type AdmitFacts, type InsertFacts, judgeAdmit, judgeInsert, type Taken } from "../core/job/admission.ts";
import { firstMonthKept, keepsId, mayForget } from "../core/job/forgetting.ts";
import { type JobId, ownerName, teamName } from "../core/job/ids.ts";
import { type Job, takesPlace } from "../core/job/job.ts";
import { addUp, boundsOf, ledgerOf, nothingSpent } from "../core/job/ledger.ts";
import type { JobStore, Log, Room, StoredJob } from "../core/ports.ts";
import type { Decision, Facts, Reads, Row, Rows } from "../core/rows.ts";
import { accountOf, emptyAccount } from "../core/team/account.ts";
import type { TeamRefusal } from "../core/team/rules.ts";
import { bookingsOf, countsIn, type TeamSpending } from "../core/team/spending.ts";
import {
  book,
  costIn,
  deleteBelow,
  forgetting,
  index,
  isOfVersion,
  jobIdOf,
  jobIn,
  jobKey,
  jobPut,
  jobReader,
  pagesOf,
  queueNameOf,
  rowsOf,
  storedIn,
  sumAmong,
  sumKey,
  together,
  type Writes,
} from "./job-rows.ts";
import { rulesAmong, rulesKey } from "./team-store.ts";

export function jobStore(rows: Rows, log: Pick<Log, "error">): JobStore {
  const { readable, one } = jobReader(log);

  /**
   * Remembers the people who were seen in each queue. It is a guess: the sizes of indexes confirm it, or show that
   * somebody is missing.
   */
  const seenIn = new LRUCache<string, readonly string[]>({ max: QUEUES_MAX });

  async function insert(job: Job, room?: Room, parts: readonly Job[] = []) {
    const puts = [job, ...parts].map(jobPut);
    const queue = queueNameOf(job);
    const mayPass = room !== undefined && takesPlace(job);
    for (;;) {
      const people = mayPass ? (seenIn.get(queue) ?? []) : [];
      const reads: Reads = {
        keys: [jobKey(job.id), ...teamKeys([job, ...parts], "judged")],
        counts: [
          ...(room ? placesOf(job) : []),
          ...(mayPass ? [index.queue(queue)] : []),
          ...people.flatMap((owner) => [index.queueOf(queue, owner), index.runningOf(owner)]),
        ],
      };
      const decide = (facts: Facts): Decision<Answer | "unseen"> => {
        const waiters = people.map((owner) => ({
          owner,
          waiting: facts.count(index.queueOf(queue, owner)),
          running: facts.count(index.runningOf(owner)),
        }));
        const counted = waiters.reduce((sum, { waiting }) => sum + waiting, 0);
        if (mayPass && counted < facts.count(index.queue(queue))) return { value: "unseen" };
        const insertFacts: InsertFacts = {
          isKnown: facts.row(jobKey(job.id)) !== null,
          taken: takenBy(job, room && facts),
          queue: waiters.filter(({ waiting }) => waiting > 0),
          spending: () => spendingOf(job, facts),
        };
        const value = judgeInsert(job, { room, parts }, insertFacts);
        if (value !== "inserted") return { value };
        return { value, ...together({ puts, deletes: [] }, beginning([job, ...parts], facts)) };
      };
      const answer = await rows.transact(reads, decide, { ...laneOf(job), isNew: true });
      if (answer !== "unseen") return answer;
      seenIn.set(queue, await peopleIn(queue));
    }
  }

  async function peopleIn(queue: string): Promise<readonly string[]> {
    const waiting = await rowsOf(rows, index.queue(queue));
    const prefix = index.queueOf(queue, "");
    const names = waiting.flatMap(({ indexes }) => indexes.filter(({ name }) => name.startsWith(prefix)));
    return [...new Set(names.map(({ name }) => name.slice(prefix.length)))];
  }

  async function admit(job: Job, version: number, room: Room, parts: readonly StoredJob[] = []) {
    const all = [{ job, version: version + 1 }, ...parts];
    const puts = all.map((each) => jobPut(each.job));
    const partJobs = parts.map((part) => part.job);
    const mayRelease = job.releasedAt !== undefined && room.noneReleasedSince !== undefined;
    const takes = takesPlace(job);
    const reads: Reads = {
      keys: [...all.map((each) => jobKey(each.job.id)), ...teamKeys([job, ...partJobs], "judged")],
      counts: takes ? placesOf(job) : [],
      lasts: mayRelease ? [index.released] : [],
    };
    const decide = (facts: Facts): Decision<"saved" | "conflict" | "full" | TeamRefusal> => {
      const before = all.map((each) => {
        const stored = storedIn(facts, each.job.id);
        return stored?.version === each.version - 1 ? stored.job : null;
      });
      const [first] = before;
      if (!first || !areAll(before)) return { value: "conflict" };
      const admitFacts: AdmitFacts = {
        before: first,
        taken: takenBy(job, takes ? facts : undefined),
        lastReleasedAt: mayRelease ? (facts.last(index.released)?.score ?? null) : null,
        spending: () => spendingOf(job, facts),
      };
      const value = judgeAdmit(job, { room, parts: partJobs }, admitFacts);
      if (value !== "saved") return { value };
      const bookings = all.flatMap((each, nth) => bookingsOf(accountOf(before[nth] ?? each.job), each.job));
      return { value, ...together({ puts, deletes: [] }, book(facts, bookings)) };
    };
    return rows.transact(reads, decide, { ...laneOf(job), isNew: true });
  }

  async function save(job: Job, version: number): Promise<boolean> {
    const put = jobPut(job);
    const reads = { keys: [put.key, ...teamKeys([job], "booked")] };
    const decide = (facts: Facts): Decision<boolean> => {
      if (!isOfVersion(facts.row(put.key), version)) return { value: false };
      if (!job.team) return { value: true, puts: [put] };
      const before = storedIn(facts, job.id);
      if (before === null) return { value: false };
      const sums = book(facts, bookingsOf(accountOf(before.job), job));
      return { value: true, ...together({ puts: [put], deletes: [] }, sums) };
    };
    return rows.transact(reads, decide, job.team ? laneOf(job) : {});
  }

  async function touch(job: Job, version: number): Promise<boolean> {
    const put = jobPut(job);
    const decide = (facts: Facts): Decision<boolean> => {
      const isSame = isOfVersion(facts.row(put.key), version);
      return { value: isSame, puts: isSame ? [put] : [] };
    };
    return rows.transact({ keys: [put.key] }, decide, { durability: "soon" });
  }

  const readAll = async (name: string) => readable(await rowsOf(rows, name));

  return {
    insert,
    admit,
    save,
    touch,
    async load(id) {
      const row = await rows.get(jobKey(id));
      return row && one(row);
    },
    async openJobs(after, limit) {
      const from = after && { after: { key: jobKey(after.id), score: after.dueAt } };
      const places = await rows.places(index.open, { limit, ...from });
      return places.map(({ key, score }) => ({ id: jobIdOf(key), dueAt: score }));
    },
    openJobsOf: (owner) => readAll(index.openOf(ownerName(owner))),
    countUnsettled: (workspace) => rows.count(index.runningIn(workspace)),
    waitingIn: (workspace) => readAll(index.queue(workspace)),
    releasable: async () => (await Promise.all([index.held, index.released].map(readAll))).flat(),
    async jobsOf(owner, limit) {
      const newest = await rows.page(index.of(ownerName(owner)), { limit, newestFirst: true });
      return readable(newest).filter((job) => !job.isForgotten);
    },
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
        await forgetRows(page, () => true);
      }
      return open;
    },
    async forget(before) {
      let count = 0;
      for await (const page of pagesOf(rows, index.closed, { to: before.jobs - 1 }))
        count += await forgetRows(page, (closedAt) => keepsId(closedAt, before));
      await deleteBelow(rows, index.forgotten, before.ids);
      await deleteBelow(rows, index.costs, before.ledger);
      await deleteBelow(rows, index.sums, firstMonthKept(before));
      return count;
    },
    close: () => rows.close(),
  };

  /** Forgets those of these rows that are closed and may be forgotten, and returns how many. */
  function forgetRows(page: readonly Row[], keepsIdOf: (closedAt: EpochMs) => boolean): Promise<number> {
    const batches = page.flatMap((row) => batchOf(row) ?? []);
    return rows.transact({ keys: [...page.map(({ key }) => key), ...batches.map(jobKey)] }, (facts) => {
      const gone = page.flatMap(({ key }) => {
        const row = facts.row(key);
        const closedAt = row && closedAtIn(row);
        if (row === null || closedAt === null) return [];
        const batch = batchOf(row);
        if (!mayForget(batch === null ? null : (storedIn(facts, batch)?.job ?? null))) return [];
        return [{ id: jobIdOf(key), closedAt, job: storedIn(facts, jobIdOf(key))?.job ?? null }];
      });
      const writes = gone.map((each) => forgetting(each, { id: keepsIdOf(each.closedAt), cost: true }));
      return { value: gone.length, ...together(...writes) };
    });
  }
}

type Answer = ReturnType<typeof judgeInsert>;

/** At most this many queues are remembered. */
const QUEUES_MAX = 1_000;

/**
 * Puts the transactions of a team, or else of a workspace or one person's direct messages, into one lane: they are decided
 * one after another.
 */
function laneOf({ team, workspace, owner }: Job): { readonly lane: string } {
  return { lane: team ? teamName(team) : (workspace ?? ownerName(owner)) };
}

/** Returns the indexes whose sizes `takenBy` reads. */
function placesOf({ owner, workspace }: Job): readonly string[] {
  const name = ownerName(owner);
  return [index.runningOf(name), index.waitingOf(name), ...(workspace === null ? [] : [index.runningIn(workspace)])];
}

function takenBy({ owner, workspace }: Job, facts: Facts | undefined): Taken {
  if (!facts) return { running: 0, waiting: 0, runningInWorkspace: 0 };
  const name = ownerName(owner);
  return {
    running: facts.count(index.runningOf(name)),
    waiting: facts.count(index.waitingOf(name)),
    runningInWorkspace: workspace === null ? 0 : facts.count(index.runningIn(workspace)),
  };
}

/** Returns the rows by which a team's jobs are judged or booked; none where their owners pay. */
function teamKeys(jobs: readonly Job[], why: "judged" | "booked"): readonly string[] {
  const keys = jobs.flatMap((job) => {
    if (!job.team) return [];
    return [...countsIn(job).map(sumKey), ...(why === "judged" ? [rulesKey(job.team)] : [])];
  });
  return [...new Set(keys)];
}

/** Returns null where its owner pays. */
function spendingOf(job: Job, facts: Facts): TeamSpending | null {
  const [team, person] = countsIn(job);
  if (!job.team || !team || !person) return null;
  return {
    rules: rulesAmong(facts, job.team)?.rules ?? null,
    team: sumAmong(facts, team) ?? emptyAccount,
    person: sumAmong(facts, person) ?? emptyAccount,
  };
}

/** Returns the bookings for new jobs. */
function beginning(jobs: readonly Job[], facts: Facts): Writes {
  return book(
    facts,
    jobs.flatMap((job) => bookingsOf(emptyAccount, job)),
  );
}

function areAll<Value>(values: readonly (Value | null)[]): values is readonly Value[] {
  return values.every((value) => value !== null);
}

function batchOf(row: Row): JobId | null {
  const job = jobIn(row);
  return typeof job === "string" ? null : (job.partOf?.job ?? null);
}

/** Returns null where the job is not closed. */
function closedAtIn({ indexes }: Row): EpochMs | null {
  return indexes.find(({ name }) => name === index.closed)?.score ?? null;
}
