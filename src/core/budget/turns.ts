import type { EpochMs } from "../clock.ts";
import type { JobId } from "../job/ids.ts";

/** A job that waits for a running place. */
export interface InLine {
  readonly id: JobId;
  /** Its owner's `ownerName`. */
  readonly owner: string;
  readonly joinedAt: EpochMs;
  /** How long a task of its kind takes, in milliseconds; null: not known. */
  readonly takesMs: number | null;
}

/** What the owner of a waiting job has in running places. */
export interface Places {
  /** When each of them will be free, as far as that is known. */
  readonly freeAt: readonly (EpochMs | null)[];
  /** When their last job began; 0: none that anybody knows of. */
  readonly lastBeganAt: EpochMs;
}

/** One line, and the places that it waits for. */
export interface LineNow {
  /** Those who wait, in any order. */
  readonly waiting: readonly InLine[];
  /** By `ownerName`. */
  readonly places: ReadonlyMap<string, Places>;
  /** How many places an owner may have. */
  readonly ofOwner: number;
  /** How many places are free for all of them together. */
  readonly free: number;
}

/**
 * Whose turn it is, as many as there are places. Turns go round the people: the one who began something longest ago is next,
 * with their oldest job. Whoever has all places that one may have is skipped, and blocks nobody.
 */
export function turnsOf({ waiting, places, ofOwner, free }: LineNow): readonly JobId[] {
  const lines = linesOf(waiting);
  const taken = new Map([...lines.keys()].map((owner) => [owner, places.get(owner)?.freeAt.length ?? 0]));
  const lastTurn = new Map([...lines.keys()].map((owner) => [owner, places.get(owner)?.lastBeganAt ?? 0]));
  const turns: JobId[] = [];
  for (let turn = 1; turn <= free; turn += 1) {
    const next = [...lines.keys()]
      .filter((owner) => (lines.get(owner)?.length ?? 0) > 0 && (taken.get(owner) ?? 0) < ofOwner)
      .sort((a, b) => (lastTurn.get(a) ?? 0) - (lastTurn.get(b) ?? 0) || oldestOf(lines, a) - oldestOf(lines, b))[0];
    const job = next === undefined ? undefined : lines.get(next)?.shift();
    if (next === undefined || job === undefined) break;
    turns.push(job.id);
    taken.set(next, (taken.get(next) ?? 0) + 1);
    // After all who have begun something before.
    lastTurn.set(next, Number.MAX_SAFE_INTEGER - free + turn);
  }
  return turns;
}

/** Where a job stands in its owner's line, and when it begins if only their own places are waited for; null: not known. */
export function placeInLine(
  line: Pick<LineNow, "waiting" | "places" | "ofOwner">,
  id: JobId,
  now: EpochMs,
): { readonly nth: number; readonly startsAt: EpochMs | null } | null {
  const owner = line.waiting.find((job) => job.id === id)?.owner;
  const own = owner === undefined ? [] : (linesOf(line.waiting).get(owner) ?? []);
  const nth = own.findIndex((job) => job.id === id);
  if (owner === undefined || nth < 0) return null;
  const busy = line.places.get(owner)?.freeAt ?? [];
  return { nth: nth + 1, startsAt: startOf(own.slice(0, nth), { busy, ofOwner: line.ofOwner }, now) };
}

/** Each place that becomes free is taken by the next of those ahead. */
function startOf(
  ahead: readonly InLine[],
  { busy, ofOwner }: { readonly busy: readonly (EpochMs | null)[]; readonly ofOwner: number },
  now: EpochMs,
): EpochMs | null {
  const free = Array.from({ length: Math.max(0, ofOwner - busy.length) }, () => now);
  // What is not known comes after all that is.
  let places = [...free, ...busy.map((at) => (at === null ? Number.POSITIVE_INFINITY : Math.max(at, now)))];
  for (const { takesMs } of ahead) {
    places = places.toSorted((a, b) => a - b);
    const [first = Number.POSITIVE_INFINITY, ...others] = places;
    places = [...others, takesMs === null ? Number.POSITIVE_INFINITY : first + takesMs];
  }
  const at = Math.min(...places);
  return Number.isFinite(at) ? Math.round(at) : null;
}

/** Each owner's waiting jobs, the oldest first. */
function linesOf(waiting: readonly InLine[]): Map<string, InLine[]> {
  const lines = new Map<string, InLine[]>();
  for (const job of waiting.toSorted((a, b) => a.joinedAt - b.joinedAt || (a.id < b.id ? -1 : 1)))
    lines.set(job.owner, [...(lines.get(job.owner) ?? []), job]);
  return lines;
}

function oldestOf(lines: ReadonlyMap<string, readonly InLine[]>, owner: string): EpochMs {
  return lines.get(owner)?.[0]?.joinedAt ?? Number.POSITIVE_INFINITY;
}
