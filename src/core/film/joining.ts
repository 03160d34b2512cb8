import { hasFilm } from "../batch/chain.ts";
import { noneIfUnreadable, partsOf } from "../batch/parts-of.ts";
import { ownerName } from "../job/ids.ts";
import { isSettled, type Job } from "../job/job.ts";
import type { JobStore } from "../ports.ts";
import type { FilmBeside } from "./chat-films.ts";
import { continuesOf, nthOf } from "./continues.ts";
import type { JoinProblem } from "./films.ts";

/** Parts of one joined film at most: their links fit into one message where it cannot be made. */
export const JOINED_PARTS_MAX = 20;

/** From a press of *Join* to the film in the chat; the same card is not joined twice within that time. */
export const JOIN_WITHIN_MS = 120_000;

/** The video with which *Join* of a card ends: its own, of a batch the last that is made; null: nothing is there to be joined. A part has no card. */
export function joinEnd(job: Job, parts: readonly Job[]): Job | null {
  if (job.partOf || !isSettled(job)) return null;
  const end = job.parts ? parts.findLast(isJoinable) : job;
  return end && isJoinable(end) ? end : null;
}

function isJoinable(job: Job): boolean {
  return hasFilm(job) && continuesOf(job) !== null && nthOf(job) <= JOINED_PARTS_MAX;
}

/**
 * The videos that *Join* of a card makes one film of, the first part first; none where it joins nothing. What is not known any
 * more is missing at the beginning. Rejects where the store does.
 */
export async function partsToJoin(jobs: Pick<JobStore, "load">, card: Job): Promise<readonly Job[]> {
  const stored = await partsOf(jobs, card);
  const end = joinEnd(
    card,
    stored.map(({ job }) => job),
  );
  if (!end) return [];
  const parts = [end];
  for (let from = continuesOf(end); from && parts.length < nthOf(end); ) {
    const before = (await jobs.load(from.job).catch(noneIfUnreadable))?.job;
    if (!before || ownerName(before.owner) !== ownerName(end.owner)) break;
    parts.unshift(before);
    from = continuesOf(before);
  }
  return parts;
}

/** Makes one film of the parts of a card, the first part first, and sends it. Rejects where the store does. */
export type JoinParts = (card: Job, parts: readonly Job[], to: FilmBeside) => Promise<JoinNews>;

export type JoinNews =
  /** "unclear": the platform did not say whether the film arrived. */
  | { readonly kind: "joined" | "unclear" }
  /**
   * `maxBytes`: the largest film that would have gone there; `nth`: because of that film, from 0. "busy": others are being joined;
   * "stopped": the process is about to end; "not_sent": it may go better later; "not_taken": the platform takes no film there.
   */
  | {
      readonly kind: "not_joined";
      readonly why: JoinProblem["kind"] | "busy" | "stopped" | "not_sent" | "not_taken";
      readonly nth?: number;
      readonly maxBytes: number;
    };
