import { type JobId, type Owner, ownerName } from "../../../src/core/job/ids.ts";
import { type Job, takesPlace, waitsForTurn } from "../../../src/core/job/job.ts";
import { experienceOf } from "../../../src/core/pace/experience.ts";
import type { TaskLife } from "../../../src/core/pace/hazards.ts";
import { decisions } from "../../../src/jobs/start/decide.ts";
import { aJobId, anOwner } from "../../fakes/jobs.ts";
import { uncounted } from "../../fakes/meter.ts";
import { aWorld } from "../../jobs/world.ts";
import { random } from "../random.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** A place that is free while somebody waits is taken within this, and after a kill within that. */
const IDLE_MOST_MS = 2 * SECOND;
const IDLE_AFTER_KILL_MS = 8 * SECOND;
const LIVES_MIN = 20;

/** What one life of a line was. */
export interface LineLife {
  readonly broken: readonly string[];
  readonly starts: number;
  /** How far each predicted start was from the true one, as a share of the wait; of kinds that were known by then. */
  readonly errors: readonly number[];
  readonly idleMostMs: number;
}

/** Three people, few places, videos that come, end, are taken back, and a process that is killed. The same for the same seed. */
export async function lineLife(seed: number): Promise<LineLife> {
  const { fraction, between } = random(seed);
  const room = { ofOwner: between(1, 3), ofWorkspace: between(1, 3), waitingOfOwner: 5 };
  const lives: TaskLife[] = [];
  let learned = experienceOf("480p-10", lives);
  const world = aWorld(uncounted, room, {
    pollMinMs: 2_000,
    experienceOf: () => learned,
    ended(_, life) {
      lives.push(life);
      learned = experienceOf("480p-10", lives);
    },
  });
  const { clock, jobs } = world;
  const people = ["1", "2", "3"].map((n) => anOwner(`20000000000000000${n}`));
  for (const owner of people) await world.vault.put(owner, world.key);

  const broken: string[] = [];
  const now = new Map<JobId, Job>();
  const predicted = new Map<JobId, { readonly at: number; readonly startsAt: number }>();
  const errors: number[] = [];
  const began: JobId[] = [];
  let idleSince: number | null = null;
  let idleMostMs = 0;
  let killedAt = Number.NEGATIVE_INFINITY;

  /** Of every job as it was saved last: the claims. */
  function saved(job: Job): void {
    const before = now.get(job.id);
    now.set(job.id, job);
    if (before && waitsForTurn(before) && takesPlace(job)) noteStart(job);
    if (waitsForTurn(job) && job.state.status === "waiting" && job.state.place?.startsAt && !predicted.has(job.id))
      if (lives.length >= LIVES_MIN) predicted.set(job.id, { at: clock.now(), startsAt: job.state.place.startsAt });
    const all = [...now.values()];
    const running = all.filter(takesPlace);
    if (running.length > room.ofWorkspace) broken.push(`${running.length} run where ${room.ofWorkspace} may`);
    const ofOwner = (owner: Owner) => running.filter((one) => ownerName(one.owner) === ownerName(owner)).length;
    for (const owner of people) if (ofOwner(owner) > room.ofOwner) broken.push(`${ofOwner(owner)} of one person run`);
    const isAnswered = ({ state }: Job) => state.status === "waiting" && state.answer === "given";
    const mayBegin = all.some((one) => waitsForTurn(one) && isAnswered(one) && ofOwner(one.owner) < room.ofOwner);
    noteIdle(mayBegin && running.length < room.ofWorkspace);
  }

  function noteStart(job: Job): void {
    began.push(job.id);
    const guess = predicted.get(job.id);
    if (guess) errors.push(Math.abs(clock.now() - guess.startsAt) / Math.max(MINUTE, clock.now() - guess.at));
    const older = [...now.values()].filter(
      (one) => waitsForTurn(one) && ownerName(one.owner) === ownerName(job.owner) && one.acceptedAt < job.acceptedAt,
    );
    if (older.length > 0) broken.push(`${job.id} began before an older one of the same person`);
  }

  function noteIdle(isIdle: boolean): void {
    const at = clock.now();
    if (idleSince !== null) {
      const idleMs = at - idleSince;
      const most = killedAt >= idleSince - IDLE_AFTER_KILL_MS ? IDLE_AFTER_KILL_MS : IDLE_MOST_MS;
      if (idleMs > most) broken.push(`a place stood empty for ${idleMs} ms`);
      if (most === IDLE_MOST_MS) idleMostMs = Math.max(idleMostMs, idleMs);
    }
    if (!isIdle) idleSince = null;
    else idleSince ??= at;
  }

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

  let made = 0;
  async function join(owner: Owner): Promise<void> {
    made += 1;
    const order = {
      id: aJobId(made),
      owner,
      sealedKey: world.vault.seal(owner, world.key),
      reply: world.chat.freshCard(),
    };
    const first = await world.accept(order, room);
    const isFull = !first.ok && first.refusal.kind === "full";
    const accepted = isFull ? await world.accept({ ...order, wait: { for: "turn" } }, room) : first;
    if (accepted.ok) await world.answered(order.id, { kind: "given", reply: order.reply });
  }

  const endsAt = new Map<string, number>();
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= SECOND) {
      for (const taskId of world.video.taskIds()) {
        const due = endsAt.get(taskId) ?? clock.now() + between(60, 120) * SECOND;
        endsAt.set(taskId, due);
        if (due <= clock.now()) world.video.succeed(taskId);
      }
      await clock.advance(Math.min(left, SECOND));
    }
  }

  for (let act = 0; act < 60; act += 1) {
    const owner = people[between(0, 2)] ?? anOwner();
    const dice = fraction();
    if (dice < 0.75) await join(owner);
    else if (dice < 0.85) {
      const waiting = [...now.values()].filter(waitsForTurn)[0];
      if (waiting) await decisions(world.deps()).withdraw(waiting.id);
    } else if (dice < 0.92) {
      killedAt = clock.now();
      await world.restart();
    }
    await pass(between(1, 40) * SECOND);
  }
  await pass(25 * MINUTE);
  const open = [...now.values()].filter((job) => job.state.status === "waiting");
  if (open.length > 0) broken.push(`${open.length} still wait`);
  const paid = world.video.prompts().length;
  const started = [...now.values()].filter(
    (job) => job.state.status === "closed" && job.state.outcome.kind === "succeeded",
  );
  if (paid !== started.length) broken.push(`${paid} paid calls for ${started.length} videos`);
  return { broken, starts: began.length, errors, idleMostMs };
}
