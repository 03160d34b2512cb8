import type { EpochMs } from "../../../src/core/clock.ts";
import type { JobId } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";

const SECOND = 1_000;
/** A place that is free while somebody waits is taken within this, and after a kill within that. */
const IDLE_MOST_MS = 2 * SECOND;
const IDLE_AFTER_KILL_MS = 8 * SECOND;
/** Waiting longer than this, a video is not started. */
const WAITS_MOST_MS = 2 * 3_600 * SECOND;

export interface LineRoom {
  readonly ofOwner: number;
  readonly ofWorkspace: number;
}

/** The claims of a line, judged after each write by words of its own. */
export interface LineClaims {
  saved(job: Job): void;
  /** The process was killed just now. */
  killed(): void;
  /** That video may not begin any more, and what it would be if it did. */
  mayNot(id: JobId, claim: string): void;
  readonly jobs: ReadonlyMap<JobId, Job>;
  readonly broken: readonly string[];
  readonly idleMostMs: () => number;
  /** The most by which the starts of people differed while all of them waited for one place. */
  readonly differMost: () => number;
}

interface World {
  readonly people: readonly string[];
  readonly room: LineRoom;
  now(): EpochMs;
  began(job: Job): void;
}

export function lineClaims({ people, room, now, began }: World): LineClaims {
  const jobs = new Map<JobId, Job>();
  /** Of those the ones that wait or run. */
  const active = new Map<JobId, Job>();
  const broken: string[] = [];
  const mayNot = new Map<JobId, string>();
  /** Since when it waits for its turn. */
  const since = new Map<JobId, EpochMs>();
  const starts = new Map<string, number>();
  let idleSince: EpochMs | null = null;
  let idleMostMs = 0;
  let differMost = 0;
  let killedAt = Number.NEGATIVE_INFINITY;

  const waitingOf = (person: string) => [...active.values()].filter((one) => waits(one) && one.owner.userId === person);
  const runningOf = (person: string) => [...active.values()].filter((one) => runs(one) && one.owner.userId === person);

  const countRunning = () => [...active.values()].filter(runs).length;
  const mayBegin = () =>
    people.some(
      // Nothing of theirs begins before their oldest, and that not before its card is there.
      (one) => runningOf(one).length < room.ofOwner && waitingOf(one).length > 0 && waitingOf(one).every(isAnswered),
    );

  function noteStart(job: Job): void {
    began(job);
    const person = job.owner.userId;
    const claim = mayNot.get(job.id);
    if (claim !== undefined) broken.push(claim);
    if (now() - (since.get(job.id) ?? now()) >= WAITS_MOST_MS) broken.push("a video began after its time");
    if (waitingOf(person).some((one) => one.acceptedAt < job.acceptedAt))
      broken.push("a video began before an older one of the same person");
    noteTurn(person);
  }

  function noteTurn(person: string): void {
    starts.set(person, (starts.get(person) ?? 0) + 1);
    const counts = people.map((one) => starts.get(one) ?? 0);
    const differ = Math.max(...counts) - Math.min(...counts);
    differMost = Math.max(differMost, differ);
    if (differ > 1) broken.push("one person began two videos more than another who waited");
  }

  /** A new video that waited for nothing. */
  function noteNew(job: Job): void {
    const person = job.owner.userId;
    noteTurn(person);
    if (runningOf(person).length >= room.ofOwner && waitingOf(person).length > 0)
      broken.push("a video began before an older one of the same person");
    if (countRunning() >= room.ofWorkspace && mayBegin())
      broken.push("a video began in a place that somebody waited for");
  }

  /** Only while all wait for one place, the starts are compared. */
  function noteWindow(): void {
    const isOpen = room.ofWorkspace === 1 && people.every((person) => waitingOf(person).some(isAnswered));
    if (!isOpen) starts.clear();
  }

  function noteIdle(isIdle: boolean): void {
    const at = now();
    if (idleSince !== null) {
      const idleMs = at - idleSince;
      const most = killedAt >= idleSince - IDLE_AFTER_KILL_MS ? IDLE_AFTER_KILL_MS : IDLE_MOST_MS;
      if (idleMs > most) broken.push("a place stood empty while somebody waited");
      if (most === IDLE_MOST_MS) idleMostMs = Math.max(idleMostMs, idleMs);
    }
    if (!isIdle) idleSince = null;
    else idleSince ??= at;
  }

  return {
    jobs,
    broken,
    idleMostMs: () => idleMostMs,
    differMost: () => differMost,
    killed() {
      killedAt = now();
    },
    mayNot: (id, claim) => void mayNot.set(id, claim),
    saved(job) {
      const before = jobs.get(job.id);
      jobs.set(job.id, job);
      if (waits(job) || runs(job)) active.set(job.id, job);
      else active.delete(job.id);
      if (waits(job) && !since.has(job.id)) since.set(job.id, now());
      if (before && waits(before) && runs(job)) {
        if (!isAnswered(before)) broken.push("a video began before its card was seen");
        noteStart(job);
      }
      if (!before && runs(job)) noteNew(job);
      noteWindow();
      const running = countRunning();
      if (running > room.ofWorkspace) broken.push("more run than a workspace may have");
      for (const person of people)
        if (runningOf(person).length > room.ofOwner) broken.push("more run than a person may have");
      noteIdle(mayBegin() && running < room.ofWorkspace);
    },
  };
}

export function waits({ state }: Job): boolean {
  return state.status === "waiting" && state.for === "turn";
}

function isAnswered({ state }: Job): boolean {
  return "answer" in state && state.answer === "given";
}

function runs({ state }: Job): boolean {
  return state.status === "accepted" || state.status === "submitting" || state.status === "running";
}
