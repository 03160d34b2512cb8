import type { Trouble } from "../../src/core/health.ts";
import type { WatchedHealth } from "../../src/jobs/service-health.ts";

/** A service whose health the test sets. Healthy by default. */
export interface FakeHealth extends WatchedHealth {
  /** `failed` of the last `ends` videos failed. */
  set(kind: Trouble["kind"] | null, how?: { readonly failed?: number; readonly ends?: number }): void;
}

export function fakeHealth(): FakeHealth {
  const listeners = new Set<() => void>();
  let trouble: Trouble | null = null;
  return {
    trouble: () => trouble,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    called() {},
    ended() {},
    away() {},
    set(kind, { failed = 6, ends = 10 } = {}) {
      trouble = kind === "failing" ? { kind, failed, ends } : kind && { kind };
      for (const listener of listeners) listener();
    },
  };
}
