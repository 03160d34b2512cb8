import type { EpochMs } from "../../src/core/clock.ts";
import { type Job, outcomeOf } from "../../src/core/job/job.ts";
import { TEST_START } from "../fakes/jobs.ts";
import type { Fate } from "./fate.ts";
import { fine } from "./faults.ts";
import { type Begun, commandFate, waitingFate } from "./kinds.ts";
import { live, type OneLife } from "./life.ts";

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

export interface HealedLife extends OneLife {
  /** Time from when nothing stood in its way to the final word; null where none was due. */
  readonly lateMs: number | null;
  /** The platform said that the bot was removed: from then on it is tried once a day. */
  readonly wasRemoved: boolean;
}

/**
 * Lives one command whose faults end at some moment, and judges how soon its person is told from then on. Of three lives one is of
 * what waits first, some of them batches and chains that a team pays for; of the others, of four one is of two processes that may
 * stand still until then, of five one goes on from another video.
 */
export async function healedLife(seed: number, { isTraced = false } = {}): Promise<HealedLife> {
  const { fate, dice } = seed % 3 === 1 ? waiting(seed) : plain(seed);
  const healsAfterMs = HEALS_AFTER_MS[Math.floor(seed / 60) % HEALS_AFTER_MS.length] ?? 0;
  const healing = healedFrom(fate, TEST_START + healsAfterMs);
  const lived = await live(healing.fate, dice, isTraced);
  const { wasRemoved } = healing;

  const due = dueAt(fate, lived, healing.healedAt());
  const lateMs = lived.endShownAt === null ? null : Math.max(0, lived.endShownAt - due);
  const closedLateMs = lived.end?.state.status === "closed" ? lived.end.state.closedAt - due : 0;
  const mostMs = (wasRemoved() ? DAY : 0) + TOLD_WITHIN_MS * (fate.waits?.videos ?? 1);
  const broken = [...lived.broken];
  if (lateMs !== null && lateMs > mostMs) broken.push("the final word came late although nothing stood in its way");
  if (closedLateMs > 2 * mostMs) broken.push("a job stayed open although nothing stood in its way");
  return { ...lived, broken, lateMs, wasRemoved: wasRemoved() };
}

function plain(seed: number): Begun {
  const { fate, dice } = commandFate(seed, seed % 4 === 0);
  return seed % 5 === 0 ? { fate: { ...fate, isSequel: true, picture: null, crowd: 0 }, dice } : { fate, dice };
}

function waiting(seed: number): Begun {
  const { fate, dice } = waitingFate(seed);
  const visits = fate.visits?.filter(({ what }) => what !== "kills the bot" && what !== "keeps the bot away for long");
  return { fate: { ...fate, visits: visits ?? [] }, dice };
}

/** Returns that fate without faults from then on, with what its earlier faults leave behind. */
function healedFrom(fate: Fate, healsAt: EpochMs) {
  let now = TEST_START;
  let last = TEST_START;
  let isRemoved = false;
  const troubled = (until: EpochMs) => {
    last = Math.max(last, until);
  };
  const healed: Fate = {
    ...fate,
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
  return { fate: healed, healedAt: () => last, wasRemoved: () => isRemoved };
}

/** Returns when the final word was due: the outcome was there, and nothing stood in its way. */
function dueAt({ waits, ending, lastsMs }: Fate, lived: OneLife, healedAt: EpochMs): EpochMs {
  if (!waits) return Math.max(healedAt, endOf({ ending, lastsMs }, lived, healedAt));
  const decidedAt = waits.for === "approval" ? (lived.facts.decidedAt ?? TEST_START + DAY) : TEST_START;
  const beginsAt = Math.max(healedAt, decidedAt, TEST_START + waits.freeAfterMs);
  return beginsAt + waits.videos * spanMs({ ending, lastsMs });
}

/** Returns when one video's outcome was there. */
function endOf(
  { ending, lastsMs }: Pick<Fate, "ending" | "lastsMs">,
  { chargedAt, end }: OneLife,
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
