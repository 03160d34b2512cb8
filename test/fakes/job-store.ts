import { asOne } from "../../src/core/batch/batch.ts";
import { wouldPass } from "../../src/core/budget/turns.ts";
import { type JobId, type Owner, ownerName } from "../../src/core/job/ids.ts";
import type { Job } from "../../src/core/job/job.ts";
import { isOpen, isSettled, takesPlace, waitsForService, waitsForTurn } from "../../src/core/job/job.ts";
import { addUp, type Ledger, ledgerOf, monthOf, nothingSpent } from "../../src/core/job/ledger.ts";
import type { JobStore, Room } from "../../src/core/ports.ts";
import { accountOf } from "../../src/core/team/account.ts";
import { frozenJson } from "../simulation/world/frozen-json.ts";
import { type MemoryTeams, memoryTeams } from "./team-store.ts";

export interface MemoryJobStore extends JobStore {
  /** The teams whose jobs these are. */
  readonly teams: MemoryTeams;
  /** The next `times` calls reject and change nothing; without a number, just the next one. */
  failNext(times?: number): void;
  /** Calls from here on wait, and change nothing until `resume`. */
  hang(): void;
  /** What hung goes on, in its order. */
  resume(): void;
  /** How often something was written; for a test that counts its durable writes. */
  writes(): number;
}

