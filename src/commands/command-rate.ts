import type { Clock, EpochMs } from "../core/clock.ts";
import { type Owner, ownerName } from "../core/job.ts";

const WINDOW_MS = 60_000;

/** Says whether one more command of that person is within `perMinute` in the last 60 s; one that is not does not count. */
export function commandRate(clock: Clock, perMinute: number): (owner: Owner) => boolean {
  const times = new Map<string, readonly EpochMs[]>();
  let sweptAt = clock.now();

  return (owner) => {
    const now = clock.now();
    const isRecent = (at: EpochMs) => at > now - WINDOW_MS;
    if (now - sweptAt >= WINDOW_MS) {
      for (const [name, theirs] of times) if (!theirs.some(isRecent)) times.delete(name);
      sweptAt = now;
    }
    const recent = (times.get(ownerName(owner)) ?? []).filter(isRecent);
    const isWithin = recent.length < perMinute;
    times.set(ownerName(owner), isWithin ? [...recent, now] : recent);
    return isWithin;
  };
}
