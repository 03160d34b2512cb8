import { isOpen, type Job, outcomeOf } from "../../src/core/job/job.ts";
import type { JobStore, Log } from "../../src/core/ports.ts";
import type { Decision, Put, Rows } from "../../src/core/rows.ts";
import { JOBS, jobKey } from "../../src/engines/job-rows.ts";
import { jobStore } from "../../src/engines/job-store.ts";
import { memoryRows } from "../../src/engines/memory-rows.ts";
import { noticeStore } from "../../src/engines/notice-store.ts";
import { personalJobs } from "../../src/engines/personal-store.ts";
import { teamStore } from "../../src/engines/team-store.ts";
import type { Facts } from "./facts.ts";
import type { FaultOf } from "./faults.ts";
import type { Reply, SimProcess } from "./process.ts";
import type { Random } from "./random.ts";

/** The disk: the real stores over rows in memory. What a process wrote survives it, but for times alone: those never do, as after a power cut. */
export interface Disk {
  /** Returns the stores as one process has them. */
  of(process: SimProcess, log: Log): ReturnType<typeof storesOver>;
  job(id: string): Job | null;
  jobs(): readonly Job[];
  /** Returns what is written under a key. */
  value(key: string): unknown;
  keys(): Iterable<string>;
  hasOpen(): boolean;
  /** Writes what was there before anything else. */
  seed(put: Put): void;
  /** Makes a backup, and returns what puts it back in the place of all that was written since. */
  backUp(): () => void;
}

/** What a transaction wrote of one job. */
export interface Written {
  readonly before: Job | null;
  readonly after: Job;
}

export interface DiskWorld {
  readonly random: Random;
  readonly facts: Facts;
  /** How many jobs of others stand before the first one, all of them gone when they are looked for. */
  readonly crowd: number;
  /** It is a Redis: it loses nothing, and what was on its way when the connection broke is sent or answered once more. */
  readonly isShared: boolean;
  /** Each transaction begins a little later than it is asked for and may fail by itself, beside those of others; absent: whole calls of the store fail. */
  readonly isConcurrent?: boolean;
  /** Returns how many running places others have just now. */
  occupied?(): number;
  /** A transaction is written. */
  written(jobs: readonly Written[], keys: readonly string[]): void;
  trace(line: string): void;
  broken(claim: string): void;
}

/** A connection that broke is there again after this, at most. */
const AWAY_MS = 3_000;

