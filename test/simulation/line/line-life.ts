import type { JobId, Owner } from "../../../src/core/job/ids.ts";
import { type Job, takesPlace } from "../../../src/core/job/job.ts";
import { approvalService } from "../../../src/jobs/start/decide.ts";
import { aJobId, anOwner } from "../../fakes/jobs.ts";
import { uncounted } from "../../fakes/meter.ts";
import { aWorld } from "../../jobs/world.ts";
import { random } from "../random.ts";
import { lineClaims, waits } from "./line-claims.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** What one life of a line was. */
export interface LineLife {
  readonly broken: readonly string[];
  readonly starts: number;
  readonly idleMostMs: number;
  /** The most by which starts of people differed while all of them waited for one place. */
  readonly differMost: number;
}

/** Three people, few places, videos that come, end, are taken back, and a process that is killed. The same for the same seed. */
export async function lineLife(seed: number): Promise<LineLife> {
  const { fraction, between } = random(seed);
  const room = { ofOwner: between(1, 3), ofWorkspace: between(1, 3), waitingOfOwner: 5 };
  // Lives in which one person asks in each moment in which a place becomes free.
  const isPushed = seed % 3 === 2;
  // Lines in which somebody waits for two hours.
  const isSlow = fraction() < 0.2;
  const stepMs = isSlow ? MINUTE : SECOND;
  const world = aWorld(uncounted, room);
  const { clock, jobs } = world;
  const people = ["1", "2", "3"].map((n) => anOwner(`20000000000000000${n}`));
  for (const owner of people) await world.vault.put(owner, world.key);

  let starts = 0;
  const claims = lineClaims({
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
        claims.mayNot(some.id, "a video began that had left the line");
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
