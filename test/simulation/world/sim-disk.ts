import type { JobId } from "../../../src/core/job/ids.ts";
import { isOpen, type Job } from "../../../src/core/job/job.ts";
import { index } from "../../../src/core/job/job-indexes.ts";
import type { Put, Row, Rows, TransactResult } from "../../../src/core/rows.ts";
import type { Log } from "../../../src/core/text/log-fields.ts";
import { JOBS, jobIdOf, jobKey } from "../../../src/engines/job-rows.ts";
import { jobStore } from "../../../src/engines/job-store.ts";
import { noticeStore } from "../../../src/engines/notice-store.ts";
import { personalJobs } from "../../../src/engines/personal-store.ts";
import { teamStore } from "../../../src/engines/team-store.ts";
import { testNames } from "../../fakes/deleted-names.ts";
import { memoryRows } from "../../fakes/memory-rows.ts";
import type { Facts } from "../facts.ts";
import type { Call, FaultOf } from "../faults.ts";
import type { Random } from "../random.ts";
import type { Reply, SimProcess } from "./sim-process.ts";

/**
 * The real stores over rows in memory. The rows outlive a process. Writes that need not be durable at once are lost at its
 * end, as in a power cut.
 */
export interface SimDisk {
  of(process: SimProcess, log: Log): ReturnType<typeof storesOver>;
  /** The stored jobs of this run. */
  readonly jobs: ReadonlyMap<JobId, Job>;
  readonly rows: ReadonlyMap<string, Row>;
  hasOpen(): boolean;
  /** Writes and deletes rows that do not belong to the run's jobs. Never fails. */
  set(puts: readonly Put[], deletes?: readonly string[]): void;
  /** Makes a backup. The returned function restores it and discards all later writes. */
  backUp(): () => void;
}

/** A job before and after a transaction that wrote it. */
export interface JobChange {
  readonly before: Job | null;
  readonly after: Job;
}

export interface SimDiskWorld {
  readonly random: Random;
  readonly facts: Facts;
  /** The store is a Redis: it loses nothing, and the client repeats a call after the connection was cut. */
  readonly isShared: boolean;
  /** Called after each transaction that wrote something. */
  written(changes: readonly JobChange[]): void;
  trace(line: string): void;
}

interface Committed<Value> {
  readonly answer: Promise<Value>;
}

/** A broken connection is restored after at most this time. */
const AWAY_MS = 3_000;

