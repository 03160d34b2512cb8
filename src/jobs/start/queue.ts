import { type Places, placeInQueue, type QueueNow, turnsOf } from "../../core/budget/turns.ts";
import type { Clock, EpochMs } from "../../core/clock.ts";
import type { Scheduler } from "../../core/engine.ts";
import { type Owner, ownerName } from "../../core/job/ids.ts";
import { type Job, outcomeOf, TURN_MS, takesPlace, type Waiting, waitsForTurn } from "../../core/job/job.ts";
import { queueNameOf } from "../../core/job/job-indexes.ts";
import type { Capacity, JobStore } from "../../core/job/job-storage.ts";
import { expectedLeftMs } from "../../core/pace/next-poll.ts";
import type { Log } from "../../core/text/log-fields.ts";

/** Cached this long, unless something changes. */
const READ_HOLDS_MS = 500;
const QUEUES_MOST = 1_000;
/** Searches this many of a person's newest jobs for their last start. */
const JOBS_SEARCHED = 20;

function readCache<Value>(clock: Clock) {
  const cached = new Map<string, { readonly at: EpochMs; readonly value: Promise<Value> }>();
  return {
    drop: (name: string) => void cached.delete(name),
    get(name: string, read: () => Promise<Value>): Promise<Value> {
      const now = clock.now();
      for (const [one, { at }] of cached) {
        if (Math.abs(now - at) < READ_HOLDS_MS && cached.size < QUEUES_MOST) break;
        cached.delete(one);
      }
      const last = cached.get(name);
      if (last) return last.value;
      const value = read();
      cached.set(name, { at: now, value });
      value.catch(() => cached.delete(name));
      return value;
    },
  };
}

const nobody: QueueNow = { waiting: [], places: new Map(), ofOwner: 0, free: 0 };

export type JobQueues = ReturnType<typeof jobQueues>;

export function jobQueues(deps: {
  readonly jobs: Pick<JobStore, "waitingIn" | "openJobsOf" | "jobsOf" | "countUnsettled">;
  readonly scheduler: Pick<Scheduler, "schedule">;
  readonly capacity: Capacity;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
}) {
  const { jobs, scheduler, capacity, clock, log } = deps;
  const cache = readCache<QueueNow>(clock);

  async function read({ workspace, owner }: Pick<Job, "workspace" | "owner">): Promise<QueueNow> {
    const candidates = workspace === null ? await jobs.openJobsOf(owner) : await jobs.waitingIn(workspace);
    const waiting = candidates.filter((job) => waitsForTurn(job) && job.workspace === workspace);
    if (waiting.length === 0) return nobody;
    const owners = new Map(waiting.map((job) => [ownerName(job.owner), job.owner]));
    const places = await Promise.all(
      [...owners].map(async ([name, one]) => [name, await placesOf(one, workspace)] as const),
    );
    const free = workspace === null ? waiting.length : capacity.ofWorkspace - (await jobs.countUnsettled(workspace));
    return {
      waiting: waiting.map((job) => ({
        id: job.id,
        owner: ownerName(job.owner),
        joinedAt: joinedAt(job),
        isUnseen: job.state.status === "waiting" && job.state.answer !== "given",
      })),
      places: new Map(places),
      ofOwner: capacity.ofOwner,
      free: Math.max(0, free),
    };
  }

  async function placesOf(owner: Owner, workspace: string | null): Promise<Places> {
    const [open, newest] = await Promise.all([jobs.openJobsOf(owner), jobs.jobsOf(owner, JOBS_SEARCHED)]);
    const now = clock.now();
    const began = newest.filter((job) => job.workspace === workspace && hasBegun(job));
    return {
      freeAt: open.filter(takesPlace).map((job) => freeAt(job, now)),
      lastBeganAt: Math.max(0, ...began.map(({ acceptedAt, beganAt }) => beganAt ?? acceptedAt)),
    };
  }

  function freeAt({ state }: Job, now: EpochMs): EpochMs | null {
    const leftMs = state.status === "running" ? expectedLeftMs(state, now) : null;
    return leftMs === null ? null : now + leftMs;
  }

  const queueOf = (job: Job) => cache.get(queueNameOf(job), () => read(job));

  return {
    /** `place` counts only the owner's waiting jobs. */
    async placeOf(job: Job): Promise<{ readonly isTurn: boolean; readonly place: NonNullable<Waiting["place"]> }> {
      const queue = await queueOf(job);
      const place = placeInQueue(queue, job.id, clock.now()) ?? { nth: 1, startsAt: null };
      return { isTurn: turnsOf(queue).includes(job.id), place };
    },
    /** Wakes the jobs whose turn it is now. Never rejects. */
    async onLeft(job: Job): Promise<void> {
      cache.drop(queueNameOf(job));
      try {
        for (const id of turnsOf(await queueOf(job))) scheduler.schedule(id, clock.now());
      } catch (error) {
        log.warn("those who wait were not woken", { job: job.id, error: String(error) });
      }
    },
  };
}

/** A withdrawn video does not count as its owner's turn. */
function hasBegun(job: Job): boolean {
  return job.state.status !== "waiting" && outcomeOf(job)?.kind !== "not_started";
}

/** An approved job joined at its approval. The parts of a batch join one after another. */
function joinedAt({ state, acceptedAt, partOf }: Job): EpochMs {
  return (state.status === "waiting" ? state.until - TURN_MS : acceptedAt) + (partOf?.nth ?? 0);
}
