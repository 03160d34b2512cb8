import type { EpochMs } from "../../src/core/clock.ts";
import type { Condition, Trouble } from "../../src/core/health.ts";
import type { WatchedHealth } from "../../src/jobs/service-health.ts";

/** A service whose health the test tells; no trouble until then. */
export interface FakeHealth extends WatchedHealth {
  /** `failed`, `ends`: of the last videos, where they fail. */
  tell(
    kind: Trouble["kind"] | null,
    how?: { readonly since?: number; readonly failed?: number; readonly ends?: number },
  ): void;
  /** A video ended well at that time. */
  endWell(at: EpochMs): void;
}

/** `now`: the time at which a job reports that its video ended well. */
export function fakeHealth(now: () => EpochMs = () => 0): FakeHealth {
  const hearers = new Set<() => void>();
  let condition: Condition = { trouble: null, since: 0, wellAt: 0 };
  const hearAll = () => {
    for (const hear of hearers) hear();
  };
  function endWell(at: EpochMs): void {
    condition = { ...condition, wellAt: at };
    hearAll();
  }
  return {
    now: () => condition,
    onChange(hear) {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
    called() {},
    ended(_job, { isGood }) {
      if (isGood) endWell(now());
    },
    away() {},
    tell(kind, { since = 0, failed = 6, ends = 10 } = {}) {
      condition = {
        trouble: kind === "failing" ? { kind, failed, ends } : kind && { kind },
        since,
        wellAt: condition.wellAt,
      };
      hearAll();
    },
    endWell,
  };
}
