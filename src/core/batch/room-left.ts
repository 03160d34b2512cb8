import { type Job, takesPlace, waitsForTurn } from "../job/job.ts";
import type { Room } from "../ports.ts";

/** How many more videos of a person fit. */
export interface RoomLeft {
  /** Those that would start at once. */
  readonly now: number;
  /** Those and the others that would wait for their turn. */
  readonly inAll: number;
}

/** What is left of a person's running places and of their line; `open` are their open jobs. */
export function roomLeft(
  open: readonly Job[],
  { ofOwner, waitingOfOwner }: Pick<Room, "ofOwner" | "waitingOfOwner">,
): RoomLeft {
  const free = Math.max(0, ofOwner - open.filter(takesPlace).length);
  const waiting = open.filter(({ state }) => state.status === "waiting").length;
  // Those that wait for their turn come first.
  const now = Math.max(0, free - open.filter(waitsForTurn).length);
  return { now, inAll: Math.max(0, free + waitingOfOwner - waiting) };
}