export function simDisk(world: DiskWorld): Disk {
  const { random, facts, isShared, trace, broken, occupied = () => 0 } = world;
  const rows = memoryRows();
  const held = new Map<string, Put>();
  /** Rows as they were before times alone were written over them. */
  const safe = new Map<string, Put>();
  /** Answers that were read since the last write. */
  const reads = new Map<string, Promise<unknown>>();
  const others = Array.from({ length: world.crowd }, (_, index) => ({
    id: `-${String(index).padStart(5, "0")}`,
    dueAt: 0,
  }));

  const jobAt = (key: string) => (held.get(key)?.value as Job | undefined) ?? null;
  const jobs = () => [...held.keys()].filter((key) => key.startsWith(JOBS)).flatMap((key) => jobAt(key) ?? []);

  function note({ puts = [], deletes = [] }: Decision<unknown>, isSoon: boolean, by: SimProcess | null): void {
    if (puts.length + deletes.length === 0) return;
    const changed: Written[] = [];
    for (const put of puts) {
      const before = held.get(put.key);
      if (!isSoon) safe.delete(put.key);
      else if (before && !safe.has(put.key)) safe.set(put.key, before);
      held.set(put.key, { ...put, value: frozen(put.value) });
      if (put.key.startsWith(JOBS)) changed.push({ before: (before?.value as Job) ?? null, after: put.value as Job });
    }
    for (const key of deletes) held.delete(key);
    for (const one of changed) judge(one, by);
    world.written(changed, [...puts.map(({ key }) => key), ...deletes]);
  }

  function judge({ before, after }: Written, by: SimProcess | null): void {
    if (before && fixedOutcome(before) !== null && fixedOutcome(before) !== fixedOutcome(after) && !facts.isLinkAsked)
      broken("an outcome that is known changed");
    // With an approval all videos of its batch are written, those that were withdrawn meanwhile too.
    const isSame = () => after.partOf && JSON.stringify(before) === JSON.stringify(after);
    if (before?.state.status === "closed" && !facts.isLinkAsked && !facts.isUninstalled && !isSame())
      broken("a closed job was written again");
    if (before && facts.unsentBy !== null && facts.unsentBy === by && triesOf(after) > triesOf(before))
      broken("a turn in the queue was counted as a failed try");
    if (before?.state.status !== after.state.status) trace(`row ${after.partOf?.nth ?? ""} ${statusOf(after)}`);
  }

  /** Writes at once; a transaction that throws writes nothing. */
  function commit<Value>(process: SimProcess | null, of: Parameters<typeof rows.transact<Value>>): Promise<Value> {
    reads.clear();
    const [wanted, decide, how] = of;
    const decided: Decision<Value>[] = [];
    const answer = rows.transact(
      wanted,
      (found) => {
        const decision = decide(found);
        decided.push(decision);
        return decision;
      },
      how,
    );
    answer.catch(() => {});
    for (const decision of decided) note(decision, how?.durability === "soon", process);
    return answer;
  }

  function overwrite(puts: readonly Put[], deletes: readonly string[]): void {
    reads.clear();
    const keys = [...puts.map(({ key }) => key), ...deletes];
    void rows.transact({ keys }, () => ({ value: null, puts, deletes }));
  }

  function losePower(): void {
    overwrite([...safe.values()], []);
    for (const [key, put] of safe) held.set(key, put);
    safe.clear();
  }

  /** A write as the disk takes it: it may reject before or after it took effect, or be slow. */
  function written<Value>(fault: FaultOf<"save"> | null, act: () => Promise<Value>): Reply<Value> {
    if (isShared && fault === "fails before") {
      trace("a write waits for the connection");
      return { afterMs: random.between(1, AWAY_MS), later: act };
    }
    if (isShared && fault === "fails after") {
      trace("a write went through, and is told when it is asked again");
      return { afterMs: random.between(1, AWAY_MS), value: act() };
    }
    switch (fault) {
      case "fails before":
        facts.writeFaults += 1;
        trace("write failed before");
        return { afterMs: random.between(1, 100), error: "write failed" };
      case "fails after":
        facts.writeFaults += 1;
        void act().catch(() => {});
        trace("write failed after it took effect");
        return { afterMs: random.between(1, 100), error: "write failed, it seems" };
      case "slow":
        return world.isConcurrent
          ? { afterMs: random.between(100, 4_000), later: act }
          : { afterMs: random.between(100, 1_400), value: act() };
      case "overtaken":
      case null:
        return world.isConcurrent
          ? { afterMs: random.between(0, 3), later: act }
          : { afterMs: random.between(0, 3), value: act() };
    }
  }

  /** Somebody else saved the job just before. */
  function overtake(id: string): void {
    const put = held.get(jobKey(id));
    if (!put) return;
    trace("another save comes first");
    overwrite([put], []);
  }

  function asked<Value>(fault: FaultOf<"load"> | null, act: () => Promise<Value>): Reply<Value> {
    if (fault && isShared) return { afterMs: random.between(1, AWAY_MS), later: act };
    if (fault) facts.readFaults += 1;
    return fault ? { afterMs: 5, error: "read failed" } : { afterMs: 0, value: act() };
  }

  /** The same store, whose calls may fail as the fates say. */
  function faulty(process: SimProcess, store: JobStore): JobStore {
    const statusAt = (id: string) => jobAt(jobKey(id))?.state.status;
    const saved = (job: Job, act: () => Promise<boolean>) => {
      const before = statusAt(job.id);
      const isNewState = before !== job.state.status;
      const name = isNewState ? `save ${before} to ${job.state.status}` : `save ${before}`;
      return process.call({ kind: "save", name, peril: isNewState ? 0.2 : 0.01 }, (dealt) => {
        // Nobody else writes a job while its paid call is under way.
        const fault = dealt === "overtaken" && before === "submitting" ? null : dealt;
        if (fault === "overtaken") overtake(job.id);
        return written(fault, act);
      });
    };
    return {
      ...store,
      insert: (...of) =>
        process.call({ kind: "insert", name: "insert", peril: 0.2 }, (fault) => {
          if (fault !== "too slow") return written(fault, () => store.insert(...of));
          trace("insert is late");
          return { afterMs: random.between(1_000, 8_000), value: store.insert(...of) };
        }),
      load: (id) =>
        process.call({ kind: "load", name: `load ${statusAt(id) ?? "nothing"}`, peril: 0.004 }, (fault) =>
          asked(fault, () => store.load(id)),
        ),
      save: (job, version) => saved(job, () => store.save(job, version)),
      touch: (job, version) => saved(job, () => store.touch(job, version)),
      admit: (job, version, room, parts) =>
        process.call({ kind: "save", name: `save ${statusAt(job.id)}`, peril: 0.2 }, (fault) => {
          if (fault === "overtaken") overtake(job.id);
          const free = { ...room, ofWorkspace: room.ofWorkspace - occupied() };
          return written(fault, () => store.admit(job, version, free, parts));
        }),
      openJobs: (after, limit) =>
        process.call({ kind: "openJobs", name: "openJobs", peril: 0.02 }, (fault) =>
          asked(fault, async () => {
            const before = others.filter(({ id }) => after === null || (after.dueAt === 0 && id > after.id));
            const left = limit - before.length;
            const from = after?.dueAt === 0 ? null : after;
            return [...before.slice(0, limit), ...(left > 0 ? await store.openJobs(from, left) : [])];
          }),
        ),
      countUnsettled: async (workspace) => (await store.countUnsettled(workspace)) + occupied(),
    };
  }

  /** The same store, which reads once what nothing was written after: to read a job costs as much as all else in its step. */
  function remembering<Store extends object>(store: Store, names: readonly (keyof Store & string)[]): Store {
    const remembered = names.map((name) => {
      const read = store[name] as (...args: readonly unknown[]) => Promise<unknown>;
      const once = (...args: readonly unknown[]) => {
        const key = `${name} ${JSON.stringify(args)}`;
        const answer = reads.get(key) ?? read(...args).then(frozen);
        reads.set(key, answer);
        return answer;
      };
      return [name, once];
    });
    return { ...store, ...Object.fromEntries(remembered) };
  }

  function transactLater<Value>(process: SimProcess, of: Parameters<typeof rows.transact<Value>>): Promise<Value> {
    const [, , how] = of;
    const kind = how?.durability === "soon" ? "light" : how?.isNew ? "new" : "begun";
    const call = { kind: "save", name: `write ${kind}`, peril: kind === "light" ? 0.0005 : 0.01 } as const;
    return process.call(call, (fault) => written(kind === "light" ? null : fault, () => commit(process, of)));
  }

  return {
    job: (id) => jobAt(jobKey(id)),
    jobs,
    value: (key) => held.get(key)?.value,
    keys: () => held.keys(),
    hasOpen: () => jobs().some(isOpen),
    seed(put) {
      overwrite([put], []);
      held.set(put.key, put);
    },
    backUp() {
      const copy = new Map(held);
      return () => {
        overwrite(
          [...copy.values()],
          [...held.keys()].filter((key) => !copy.has(key)),
        );
        held.clear();
        safe.clear();
        for (const [key, put] of copy) held.set(key, put);
      };
    },
    of(process, log) {
      if (!isShared) losePower();
      const transact: Rows["transact"] = (...of) =>
        world.isConcurrent ? transactLater(process, of) : commit(process, of);
      const stores = storesOver({ ...rows, transact }, log);
      const jobs = remembering(stores.jobs, ["load", "openJobsOf", "countUnsettled", "waitingIn", "jobsOf"]);
      return {
        ...stores,
        jobs: world.isConcurrent ? jobs : faulty(process, jobs),
        teams: remembering(stores.teams, ["rules"]),
        notices: remembering(stores.notices, ["load"]),
      };
    },
  };
}

