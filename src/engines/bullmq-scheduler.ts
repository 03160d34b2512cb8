import { DelayedError, Job, Queue, Worker } from "bullmq";
import type { Redis, RedisOptions } from "ioredis";
import { type Clock, type EpochMs, sleep } from "../core/clock.ts";
import type { JobId } from "../core/job/ids.ts";
import type { Log } from "../core/ports.ts";
import { HOLD_DOUBTED_AFTER_MS, type Hold, LOCK_MS, type Scheduler, type Step } from "../core/scheduler.ts";
import { ALARMS, PREFIX } from "./redis-connection.ts";

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
 * By default BullMQ notices a dead worker after 30 s, gives up a job that lost two of them in its whole life, and comes
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

/** Wakes jobs in whichever process has room. Another process takes over the jobs of a dead one. */
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
    // This is how BullMQ is told that a job is not done.
    throw new DelayedError();
  }

  async function again(alarm: Job<Note>, token: string, at: EpochMs): Promise<void> {
    const { id } = alarm;
    if (id === undefined) return;
    try {
      await alarm.moveToDelayed(Math.ceil(at), token);
      await alarms.stepEnded(id);
    } catch {
      // Another process has the lock now, or none: the time that this step returned may be out of date, so the job is
      // woken once more.
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

/** An alarm's data beside its time: how many interruptions of its job have been dealt with. */
interface Note {
  readonly cuts?: number;
}

/** The times at which jobs are to be woken, as delayed jobs of BullMQ under the jobs' own ids. */
interface Alarms {
  /** Replaces an earlier time as soon as Redis takes it. While the job's step runs, the new time counts after that step. */
  set(id: JobId, at: EpochMs): void;
  /** Returns the jobs that have no alarm and are not about to get one. */
  missing(ids: readonly JobId[]): Promise<readonly JobId[]>;
  /** Sets the alarm that was asked for while the job's step ran. */
  stepEnded(id: JobId): Promise<void>;
  /** Counts the alarms that are set and not due, or due and not begun. Rejects while Redis is away. */
  count(): Promise<number>;
  close(): Promise<void>;
}

/** While Redis takes nothing, an alarm is tried again after this. */
const AGAIN_MS = 500;
/** No step takes as long as this. */
const ASKED_S = 86_400;
/** BullMQ returns this for a job that is missing or not in the state it should be in. */
const NOT_IN_STATE = -3;
const NOT_THERE = -1;

/** Nobody reads BullMQ's stream of events. */
const QUEUE_OPTIONS = { prefix: PREFIX, skipVersionCheck: true, streams: { events: { maxLen: 0 } } };

function openAlarms(redis: Redis, clock: Clock): Alarms {
  const queue = new Queue<Note>(ALARMS, { connection: redis, ...QUEUE_OPTIONS });
  queue.on("error", () => {});
  /**
   * Names the time that was asked for while the job's step ran. It is in Redis, for that step's process may be another
   * one.
   */
  const askedKey = (id: JobId) => `${PREFIX}:${ALARMS}-asked:${id}`;
  /** Alarms that Redis has not taken yet. */
  const wanted = new Map<JobId, EpochMs>();
  const underWay = new Set<JobId>();
  const closing = new AbortController();

  /** Moves the alarm. The alarm of a job whose step is running, or is about to run, cannot be moved. */
  async function move(id: JobId, at: EpochMs): Promise<"moved" | "running" | "none"> {
    const alarm = new Job<Note>(queue, ALARMS, {}, {}, id);
    try {
      await alarm.changeDelay(Math.max(0, at - clock.now()));
      return "moved";
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : null;
      if (code === NOT_IN_STATE) return "running";
      if (code === NOT_THERE) return "none";
      throw error;
    }
  }

  async function add(id: JobId, at: EpochMs): Promise<void> {
    const delay = Math.max(0, at - clock.now());
    await queue.add(ALARMS, {}, { jobId: id, delay, removeOnComplete: true, removeOnFail: true });
  }

  async function place(id: JobId, at: EpochMs): Promise<void> {
    let outcome = await move(id, at);
    if (outcome === "running") {
      // Written first, then tried again: a process that ends the step in between finds it, or leaves an alarm that can be
      // moved.
      await redis.set(askedKey(id), at, "EX", ASKED_S);
      outcome = await move(id, at);
      if (outcome !== "running") await redis.del(askedKey(id));
    }
    if (outcome === "none") await add(id, at);
  }

  /** Places one alarm at a time for each job, so that the last one counts. */
  async function placeAll(id: JobId): Promise<void> {
    underWay.add(id);
    for (let at = wanted.get(id); at !== undefined; at = wanted.get(id)) {
      try {
        await place(id, at);
        if (wanted.get(id) === at) wanted.delete(id);
      } catch {
        if (closing.signal.aborted) break;
        await sleep(clock, AGAIN_MS, closing.signal);
      }
    }
    underWay.delete(id);
  }

  function set(id: JobId, at: EpochMs): void {
    if (!Number.isFinite(at)) throw new Error(`job ${id} cannot be due at ${at}`);
    wanted.set(id, Math.ceil(at));
    if (!underWay.has(id)) void placeAll(id);
  }

  return {
    set,
    async missing(ids) {
      const asking = redis.pipeline();
      for (const id of ids) asking.exists(queue.toKey(id));
      const answers = (await asking.exec()) ?? [];
      for (const [error] of answers) if (error) throw error;
      return ids.filter((id, n) => answers[n]?.[1] === 0 && !wanted.has(id));
    },
    async stepEnded(id) {
      const at = await redis.getdel(askedKey(id));
      if (at !== null) set(id, Number(at));
    },
    async count() {
      if (redis.status !== "ready") throw new Error("Redis is away");
      return queue.getJobCountByTypes("delayed", "waiting");
    },
    async close() {
      closing.abort();
      await queue.close();
    },
  };
}

const BEAT_MS = 500;

/** Knows which of the jobs whose steps run here may have been taken over by now. */
interface Holds {
  begin(id: JobId, isTakenOver: boolean): Hold & { end(): void };
  /** Reports that their locks could not be renewed. */
  lost(ids: readonly JobId[]): void;
  stop(): void;
}

export function watchHolds(clock: Clock): Holds {
  const held = new Set<{ readonly id: JobId; isLost: boolean }>();
  let beatAt: EpochMs = clock.now();
  let cancel = clock.after(BEAT_MS, beat);

  const stoodStill = () => clock.now() - beatAt > HOLD_DOUBTED_AFTER_MS;

  function beat(): void {
    if (stoodStill()) for (const one of held) one.isLost = true;
    beatAt = clock.now();
    cancel = clock.after(BEAT_MS, beat);
  }

  return {
    begin(id, isTakenOver) {
      const one = { id, isLost: false };
      held.add(one);
      return { isTakenOver, isHeld: () => !one.isLost && !stoodStill(), end: () => void held.delete(one) };
    },
    lost(ids) {
      for (const one of held) if (ids.includes(one.id)) one.isLost = true;
    },
    stop: () => cancel(),
  };
}
