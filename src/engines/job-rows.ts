import { z } from "zod";
import type { EpochMs } from "../core/clock.ts";
import { judgeForget, partsOfJob, type StoredCost } from "../core/job/forgetting.ts";
import { type JobId, ownerName } from "../core/job/ids.ts";
import { JOB_STATUSES, type Job, UnreadableJob } from "../core/job/job.ts";
import { index, indexesOf } from "../core/job/job-indexes.ts";
import type { StoredJob } from "../core/job/job-storage.ts";
import { boundsOf, monthIn } from "../core/period.ts";
import { PLATFORMS } from "../core/platform.ts";
import type { Facts, Put, Range, Row, Rows, TransactOptions, TransactResult } from "../core/rows.ts";
import {
  type Booking,
  bookAll,
  bookingsTo,
  type DeletedNames,
  type PartOfSum,
  personSums,
  type SpendingOf,
} from "../core/team/spending.ts";
import type { TeamUsage } from "../core/team/usage.ts";
import type { Log } from "../core/text/log-fields.ts";

export const JOBS = "job/";
export const jobKey = (id: JobId) => `${JOBS}${id}`;
export const jobIdOf = (key: string): JobId => key.slice(JOBS.length);
export const COSTS = "cost/";
const costKey = (id: JobId) => `${COSTS}${id}`;
export const SUMS = "sum/";
export const sumKey = ({ team, period, person }: SpendingOf) => `${SUMS}${team}/${period}/${person}`;

export function jobPut(job: Job): Put {
  return { key: jobKey(job.id), value: job, indexes: indexesOf(job) };
}

/** Stored under a used id that has no job, so that a repeated event is recognized. */
const FORGOTTEN = true;
export const isForgotten = ({ value }: Row): boolean => value === FORGOTTEN;

/** The id is kept for some days from `at`. */
export function usedIdPut(key: string, at: EpochMs): Put {
  return { key, value: FORGOTTEN, indexes: [{ name: index.usedIds, score: at }] };
}

const jobShape = z.object({ v: z.literal(1), id: z.string(), state: z.object({ status: z.enum(JOB_STATUSES) }) });

const isJob = (value: unknown): value is Job => jobShape.safeParse(value).success;

/** Checks only version, id and status, because we wrote the rest. */
export const jobIn = ({ key, value }: Pick<Row, "key" | "value">): Job | null =>
  isJob(value) && jobKey(value.id) === key ? value : null;

export function jobAmong(facts: Facts, id: JobId): Job | null {
  const row = facts.row(jobKey(id));
  return row && jobIn(row);
}

export function jobReader(log: Pick<Log, "error">) {
  function read(row: Row): Job | null {
    const job = jobIn(row);
    if (!job) log.error("a job in the database cannot be read and is left out", { job: jobIdOf(row.key) });
    return job;
  }
  return {
    readable: (rows: readonly Row[]): readonly Job[] => rows.flatMap((row) => read(row) ?? []),
    one(row: Row): StoredJob {
      const job = read(row);
      if (!job) throw new UnreadableJob(jobIdOf(row.key));
      return { job, version: row.version };
    },
  };
}

/** The job need not be readable. */
export const closedAtIn = (row: Row): EpochMs | null => scoreIn(row, index.closed);