function storesOver(rows: Rows, log: Log) {
  return {
    jobs: jobStore(rows, log),
    teams: teamStore(rows, log),
    notices: noticeStore(rows, log),
    personal: personalJobs(rows, log),
  };
}

/** Returns the same value, which nobody can change any more. Throws where writing and reading would change a number. */
function frozen<Value>(value: Value): Value {
  // What is frozen was here before: a job's next version shares most of itself with the one before.
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === "object") frozen(inner);
    else if (typeof inner === "number" && !Number.isFinite(inner))
      throw new Error(`store: ${key} is ${inner}, which JSON does not keep`);
  }
  return value;
}

/** The outcome as far as it must never change; a link may be renewed. */
function fixedOutcome(job: Job): string | null {
  const outcome = outcomeOf(job);
  if (outcome?.kind !== "succeeded") return outcome && JSON.stringify(outcome);
  return JSON.stringify({ ...outcome, videoUrl: outcome.videoUrl !== null, expiresAt: null });
}

/** How often a settled job's message was tried in vain. */
function triesOf({ state }: Job): number {
  return state.status === "announcing" || state.status === "posting" ? state.attempts : 0;
}

function statusOf(job: Job): string {
  const outcome = outcomeOf(job);
  return outcome ? `${job.state.status} ${outcome.kind}` : job.state.status;
}
