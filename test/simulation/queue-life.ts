import type { EpochMs } from "../../src/core/clock.ts";
import type { JobId, Owner } from "../../src/core/job/ids.ts";
import { type Job, takesPlace } from "../../src/core/job/job.ts";
import type { JobStore } from "../../src/core/ports.ts";
import { approvalService } from "../../src/jobs/start/decide.ts";
import { aJobId, anOwner } from "../fakes/jobs.ts";
import { uncounted } from "../fakes/meter.ts";
import { aWorld } from "../jobs/world.ts";
import { random } from "./random.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

export interface QueueLife {
  readonly broken: readonly string[];
  readonly starts: number;
  readonly idleMostMs: number;
  /** The most by which starts of people differed while all of them waited for one place. */
  readonly differMost: number;
}

/** Simulates three people, few places, videos that come, end and are withdrawn, and a process that is killed. */
export async function queueLife(seed: number): Promise<QueueLife> {
  const { fraction, between } = random(seed);
  const room = { ofOwner: between(1, 3), ofWorkspace: between(1, 3), waitingOfOwner: 5 };
  // Lives in which one person asks in each moment in which a place becomes free.
  const isPushed = seed % 3 === 2;
  // In these queues somebody waits for two hours.
  const isSlow = fraction() < 0.2;
  const stepMs = isSlow ? MINUTE : SECOND;
  const world = aWorld(uncounted, room);
  const { clock, jobs } = world;
  const people = ["1", "2", "3"].map((n) => anOwner(`20000000000000000${n}`));
  for (const owner of people) await world.vault.put(owner, world.key);

  let starts = 0;
  const claims = queueClaims({
    people: people.map(({ userId }) => userId),
    room,
    now: clock.now,
    began() {
      starts += 1;
    },
  });

  const waited = new Set<JobId>();
  /** People whose key is removed just now. */
  const keyless = new Set<Owner>();
  const unpaid: string[] = [];

  function saved(job: Job): void {
    const before = claims.jobs.get(job.id);
    if (before && waits(before)) waited.add(job.id);
    const isPaid = job.state.status === "submitting" && waited.has(job.id);
    if (isPaid && [...keyless].some(({ userId }) => userId === job.owner.userId))
      unpaid.push("a video that waited was paid for with a key that was removed");
    claims.saved(job);
    if (isPushed && before && takesPlace(before) && !takesPlace(job)) void push();
  }

  watch(jobs, saved);

  let asked = 0;
  async function join(owner: Owner, isSure = false): Promise<void> {
    asked += 1;
    const order = {
      id: aJobId(asked),
      owner,
      sealedKey: world.vault.seal(owner, world.key),
      reply: world.chat.freshCard(),
    };
    const first = await world.accept(order, room);
    const isFull = !first.ok && first.refusal.kind === "full";
    const accepted = isFull ? await world.accept({ ...order, wait: { for: "turn" } }, room) : first;
    if (!accepted.ok) return;
    if (isSure) await world.answered(order.id, { kind: "given", reply: order.reply });
    else if (fraction() < 0.05) {
      // The platform takes its time, and then takes no card.
      await pass(between(1, 20) * SECOND);
      await world.answered(order.id, { kind: "refused" });
      claims.mayNot(order.id, "a video began that nobody was shown");
    } else await world.answered(order.id, { kind: "given", reply: order.reply });
  }

  const [pusher = anOwner()] = people;
  let isOver = false;
  // Without a key each of theirs would end at once, and let them ask again in the same moment, without end.
  const push = async () => (isOver || keyless.has(pusher) ? undefined : join(pusher, true));

  const endsAt = new Map<string, number>();
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      for (const taskId of world.video.taskIds()) {
        const due = endsAt.get(taskId) ?? clock.now() + between(60, 120) * (isSlow ? 20 : 1) * SECOND;
        endsAt.set(taskId, due);
        if (due <= clock.now()) world.video.succeed(taskId);
      }
      await clock.advance(Math.min(left, stepMs));
    }
  }

  for (let act = 0; act < 60; act += 1) {
    const owner = people[between(0, 2)] ?? anOwner();
    const dice = fraction();
    if (dice < 0.75) await join(owner);
    else if (dice < 0.85) {
      const waiting = [...claims.jobs.values()].filter(waits);
      const some = waiting[between(0, Math.max(0, waiting.length - 1))];
      if (some && (await approvalService(world.deps()).withdraw(some.id)).ok)
        claims.mayNot(some.id, "a video began that had left the queue");
    } else if (dice < 0.92) {
      claims.killed();
      await world.restart();
    } else if (dice >= 0.97) {
      keyless.add(owner);
      await world.vault.remove(owner);
      await pass(between(1, 40) * SECOND);
      await world.vault.put(owner, world.key);
      keyless.delete(owner);
    }
    await pass(between(1, 40) * SECOND);
  }
  isOver = true;
  await pass((isSlow ? 600 : 40) * MINUTE);
  const broken = [...claims.broken, ...unpaid];
  if ([...claims.jobs.values()].some(({ state }) => state.status === "waiting")) broken.push("somebody waits for ever");
  const made = [...claims.jobs.values()].filter(
    ({ state }) => state.status === "closed" && state.outcome.kind === "succeeded",
  );
  if (world.video.prompts().length !== made.length) broken.push("more was paid for than was made");
  return { broken, starts, idleMostMs: claims.idleMostMs(), differMost: claims.differMost() };
}

