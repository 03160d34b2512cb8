import type { Clock } from "../../core/clock.ts";
import type { Engine } from "../../core/engine.ts";
import type { Log } from "../../core/ports.ts";
import { ok, type Result } from "../../core/result.ts";
import { alone } from "./alone.ts";
import { jobStore } from "./job-store.ts";
import { forgetExpired, openKeyv, swapInKeyv } from "./keyv-store.ts";
import { memoryScheduler } from "./memory-scheduler.ts";
import { openDatabase } from "./open-database.ts";
import { personalJobs } from "./personal-jobs.ts";
import type { OpenRefusal } from "./refusal.ts";
import { openReserve } from "./reserve.ts";
import { noticeStore } from "./teams/notice-store.ts";
import { teamStore } from "./teams/team-store.ts";

/** Opens the folder's database for this process alone, with the alarms in memory. Refuses one that is in use, broken or cannot be written. */
export async function openEmbedded(dir: string, clock: Clock, log: Log): Promise<Result<Engine, OpenRefusal>> {
  const opened = await openDatabase(dir, (held) => openReserve(held, log));
  if (!opened.ok) return opened;
  const database = opened.value;
  const scheduler = memoryScheduler(clock, log);
  return ok({
    jobs: jobStore(database, log),
    personal: personalJobs(database),
    teams: teamStore(database, log),
    notices: noticeStore(database, log),
    scheduler,
    shared: alone(clock),
    isAlone: true,
    keyv: (namespace) => openKeyv(database, namespace),
    swap: (namespace, entry) => swapInKeyv(database, namespace, entry),
    async erase() {
      await forgetExpired(database);
      return database.emptyLog();
    },
    async close() {
      await scheduler.stop();
      await database.close();
    },
  });
}
