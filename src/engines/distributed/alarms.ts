import { Job, Queue } from "bullmq";
import type { Redis } from "ioredis";
import { z } from "zod";
import { type Clock, type EpochMs, sleep } from "../../core/clock.ts";
import type { JobId } from "../../core/job/ids.ts";
import { ALARMS, PREFIX } from "./keys.ts";
import { runScript } from "./scripts/run-script.ts";

/** An alarm's data beside its time: how many cuts of its job have been dealt with. */
export interface Note {
  readonly cuts?: number;
}

/** The times at which jobs are to be woken, as delayed jobs of BullMQ under the jobs' own ids. */
export interface Alarms {
  /** Replaces an earlier time. It is set as soon as Redis takes it; while the job's step runs, it counts after that. */
  set(id: JobId, at: EpochMs): void;
  /** Those that have no alarm, nor are about to have one. */
  missing(ids: readonly JobId[]): Promise<readonly JobId[]>;
  /** Does now what was asked for while the job's step ran. */
  stepEnded(id: JobId): Promise<void>;
  /** Alarms that are set and not due, or due and not begun. Rejects while Redis is away. */
  count(): Promise<number>;
  close(): Promise<void>;
}

/** While Redis takes nothing, an alarm is tried again after this. */
const AGAIN_MS = 500;
/** BullMQ's word for a job that is not in the state it should be in, or is not there. */
const NOT_IN_STATE = -3;
const NOT_THERE = -1;

/** Takes what stands in a field of a hash, and the field with it. */
const TAKE = `local at = redis.call("HGET", KEYS[1], ARGV[1])
if at then redis.call("HDEL", KEYS[1], ARGV[1]) end
return at`;

/** What the keys of alarms begin with, then ids -> those that have none. */
const MISSING = `local without = {}
for n = 2, #ARGV do
  if redis.call("EXISTS", ARGV[1] .. ARGV[n]) == 0 then table.insert(without, ARGV[n]) end
end
return without`;

const idList = z.array(z.string());

/** Nobody reads BullMQ's stream of events. */
const OPTIONS = { prefix: PREFIX, skipVersionCheck: true, streams: { events: { maxLen: 0 } } };

export function openAlarms(redis: Redis, clock: Clock): Alarms {
  const queue = new Queue<Note>(ALARMS, { connection: redis, ...OPTIONS });
  queue.on("error", () => {});
  /** Times that were asked for while the job's step ran, in Redis, for its process may be another one. */
  const asked = `${PREFIX}:${ALARMS}-asked`;
  /** Alarms that Redis has not taken yet. */
  const wanted = new Map<JobId, EpochMs>();
  const underWay = new Set<JobId>();
  const missing = runScript(redis, MISSING);
  const closing = new AbortController();

  async function take(id: JobId): Promise<EpochMs | null> {
    const at = await redis.eval(TAKE, 1, asked, id);
    return typeof at === "string" ? Number(at) : null;
  }

  /** Says whether there was such an alarm: of a job whose step is running, or is about to, none can be moved. */
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
    let found = await move(id, at);
    if (found === "running") {
      // Written first, then tried again: a process that ends the step in between finds it, or leaves an alarm that can be moved.
      await redis.hset(asked, id, at);
      found = await move(id, at);
      if (found !== "running") await redis.hdel(asked, id);
    }
    if (found === "none") await add(id, at);
  }

  /** One at a time for each job, so that the last word counts. */
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
      const without = idList.parse(await missing(queue.toKey(""), ...ids));
      return without.filter((id) => !wanted.has(id));
    },
    async stepEnded(id) {
      const at = await take(id);
      if (at !== null) set(id, at);
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
