import type { Trouble } from "../../src/core/health.ts";
import { type JobId, ownerName } from "../../src/core/job/ids.ts";
import { isSettled, type Job, outcomeOf, waitsForService } from "../../src/core/job/job.ts";
import { approvalService } from "../../src/jobs/start/decide.ts";
import { aJobId, anOwner } from "../fakes/jobs.ts";
import { aWorld } from "../jobs/world.ts";
import { watch } from "./queue-life.ts";
import { random } from "./random.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** A release that ended badly is followed by another after this, without a good end. */
const AGAIN_MS = 15 * MINUTE;

export interface ReleaseLife {
  readonly broken: readonly string[];
  readonly released: number;
}

/** Simulates people whose videos wait for a service that comes and goes, and a process that is killed. */
export async function releaseLife(seed: number): Promise<ReleaseLife> {
  const { fraction, between } = random(seed);
  const world = aWorld();
  const { clock, jobs, health, chat } = world;
  const broken: string[] = [];
  const now = new Map<JobId, Job>();
  let trouble: Trouble["kind"] | null = null;
  let [wellAt, changedAt, restartedAt] = [0, 0, 0];
  let [lastAt, released] = [Number.NEGATIVE_INFINITY, 0];

  function noteRelease(job: Job): void {
    const at = clock.now();
    released += 1;
    if (trouble !== null) broken.push("a video began while the service had trouble");
    if (at >= job.acceptedAt + HOUR) broken.push("a video began after its hour");
    const others = [...now.values()].filter(({ id, releasedAt = -1 }) => id !== job.id && releasedAt >= wellAt);
    if (others.some((one) => !isSettled(one))) broken.push("two were released, and nothing had ended well in between");
    const isSoon = at - lastAt < AGAIN_MS && Math.max(wellAt, changedAt, restartedAt) < lastAt;
    if (isSoon) broken.push("one was released after another that did not end well");
    lastAt = at;
  }

  function saved(job: Job): void {
    const before = now.get(job.id);
    now.set(job.id, job);
    if (before && waitsForService(before) && job.releasedAt !== undefined) noteRelease(job);
    if (outcomeOf(job)?.kind === "succeeded" && !(before && isSettled(before))) wellAt = clock.now();
  }
  watch(jobs, saved);

  let made = 0;
  async function join(): Promise<void> {
    made += 1;
    const owner = anOwner(String(1_000 + made));
    await world.vault.put(owner, world.key);
    const reply = chat.freshCard();
    const order = { id: aJobId(made), owner, reply, wait: { for: "service" } as const };
    if ((await world.accept(order)).ok) await world.answered(order.id, { kind: "given", reply });
  }

  function change(): void {
    const next = (["down", "failing", null, null] as const)[between(0, 3)] ?? null;
    if (next === trouble) return;
    [trouble, changedAt] = [next, clock.now()];
    health.tell(trouble, { since: changedAt });
  }

  const endsAt = new Map<string, number>();
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 5 * SECOND) {
      for (const taskId of world.video.taskIds()) {
        const due = endsAt.get(taskId) ?? clock.now() + between(60, 120) * SECOND;
        endsAt.set(taskId, due);
        if (due > clock.now()) continue;
        if (Number(taskId.replaceAll(/\D/g, "")) % 3 === 0) world.video.fail(taskId);
        else world.video.succeed(taskId);
      }
      await clock.advance(Math.min(left, 5 * SECOND));
    }
  }

  for (let act = 0; act < 40; act += 1) {
    const dice = fraction();
    if (dice < 0.55) await join();
    else if (dice < 0.8) change();
    else if (dice < 0.88) {
      const waiting = [...now.values()].find(waitsForService);
      if (waiting) await approvalService(world.deps()).withdraw(waiting.id);
    } else {
      restartedAt = clock.now();
      await world.restart();
    }
    await pass(between(1, 300) * SECOND);
  }
  await pass(2 * HOUR);
  for (const job of now.values()) if (waitsForService(job)) broken.push(`${job.id} waits after its hour`);
  const paid = [...now.values()].filter(({ releasedAt }) => releasedAt !== undefined).length;
  if (world.video.prompts().length > paid) broken.push("more was paid for than was released");
  const names = new Set([...now.values()].map(({ owner }) => ownerName(owner)));
  if (names.size !== now.size) broken.push("a person has two jobs of one press");
  return { broken, released };
}
