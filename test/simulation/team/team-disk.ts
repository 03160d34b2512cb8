import type { Log } from "../../../src/core/ports.ts";
import type { Decision, Put, Rows } from "../../../src/core/rows.ts";
import { JOBS, jobIdOf } from "../../../src/engines/job-rows.ts";
import { jobStore } from "../../../src/engines/job-store.ts";
import { noticeStore } from "../../../src/engines/notice-store.ts";
import { personalJobs } from "../../../src/engines/personal-store.ts";
import { teamStore } from "../../../src/engines/team-store.ts";
import { memoryRows } from "../../fakes/memory-rows.ts";
import type { FaultOf } from "../faults.ts";
import type { Random } from "../random.ts";
import type { Reply, SimProcess } from "../world/sim-process.ts";
import { frozenJson } from "../world/sim-store.ts";

/** The real stores over rows in memory: what a process wrote survives it. */
export interface TeamDisk {
  /** The stores as one process has them. */
  of(process: SimProcess, log: Log): ReturnType<typeof storesOver>;
  /** The stored values, by key. */
  readonly written: ReadonlyMap<string, unknown>;
  /** Counts writes that failed, or seemed to. */
  failures(): number;
}

export interface TeamDiskWorld {
  readonly random: Random;
  /** A transaction is written: the ids of its jobs, and "rules" where those are among it. */
  written(ids: readonly string[]): void;
  trace(line: string): void;
}

/** An empty one. */
export function teamDisk({ random, written, trace }: TeamDiskWorld): TeamDisk {
  const rows = memoryRows();
  const values = new Map<string, unknown>();
  let failures = 0;
  const reads: Cache = new Map();

  function note({ puts = [], deletes = [] }: Pick<Decision<unknown>, "puts" | "deletes">): void {
    for (const key of deletes) values.delete(key);
    for (const { key, value } of puts) values.set(key, structuredClone(value));
    const ids = [...deletes, ...puts.map(({ key }: Put) => key)].flatMap((key) => {
      if (key.startsWith(JOBS)) return [jobIdOf(key)];
      return key.startsWith("rules/") ? ["rules"] : [];
    });
    if (ids.length > 0) written(ids);
  }

  /** A transaction that throws writes nothing. */
  function committed<Value>(of: Parameters<typeof rows.transact<Value>>): { readonly answer: Promise<Value> } {
    reads.clear();
    const [wanted, decide, how] = of;
    const writes: Decision<Value>[] = [];
    const answer = rows.transact(
      wanted,
      (facts) => {
        const decision = decide(facts);
        writes.push(decision);
        return decision;
      },
      how,
    );
    answer.catch(() => {});
    for (const decision of writes) note(decision);
    return { answer };
  }

  /** The transaction begins a little later than it is asked for, beside those of others. */
  function disked<Value>(fault: FaultOf<"save"> | null, act: () => Value): Reply<Value | { readonly error: unknown }> {
    if (fault !== null) trace(`write: ${fault}`);
    if (fault === "fails before" || fault === "fails after") failures += 1;
    switch (fault) {
      case "fails before":
        return { afterMs: random.between(1, 100), value: { error: new Error("write failed") } };
      case "fails after":
        act();
        return { afterMs: random.between(1, 100), value: { error: new Error("write failed, it seems") } };
      case "slow":
        return { afterMs: random.between(100, 4_000), later: act };
      case "overtaken":
      case null:
        return { afterMs: random.between(0, 3), later: act };
    }
  }

  return {
    written: values,
    failures: () => failures,
    of(process, log) {
      const faulty: Rows = {
        ...rows,
        async transact(...of) {
          const kind = kindOf(of[2]);
          const call = { kind: "save", name: `write ${kind}`, peril: kind === "light" ? 0.0005 : 0.01 } as const;
          const done = await process.call(call, (fault) =>
            disked(kind === "light" ? null : fault, () => committed(of)),
          );
          if ("error" in done) throw done.error;
          return done.answer;
        },
      };
      const stores = storesOver(faulty, log);
      return {
        jobs: cachedReads(stores.jobs, ["load", "openJobsOf", "countUnsettled", "waitingIn", "jobsOf"], reads),
        teams: cachedReads(stores.teams, ["rules"], reads),
        notices: cachedReads(stores.notices, ["load"], reads),
        personal: stores.personal,
      };
    },
  };
}

function kindOf(how: Parameters<Rows["transact"]>[2]): "light" | "new" | "begun" {
  if (how?.durability === "soon") return "light";
  return how?.isNew ? "new" : "begun";
}

function storesOver(rows: Rows, log: Log) {
  return {
    jobs: jobStore(rows, log),
    teams: teamStore(rows, log),
    notices: noticeStore(rows, log),
    personal: personalJobs(rows, log),
  };
}

/** The reads since the last transaction began, by method and arguments. */
type Cache = Map<string, Promise<unknown>>;

/**
 * Caches a store's reads until the next write. Most reads of a life are repetitions, and reading a job costs as much as the
 * rest of its step. Cached values are frozen, so that no reader changes what others get.
 */
function cachedReads<Store extends object>(
  store: Store,
  names: readonly (keyof Store & string)[],
  reads: Cache,
): Store {
  const methods = names.map((name) => {
    const read: unknown = store[name];
    if (typeof read !== "function") throw new Error(`the store has no ${name}`);
    return [name, (...args: readonly unknown[]) => readOnce(`${name} ${JSON.stringify(args)}`, () => read(...args))];
  });

  function readOnce(key: string, read: () => Promise<unknown>): Promise<unknown> {
    const cached = reads.get(key);
    if (cached !== undefined) return cached;
    const reading = read();
    // Frozen before anybody has it: everybody who asks gets the same promise, at the same moment as from the store itself.
    void reading.then((value) => typeof value === "object" && value !== null && frozenJson(value));
    reads.set(key, reading);
    return reading;
  }

  return { ...store, ...Object.fromEntries(methods) };
}
