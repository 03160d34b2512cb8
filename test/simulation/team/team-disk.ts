import { z } from "zod";
import type { Log } from "../../../src/core/ports.ts";
import { type Connection, connect, type Statement } from "../../../src/engines/embedded/connect.ts";
import { jobStore } from "../../../src/engines/embedded/job-store.ts";
import type { Database } from "../../../src/engines/embedded/open-database.ts";
import { migrate } from "../../../src/engines/embedded/schema/schema.ts";
import { noticeStore } from "../../../src/engines/embedded/teams/notice-store.ts";
import { teamStore } from "../../../src/engines/embedded/teams/team-store.ts";
import type { FaultOf } from "../faults.ts";
import type { Random } from "../random.ts";
import type { Reply, SimProcess } from "../world/sim-process.ts";
import { type Remembered, remembering } from "./remembering.ts";

/** The embedded engine itself, in memory: what a process wrote survives it. */
export interface TeamDisk {
  /** The stores as one process has them. */
  of(process: SimProcess, log: Log): ReturnType<typeof storesOver>;
  /** For looking at what is written. */
  prepare(sql: string): Statement;
  /** How many writes failed, or seemed to. */
  failures(): number;
}

export interface TeamDiskWorld {
  readonly random: Random;
  /** A transaction is written: the ids of its jobs, and "rules" where those are among it. */
  written(ids: readonly string[]): void;
  trace(line: string): void;
}

const notedRow = z.object({ ids: z.string().nullable() });
const tableRow = z.object({ name: z.string() });

/** One for all lives of this thread, emptied for each: to make the tables takes longer than a life. */
let opened: { readonly connection: Connection; readonly tables: readonly string[] } | null = null;
const statements = new Map<string, Statement>();

async function openMemory() {
  const connection = await connect(":memory:");
  await migrate(connection);
  connection.exec(`CREATE TEMP TABLE written (id TEXT PRIMARY KEY); ${NOTE_WRITTEN.join("; ")}`);
  const names = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return { connection, tables: names.map((row) => tableRow.parse(row).name) };
}

/** Notes by itself which jobs and rules were written: to look through them after each transaction takes as long as to write them. */
const NOTE_WRITTEN = ["jobs", "team_rules"]
  .flatMap((table) => ["INSERT", "UPDATE", "DELETE"].map((act) => ({ table, act })))
  .map(({ table, act }) => {
    const id = table === "team_rules" ? "'rules'" : act === "DELETE" ? "old.id" : "new.id";
    return `CREATE TEMP TRIGGER ${act}_${table} AFTER ${act} ON ${table} BEGIN INSERT OR IGNORE INTO written VALUES (${id}); END`;
  });

/** An empty one. */
export async function teamDisk({ random, written, trace }: TeamDiskWorld): Promise<TeamDisk> {
  opened ??= await openMemory();
  const { connection, tables } = opened;
  for (const table of tables) connection.exec(`DELETE FROM ${table}; DELETE FROM written`);

  function prepare(sql: string): Statement {
    const known = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, known);
    return known;
  }

  const begin = prepare("BEGIN");
  const commit = prepare("COMMIT");
  const noted = prepare("SELECT group_concat(id, ' ') AS ids FROM written");
  const forgetNoted = prepare("DELETE FROM written");

  /** Ids of jobs that were written since this was asked last, and "rules". */
  function takeWritten(): readonly string[] {
    const { ids } = notedRow.parse(noted.get());
    if (ids === null) return [];
    forgetNoted.run();
    return ids.split(" ");
  }

  let failures = 0;
  const reads: Remembered = new Map();

  /** A write that throws leaves nothing behind. */
  function committed<Value>(act: () => Value): { readonly value: Value } | { readonly error: unknown } {
    reads.clear();
    begin.run();
    try {
      const value = act();
      commit.run();
      const ids = takeWritten();
      if (ids.length > 0) written(ids);
      return { value };
    } catch (error) {
      connection.exec("ROLLBACK");
      return { error };
    }
  }

  /** The transaction begins a little later than it is asked for, beside those of others. */
  function disked<Value>(fault: FaultOf<"save"> | null, act: () => Value): Reply<ReturnType<typeof committed<Value>>> {
    if (fault !== null) trace(`write: ${fault}`);
    if (fault === "fails before" || fault === "fails after") failures += 1;
    switch (fault) {
      case "fails before":
        return { afterMs: random.between(1, 100), value: { error: new Error("write failed") } };
      case "fails after":
        committed(act);
        return { afterMs: random.between(1, 100), value: { error: new Error("write failed, it seems") } };
      case "slow":
        return { afterMs: random.between(100, 4_000), later: () => committed(act) };
      case "overtaken":
      case null:
        return { afterMs: random.between(0, 3), later: () => committed(act) };
    }
  }

  return {
    prepare,
    failures: () => failures,
    of(process, log) {
      const stores = storesOver(
        {
          prepare,
          async write(act, kind = "begun") {
            const call = { kind: "save", name: `write ${kind}`, peril: kind === "light" ? 0.0005 : 0.01 } as const;
            const done = await process.call(call, (fault) => disked(kind === "light" ? null : fault, act));
            if ("error" in done) throw done.error;
            return done.value;
          },
          emptyLog: () => true,
          close: async () => {},
        },
        log,
      );
      return {
        jobs: remembering(stores.jobs, ["load", "openJobsOf", "countUnsettled", "waitingIn", "jobsOf"], reads),
        teams: remembering(stores.teams, ["rules"], reads),
        notices: remembering(stores.notices, ["load"], reads),
      };
    },
  };
}

function storesOver(database: Database, log: Log) {
  return { jobs: jobStore(database, log), teams: teamStore(database, log), notices: noticeStore(database, log) };
}
