import { z } from "zod";
import type { EpochMs } from "../core/clock.ts";
import { mayForget } from "../core/job/forgetting.ts";
import { type JobId, memberOf, ownerName, type Team, teamName } from "../core/job/ids.ts";
import {
  isSettled,
  type Job,
  type JobState,
  takesPlace,
  UnreadableJob,
  waitsForService,
  waitsForTurn,
} from "../core/job/job.ts";
import { boundsOf, ledgerOf, monthOf } from "../core/job/ledger.ts";
import type { Cost } from "../core/personal-data.ts";
import type { Log, StoredJob } from "../core/ports.ts";
import type { Facts, IndexEntry, Put, Range, Row, Rows } from "../core/rows.ts";
import { accountOf, emptyAccount, type TeamAccount } from "../core/team/account.ts";
import { type Booking, booked, bookingsWithout, type SpendingOf } from "../core/team/spending.ts";

// The rows of jobs, of their costs and of teams' sums: their keys, their indexes, how they are read and written.

export const JOBS = "job/";
export const jobKey = (id: JobId) => `${JOBS}${id}`;
export const jobIdOf = (key: string): JobId => key.slice(JOBS.length);
/** The ids of jobs that were forgotten: a repeated event is recognised by them. */
export const USED_IDS = "used/";
export const usedKey = (id: JobId) => `${USED_IDS}${id}`;
export const COSTS = "cost/";
const costKey = (id: JobId) => `${COSTS}${id}`;
export const SUMS = "sum/";
export const sumKey = ({ team, month, person }: SpendingOf) => `${SUMS}${team}/${month}/${person}`;

/** The indexes of jobs; owners and teams by name. */
export const index = {
  /** Open jobs, by when they are due; before they have an outcome by the minute, so a job that is saved once more in it keeps its entry. */
  open: "jobs-open",
  closed: "jobs-closed",
  /** Ids of jobs that were forgotten, by when those were closed. */
  usedIds: "used-ids",
  held: "jobs-held",
  /** Jobs that were released from that wait and are not settled, by when they were released. */
  released: "jobs-released",
  // By when they were accepted:
  of: (owner: string) => `jobs-of/${owner}`,
  openOf: (owner: string) => `jobs-open-of/${owner}`,
  openOfTeam: (team: string) => `jobs-open-of-team/${team}`,
  ofInstallation: (id: string) => `jobs-of-installation/${id}`,
  runningOf: (owner: string) => `jobs-running-of/${owner}`,
  runningIn: (workspace: string) => `jobs-running-in/${workspace}`,
  waitingOf: (owner: string) => `jobs-waiting-of/${owner}`,
  /** Jobs that wait for a running place: all of a queue, and those of one person in it. */
  queue: (queue: string) => `jobs-queue/${queue}`,
  queueOf: (queue: string, owner: string) => `jobs-queue-of/${queue}/${owner}`,
  /** Open jobs of others, of whose end this person is notified. */
  notifying: (owner: string) => `jobs-notifying/${owner}`,
  /** Costs of jobs that were forgotten, by when they were accepted. */
  costs: "costs",
  costsOf: (owner: string) => `costs-of/${owner}`,
  /** Sums, by when their month began. */
  sums: "sums",
  sumsOf: (team: string, month: string) => `sums-of/${team}/${month}`,
};

/** Names the queue in which a job waits for a running place: its workspace's, or that of its person's direct messages. */
export function queueNameOf({ workspace, owner }: Pick<Job, "workspace" | "owner">): string {
  return workspace ?? ownerName(owner);
}

function indexesOf(job: Job): IndexEntry[] {
  const { state, acceptedAt, workspace } = job;
  const owner = ownerName(job.owner);
  const entries: IndexEntry[] = [];
  const add = (name: string, score: number) => void entries.push({ name, score });
  add(index.of(owner), acceptedAt);
  if (job.owner.platform === "slack") add(index.ofInstallation(job.owner.teamId), acceptedAt);
  if (state.status === "closed") {
    add(index.closed, state.closedAt);
    return entries;
  }
  add(index.open, openScoreOf(job));
  add(index.openOf(owner), acceptedAt);
  if (job.team) add(index.openOfTeam(teamName(job.team)), acceptedAt);
  if (takesPlace(job)) {
    add(index.runningOf(owner), acceptedAt);
    if (workspace !== null) add(index.runningIn(workspace), acceptedAt);
  }
  if (state.status === "waiting") add(index.waitingOf(owner), acceptedAt);
  if (waitsForTurn(job)) {
    add(index.queue(queueNameOf(job)), acceptedAt);
    add(index.queueOf(queueNameOf(job), owner), acceptedAt);
  }
  if (waitsForService(job)) add(index.held, acceptedAt);
  else if (job.releasedAt !== undefined && !isSettled(job)) add(index.released, job.releasedAt);
  for (const person of notifiedBy(job)) add(index.notifying(person), 0);
  return entries;
}

