import type { Job, JobId } from "../../src/core/job.ts";
import { isOpen, ownerName } from "../../src/core/job.ts";
import type { JobStore } from "../../src/core/ports.ts";

export interface MemoryJobStore extends JobStore {
  /** The next `times` calls reject and change nothing; without a number, just the next one. */
  failNext(times?: number): void;
  /** Calls from here on wait, and change nothing until `resume`. */
  hang(): void;
  /** What hung goes on, in its order. */
  resume(): void;
  /** How often something was written; for a test that counts its durable writes. */
  writes(): number;
}

/** Jobs in memory, as JSON: nobody shares an object with it. It survives a test's "restart" as long as the test keeps it. */
export function memoryJobStore(): MemoryJobStore {
  const rows = new Map<JobId, { readonly body: string; readonly version: number }>();
  let failures = 0;
  let written = 0;
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
    rows.set(job.id, { body: JSON.stringify(job), version });
    written += 1;
  };
  const all = (): Job[] => [...rows.values()].map((row) => read(row.body));

  return {
    async insert(job) {
      await turn();
      if (rows.has(job.id)) return "exists";
      put(job, 1);
      return "inserted";
    },
    async load(id) {
      await turn();
      const row = rows.get(id);
      return row ? { job: read(row.body), version: row.version } : null;
    },
    async save(job, version) {
      await turn();
      if (rows.get(job.id)?.version !== version) return false;
      put(job, version + 1);
      return true;
    },
    async openJobs(after, limit) {
      await turn();
      return all()
        .filter((job) => isOpen(job) && (after === null || job.id > after))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit)
        .map((job) => ({ id: job.id, dueAt: job.dueAt ?? job.acceptedAt }));
    },
    async countOpen(whose) {
      await turn();
      return all().filter(
        (job) =>
          isOpen(job) &&
          ("owner" in whose ? ownerName(job.owner) === ownerName(whose.owner) : job.workspace === whose.workspace),
      ).length;
    },
    async jobsOf(owner, limit) {
      await turn();
      return all()
        .filter((job) => ownerName(job.owner) === ownerName(owner))
        .sort((a, b) => b.acceptedAt - a.acceptedAt || (a.id < b.id ? 1 : -1))
        .slice(0, limit);
    },
    async forgetClosed(before) {
      await turn();
      const old = all().filter(({ state }) => state.status === "closed" && state.closedAt < before);
      for (const { id } of old) rows.delete(id);
      return old.length;
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
    writes: () => written,
  };
}

function read(body: string): Job {
  return JSON.parse(body);
}