/** Jobs in memory, as JSON gives them back, and frozen, so that what was written changes no more. They survive a test's "restart" as long as the test keeps them. */
export function memoryJobStore(): MemoryJobStore {
  const rows = new Map<JobId, { readonly job: Job; readonly version: number; readonly owner: string }>();
  /** Forgotten jobs, and when they were closed. */
  const past = new Map<JobId, number>();
  const spent = new Map<JobId, { readonly owner: string; readonly at: number; readonly ledger: Ledger }>();
  let failures = 0;
  let writes = 0;
  let isHanging = false;
  let waiting: (() => void)[] = [];

  const turn = async () => {
    if (isHanging) await new Promise<void>((resolve) => waiting.push(resolve));
    await null;
    if (failures === 0) return;
    failures -= 1;
    throw new Error("memoryJobStore was told to fail");
  };
  const put = (job: Job, version: number) => {
    if (job.dueAt !== null && !Number.isInteger(job.dueAt))
      throw new Error(`due at a broken millisecond: ${job.dueAt}`);
    rows.set(job.id, { job: written(job), version, owner: ownerName(job.owner) });
    teams.note(job);
    spent.set(job.id, { owner: ownerName(job.owner), at: job.acceptedAt, ledger: ledgerOf(job) });
    writes += 1;
  };
  const all = (): Job[] => [...rows.values()].map(({ job }) => job);
  const allOf = (owner: Owner): Job[] => {
    const name = ownerName(owner);
    return [...rows.values()].filter((row) => row.owner === name).map(({ job }) => job);
  };
  const teams = memoryTeams(all, turn);

  const isFull = (job: Job, room: Room, parts = 0): boolean => {
    const isWaiting = ({ state }: Job) => state.status === "waiting";
    if (parts > 0) {
      const own = all().filter(({ owner }) => ownerName(owner) === ownerName(job.owner));
      const free = Math.max(0, room.ofOwner - own.filter(takesPlace).length);
      return own.filter(isWaiting).length + parts > free + room.waitingOfOwner;
    }
    const others = all().filter(
      (other) => other.id !== job.id && (isWaiting(job) ? isWaiting(other) : takesPlace(other)),
    );
    const ofOwner = others.filter(({ owner }) => ownerName(owner) === ownerName(job.owner)).length;
    const ofWorkspace = others.filter(({ workspace }) => workspace !== null && workspace === job.workspace).length;
    if (isWaiting(job)) return ofOwner >= room.waitingOfOwner;
    return ofOwner >= room.ofOwner || ofWorkspace >= room.ofWorkspace;
  };

  const wouldPassOthers = (job: Job, room: Room): boolean => {
    const sameLine = all().filter(({ workspace }) => workspace === job.workspace);
    const owner = ownerName(job.owner);
    const isDirect = job.workspace === null;
    const names = sameLine.filter((one) => waitsForTurn(one)).map((one) => ownerName(one.owner));
    const line = [...new Set(names)].map((one) => ({
      owner: one,
      waiting: names.filter((name) => name === one).length,
      running: all().filter((other) => takesPlace(other) && ownerName(other.owner) === one).length,
    }));
    return wouldPass(owner, {
      line: isDirect ? line.filter((one) => one.owner === owner) : line,
      ofOwner: room.ofOwner,
      free: isDirect ? Number.POSITIVE_INFINITY : room.ofWorkspace - sameLine.filter(takesPlace).length,
    });
  };

  const isBarred = ({ noneReleasedSince }: Room): boolean =>
    noneReleasedSince !== undefined &&
    all().some((job) => !isSettled(job) && (job.releasedAt ?? -1) >= noneReleasedSince);

  return {
    teams,
    async insert(job, room, parts = []) {
      await turn();
      if (rows.has(job.id) || past.has(job.id)) return "exists";
      if (room && isFull(job, room, parts.length)) return "full";
      if (room && takesPlace(job) && wouldPassOthers(job, room)) return "full";
      const refusal = teams.judge(asOne(job, parts));
      if (refusal) return refusal;
      for (const one of [job, ...parts]) put(one, 1);
      return "inserted";
    },
    async load(id) {
      await turn();
      const row = rows.get(id);
      return row ? { job: row.job, version: row.version } : null;
    },
    async save(job, version) {
      await turn();
      if (rows.get(job.id)?.version !== version) return false;
      put(job, version + 1);
      return true;
    },
    async admit(job, version, room, parts = []) {
      await turn();
      const row = rows.get(job.id);
      if (row?.version !== version) return "conflict";
      if (parts.some((part) => rows.get(part.job.id)?.version !== part.version - 1)) return "conflict";
      const before = row.job;
      const isHeld = (one: Job) => accountOf(one).held > 0;
      const after = parts.map((part) => part.job);
      const isHeldNow = !isHeld(before) && [job, ...after].some(isHeld);
      const refusal = isHeldNow ? teams.judge(asOne(job, after)) : null;
      if (refusal) return refusal;
      const isReleased = waitsForService(before) && job.releasedAt !== undefined;
      if (isReleased && isBarred(room)) return "full";
      if (!takesPlace(before) && takesPlace(job) && isFull(job, room)) return "full";
      put(job, version + 1);
      for (const part of parts) put(part.job, part.version);
      return "saved";
    },
    async touch(job, version) {
      await turn();
      if (rows.get(job.id)?.version !== version) return false;
      put(job, version + 1);
      return true;
    },
    async openJobs(after, limit) {
      await turn();
      // Of ten thousand jobs a page of them is read.
      const page: { readonly id: JobId; readonly dueAt: number }[] = [];
      const later = [...rows.keys()].filter((id) => after === null || id > after.id).sort();
      for (const id of later) {
        if (page.length === limit) break;
        const job = rows.get(id)?.job;
        if (job && isOpen(job)) page.push({ id, dueAt: job.dueAt ?? job.acceptedAt });
      }
      return page;
    },
    async openJobsOf(owner) {
      await turn();
      return allOf(owner)
        .filter(isOpen)
        .sort((a, b) => a.acceptedAt - b.acceptedAt || (a.id < b.id ? -1 : 1));
    },
    async waitingIn(workspace) {
      await turn();
      return all().filter((job) => job.workspace === workspace && waitsForTurn(job));
    },
    async releasable() {
      await turn();
      return all().filter((job) => waitsForService(job) || (job.releasedAt !== undefined && !isSettled(job)));
    },
    async countUnsettled(workspace) {
      await turn();
      return all().filter((job) => takesPlace(job) && job.workspace === workspace).length;
    },
    async jobsOf(owner, limit) {
      await turn();
      return allOf(owner)
        .filter((job) => !job.isForgotten)
        .sort((a, b) => b.acceptedAt - a.acceptedAt || (a.id < b.id ? 1 : -1))
        .slice(0, limit);
    },
    async ledger(owner, month) {
      await turn();
      const own = [...spent.values()].filter((one) => one.owner === ownerName(owner) && monthOf(one.at) === month);
      return own.reduce((sum, { ledger }) => addUp(sum, ledger), nothingSpent);
    },
    async forgetInstallation(id, acceptedBy) {
      await turn();
      const theirs = all().filter((job) => ownerName(job.owner).startsWith(`slack:${id}:`));
      const old = theirs.filter((job) => job.acceptedAt <= acceptedBy);
      for (const { id: jobId, state } of old) {
        if (state.status !== "closed") continue;
        rows.delete(jobId);
        past.set(jobId, state.closedAt);
      }
      return old.filter(({ state }) => state.status !== "closed").map((job) => job.id);
    },
    async forget(before) {
      await turn();
      let forgotten = 0;
      const kept = new Set(all().flatMap(({ parts = [], state }) => (state.status === "closed" ? [] : parts)));
      for (const { id, state } of all()) {
        if (state.status !== "closed" || state.closedAt >= before.jobs || kept.has(id)) continue;
        rows.delete(id);
        past.set(id, state.closedAt);
        forgotten += 1;
      }
      for (const [id, closedAt] of past) if (closedAt < before.ids) past.delete(id);
      for (const [id, { at }] of spent) if (at < before.ledger) spent.delete(id);
      teams.forgetBefore(before.ledger);
      return forgotten;
    },
    async close() {},
    failNext(times = 1) {
      failures = times;
    },
    hang() {
      isHanging = true;
    },
    resume() {
      isHanging = false;
      for (const go of waiting.splice(0)) go();
      waiting = [];
    },
    writes: () => writes,
  };
}

function written(job: Job): Job {
  return frozenJson(copied(job));
}

/** What JSON would make of plain data: without what is undefined. What is frozen was written before. */
function copied<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return value.map(copied) as Value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const there = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(there.map(([key, inner]) => [key, copied(inner)])) as Value;
}
