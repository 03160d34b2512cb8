import type { Clock, EpochMs } from "../../core/clock.ts";
import type { Rate } from "../../core/shared.ts";

/** At most this many names are counted; the one that came first is forgotten first. */
const NAMES_MOST = 50_000;

/** Counts in the memory of this process. Each name has one window of its own. */
export function ownRate(clock: Clock): Rate {
  const times = new Map<string, { readonly at: readonly EpochMs[]; readonly windowMs: number }>();
  let sweptAt = clock.now();

  function sweep(now: EpochMs, windowMs: number): void {
    if (now - sweptAt < windowMs) return;
    for (const [name, theirs] of times) if (!theirs.at.some((at) => at > now - theirs.windowMs)) times.delete(name);
    sweptAt = now;
  }

  return async (name, most, windowMs) => {
    const now = clock.now();
    sweep(now, windowMs);
    // A time that is ahead was counted before the clock was set back.
    const recent = (times.get(name)?.at ?? []).filter((at) => at > now - windowMs && at <= now);
    const isWithin = recent.length < most;
    times.set(name, { at: isWithin ? [...recent, now] : recent, windowMs });
    const [oldest] = times.keys();
    if (times.size > NAMES_MOST && oldest !== undefined) times.delete(oldest);
    return isWithin;
  };
}
