import type { Condition, Trouble } from "../../src/core/health.ts";
import type { WatchedHealth } from "../../src/jobs/service-health.ts";

/** A service whose health the test tells; no trouble until then. */
export interface FakeHealth extends WatchedHealth {
  /** `failed`, `ends`: of the last videos, where they fail. */
  tell(
    kind: Trouble["kind"] | null,
    how?: { readonly since?: number; readonly failed?: number; readonly ends?: number },
  ): void;
  /** A video ended well. */
  endWell(): void;
}

export function fakeHealth(): FakeHealth {
  const hearers = new Set<() => void>();
  let condition: Condition = { trouble: null, since: 0 };
  const hearAll = () => {
    for (const hear of hearers) hear();
  };
  return {
    now: () => condition,
    onChange(hear) {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
    called() {},
    ended() {},
    away() {},
    tell(kind, { since = 0, failed = 6, ends = 10 } = {}) {
      condition = { trouble: kind === "failing" ? { kind, failed, ends } : kind && { kind }, since };
      hearAll();
    },
    endWell: hearAll,
  };
}
