import type { EpochMs } from "../../src/core/clock.ts";
import { type Job, outcomeOf } from "../../src/core/job/job.ts";
import { TEST_START } from "../fakes/jobs.ts";
import type { Facts } from "./facts.ts";
import type { Fate } from "./fate.ts";
import { fine } from "./faults.ts";
import { type Begun, commandFate, waitingFate } from "./kinds.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Faults end this long after the command. */
const HEALS_AFTER_MS = [1, 5 * SECOND, MINUTE, 5 * MINUTE, 20 * MINUTE, 2 * HOUR, 30 * HOUR] as const;
/** A process ends at most this long after it was asked to stop. */
const STOP_MS = 8 * SECOND;
/** A task without an end is polled for one day past its deadline, which is one hour after the command. */
const GIVES_UP_AFTER_MS = 25 * HOUR;
/** A finished video without a link, or a task unknown to the service, is polled for this long. */
const ASKED_FOR_MS = 3 * HOUR;
/** A rejected message and a poll are retried after at most 5 minutes, and the calls themselves take some seconds. */
const TOLD_WITHIN_MS = 6 * MINUTE;

interface Told {
  readonly end: Job | null;
  /** The time when the person first saw a final message. Null: never. */
  readonly endShownAt: EpochMs | null;
  /** The time when the service first charged credits. Null: never. */
  readonly chargedAt: EpochMs | null;
  readonly facts: Facts;
}

/** The end of all faults, known after they have happened. */
export interface Healing {
  /** The time after which no fault affects the jobs. */
  healedAt(): EpochMs;
  /** True if the platform reported that the bot was removed. The bot then retries only once a day. */
  wasRemoved(): boolean;
}

/**
 * A command whose faults end at some time. One run in three waits before it starts, and may be a batch or a chain that a
 * team pays. Of the others, one in four has two processes that may stall, and one in five continues another video.
 */
export function healedFate(seed: number): Begun {
  const { fate, dice } = seed % 3 === 1 ? waiting(seed) : plain(seed);
  const healsAfterMs = HEALS_AFTER_MS[Math.floor(seed / 60) % HEALS_AFTER_MS.length] ?? 0;
  return { fate: healedFrom(fate, TEST_START + healsAfterMs), dice };
}

/** Checks how soon the person is notified after all faults have ended. */
export function checkHealed(fate: Fate, lived: Told, broken: (claim: string) => void): void {
  const { healing } = fate;
  if (!healing) return;
  const due = dueAt(fate, lived, healing.healedAt());
  const { endShownAt, end } = lived;
  const mostMs = (healing.wasRemoved() ? DAY : 0) + TOLD_WITHIN_MS * (fate.waits?.videos ?? 1);
  if (endShownAt !== null && endShownAt - due > mostMs)
    broken("the final message came late after all faults had ended");
  if (end?.state.status === "closed" && end.state.closedAt - due > 2 * mostMs)
    broken("a job stayed open after all faults had ended");
}

function plain(seed: number): Begun {
  const { fate, dice } = commandFate(seed, seed % 4 === 0);
  return seed % 5 === 0 ? { fate: { ...fate, isSequel: true, picture: null, crowd: 0 }, dice } : { fate, dice };
}

function waiting(seed: number): Begun {
  const { fate, dice } = waitingFate(seed);
  const visits = fate.visits.filter(({ what }) => what !== "kills the bot" && what !== "keeps the bot away for long");
  return { fate: { ...fate, visits }, dice };
}

/** Removes all faults from `healsAt` on. Consequences of earlier faults remain. */
function healedFrom(fate: Fate, healsAt: EpochMs): Fate {
  let now = TEST_START;
  let last = TEST_START;
  let isRemoved = false;
  const troubled = (until: EpochMs) => {
    last = Math.max(last, until);
  };
  return {
    ...fate,
    healing: { healedAt: () => last, wasRemoved: () => isRemoved },
    clockSets: [],
    isReachable: true,
    isReachableInTime: fate.isReachable || healsAt < TEST_START + 12 * HOUR,
    deal(call, at) {
      now = at;
      const dealt = at < healsAt ? fate.deal(call, at) : fine;
      if (dealt === fine) return fine;
      troubled(at + (dealt.stall && "ms" in dealt.stall ? dealt.stall.ms : 0));
      if (dealt.fault === "removed") isRemoved = true;
      return dealt;
    },
    downtimeMs() {
      const ms = fate.downtimeMs();
      troubled(now + STOP_MS + ms);
      return ms;
    },
  };
}

/** Returns when the final message was due: the outcome was known, and all faults had ended. */
function dueAt({ waits, ending, lastsMs }: Fate, lived: Told, healedAt: EpochMs): EpochMs {
  if (!waits) return Math.max(healedAt, endOf({ ending, lastsMs }, lived, healedAt));
  const decidedAt = waits.for === "approval" ? (lived.facts.decidedAt ?? TEST_START + DAY) : TEST_START;
  const beginsAt = Math.max(healedAt, decidedAt, TEST_START + waits.freeAfterMs);
  return beginsAt + waits.videos * spanMs({ ending, lastsMs });
}

/** Returns when the outcome of a single video was available. */
function endOf(
  { ending, lastsMs }: Pick<Fate, "ending" | "lastsMs">,
  { chargedAt, end }: Told,
  healedAt: EpochMs,
): EpochMs {
  if (chargedAt === null) return TEST_START;
  const isLost = hasEnd(ending) && !knowsTask(end);
  // The deadline counts from the accepted command, which may be its second delivery.
  if (ending === "sticks") return (end?.acceptedAt ?? TEST_START) + GIVES_UP_AFTER_MS;
  if (isLost) return chargedAt;
  // The polling time counts from the first such response that was saved.
  const endsAt = chargedAt + lastsMs;
  return hasEnd(ending) ? endsAt : Math.max(endsAt, healedAt) + ASKED_FOR_MS;
}

/** Returns for how long a task is polled. */
function spanMs({ ending, lastsMs }: Pick<Fate, "ending" | "lastsMs">): number {
  if (hasEnd(ending)) return lastsMs;
  return ending === "sticks" ? GIVES_UP_AFTER_MS : lastsMs + ASKED_FOR_MS;
}

function hasEnd(ending: Fate["ending"]): boolean {
  return ending === "succeeds" || ending === "fails";
}

function knowsTask(job: Job | null): boolean {
  const outcome = job && outcomeOf(job);
  return outcome != null && "taskId" in outcome && outcome.taskId !== null;
}
