import type { EpochMs } from "../clock.ts";
import { unreachable } from "../result.ts";
import { afterGood, type Held, held, isOver, isRecent, leavesAt } from "./held.ts";
import type { Digest, Ended, Sign } from "./sign.ts";

/** What paid calls, and polls that are kept away, tell of the whole service. */
export interface Calls {
  /** The unavailable ones since the last one that was taken, oldest first. */
  readonly row: readonly { readonly at: EpochMs; readonly payer: Digest; readonly prompt: Digest }[];
  /** The newest one that was taken of each payer. */
  readonly taken: readonly { readonly at: EpochMs; readonly payer: Digest }[];
  readonly down: Held | null;
  /** When it was last left; 0: it was not. */
  readonly leftAt: EpochMs;
}

/** As many in a row mean that the service is down. */
const ROW = 3;
const ROW_MAX = 20;
/** More payers say no more. */
const PAYERS_MAX = 20;

export const noCalls: Calls = { row: [], taken: [], down: null, leftAt: 0 };

/** Calls that are not too old; a grade that is over is left. */
export function callsBy(calls: Calls, now: EpochMs): Calls {
  const { row, taken, down } = calls;
  const recent = { ...calls, taken: taken.filter((call) => isRecent(call, now)) };
  if (down && isOver(down, now)) return { ...recent, row: [], down: null, leftAt: leavesAt(down) };
  return { ...recent, row: row.filter((call) => isRecent(call, now)) };
}

export function afterCall(
  calls: Calls,
  sign: Extract<Sign, { kind: "taken" | "unavailable" | "away" }>,
  now: EpochMs,
): Calls {
  const { row, taken, down } = calls;
  switch (sign.kind) {
    case "away":
      return { ...calls, down: held(down, now) };
    case "taken": {
      const others = taken.filter(({ payer }) => payer !== sign.payer);
      return { ...calls, row: [], taken: [...others, { at: now, payer: sign.payer }].slice(-PAYERS_MAX) };
    }
    case "unavailable": {
      const { payer, prompt } = sign;
      const longer = { ...calls, row: [...row, { at: now, payer, prompt }].slice(-ROW_MAX) };
      return down || saysDown(longer) ? { ...longer, down: held(down, now) } : longer;
    }
    default:
      return unreachable(sign);
  }
}

/** One payer's failures alone say nothing of the service, unless nobody else was heard of: then three prompts do. */
function saysDown({ row, taken }: Calls): boolean {
  if (row.length < ROW) return false;
  const payers = new Set(row.map(({ payer }) => payer));
  if (payers.size > 1) return true;
  const isAlone = taken.every(({ payer }) => payers.has(payer));
  return isAlone && new Set(row.map(({ prompt }) => prompt)).size >= ROW;
}

/** A video that had begun before the last call was unavailable does not say that paid calls get through again. */
export function callsAfterEnd(calls: Calls, { isGood, tookMs }: Ended, now: EpochMs): Calls {
  const { row, down } = calls;
  const lastAt = row.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  if (!down || !isGood || now - tookMs <= lastAt) return calls;
  const after = afterGood(down);
  return after ? { ...calls, down: after } : { ...calls, row: [], down: null, leftAt: now };
}