/** Returns how many were deleted. `names`, set only to forget a person, replace the person's in teams' sums. */
export async function forgetJobs(
  rows: Rows,
  page: readonly Row[],
  { ids, names }: { readonly ids: EpochMs; readonly names: DeletedNames | null },
): Promise<number> {
  const jobs = page.flatMap((row) => jobIn(row) ?? []);
  const keys = [
    ...page.flatMap(({ key }) => [key, costKey(jobIdOf(key))]),
    ...jobs.flatMap(({ partOf }) => (partOf ? [jobKey(partOf.job)] : [])),
  ];
  const forget = (facts: Facts) => {
    const gone = page.flatMap(({ key }) => {
      const row = facts.row(key);
      if (row === null || isForgotten(row)) return [];
      const job = jobIn(row);
      const batch = job?.partOf ? jobAmong(facts, job.partOf.job) : null;
      const rest = judgeForget({ job, closedAt: closedAtIn(row), batch }, { ids, isPerson: names !== null });
      return rest ? [{ key, job, ...rest }] : [];
    });
    const rest = gone.flatMap(({ key, endedAt, keepsId }) => (keepsId ? [usedIdPut(key, endedAt)] : []));
    const costs = gone.flatMap(({ job, cost }) => (job && cost ? [costPut(job, cost)] : []));
    const deletes = gone.flatMap(({ key, keepsId }) => (keepsId ? [] : [key]));
    const parts = gone.flatMap(({ job }) => (job ? partsOfJob(job) : []));
    return { value: gone.length, puts: [...rest, ...costs], deletes, parts };
  };
  if (names === null) return rows.transact({ keys: [...new Set(keys)] }, forget);
  const sums = jobs.flatMap(personSums);
  return forgetPersonRows(rows, names, { keys, sums, forget });
}

interface Forgotten extends TransactResult<number> {
  readonly parts: readonly PartOfSum[];
}

/** Moves what the person spent in teams to sums under that month's keyed hash of the person. */
export async function forgetPersonRows(
  rows: Rows,
  names: DeletedNames,
  how: {
    readonly keys: readonly string[];
    readonly sums: readonly SpendingOf[];
    forget(facts: Facts): Forgotten;
  },
): Promise<number> {
  const { sums, forget } = how;
  for (;;) {
    const monthKeys = await readMonthKeys(rows, names, { periods: sums.map(({ period }) => period), makes: true });
    const deletedSum = (sum: SpendingOf) => {
      const deleted = monthKeys.deletedSum(sum);
      if (deleted === null) throw new Error(`the month of ${sum.period} has no key`);
      return deleted;
    };
    const keys = [...how.keys, ...monthKeys.rowKeys, ...sums.flatMap((sum) => [sum, deletedSum(sum)]).map(sumKey)];
    const count = await rows.transact({ keys: [...new Set(keys)] }, (facts): TransactResult<number | "stale"> => {
      if (!monthKeys.areCurrent(facts)) return { value: "stale" };
      const { value, puts = [], deletes = [], parts } = forget(facts);
      const moved = book(facts, bookingsTo(deletedSum, parts));
      const newKeys = parts.length > 0 ? monthKeys.newKeys : [];
      return { value, puts: [...puts, ...newKeys, ...moved.puts], deletes: [...deletes, ...moved.deletes] };
    });
    if (count !== "stale") return count;
  }
}

function costPut({ owner }: Job, cost: StoredCost): Put {
  const indexes = [index.costs, index.costsOf(ownerName(owner))].map((name) => ({ name, score: cost.acceptedAt }));
  return { key: costKey(cost.jobId), value: cost, indexes };
}

const ledger = { charged: z.number(), refunded: z.number(), unknown: z.number() };
const costShape = z.object({
  jobId: z.string(),
  acceptedAt: z.number(),
  payer: z.enum(["mine", "team"]),
  ...ledger,
  countsAt: z.number().optional(),
  team: z.object({ platform: z.enum(PLATFORMS), teamId: z.string() }).optional(),
});

const readCost = reading(costShape);

export function costIn(row: Row): StoredCost {
  const { team, countsAt, ...cost } = readCost(row);
  return { ...cost, ...(countsAt && { countsAt }), ...(team && { team }) };
}

const usage = z.object({ ...ledger, held: z.number(), videos: z.number() }) satisfies z.ZodType<TeamUsage>;
const sumShape = z.object({ person: z.string(), usage });

/** Throws if unreadable: a cap checked without this sum would be wrong. */
export const sumIn = reading(sumShape);

export function sumAmong(facts: Facts, sum: SpendingOf): TeamUsage | null {
  const row = facts.row(sumKey(sum));
  return row && sumIn(row).usage;
}