function notifiedBy({ owner, notify }: Job): ReadonlySet<string> {
  const team = { platform: owner.platform, teamId: owner.platform === "slack" ? owner.teamId : "" };
  const names = new Set(notify.map((userId) => ownerName(memberOf(team, userId))));
  names.delete(ownerName(owner));
  return names;
}

const MINUTE_MS = 60_000;

/**
 * Returns when an open job is due; without a time, it is due at once. Before it has an outcome, only the minute counts; after it, the order
 * of final words does. Throws for a time that is no whole millisecond.
 */
function openScoreOf(job: Job): EpochMs {
  const due = job.dueAt ?? job.acceptedAt;
  if (!Number.isInteger(due)) throw new Error(`job ${job.id} is due at a broken millisecond: ${due}`);
  return isSettled(job) ? due : due - (due % MINUTE_MS);
}

/** Returns the job as a row. Throws where its due time is no whole millisecond. */
export function jobPut(job: Job): Put {
  return { key: jobKey(job.id), value: job, indexes: indexesOf(job) };
}

const STATUSES = [
  "waiting",
  "accepted",
  "gathering",
  "submitting",
  "running",
  "announcing",
  "posting",
  "attaching",
  "closed",
] as const satisfies readonly JobState["status"][];

const jobShape = z.object({ v: z.literal(1), id: z.string(), state: z.object({ status: z.enum(STATUSES) }) });

/**
 * Reads the job of a row; null where the row is of another version or job, or was altered. Past version, id and status it
 * is trusted: we wrote it.
 */
export function jobIn({ key, value }: Row): Job | null {
  return isJob(value) && jobKey(value.id) === key ? value : null;
}

const isJob = (value: unknown): value is Job => jobShape.safeParse(value).success;

export function jobAmong(facts: Facts, id: JobId): Job | null {
  const row = facts.row(jobKey(id));
  return row && jobIn(row);
}

/** Reads jobs. It logs each row that cannot be read; lists leave such rows out. */
export function jobReader(log: Pick<Log, "error">) {
  function read(row: Row): Job | null {
    const job = jobIn(row);
    if (!job) log.error("a job in the database cannot be read and is left out", { job: jobIdOf(row.key) });
    return job;
  }
  return {
    readable: (rows: readonly Row[]): readonly Job[] => rows.flatMap((row) => read(row) ?? []),
    /** Throws `UnreadableJob`. */
    one(row: Row): StoredJob {
      const job = read(row);
      if (!job) throw new UnreadableJob(jobIdOf(row.key));
      return { job, version: row.version };
    },
  };
}

/** Returns null where the job is not closed; it need not be readable. */
export const closedAtIn = (row: Row): EpochMs | null => scoreIn(row, index.closed);

/**
 * Forgets those of these rows whose jobs are closed and may be forgotten, and returns how many. Their ids and costs remain
 * as far as those are needed. Where a person is forgotten, no cost remains, and what a team paid for is moved to a deleted
 * person; a row that cannot be read goes with them.
 */
export function forgetJobs(
  rows: Rows,
  page: readonly Row[],
  { keepsIdOf, isPerson }: { keepsIdOf(closedAt: EpochMs): boolean; readonly isPerson: boolean },
): Promise<number> {
  const jobs = page.flatMap((row) => jobIn(row) ?? []);
  const keys = [
    ...page.flatMap(({ key }) => [key, usedKey(jobIdOf(key)), costKey(jobIdOf(key))]),
    ...jobs.flatMap(({ partOf }) => (partOf ? [jobKey(partOf.job)] : [])),
    ...jobs.flatMap(bookingsWithoutOwner).map(sumKey),
  ];
  return rows.transact({ keys: [...new Set(keys)] }, (facts) => {
    const puts: Put[] = [];
    const gone = page.flatMap(({ key }) => {
      const row = facts.row(key);
      const job = row && jobIn(row);
      const closedAt = row && (closedAtIn(row) ?? (isPerson && !job ? 0 : null));
      if (row === null || closedAt === null) return [];
      if (job?.partOf && !mayForget(jobAmong(facts, job.partOf.job))) return [];
      const indexes = [{ name: index.usedIds, score: closedAt }];
      if (keepsIdOf(closedAt)) puts.push({ key: usedKey(jobIdOf(key)), value: true, indexes });
      if (!isPerson && job && hasCost(job)) puts.push(costPut(job));
      return [{ key, job }];
    });
    const moved = isPerson ? gone.flatMap(({ job }) => (job ? bookingsWithoutOwner(job) : [])) : [];
    const sums = book(facts, moved);
    const deletes = [...gone.map(({ key }) => key), ...sums.deletes];
    return { value: gone.length, puts: [...puts, ...sums.puts], deletes };
  });
}

function bookingsWithoutOwner(job: Job): readonly Booking[] {
  if (!job.team) return [];
  return bookingsWithout(ownerName(job.owner), job.team, monthOf(job.acceptedAt), accountOf(job));
}

export function hasCost(job: Job): boolean {
  const { charged, refunded, unknown } = ledgerOf(job);
  return charged !== 0 || refunded !== 0 || unknown !== 0;
}

