import { DelayedError, type Job, Worker } from "bullmq";
import type { Redis, RedisOptions } from "ioredis";
import type { Clock, EpochMs } from "../../core/clock.ts";
import type { Log } from "../../core/ports.ts";
import type { Scheduler, Step } from "../../core/scheduler.ts";
import { type Note, openAlarms } from "./alarms.ts";
import { LOCK_MS, watchHolds } from "./holds.ts";
import { ALARMS, PREFIX } from "./keys.ts";

export interface SchedulerOptions {
  readonly concurrency?: number;
  /** A step that rejects is tried again after this many milliseconds. */
  readonly retryAfterMs?: number;
}

/** A scheduler whose alarms outlive this process. */
export interface SharedScheduler extends Scheduler {
  close(): Promise<void>;
}

/** A worker waits for Redis as long as it is away; it listens for up to ten seconds at a time. */
const PATIENT: RedisOptions = { enableOfflineQueue: true, maxRetriesPerRequest: null, socketTimeout: 15_000 };

/**
 * By default BullMQ notices a dead worker after 30 s, gives a job up that lost two of them in its whole life, and comes
 * back 15 s after Redis does.
 */
const OPTIONS = {
  prefix: PREFIX,
  lockDuration: LOCK_MS,
  stalledInterval: LOCK_MS / 2,
  maxStalledCount: 1_000_000,
  runRetryDelay: 500,
  autorun: true,
};

/** A job that was lost in the middle of a step is woken after this at the latest. */
const LOST_MS = 1_000;

/** Wakes jobs in whichever process has room. Another one takes over what a dead one held. */
export function bullmqScheduler(
  redis: Redis,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  { concurrency = 64, retryAfterMs = 5_000 }: SchedulerOptions = {},
): SharedScheduler {
  const alarms = openAlarms(redis, clock);
  const holds = watchHolds(clock);
  let worker: Worker<Note> | null = null;
  let patient: Redis | null = null;

  async function run(alarm: Job<Note>, token: string, step: Step): Promise<void> {
    const { id } = alarm;
    if (id === undefined) return;
    const cuts = alarm.stalledCounter;
    const hold = holds.begin(id, cuts > (alarm.data.cuts ?? 0));
    let next: EpochMs | null;
    try {
      next = await step(id, hold);
      if (hold.isTakenOver) await alarm.updateData({ cuts });
    } catch (error) {
      log.error("step failed", { job: id, error: error instanceof Error ? error.message : String(error) });
      next = clock.now() + retryAfterMs;
    } finally {
      hold.end();
    }
    if (next === null) return;
    await again(alarm, token, next);
    // BullMQ's word for a job that is not done.
    throw new DelayedError();
  }

  async function again(alarm: Job<Note>, token: string, at: EpochMs): Promise<void> {
    const { id } = alarm;
    if (id === undefined) return;
    try {
      await alarm.moveToDelayed(Math.ceil(at), token);
      await alarms.stepEnded(id);
    } catch {
      // The lock is another's now, or nobody's: what this one would wait for may be out of date, so the job is woken once more.
      alarms.set(id, Math.min(at, clock.now() + LOST_MS));
    }
  }

  function open(step: Step): Worker<Note> {
    patient = redis.duplicate(PATIENT);
    patient.on("error", () => {});
    const opened = new Worker<Note>(ALARMS, (alarm, token = "") => run(alarm, token, step), {
      ...OPTIONS,
      connection: patient,
      concurrency,
    });
    opened.on("lockRenewalFailed", (ids) => holds.lost(ids));
    opened.on("completed", ({ id }) => {
      if (id !== undefined) alarms.stepEnded(id).catch(() => {});
    });
    opened.on("error", () => {});
    return opened;
  }

  async function stop(): Promise<void> {
    await worker?.close();
    holds.stop();
    patient?.disconnect();
  }

  return {
    schedule: (id, at) => alarms.set(id, at),
    async ensure(jobs) {
      const missing = new Set(await alarms.missing(jobs.map(({ id }) => id)));
      for (const { id, at } of jobs) if (missing.has(id)) alarms.set(id, at);
      return missing.size;
    },
    start(step) {
      if (worker) throw new Error("the scheduler was started before");
      worker = open(step);
    },
    stop,
    size: () => alarms.count(),
    async close() {
      await stop();
      await alarms.close();
    },
  };
}
