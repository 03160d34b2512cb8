import type { Capacity } from "../../src/core/job/job-storage.ts";
import type { Order } from "../../src/jobs/start/accept.ts";
import type { Random } from "./random.ts";
import type { Visit } from "./visits.ts";

/** The number of videos in a run, and what they wait for. */
export interface Waits {
  /** Null: the videos wait for nothing, except that the videos of a batch wait for their turns. */
  readonly for: "turn" | "approval" | null;
  /** More than one is a batch. */
  readonly videos: number;
  readonly isChain: boolean;
  /** Until this long after the command, other people's jobs occupy all running places. */
  readonly freeAfterMs: number;
  readonly capacity: Capacity;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export function waitsOf(dice: Random): Waits {
  const isBatch = dice.chance(0.5);
  const cause = dice.weighted({ turn: isBatch ? 3 : 6, approval: 4, nothing: 3 });
  const free = dice.weighted({ now: 5, soon: 4, late: isBatch ? 0.05 : 0.3 });
  return {
    for: cause === "nothing" ? null : cause,
    videos: isBatch ? dice.pick([2, 2, 3]) : 1,
    isChain: isBatch && dice.chance(0.6),
    freeAfterMs: {
      now: 0,
      soon: dice.between(SECOND, 3 * MINUTE),
      late: dice.between(30 * MINUTE, 3 * HOUR),
    }[free],
    capacity: { ofOwner: dice.between(1, 2), ofWorkspace: 3, waitingOfOwner: 20 },
  };
}

export function waitOf({ for: cause, videos }: Waits): Pick<Order, "wait"> {
  if (cause === null || (videos > 1 && cause !== "approval")) return {};
  return { wait: cause === "approval" ? { for: cause, because: "ask_above" } : { for: cause } };
}

const STATES = [
  ...(["waiting", "accepted", "gathering", "submitting", "running"] as const),
  ...(["announcing", "posting", "attaching", "closed"] as const),
] as const;

const ANYTHING = [
  ...(["unlistens", "asks for the link", "uninstalls", "moves the card", "withdraws", "cancels the rest"] as const),
  ...(["forgets it all", "loses the managers", "finds the managers", "listens"] as const),
] as const;

/**
 * Draws people's acts: a manager's decision if one is requested, and up to three others, mostly just after a job has entered
 * some state.
 */
export function acts(dice: Random, { for: cause, videos, isChain }: Waits): readonly Visit[] {
  const some = dice.pick([1, 1, 2, 3]);
  const visits: Visit[] = Array.from({ length: some }, () => {
    const soonMs = dice.pick([0, 50, 300, 2_000, 30_000]);
    const at = dice.chance(0.2)
      ? { afterMs: dice.between(SECOND, 4 * MINUTE) }
      : { afterMs: soonMs, on: dice.pick(STATES) };
    return { ...at, what: dice.pick(ANYTHING) };
  });
  if (cause === "approval" && dice.chance(0.97)) {
    const what = dice.weighted({ approves: 8, declines: 1, withdraws: 1 });
    const afterMs = dice.chance(0.8) ? dice.between(SECOND, 2 * MINUTE) : dice.between(1, 20) * HOUR;
    visits.push({ afterMs, what });
    // Their message may then be unreachable for the edit that shows the decision.
    if (dice.chance(0.1)) visits.push({ afterMs: afterMs + dice.pick([1, 100, 1_000]), what: "loses the managers" });
  }
  if (isChain && videos > 1 && dice.chance(0.05))
    visits.push({ afterMs: dice.between(0, MINUTE), on: "running", what: "keeps the bot away for long" });
  return visits;
}
