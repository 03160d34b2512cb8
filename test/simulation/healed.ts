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
/** A process that was asked to stop is gone by then. */
const STOP_MS = 8 * SECOND;
/** A task that shows no end is watched for a day past its deadline, which is an hour after the command. */
const GIVES_UP_AFTER_MS = 25 * HOUR;
/** A task without a link, or one that the service does not know, is polled for this long. */
const ASKED_FOR_MS = 3 * HOUR;
/** A message that was refused waits for 5 minutes at most, a poll as long at most; the calls themselves take some seconds. */
const TOLD_WITHIN_MS = 6 * MINUTE;

/** The outcome of a simulated job. */
interface Told {
  readonly end: Job | null;
  /** The person first read a final message then; null: never. */
  readonly endShownAt: EpochMs | null;
  /** The service first took credits then; null: never. */
  readonly chargedAt: EpochMs | null;
  readonly facts: Facts;
}

/** The end of all faults, which a fate tells of once they have come. */
export interface Healing {
  /** From then on nothing stands in the way of the jobs. */
  healedAt(): EpochMs;
  /** The platform said that the bot was removed: from then on it is tried once a day. */
  wasRemoved(): boolean;
}

/**
 * A command whose faults end at some moment. Of three lives one is of what waits first, some of them batches and chains that
 * a team pays for; of the others, of four one is of two processes that may stand still until then, of five one goes on from
 * another video.
 */
export function healedFate(seed: number): Begun {
  const { fate, dice } = seed % 3 === 1 ? waiting(seed) : plain(seed);
  const healsAfterMs = HEALS_AFTER_MS[Math.floor(seed / 60) % HEALS_AFTER_MS.length] ?? 0;
  return { fate: healedFrom(fate, TEST_START + healsAfterMs), dice };
}

/** Judges how soon the person is notified once all faults have ended. */
export function checkHealed(fate: Fate, lived: Told, broken: (claim: string) => void): void {
  const { healing } = fate;
  if (!healing) return;
  const due = dueAt(fate, lived, healing.healedAt());
  const { endShownAt, end } = lived;
  const mostMs = (healing.wasRemoved() ? DAY : 0) + TOLD_WITHIN_MS * (fate.waits?.videos ?? 1);
  if (endShownAt !== null && endShownAt - due > mostMs)
    broken("the final message came late although nothing stood in its way");
  if (end?.state.status === "closed" && end.state.closedAt - due > 2 * mostMs)
    broken("a job stayed open although nothing stood in its way");
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

/** Returns that fate without faults from then on, with what its earlier faults leave behind. */
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

/** Returns when the final message was due: the outcome was there, and nothing stood in its way. */
function dueAt({ waits, ending, lastsMs }: Fate, lived: Told, healedAt: EpochMs): EpochMs {
  if (!waits) return Math.max(healedAt, endOf({ ending, lastsMs }, lived, healedAt));
  const decidedAt = waits.for === "approval" ? (lived.facts.decidedAt ?? TEST_START + DAY) : TEST_START;
  const beginsAt = Math.max(healedAt, decidedAt, TEST_START + waits.freeAfterMs);
  return beginsAt + waits.videos * spanMs({ ending, lastsMs });
}

/** Returns when one video's outcome was there. */
function endOf(
  { ending, lastsMs }: Pick<Fate, "ending" | "lastsMs">,
  { chargedAt, end }: Told,
  healedAt: EpochMs,
): EpochMs {
  if (chargedAt === null) return TEST_START;
  const isLost = hasEnd(ending) && !knowsTask(end);
  // A deadline is counted from the command as it was taken, which may have come a second time.
  if (ending === "sticks") return (end?.acceptedAt ?? TEST_START) + GIVES_UP_AFTER_MS;
  if (isLost) return chargedAt;
  // What is asked for is asked for so long after that was noted for the first time.
  const endsAt = chargedAt + lastsMs;
  return hasEnd(ending) ? endsAt : Math.max(endsAt, healedAt) + ASKED_FOR_MS;
}

/** Returns how long a task is polled. */
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
