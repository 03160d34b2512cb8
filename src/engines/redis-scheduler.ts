import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { z } from "zod";
import { type Clock, type EpochMs, sleep, within } from "../core/clock.ts";
import { HOLD_DOUBTED_AFTER_MS, type Hold, LOCK_MS, type Scheduler, type Step } from "../core/engine.ts";
import type { JobId } from "../core/job/ids.ts";
import type { Log } from "../core/text/log-fields.ts";
import { PREFIX, runScript } from "./redis-connection.ts";

/**
 * Jobs by due time. While a job's step runs, its time is when its process's lock expires. Times are from Redis's clock.
 */
const ALARMS = `${PREFIX}:alarms`;
const HOLDERS = `${PREFIX}:alarms-held`;
/** The due time of each job whose alarm was set while its step ran. */
const ASKED = `${PREFIX}:alarms-asked`;
/** The holder after a failed takeover from a dead process. The next step then counts as a takeover, too. */
const NOBODY = "nobody";

const NOW = `local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
`;
/** ARGV: job, time until due. */
const SET = `${NOW}
local id, at = ARGV[1], now + ARGV[2]
if redis.call('HEXISTS', '${HOLDERS}', id) == 1 then redis.call('HSET', '${ASKED}', id, at)
else redis.call('ZADD', '${ALARMS}', at, id) end
`;
/** ARGV: jobs and the times until they are due. Returns how many had no alarm. */
const ENSURE = `${NOW}
local count = 0
for n = 1, #ARGV, 2 do count = count + redis.call('ZADD', '${ALARMS}', 'NX', now + ARGV[n + 1], ARGV[n]) end
return count
`;
/** ARGV: process, job limit. Returns the due jobs with their previous holders, and the time until the next one. */
const TAKE = `${NOW}
local taken = redis.call('ZRANGE', '${ALARMS}', '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[2])
for n, id in ipairs(taken) do
  taken[n] = { id, redis.call('HGET', '${HOLDERS}', id) or '' }
  redis.call('ZADD', '${ALARMS}', now + ${LOCK_MS}, id)
  redis.call('HSET', '${HOLDERS}', id, ARGV[1])
end
local next = redis.call('ZRANGE', '${ALARMS}', 0, 0, 'WITHSCORES')[2]
return { taken, next and next - now or ${LOCK_MS} }
`;
/** ARGV: process, its jobs. Renews their locks and returns the jobs that other processes took. */
const RENEW = `${NOW}
local lost = {}
for n = 2, #ARGV do
  if redis.call('HGET', '${HOLDERS}', ARGV[n]) == ARGV[1] then redis.call('ZADD', '${ALARMS}', now + ${LOCK_MS}, ARGV[n])
  else lost[#lost + 1] = ARGV[n] end
end
return lost
`;
/** ARGV: process, job, time until due again or '', next holder or ''. Returns 0 if another process took the job. */
const END = `${NOW}
local me, id, again, holder = unpack(ARGV)
if redis.call('HGET', '${HOLDERS}', id) ~= me then return 0 end
local at = redis.call('HGET', '${ASKED}', id) or (again ~= '' and now + again)
redis.call('HDEL', '${ASKED}', id)
if holder == '' then redis.call('HDEL', '${HOLDERS}', id) else redis.call('HSET', '${HOLDERS}', id, holder) end
if at then redis.call('ZADD', '${ALARMS}', at, id) else redis.call('ZREM', '${ALARMS}', id) end
return 1
`;

const takenAnswer = z.tuple([z.array(z.tuple([z.string(), z.string()])), z.number()]);
const idsAnswer = z.array(z.string());

/** Another process's alarm is noticed within this time, even if its message was lost. */
const POLL_EVERY_MS = 250;
const RENEW_EVERY_MS = LOCK_MS / 4;
/** A process doubts its lock after this. The current work can still finish before the lock expires. */
const HELD_MS = RENEW_EVERY_MS + HOLD_DOUBTED_AFTER_MS;
const AGAIN_MS = 500;
/** A job lost in the middle of a step is woken within this time. */
const LOST_MS = 1_000;
const CONCURRENCY = 64;
const RETRY_AFTER_MS = 5_000;
const STOP_MS = 1_000;

/** `heldUntil`: no other process can take the job before this time. */
interface Running {
  readonly id: JobId;
  heldUntil: EpochMs;
  isLost: boolean;
}

/** Wakes workers before their next poll. Messages may be lost. */
export interface Wakes {
  publish(): void;
  /** Includes messages of this process. */
  subscribe(wake: () => void): void;
}

const NO_WAKES: Wakes = { publish() {}, subscribe() {} };

