import type { JobId } from "../../../src/core/job/ids.ts";
import { isOpen, type Job, outcomeOf, takesPlace, waitsForService, waitsForTurn } from "../../../src/core/job/job.ts";
import { nothingSpent } from "../../../src/core/job/ledger.ts";
import type { JobStore, Room, StoredJob } from "../../../src/core/ports.ts";
import type { Facts } from "../facts.ts";
import type { FaultOf } from "../faults.ts";
import type { Random } from "../random.ts";
import type { Reply, SimProcess } from "./sim-process.ts";

/** The disk. Writes survive their process, except changes of times alone, which are lost as after a power cut. */
export interface SimStore {
  /** The store as one process sees it. */
  of(process: SimProcess): JobStore;
  /** Returns whether a job is not closed. */
  hasOpen(): boolean;
  /** Returns the stored job. */
  row(id: JobId): Job | null;
  /** Returns all stored jobs. */
  jobs(): readonly Job[];
  /** Makes a backup. The returned function puts it back in the place of all later writes. */
  backUp(): () => void;
}

interface Row {
  readonly job: Job;
  readonly version: number;
}

export interface SimStoreWorld {
  readonly random: Random;
  readonly facts: Facts;
  /** Jobs of others that recovery lists before this one, and that are gone when they are loaded. */
  readonly crowd: number;
  /** The store is a Redis: it loses nothing, and a call that the connection cut is repeated. */
  readonly isShared: boolean;
  /** Counts the running places that others have now; absent: none. */
  occupied?(): number;
  /** A job has come into another state. */
  entered?(job: Job): void;
  /** A transaction has taken effect. */
  written?(): void;
  trace(line: string): void;
  broken(claim: string): void;
}

interface Admitted {
  readonly version: number;
  readonly room: Room;
  readonly parts: readonly StoredJob[];
}

/** A connection that broke is there again after this, at most. */
const AWAY_MS = 3_000;