export function book(facts: Facts, bookings: readonly Booking[]) {
  const sums = bookAll(bookings, (sum) => sumAmong(facts, sum));
  return {
    puts: sums.flatMap(({ sum, usage }) => (usage ? [sumPut(sum, usage)] : [])),
    deletes: sums.flatMap(({ sum, usage }) => (usage === null ? [sumKey(sum)] : [])),
  };
}

// Each month's key, which hashes the ids of deleted people, is a sealed row.

export const MONTH_KEYS = "month-key/";
const monthKey = (month: string) => `${MONTH_KEYS}${month}`;

export const monthKeyShape = z.object({ month: z.string(), sealed: z.string() });
export const monthKeyIn = reading(monthKeyShape);

/** A transaction chooses its sums by these keys, so it must check that they are current. */
interface MonthKeys {
  readonly rowKeys: readonly string[];
  areCurrent(facts: Facts): boolean;
  /** The sum that replaces a person's, if anybody of that month has deleted their data. */
  deletedSum(sum: SpendingOf): SpendingOf | null;
  readonly newKeys: readonly Put[];
}

/** `makes`: a month without a usable key gets a new one. */
export async function readMonthKeys(
  rows: Pick<Rows, "get">,
  names: DeletedNames,
  { periods, makes }: { readonly periods: readonly string[]; readonly makes: boolean },
): Promise<MonthKeys> {
  const sealedIn = (row: Row | null) => (row === null ? null : monthKeyIn(row).sealed);
  const keys = await Promise.all(
    [...new Set(periods.map(monthIn))].map(async (month) => {
      const stored = sealedIn(await rows.get(monthKey(month)));
      if (stored !== null && names.opens(month, stored)) return { month, stored, used: stored };
      return { month, stored, used: makes ? names.newKey(month) : null };
    }),
  );
  return {
    rowKeys: keys.map(({ month }) => monthKey(month)),
    areCurrent: (facts) => keys.every(({ month, stored }) => sealedIn(facts.row(monthKey(month))) === stored),
    deletedSum(sum) {
      const sealed = keys.find(({ month }) => month === monthIn(sum.period))?.used ?? null;
      return sealed === null ? null : { ...sum, person: names.nameOf(sum, sealed) };
    },
    newKeys: keys.flatMap(({ month, stored, used }): Put[] => {
      const indexes = [{ name: index.monthKeys, score: boundsOf(month)[0] }];
      return used === null || used === stored
        ? []
        : [{ key: monthKey(month), value: { month, sealed: used }, indexes }];
    }),
  };
}

function sumPut(sum: SpendingOf, usage: TeamUsage): Put {
  const [begin] = boundsOf(sum.period);
  const isOfMonth = monthIn(sum.period) === sum.period;
  const indexes = [
    { name: isOfMonth ? index.monthSums : index.daySums, score: begin },
    { name: index.sumsOf(sum.team, sum.period), score: 0 },
  ];
  return { key: sumKey(sum), value: { person: sum.person, usage }, indexes };
}

/** The reader throws if the row is unreadable, and parses each row once. */
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

export async function deleteBelow(rows: Rows, name: string, score: number): Promise<number> {
  for (let count = 0; ; ) {
    const places = await rows.places(name, { to: score - 1, limit: PAGE });
    const keys = places.map(({ key }) => key);
    if (keys.length > 0) count += await deleteWhere(rows, keys, (row) => (scoreIn(row, name) ?? score) < score);
    if (keys.length < PAGE) return count;
  }
}

export function deleteWhere(rows: Rows, keys: readonly string[], isSuch: (row: Row) => boolean): Promise<number> {
  return rows.transact({ keys }, (facts) => {
    const deletes = keys.filter((key) => {
      const row = facts.row(key);
      return row !== null && isSuch(row);
    });
    return { value: deletes.length, deletes };
  });
}

/** Saves only if the row's version is still `version` (0: no row yet). */
export function saveOver(rows: Rows, put: Put, version: number, how?: TransactOptions): Promise<boolean> {
  return rows.transact(
    { keys: [put.key] },
    (facts) => {
      const isSame = (facts.row(put.key)?.version ?? 0) === version;
      return { value: isSame, puts: isSame ? [put] : [] };
    },
    how,
  );
}
