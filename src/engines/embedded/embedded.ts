import type Keyv from "keyv";
import type { Clock } from "../../core/clock.ts";
import type { JobStore, Log } from "../../core/ports.ts";
import { ok, type Result } from "../../core/result.ts";
import type { Scheduler } from "../../core/scheduler.ts";
import { jobStore } from "./job-store.ts";
import { openKeyv } from "./keyv-store.ts";
import { memoryScheduler } from "./memory-scheduler.ts";
import { openDatabase } from "./open-database.ts";
import type { OpenRefusal } from "./refusal.ts";
import { openReserve } from "./reserve.ts";

/** Everything durable of one process, in one file, and the alarms beside it. */
export interface Embedded {
  readonly jobs: JobStore;
  readonly scheduler: Scheduler;
  /** Keys, settings and the like, one namespace each; it rejects where the file fails. */
  keyv(namespace: string): Keyv;
  /** Waits for the steps in flight, saves what is queued, gives the file free. */
  close(): Promise<void>;
}

/** Opens the folder's database for this process alone. Refuses one that is in use, broken or cannot be written. */
export async function openEmbedded(dir: string, clock: Clock, log: Log): Promise<Result<Embedded, OpenRefusal>> {
  const opened = await openDatabase(dir, (held) => openReserve(held, log));
  if (!opened.ok) return opened;
  const database = opened.value;
  const scheduler = memoryScheduler(clock, log);
  return ok({
    jobs: jobStore(database, log),
    scheduler,
    keyv: (namespace) => openKeyv(database, namespace),
    async close() {
      await scheduler.stop();
      await database.close();
    },
  });
}