export function simStore(world: SimStoreWorld): SimStore {
  const { random, facts, crowd, isShared, trace, broken, occupied = () => 0 } = world;
  const rows = new Map<JobId, Row>();
  /** Rows as they were before times alone were written over them. */
  const safe = new Map<JobId, Row>();
  const others = Array.from({ length: crowd }, (_, index) => `-${String(index).padStart(5, "0")}`);

  const row = (id: JobId): Job | null => rows.get(id)?.job ?? null;

  function put(job: Job, version: number): void {
    const before = row(job.id);
    if (before && fixedOutcome(before) !== null && fixedOutcome(before) !== fixedOutcome(job) && !facts.isLinkAsked)
      broken("an outcome that is stored changed");
    const isVisited = facts.isLinkAsked || facts.isUninstalled || facts.isFilmForgotten;
    if (before?.state.status === "closed" && !isVisited) broken("a closed job was written again");
    if (job.dueAt !== null && !Number.isInteger(job.dueAt)) broken(`due at a broken millisecond: ${job.dueAt}`);
    if (before?.state.status !== job.state.status) trace(`row ${job.partOf?.nth ?? ""} ${statusOf(job)}`);
    rows.set(job.id, { job: frozenJson(job), version });
    safe.delete(job.id);
    if (before?.state.status !== job.state.status) world.entered?.(job);
  }

  /** A write as the disk takes it: it may reject before or after it took effect, or be slow. */
  function written<Value>(fault: FaultOf<"save"> | null, act: () => Value): Reply<Value> {
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
      case "overtaken":
        return { afterMs: random.between(0, 3), value: act() };
    }
  }

  /** Somebody else saved the job just before. */
  function overtake(id: JobId): void {
    const row = rows.get(id);
    if (!row) return;
    trace("another save comes first");
    rows.set(id, { ...row, version: row.version + 1 });
  }

  function asked<Value>(fault: FaultOf<"load"> | null, act: () => Value): Reply<Value> {
    if (fault && isShared) return { afterMs: random.between(1, AWAY_MS), later: act };
    if (fault) facts.readFaults += 1;
    return fault ? { afterMs: 5, error: "read failed" } : { afterMs: 0, value: act() };
  }

  function inserted(job: Job, parts: readonly Job[]): "inserted" | "exists" {
    if (rows.has(job.id)) return "exists";
    for (const one of [job, ...parts]) put(one, 1);
    world.written?.();
    return "inserted";
  }

  const jobs = () => [...rows.values()].map(({ job }) => job);
  const taken = () => jobs().filter(takesPlace).length;

  function admitted(job: Job, { version, room, parts }: Admitted): "saved" | "conflict" | "full" {
    const isAsItWas = [{ job, version: version + 1 }, ...parts].every(
      (one) => rows.get(one.job.id)?.version === one.version - 1,
    );
    if (!isAsItWas) return "conflict";
    const isFull = taken() >= room.ofOwner || taken() + occupied() >= room.ofWorkspace;
    if (takesPlace(job) && isFull) return "full";
    for (const one of [{ job, version: version + 1 }, ...parts]) put(one.job, one.version);
    world.written?.();
    return "saved";
  }

  function touched(job: Job, version: number): void {
    const before = safe.get(job.id) ?? rows.get(job.id);
    put(job, version);
    if (before) safe.set(job.id, before);
  }

  function losePower(): void {
    for (const [id, row] of safe) rows.set(id, row);
    safe.clear();
  }

  function store(process: SimProcess): JobStore {
    /** Puts the job with its next version, if the stored one has still that version. */
    function write(job: Job, version: number, put: (job: Job, version: number) => void): Promise<boolean> {
      const before = row(job.id)?.state.status;
      const isNewState = before !== job.state.status;
      const name = isNewState ? `save ${before} to ${job.state.status}` : `save ${before}`;
      return process.call({ kind: "save", name, peril: isNewState ? 0.2 : 0.01 }, (dealt) => {
        // Nobody else writes a job while its paid call is under way.
        const fault = dealt === "overtaken" && before === "submitting" ? null : dealt;
        if (fault === "overtaken") overtake(job.id);
        return written(fault, () => {
          const stored = rows.get(job.id);
          if (stored?.version !== version) return false;
          if (facts.unsentBy === process && triesOf(job) > triesOf(stored.job))
            broken("a turn in the queue was counted as a failed try");
          put(job, version + 1);
          world.written?.();
          return true;
        });
      });
    }

    return {
      insert: (job, _room, parts = []) =>
        process.call({ kind: "insert", name: "insert", peril: 0.2 }, (fault) => {
          if (fault !== "too slow") return written(fault, () => inserted(job, parts));
          trace("insert is late");
          return { afterMs: random.between(1_000, 8_000), value: inserted(job, parts) };
        }),
      load: (id) =>
        process.call({ kind: "load", name: `load ${row(id)?.state.status ?? "nothing"}`, peril: 0.004 }, (fault) =>
          asked(fault, () => rows.get(id) ?? null),
        ),
      save: (job, version) => write(job, version, put),
      admit: (job, version, room, parts = []) =>
        process.call({ kind: "save", name: `save ${row(job.id)?.state.status}`, peril: 0.2 }, (fault) => {
          if (fault === "overtaken") overtake(job.id);
          return written(fault, () => admitted(job, { version, room, parts }));
        }),
      touch: (job, version) => write(job, version, touched),
      openJobs: (after, limit) =>
        process.call({ kind: "openJobs", name: "openJobs", peril: 0.02 }, (fault) =>
          asked(fault, () => {
            const mine = jobs()
              .filter(isOpen)
              .toSorted((one, other) => (one.id < other.id ? -1 : 1));
            const all = [
              ...others.map((id) => ({ id, dueAt: 0 })),
              ...mine.map((job) => ({ id: job.id, dueAt: job.dueAt ?? job.acceptedAt })),
            ];
            return all.filter(({ id }) => after === null || id > after.id).slice(0, limit);
          }),
        ),
      openJobsOf: async () => jobs().filter(isOpen),
      countUnsettled: async () => taken() + occupied(),
      waitingIn: async () => jobs().filter(waitsForTurn),
      releasable: async () =>
        jobs().filter((job) => waitsForService(job) || (job.releasedAt !== undefined && outcomeOf(job) === null)),
      ledger: async () => nothingSpent,
      jobsOf: async () => jobs(),
      jobWithFilm: async (name) => jobs().find(({ film }) => film?.name === name) ?? null,
      jobsWithFilms: async () => jobs().filter(({ film }) => film),
      filmsOf: async () => jobs().filter(({ film }) => film),
      forgetInstallation: async () => [],
      forget: async () => 0,
      close: async () => {},
    };
  }

  return {
    row,
    jobs,
    hasOpen: () => [...rows.values()].some(({ job }) => isOpen(job)),
    backUp() {
      const copy = new Map(rows);
      return () => {
        rows.clear();
        safe.clear();
        for (const [id, row] of copy) rows.set(id, row);
      };
    },
    of(process) {
      if (!isShared) losePower();
      return store(process);
    },
  };
}

/** The outcome as far as it must never change; a link may be renewed. */
function fixedOutcome(job: Job): string | null {
  const outcome = outcomeOf(job);
  if (outcome?.kind !== "succeeded") return outcome && JSON.stringify(outcome);
  return JSON.stringify({ ...outcome, videoUrl: outcome.videoUrl !== null, expiresAt: null });
}

/** Counts the failed tries of a settled job's message. */
function triesOf({ state }: Job): number {
  return state.status === "announcing" || state.status === "posting" ? state.attempts : 0;
}

function statusOf(job: Job): string {
  const outcome = outcomeOf(job);
  return outcome ? `${job.state.status} ${outcome.kind}` : job.state.status;
}

/** Freezes a value, which stands for writing it to a disk and reading it again. Throws if that would have changed it. */
export function frozenJson<Value extends object>(value: Value): Value {
  freeze(value, "the whole");
  return value;
}

function freeze(value: object, name: string): void {
  // A job's next version shares most of itself with the one before, which is frozen already.
  if (Object.isFrozen(value)) return;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype)
    throw new Error(`store: ${name} is no plain object`);
  Object.freeze(value);
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === "object" && inner !== null) freeze(inner, key);
    else if (!isPlain(inner)) throw new Error(`store: ${key} is ${String(inner)}, which JSON does not keep`);
  }
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}