function costPut(job: Job): Put {
  const indexes = [
    { name: index.costs, score: job.acceptedAt },
    { name: index.costsOf(ownerName(job.owner)), score: job.acceptedAt },
  ];
  return { key: costKey(job.id), value: costOf(job), indexes };
}

export function costOf(job: Job): StoredCost {
  const { id: jobId, acceptedAt, team } = job;
  const { charged, refunded, unknown } = ledgerOf(job);
  return { jobId, acceptedAt, payer: team ? "team" : "mine", charged, refunded, unknown, ...(team && { team }) };
}

export interface StoredCost extends Cost {
  readonly team?: Team;
}

const costShape = z.object({
  jobId: z.string(),
  acceptedAt: z.number(),
  payer: z.enum(["mine", "team"]),
  charged: z.number(),
  refunded: z.number(),
  unknown: z.number(),
  team: z.object({ platform: z.enum(["discord", "slack"]), teamId: z.string() }).optional(),
});

const readCost = reading(costShape);

export function costIn(row: Row): StoredCost {
  const { team, ...cost } = readCost(row);
  return team ? { ...cost, team } : cost;
}

export function accountIn({ team, charged, refunded, unknown }: StoredCost): TeamAccount {
  return team ? { held: 0, charged, refunded, unknown, videos: 1 } : emptyAccount;
}

const account = z.object({
  held: z.number(),
  charged: z.number(),
  refunded: z.number(),
  unknown: z.number(),
  videos: z.number(),
}) satisfies z.ZodType<TeamAccount>;
const sumShape = z.object({ person: z.string(), account });

/** Reads a sum and whose it is. Throws where it cannot be read: a cap judged without it would be wrong. */
export const sumIn = reading(sumShape);

export function sumAmong(facts: Facts, sum: SpendingOf): TeamAccount | null {
  const row = facts.row(sumKey(sum));
  return row && sumIn(row).account;
}

/** Writes these bookings into their sums, whose rows are among the facts. Throws where a sum cannot be read. */
export function book(facts: Facts, bookings: readonly Booking[]) {
  const sums = new Map<string, { readonly of: Booking; readonly account: TeamAccount | null }>();
  for (const booking of bookings) {
    const key = sumKey(booking);
    const sum = sums.get(key);
    sums.set(key, { of: booking, account: booked(sum ? sum.account : sumAmong(facts, booking), booking) });
  }
  return {
    puts: [...sums].flatMap(([key, { of, account }]) => (account ? [sumPut(key, of, account)] : [])),
    deletes: [...sums].flatMap(([key, { account }]) => (account === null ? [key] : [])),
  };
}

function sumPut(key: string, { team, month, person }: SpendingOf, account: TeamAccount): Put {
  const [begin] = boundsOf(month);
  const indexes = [
    { name: index.sums, score: begin },
    { name: index.sumsOf(team, month), score: 0 },
  ];
  return { key, value: { person, account }, indexes };
}

/**
 * Reads a row that is indispensable, once however often the transactions of a batch ask. Throws where it cannot be read.
 */
export function reading<Value>(shape: z.ZodType<Value>): (row: Row) => Value {
  const cached = new WeakMap<Row, Value>();
  return (row) => {
    const earlier = cached.get(row);
    if (earlier !== undefined) return earlier;
    const read = shape.safeParse(row.value);
    if (!read.success) throw new Error(`the row ${row.key} cannot be read`);
    cached.set(row, read.data);
    return read.data;
  };
}

const PAGE = 500;

/** Yields part of an index page by page; other work has its turn in between. */
export async function* pagesOf(
  rows: Pick<Rows, "page">,
  name: string,
  { limit = PAGE, ...range }: Partial<Range> = {},
): AsyncGenerator<readonly Row[], void> {
  for (let after = range.after; ; ) {
    const page = await rows.page(name, { ...range, limit, ...(after && { after }) });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return;
    const score = scoreIn(last, name);
    if (score === null) throw new Error(`the row ${last.key} is not in ${name}`);
    after = { key: last.key, score };
  }
}

export async function rowsOf(rows: Pick<Rows, "page">, name: string, range?: Partial<Range>): Promise<readonly Row[]> {
  const all: Row[] = [];
  for await (const page of pagesOf(rows, name, range)) all.push(...page);
  return all;
}

function scoreIn({ indexes }: Row, name: string): number | null {
  return indexes.find((one) => one.name === name)?.score ?? null;
}

/** Deletes the rows of an index whose score is lower, and returns how many. */
export async function deleteBelow(rows: Rows, name: string, score: number): Promise<number> {
  for (let count = 0; ; ) {
    const places = await rows.places(name, { to: score - 1, limit: PAGE });
    const keys = places.map(({ key }) => key);
    if (keys.length > 0)
      count += await rows.transact({ keys }, (facts) => {
        const deletes = keys.filter((key) => {
          const row = facts.row(key);
          return row !== null && (scoreIn(row, name) ?? score) < score;
        });
        return { value: deletes.length, deletes };
      });
    if (keys.length < PAGE) return count;
  }
}