/** Tells of each job that is written. */
export function watch(jobs: Pick<JobStore, "save" | "admit" | "insert">, saved: (job: Job) => void): void {
  const { save, admit, insert } = jobs;
  jobs.save = async (job, version) => {
    const isSaved = await save.call(jobs, job, version);
    if (isSaved) saved(job);
    return isSaved;
  };
  jobs.admit = async (job, version, given) => {
    const answer = await admit.call(jobs, job, version, given);
    if (answer === "saved") saved(job);
    return answer;
  };
  jobs.insert = async (job, given) => {
    const answer = await insert.call(jobs, job, given);
    if (answer === "inserted") saved(job);
    return answer;
  };
}

/** A place that is free while somebody waits is taken within this, and after a kill within that. */
const IDLE_MOST_MS = 2 * SECOND;
const IDLE_AFTER_KILL_MS = 8 * SECOND;
/** Waiting longer than this, a video is not started. */
const WAITS_MOST_MS = 2 * 3_600 * SECOND;

export interface QueueRoom {
  readonly ofOwner: number;
  readonly ofWorkspace: number;
}

/** The claims about a queue, judged after each write by rules of their own. */
export interface QueueClaims {
  saved(job: Job): void;
  /** The process was killed just now. */
  killed(): void;
  /** From now on this video may not begin; `claim` is broken if it does. */
  mayNot(id: JobId, claim: string): void;
  readonly jobs: ReadonlyMap<JobId, Job>;
  readonly broken: readonly string[];
  readonly idleMostMs: () => number;
  /** The most by which the starts of people differed while all of them waited for one place. */
  readonly differMost: () => number;
}

interface World {
  readonly people: readonly string[];
  readonly room: QueueRoom;
  now(): EpochMs;
  began(job: Job): void;
}

function queueClaims({ people, room, now, began }: World): QueueClaims {
  const jobs = new Map<JobId, Job>();
  /** The jobs that wait or run. */
  const active = new Map<JobId, Job>();
  const broken: string[] = [];
  const mayNot = new Map<JobId, string>();
  /** The time from which each job waits for its turn. */
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

  /** Compares starts only while all wait for one place. */
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

function waits({ state }: Job): boolean {
  return state.status === "waiting" && state.for === "turn";
}

function isAnswered({ state }: Job): boolean {
  return "answer" in state && state.answer === "given";
}

function runs({ state }: Job): boolean {
  return state.status === "accepted" || state.status === "submitting" || state.status === "running";
}
