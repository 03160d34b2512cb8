import type { Log } from "../../../src/core/ports.ts";
import type { Decision, Put, Rows } from "../../../src/core/rows.ts";
import { JOBS, jobIdOf } from "../../../src/engines/job-rows.ts";
import { jobStore } from "../../../src/engines/job-store.ts";
import { memoryRows } from "../../../src/engines/memory-rows.ts";
import { noticeStore } from "../../../src/engines/notice-store.ts";
import { personalJobs } from "../../../src/engines/personal-store.ts";
import { teamStore } from "../../../src/engines/team-store.ts";
import type { FaultOf } from "../faults.ts";
import type { Random } from "../random.ts";
import type { Reply, SimProcess } from "../world/sim-process.ts";
import { type Remembered, remembering } from "./remembering.ts";

/** The real stores over rows in memory: what a process wrote survives it. */
export interface TeamDisk {
  /** The stores as one process has them. */
  of(process: SimProcess, log: Log): ReturnType<typeof storesOver>;
  /** What is written, by its key. */
  readonly written: ReadonlyMap<string, unknown>;
  /** How many writes failed, or seemed to. */
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
  const reads: Remembered = new Map();

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
        jobs: remembering(stores.jobs, ["load", "openJobsOf", "countUnsettled", "waitingIn", "jobsOf"], reads),
        teams: remembering(stores.teams, ["rules"], reads),
        notices: remembering(stores.notices, ["load"], reads),
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
