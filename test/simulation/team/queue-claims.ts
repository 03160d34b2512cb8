import type { EpochMs } from "../../../src/core/clock.ts";
import type { JobId, UserId } from "../../../src/core/job/ids.ts";
import { isSettled, type Job } from "../../../src/core/job/job.ts";
import type { Capacity } from "../../../src/core/job/job-storage.ts";

const SECOND = 1_000;

/**
 * A free place must be taken within this time if somebody waits, because waiting jobs are polled every two seconds. The
 * second limit applies after a kill.
 */
const IDLE_MOST_MS = 3 * SECOND;
const IDLE_AFTER_KILL_MS = 8 * SECOND;
/** A video that has waited longer than this must not start. */
const WAITS_MOST_MS = 2 * 3_600 * SECOND;

/** Checks a simulated queue after each write of a job. */
export interface Watch {
  saved(before: Job | null, after: Job): void;
  begun(): void;
}

interface QueueWorld {
  readonly people: readonly UserId[];
  readonly capacity: Capacity;
  now(): EpochMs;
  /** Returns true if these people have no key, and their last key was removed more than a moment ago. */
  isKeyGone(): boolean;
  broken(claim: string): void;
}

/** Checks a queue in which kills are the only faults. Computes the expected order with its own rules. */
export function queueClaims({ people, capacity, now, isKeyGone, broken }: QueueWorld): Watch {
  /** The waiting and running jobs. */
  const active = new Map<JobId, Job>();
  const waited = new Set<JobId>();
  /** When each job started to wait for its turn. */
  const since = new Map<JobId, EpochMs>();
  const starts = new Map<string, number>();
  let idleSince: EpochMs | null = null;
  let begunAt = Number.NEGATIVE_INFINITY;

  const waitingOf = (person: string) => [...active.values()].filter((one) => waits(one) && one.owner.userId === person);
  const runningOf = (person: string) => [...active.values()].filter((one) => runs(one) && one.owner.userId === person);

  const countRunning = () => [...active.values()].filter(runs).length;
  const mayBegin = () =>
    people.some(
      // A person's jobs start in order, and none starts before its card is shown.
      (one) =>
        runningOf(one).length < capacity.ofOwner && waitingOf(one).length > 0 && waitingOf(one).every(isAnswered),
    );

  function noteStart(job: Job): void {
    const person = job.owner.userId;
    if (now() - (since.get(job.id) ?? now()) >= WAITS_MOST_MS)
      broken("a video started after its time limit in the queue");
    if (waitingOf(person).some((one) => one.acceptedAt < job.acceptedAt))
      broken("a video started before an older one of the same person");
    noteTurn(person);
  }

  function noteTurn(person: string): void {
    starts.set(person, (starts.get(person) ?? 0) + 1);
    const counts = people.map((one) => starts.get(one) ?? 0);
    if (Math.max(...counts) - Math.min(...counts) > 1)
      broken("one person started two videos more than another who was waiting");
  }

  /** A new video that started without waiting. */
  function noteNew(job: Job): void {
    const person = job.owner.userId;
    noteTurn(person);
    if (runningOf(person).length >= capacity.ofOwner && waitingOf(person).length > 0)
      broken("a video started before an older one of the same person");
    if (countRunning() >= capacity.ofWorkspace && mayBegin())
      broken("a video took a place that another job was waiting for");
  }

  /** Counts starts only while everybody waits for the same place. */
  function noteWindow(): void {
    const isOpen = capacity.ofWorkspace === 1 && people.every((person) => waitingOf(person).some(isAnswered));
    if (!isOpen) starts.clear();
  }

  function noteIdle(isIdle: boolean): void {
    const at = now();
    if (idleSince !== null) {
      const idleMs = at - idleSince;
      const most = begunAt >= idleSince - IDLE_AFTER_KILL_MS ? IDLE_AFTER_KILL_MS : IDLE_MOST_MS;
      if (idleMs > most) broken("a place stayed free although a job was waiting");
    }
    if (!isIdle) idleSince = null;
    else idleSince ??= at;
  }

  return {
    begun() {
      begunAt = now();
    },
    saved(before, job) {
      if (waits(job) || runs(job)) active.set(job.id, job);
      else active.delete(job.id);
      if (waits(job)) waited.add(job.id);
      // A call that has already started may outlast the key.
      const isPaidNow = job.state.status === "submitting" && before?.state.status !== "submitting";
      if (isPaidNow && waited.has(job.id) && isKeyGone()) broken("a waiting video was paid for with a removed key");
      if (before && isSettled(before) && runs(job)) broken("a video that had left the queue started");
      if (waits(job) && !since.has(job.id)) since.set(job.id, now());
      if (before && waits(before) && runs(job)) {
        if (!isAnswered(before)) broken("a video started before its card was shown");
        noteStart(job);
      }
      if (!before && runs(job)) noteNew(job);
      noteWindow();
      const running = countRunning();
      if (running > capacity.ofWorkspace) broken("more videos are running than a workspace may have");
      for (const person of people)
        if (runningOf(person).length > capacity.ofOwner) broken("more videos are running than a person may have");
      noteIdle(mayBegin() && running < capacity.ofWorkspace);
    },
  };
}

function waits({ state }: Job): boolean {
  return state.status === "waiting" && state.for === "turn";
}

function isAnswered({ state }: Job): boolean {
  return "answer" in state && state.answer === "given";
}

function runs({ state }: Job): boolean {
  return state.status === "accepted" || state.status === "submitting" || state.status === "running";
}
