import type { EpochMs } from "../../src/core/clock.ts";
import { isOpen, type Job, type JobId, outcomeOf } from "../../src/core/job.ts";
import { nothingSpent } from "../../src/core/ledger.ts";
import type { JobStore } from "../../src/core/ports.ts";
import type { Random } from "./random.ts";
import type { Reply, SimProcess } from "./sim-process.ts";

/** The disk: what a process wrote survives it. */
export interface SimStore {
  /** The store as one process sees it. */
  of(process: SimProcess): JobStore;
  /** The job as it is written now. */
  row(id: JobId): Job | null;
}

export interface StoreFaults {
  /** The chance of each fault of a write. */
  readonly rate: number;
  /** Nothing can be written or read then. */
  isDown(now: EpochMs): boolean;
}

interface Row {
  readonly body: string;
  readonly version: number;
}

export function simStore(
  random: Random,
  faults: StoreFaults,
  tell: { trace(line: string): void; broken(claim: string): void; now(): EpochMs },
): SimStore {
  const rows = new Map<JobId, Row>();

  const row = (id: JobId): Job | null => {
    const found = rows.get(id);
    return found ? read(found.body) : null;
  };

  function put(job: Job, version: number): void {
    const before = row(job.id);
    const was = before && outcomeOf(before);
    const body = JSON.stringify(job);
    if (was && JSON.stringify(was) !== JSON.stringify(outcomeOf(job))) tell.broken("an outcome that is known changed");
    if (before?.state.status === "closed") tell.broken("a closed job was written again");
    if (job.dueAt !== null && !Number.isInteger(job.dueAt)) tell.broken(`due at a broken millisecond: ${job.dueAt}`);
    if (before?.state.status !== job.state.status) tell.trace(`row ${statusOf(job)}`);
    rows.set(job.id, { body, version });
  }

  /** A write as the disk takes it: it may reject before or after it took effect, or be slow. */
  function written<Value>(act: () => Value): Reply<Value> {
    if (faults.isDown(tell.now())) return { afterMs: random.between(1, 50), error: "store down" };
    if (!random.chance(faults.rate)) return { afterMs: random.between(0, 3), value: act() };
    switch (random.pick(["before", "after", "slow"])) {
      case "before":
        tell.trace("write failed before");
        return { afterMs: random.between(1, 100), error: "write failed" };
      case "after":
        act();
        tell.trace("write failed after it took effect");
        return { afterMs: random.between(1, 100), error: "write failed, it seems" };
      default:
        return { afterMs: random.between(100, 1_400), value: act() };
    }
  }

  function asked<Value>(act: () => Value): Reply<Value> {
    const fails = faults.isDown(tell.now()) || random.chance(faults.rate / 3);
    return fails ? { afterMs: 5, error: "read failed" } : { afterMs: 0, value: act() };
  }

  return {
    row,
    of: (process) => ({
      async insert(job) {
        if (random.chance(faults.rate)) {
          tell.trace("insert is late");
          await new Promise<void>((resolve) => process.clock.after(random.between(1_000, 8_000), resolve));
        }
        return process.call({ name: "insert", peril: 0.2 }, () =>
          written(() => {
            if (rows.has(job.id)) return "exists";
            put(job, 1);
            return "inserted";
          }),
        );
      },
      load: (id) =>
        process.call({ name: "load", peril: 0.004 }, () =>
          asked(() => {
            const found = rows.get(id);
            return found ? { job: read(found.body), version: found.version } : null;
          }),
        ),
      save(job, version) {
        const isTurn = row(job.id)?.state.status !== job.state.status;
        return process.call({ name: `save ${statusOf(job)}`, peril: isTurn ? 0.2 : 0.01 }, () =>
          written(() => {
            if (rows.get(job.id)?.version !== version) return false;
            put(job, version + 1);
            return true;
          }),
        );
      },
      openJobs: () =>
        process.call({ name: "openJobs", peril: 0.02 }, () =>
          asked(() => {
            const all = [...rows.values()].map(({ body }) => read(body)).filter(isOpen);
            return all.map((job) => ({ id: job.id, dueAt: job.dueAt ?? job.acceptedAt }));
          }),
        ),
      openJobsOf: async () => [],
      countUnsettled: async () => 0,
      ledger: async () => nothingSpent,
      jobsOf: async () => [],
      forget: async () => 0,
      close: async () => {},
    }),
  };
}

function statusOf(job: Job): string {
  const outcome = outcomeOf(job);
  return outcome ? `${job.state.status} ${outcome.kind}` : job.state.status;
}

function read(body: string): Job {
  return JSON.parse(body);
}
