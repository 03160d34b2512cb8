import type { EpochMs } from "../../../src/core/clock.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { priceOf } from "../../../src/core/request/price.ts";
import type { VideoRequest } from "../../../src/core/request/video-request.ts";
import type { Facts } from "../facts.ts";
import type { Random } from "../random.ts";
import type { SimClock } from "../world/sim-clock.ts";
import { type Entry, type SimService, simService } from "../world/sim-service.ts";
import type { TeamFate } from "./team-fate.ts";

/** The video service with its accounts, one per key. Its ledger says what it took. */
export interface TeamBank extends Pick<SimService, "of" | "ledger"> {
  /** Sets the credits in that key's account. */
  fill(key: string, credits: number): void;
  /** The service refuses that key, or takes it again. */
  suspend(key: string, isSuspended: boolean): void;
  isSuspended(key: string): boolean;
  /** Returns whether it has refused a paid call or a poll with that key since that time. */
  hasRefused(key: string, since: EpochMs): boolean;
}

interface TeamBankWorld {
  readonly random: Random;
  readonly clock: SimClock;
  readonly facts: Facts;
  readonly fate: Pick<TeamFate, "ends" | "lastsMs">;
  /** Returns the stored job of a prompt. */
  jobOf(prompt: string): Job | null;
  /** Returns whether that key belongs to the job's payer. */
  isPayersKey(job: Job, key: string): boolean;
  /** Returns whether the bot has noted that the service refuses this key of the team. */
  isOutOfUse(key: string): boolean;
  /** A paid call is made for that job; absent: no video begins with another's frame. */
  paid?(request: VideoRequest): void;
  trace(line: string): void;
  broken(claim: string): void;
}

/** A call that was under way when the key was refused does not hear of it. */
const JUST_NOW_MS = 15_000;

export function teamBank(world: TeamBankWorld): TeamBank {
  const { random, clock, fate, jobOf, isPayersKey, isOutOfUse, broken } = world;
  const credits = new Map<string, number>();
  const suspended = new Set<string>();
  const refusedAt = new Map<string, EpochMs>();
  /** Prompts whose paid call was answered with a clear no that nothing repeats. */
  const turnedDown = new Set<string>();
  const paid = new Set<string>();
  const book = (key: string, amount: number) => void credits.set(key, (credits.get(key) ?? 0) + amount);

  function judge(request: VideoRequest, key: string): void {
    const { prompt } = request;
    const job = jobOf(prompt);
    if (!job) {
      broken("a paid call was made for no job");
      return;
    }
    world.paid?.(request);
    if (job.state.status !== "submitting") broken("a paid call was made before it was written");
    if (!isPayersKey(job, key)) broken("another's key was tried for the paid call");
    if (job.approval && job.approval.decision?.word !== "approved") broken("a paid call was made without an approval");
    const refusedMs = clock.now() - (refusedAt.get(key) ?? clock.now());
    if (refusedMs > JUST_NOW_MS && isOutOfUse(key)) broken("a key that was refused paid on");
    if (turnedDown.has(prompt)) broken("a paid call that was refused for good was made again");
  }

  function judgePoll(key: string, task: Entry | undefined): number | null {
    const job = task && jobOf(task.prompt);
    if (job && !isPayersKey(job, key)) broken("another's key was tried for a poll");
    if (suspended.has(key)) refusedAt.set(key, clock.now());
    if (suspended.has(key)) return 401;
    return task?.key === key ? null : 404;
  }

  const service = simService({
    ...world,
    taskOf({ resolution, duration }) {
      const price = priceOf({ resolution, duration });
      const charge = random.chance(0.06) ? price + random.pick([1, 40]) : price;
      return { credits: charge, lastsMs: fate.lastsMs(random), ending: random.weighted(fate.ends) };
    },
    asked: judge,
    saidNo({ prompt }, key, status) {
      turnedDown.add(prompt);
      if (status === 401 || status === 403) refusedAt.set(key, clock.now());
    },
    charged({ prompt }, entry) {
      if (paid.has(prompt)) broken("one command was charged twice");
      paid.add(prompt);
      book(entry.key, -entry.credits);
    },
    refunded: ({ key, credits: amount }) => book(key, amount),
    accountSays(key, asked) {
      if ("task" in asked) return judgePoll(key, asked.task);
      if (suspended.has(key)) return 401;
      return (credits.get(key) ?? 0) < asked.price ? 402 : null;
    },
  });

  return {
    of: service.of,
    ledger: service.ledger,
    fill: (key, amount) => void credits.set(key, amount),
    suspend(key, isSuspended) {
      if (isSuspended) suspended.add(key);
      else suspended.delete(key);
    },
    isSuspended: (key) => suspended.has(key),
    hasRefused: (key, since) => (refusedAt.get(key) ?? 0) >= since,
  };
}
