import type { EpochMs } from "../clock.ts";
import { KINDS, type TaskKind } from "../pace/experience.ts";
import { unreachable } from "../result.ts";
import { afterCall, type Calls, callsAfterEnd, callsBy, noCalls } from "./down.ts";
import type { Condition } from "./health.ts";
import { HELD_MS, type Held, leavesAt } from "./held.ts";
import { afterEnd, afterLate, type KindSeen, nothingSeen, seenBy, takesMs } from "./kind-seen.ts";
import type { Sign } from "./sign.ts";

/** What is known of the service's health. Plain JSON, and bounded. */
export interface Seen {
  /** When it was last brought up to date. */
  readonly at: EpochMs;
  /** Since when signs are heard. */
  readonly since: EpochMs;
  readonly calls: Calls;
  readonly kinds: Readonly<Record<TaskKind, KindSeen>>;
}

/** Fewer ends of a kind say nothing about it. */
const ENDS_MIN = 3;
/** A clock that was set back by more than this makes nonsense of what was seen. */
const SET_BACK_MS = 60_000;

/** Nothing was seen before `now`. */
export function unseen(now: EpochMs): Seen {
  return { at: now, since: now, calls: noCalls, kinds: ofKinds(() => nothingSeen) };
}

function ofKinds(of: (kind: TaskKind) => KindSeen): Readonly<Record<TaskKind, KindSeen>> {
  return { "480p-10": of("480p-10"), "480p-15": of("480p-15"), "720p-10": of("720p-10"), "720p-15": of("720p-15") };
}

/** With one sign more. */
export function noted(before: Seen, sign: Sign, now: EpochMs): Seen {
  const seen = by(before, now);
  switch (sign.kind) {
    case "taken":
    case "unavailable":
    case "away":
      return { ...seen, calls: afterCall(seen.calls, sign, now) };
    case "late":
      return withKind(seen, sign.of, afterLate(seen.kinds[sign.of], sign.ageMs, now));
    case "ended": {
      const calls = callsAfterEnd(seen.calls, sign, now);
      return withKind({ ...seen, calls }, sign.of, afterEnd(seen.kinds[sign.of], sign, now));
    }
    default:
      return unreachable(sign);
  }
}

function withKind(seen: Seen, kind: TaskKind, of: KindSeen): Seen {
  return { ...seen, kinds: { ...seen.kinds, [kind]: of } };
}

/** What of it still counts by `now`. */
function by(seen: Seen, now: EpochMs): Seen {
  if (seen.at - now > SET_BACK_MS) return unseen(now);
  return { ...seen, at: now, calls: callsBy(seen.calls, now), kinds: ofKinds((kind) => seenBy(seen.kinds[kind], now)) };
}

function heldOf({ calls, kinds }: Seen): readonly Held[] {
  return [calls.down, ...KINDS.flatMap((kind) => [kinds[kind].failing, kinds[kind].slow])].filter(
    (one) => one !== null,
  );
}

/** When the next grade is left if no more signs come; null: none is held. */
export function nextLeaveAt(seen: Seen): EpochMs | null {
  const ends = heldOf(seen).map(leavesAt);
  return ends.length === 0 ? null : Math.min(...ends);
}

/** How the service does with that kind of video, by what was seen until now. */
export function conditionOf(before: Seen, kind: TaskKind, now: EpochMs): Condition {
  const { since, calls, kinds } = by(before, now);
  const seen = kinds[kind];
  const { ends, failing, slow } = seen;
  const counted = { failed: ends.filter(({ isGood }) => !isGood).length, ends: ends.length };
  if (calls.down) return { grade: "down", since: calls.down.since, ...counted, takesMs: null };
  if (failing) return { grade: "failing", since: failing.since, ...counted, takesMs: null };
  if (slow) return { grade: "slow", since: slow.since, ...counted, takesMs: takesMs(seen) };
  const newest = ends.at(-1);
  const isKnown = newest !== undefined && ends.length >= ENDS_MIN && now - newest.at < HELD_MS;
  const betterSince = Math.max(since, calls.leftAt, seen.leftAt);
  return { grade: isKnown ? "clear" : "unknown", since: betterSince, ...counted, takesMs: null };
}
