import type { Clock } from "../core/clock.ts";
import type { ServiceHealth } from "../core/health/health.ts";

/** Nothing is known of the service yet. */
export function serviceHealth(clock: Clock): ServiceHealth {
  const since = clock.now();
  const hearers = new Set<() => void>();
  return {
    of: () => ({ grade: "unknown", since, failed: 0, ends: 0, takesMs: null }),
    onChange(hear) {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
  };
}