export function redisScheduler(
  redis: Redis,
  { clock, log, wakes = NO_WAKES }: { readonly clock: Clock; readonly log: Log; readonly wakes?: Wakes },
  { retryAfterMs = RETRY_AFTER_MS }: { readonly retryAfterMs?: number } = {},
): Scheduler {
  const set = runScript(redis, SET);
  const ensure = runScript(redis, ENSURE);
  const take = runScript(redis, TAKE);
  const renew = runScript(redis, RENEW);
  const end = runScript(redis, END);
  const self = randomBytes(8).toString("hex");
  const running = new Map<JobId, Running>();
  const wanted = new Map<JobId, EpochMs>();
  const [steps, ends] = [new Set<Promise<void>>(), new Set<Promise<void>>()];
  const stopping = new AbortController();
  let pause = new AbortController();
  let cancelRenewal = () => {};
  let watching: Promise<void> | null = null;

  const untilMs = (at: EpochMs) => Math.ceil(Math.max(0, at - clock.now()));

  /** Makes sure that the new alarm is taken on time, here or by a process with capacity. */
  function pollSoon(at: EpochMs): void {
    if (untilMs(at) >= POLL_EVERY_MS) return;
    const takesMore = watching !== null && !stopping.signal.aborted && running.size < CONCURRENCY;
    if (takesMore) pause.abort();
    else wakes.publish();
  }

  function schedule(id: JobId, at: EpochMs): void {
    if (!Number.isFinite(at)) throw new Error(`job ${id} cannot be due at ${at}`);
    const isUnderWay = wanted.has(id);
    wanted.set(id, at);
    if (!isUnderWay) void place(id);
  }

  async function place(id: JobId): Promise<void> {
    for (let at = wanted.get(id); at !== undefined; at = wanted.get(id)) {
      try {
        await set(id, untilMs(at));
        if (wanted.get(id) === at) wanted.delete(id);
        pollSoon(at);
      } catch {
        if (stopping.signal.aborted) return;
        await sleep(clock, AGAIN_MS, stopping.signal);
      }
    }
  }

  async function watch(step: Step): Promise<void> {
    while (!stopping.signal.aborted) {
      pause = new AbortController();
      const waitMs = await takeDue(step).catch(() => AGAIN_MS);
      await sleep(clock, waitMs, pause.signal);
    }
  }

  async function takeDue(step: Step): Promise<number> {
    const free = CONCURRENCY - running.size;
    if (free === 0) return POLL_EVERY_MS;
    const heldUntil = clock.now() + HELD_MS;
    const [taken, nextMs] = takenAnswer.parse(await take(self, free));
    for (const [id, holder] of taken) {
      const own = running.get(id);
      if (own) own.heldUntil = heldUntil;
      else if (stopping.signal.aborted) track(ends, release(id, clock.now(), holder));
      else track(steps, run({ id, heldUntil, isLost: false }, holder !== "" && holder !== self, step));
    }
    return taken.length < free ? Math.min(Math.max(1, nextMs), POLL_EVERY_MS) : POLL_EVERY_MS;
  }

  async function run(job: Running, isTakenOver: boolean, step: Step): Promise<void> {
    const { id } = job;
    const hold: Hold = { isTakenOver, isHeld: () => !job.isLost && clock.now() < job.heldUntil };
    running.set(id, job);
    let next: EpochMs | null;
    let holder = "";
    try {
      next = await step(id, hold);
    } catch (error) {
      log.error("step failed", { job: id, error: error instanceof Error ? error.message : String(error) });
      next = clock.now() + retryAfterMs;
      if (isTakenOver) holder = NOBODY;
    }
    if (running.size === CONCURRENCY) pause.abort();
    running.delete(id);
    track(ends, release(id, next, holder));
  }

  async function release(id: JobId, next: EpochMs | null, holder: string): Promise<void> {
    const isOurs = await end(self, id, next === null ? "" : untilMs(next), holder).catch(() => 0);
    if (next === null) return;
    // Another process took the job over, or Redis did not answer. `next` may be outdated, so run the job again within
    // `LOST_MS`.
    if (isOurs !== 1) schedule(id, Math.min(next, clock.now() + LOST_MS));
    else pollSoon(next);
  }

  async function renewAll(): Promise<void> {
    cancelRenewal = clock.after(RENEW_EVERY_MS, () => void renewAll());
    const jobs = [...running.values()];
    if (jobs.length === 0) return;
    const heldUntil = clock.now() + HELD_MS;
    const answer = await renew(self, ...jobs.map(({ id }) => id)).catch(() => null);
    const lost = idsAnswer.safeParse(answer).data;
    for (const job of jobs) {
      if (lost?.includes(job.id)) job.isLost = true;
      else if (lost) job.heldUntil = heldUntil;
    }
  }

  return {
    schedule,
    async ensure(jobs) {
      const count = Number(await ensure(...jobs.flatMap(({ id, at }) => [id, untilMs(at)])));
      pause.abort();
      return count;
    },
    start(step) {
      if (watching !== null) throw new Error("the scheduler was started before");
      watching = watch(step);
      wakes.subscribe(() => pause.abort());
      void renewAll();
    },
    async stop() {
      stopping.abort();
      pause.abort();
      await Promise.all(steps);
      await within(clock, STOP_MS, Promise.all([watching, ...ends]));
      cancelRenewal();
    },
    async size() {
      const [all, held] = await Promise.all([redis.zcard(ALARMS), redis.hlen(HOLDERS)]);
      return all - held;
    },
  };
}

function track(all: Set<Promise<void>>, work: Promise<void>): void {
  all.add(work);
  void work.then(() => all.delete(work));
}
