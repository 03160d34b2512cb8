import type { Clock } from "../../core/clock.ts";
import type { Engine } from "../../core/engine.ts";
import type { Log } from "../../core/ports.ts";
import { ok, type Result } from "../../core/result.ts";
import { openSqliteRows } from "../sqlite-rows.ts";
import { storesOver } from "../stores.ts";
import { alone } from "./alone.ts";
import { memoryScheduler } from "./memory-scheduler.ts";
import type { OpenRefusal } from "./refusal.ts";
import { openReserve } from "./reserve.ts";

/** Opens the folder's database for this process alone, with the alarms in memory. Refuses one that is in use, broken or cannot be written. */
export async function openEmbedded(dir: string, clock: Clock, log: Log): Promise<Result<Engine, OpenRefusal>> {
  const opened = await openSqliteRows(dir, (held) => openReserve(held, log));
  if (!opened.ok) return opened;
  const rows = opened.value;
  const { forgetExpired, ...stores } = storesOver(rows, log);
  const scheduler = memoryScheduler(clock, log);
  return ok({
    ...stores,
    scheduler,
    shared: alone(clock),
    isAlone: true,
    async erase() {
      await forgetExpired();
      return rows.emptyLog();
    },
    async close() {
      await scheduler.stop();
      await rows.close();
    },
  });
}
