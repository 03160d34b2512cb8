import type { Condition, Grade } from "../../../src/core/health/health.ts";
import type { TaskKind } from "../../../src/core/pace/experience.ts";
import type { WatchedHealth } from "../../../src/jobs/health/service-health.ts";

/** A service whose health the test tells; "unknown" until then. */
export interface ToldHealth extends WatchedHealth {
  /** That kind of video, or every one, has that grade from now on. */
  tell(grade: Grade, condition?: Partial<Condition> & { readonly kind?: TaskKind }): void;
  /** A video ended well. */
  endWell(): void;
}

export function toldHealth(): ToldHealth {
  const unknown: Condition = { grade: "unknown", since: 0, failed: 0, ends: 0, takesMs: null };
  const hearers = new Set<() => void>();
  let ofAll = unknown;
  const ofOne = new Map<TaskKind, Condition>();
  const hearAll = () => {
    for (const hear of hearers) hear();
  };
  return {
    of: (kind) => ofOne.get(kind) ?? ofAll,
    onChange(hear) {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
    called() {},
    looked() {},
    ended() {},
    away() {},
    tell(grade, { kind, ...condition } = {}) {
      const told = { ...unknown, ...condition, grade };
      if (kind) ofOne.set(kind, told);
      else {
        ofOne.clear();
        ofAll = told;
      }
      hearAll();
    },
    endWell: hearAll,
  };
}