export function simDisk({ random, facts, isShared, written, trace }: SimDiskWorld): SimDisk {
  const engine = memoryRows();
  type Transaction<Value> = Parameters<typeof engine.transact<Value>>;
  const rows = new Map<string, Row>();
  const jobs = new Map<JobId, Job>();
  /** Earlier versions of rows whose latest write may be lost. */
  const safe = new Map<string, Row>();

  const jobAt = (key: string | undefined) => (key === undefined ? null : (jobs.get(jobIdOf(key)) ?? null));

  function note({ puts = [], deletes = [] }: Pick<TransactResult<unknown>, "puts" | "deletes">): void {
    for (const key of deletes) rows.delete(key);
    for (const { key, value, indexes = [], keepsVersion = false } of puts) {
      const version = rows.get(key)?.version ?? 0;
      rows.set(key, { key, version: keepsVersion ? version : version + 1, value: frozenJson(value), indexes });
    }
  }

  /** Runs a transaction and returns what it writes. A transaction that throws writes nothing. */
  function commit<Value>([reads, decide]: Transaction<Value>) {
    const writes: TransactResult<Value>[] = [];
    const answer = engine.transact(reads, (stored) => {
      const decision = decide(stored);
      writes.push(decision);
      return decision;
    });
    answer.catch(() => {});
    return { answer, writes: writes[0] ?? null };
  }

  function set(puts: readonly Put[], deletes: readonly string[] = []): void {
    const keys = [...puts.map(({ key }) => key), ...deletes];
    const { writes } = commit([{ keys }, () => ({ value: null, puts, deletes })]);
    if (writes) note(writes);
  }

  function committed<Value>(transaction: Transaction<Value>): Committed<Value> {
    const { answer, writes } = commit(transaction);
    const { puts = [], deletes = [] } = writes ?? {};
    if (puts.length + deletes.length === 0) return { answer };
    const isSafe = transaction[2]?.durability !== "soon";
    for (const { key } of puts) {
      const before = rows.get(key);
      if (isSafe) safe.delete(key);
      else if (before && !safe.has(key)) safe.set(key, before);
    }
    note({ puts, deletes });
    const changes = puts.flatMap(({ key }): JobChange[] => {
      const after = rows.get(key)?.value;
      return isJob(after) ? [{ before: jobAt(key), after }] : [];
    });
    // All writes of a transaction become visible at once.
    for (const { after } of changes) jobs.set(after.id, after);
    written(changes);
    return { answer };
  }

  /** Names a transaction after the state change that it would write now. */
  function callOf<Value>([reads, decide]: Transaction<Value>, job: Job | null): Call<"save"> {
    if (!job) return { kind: "save", name: "write", peril: 0.01 };
    let after: unknown;
    commit([
      reads,
      (stored) => {
        after = decide(stored).puts?.find(({ key }) => key === jobKey(job.id))?.value;
        return { value: null };
      },
    ]);
    const from = job.state.status;
    const to = isJob(after) ? after.state.status : from;
    return from === to
      ? { kind: "save", name: `save ${from}`, peril: 0.01 }
      : { kind: "save", name: `save ${from} to ${to}`, peril: 0.2 };
  }

  /** Performs a write with its fault: it may fail before or after it takes effect, or be slow. */
  function taken<Value>(fault: FaultOf<"insert" | "save"> | null, act: () => Value): Reply<Value> {
    if (isShared && fault === "fails before") {
      trace("a write waits for the connection");
      return { afterMs: random.between(1, AWAY_MS), later: act };
    }
    if (isShared && fault === "fails after") {
      trace("a write went through, and is told when it is asked again");
      return { afterMs: random.between(1, AWAY_MS), value: act() };
    }
    switch (fault) {
      case null:
      case "overtaken":
        return { afterMs: random.between(0, 3), value: act() };
      case "fails before":
        facts.writeFaults += 1;
        trace("write failed before");
        return { afterMs: random.between(1, 100), error: "write failed" };
      case "fails after":
        facts.writeFaults += 1;
        act();
        trace("write failed after it took effect");
        return { afterMs: random.between(1, 100), error: "write failed, it seems" };
      case "slow":
        return { afterMs: random.between(100, 1_400), value: act() };
      case "too slow":
        trace("a write is late");
        return { afterMs: random.between(1_000, 8_000), value: act() };
    }
  }

  /** Simulates another process that saved the job just before. */
  function overtake({ id }: Job): void {
    trace("another save comes first");
    const row = rows.get(jobKey(id));
    if (row) set([row]);
  }

  function asked<Value>(fault: FaultOf<"load"> | null, act: () => Value): Reply<Value> {
    if (fault && isShared) return { afterMs: random.between(1, AWAY_MS), later: act };
    if (fault) facts.readFaults += 1;
    return fault ? { afterMs: 5, error: "read failed" } : { afterMs: 0, value: act() };
  }

  const rowsOf = (process: SimProcess): Rows => ({
    ...engine,
    async transact<Value>(...transaction: Transaction<Value>): Promise<Value> {
      const [{ keys = [] }, , how] = transaction;
      const key = keys.find((each) => each.startsWith(JOBS));
      const job = jobAt(key);
      const isNew = how?.isNew === true && key !== undefined && !job;
      const call = isNew ? ({ kind: "insert", name: "insert", peril: 0.2 } as const) : callOf(transaction, job);
      const done = await process.call<"insert" | "save", Committed<Value>>(call, (dealt) => {
        // No other process writes a job during its paid call.
        const fault = dealt === "overtaken" && job?.state.status === "submitting" ? null : dealt;
        if (fault === "overtaken" && job) overtake(job);
        return taken(fault, () => committed(transaction));
      });
      return done.answer;
    },
    async get(key) {
      const read = () => rows.get(key) ?? null;
      if (!key.startsWith(JOBS)) return read();
      const name = `load ${jobAt(key)?.state.status ?? "nothing"}`;
      return process.call({ kind: "load", name, peril: 0.004 }, (fault) => asked(fault, read));
    },
    page: async (name, range) => (await engine.places(name, range)).flatMap(({ key }) => rows.get(key) ?? []),
    async places(name, range) {
      if (name !== index.open) return engine.places(name, range);
      const done = await process.call({ kind: "openJobs", name: "openJobs", peril: 0.02 }, (fault) =>
        asked(fault, () => ({ places: engine.places(name, range) })),
      );
      return done.places;
    },
  });

  return {
    rows,
    jobs,
    hasOpen: () => [...jobs.values()].some(isOpen),
    set,
    backUp() {
      const [rowsThen, jobsThen] = [new Map(rows), new Map(jobs)];
      return () => {
        safe.clear();
        set(
          [...rowsThen.values()],
          [...rows.keys()].filter((key) => !rowsThen.has(key)),
        );
        jobs.clear();
        for (const [id, job] of jobsThen) jobs.set(id, job);
      };
    },
    of(process, log) {
      // The power is cut between two processes.
      if (!isShared) set([...safe.values()]);
      for (const { value } of isShared ? [] : safe.values()) if (isJob(value)) jobs.set(value.id, value);
      safe.clear();
      return storesOver(rowsOf(process), log);
    },
  };
}

function storesOver(rows: Rows, log: Log) {
  return {
    jobs: jobStore(rows, log, testNames),
    teams: teamStore(rows, log, testNames),
    notices: noticeStore(rows, log),
    personal: personalJobs(rows, log, testNames),
  };
}

const isJob = (value: unknown): value is Job =>
  typeof value === "object" && value !== null && "state" in value && "acceptedAt" in value;

/** Freezes a value, instead of writing it to a disk and reading it back. Throws if JSON would change it. */
function frozenJson<Value>(value: Value): Value {
  freeze(value, "the whole");
  return value;
}

function freeze(value: unknown, name: string): void {
  if (value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)) return;
  if (typeof value !== "object") throw new Error(`disk: ${name} is ${String(value)}, which JSON does not keep`);
  // The next version of a job shares most of its objects with the previous one, which are frozen already.
  if (Object.isFrozen(value)) return;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype)
    throw new Error(`disk: ${name} is not a plain object`);
  Object.freeze(value);
  for (const [key, inner] of Object.entries(value)) if (inner !== undefined) freeze(inner, key);
}
