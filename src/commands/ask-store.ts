import { type Clock, within } from "../core/clock.ts";
import type { Log } from "../core/ports.ts";
import { ok, type Result, refuse } from "../core/result.ts";

interface CannotSave {
  readonly kind: "cannot_save";
}

/** Waits for our own store; a store that fails, or all waits of one command that take too long, are a refusal. */
export type AskStore = <Value>(work: () => Promise<Value>) => Promise<Result<Value, CannotSave>>;

/**
 * How long one command waits for our own store in all, in milliseconds, before it is saved. The save has 1.5 s of its
 * own, and the platform hangs up after 3 s.
 */
export const STORE_PATIENCE_MS = 1_000;

/** The patience of one command, in milliseconds, beginning now. Work that comes too late goes on, so it must only read, or write what does no harm late. */
export function askStore(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  patienceMs = STORE_PATIENCE_MS,
): AskStore {
  const until = clock.now() + patienceMs;
  return async (work) => {
    try {
      const value = await within(clock, Math.max(0, until - clock.now()), work());
      if (value !== "late") return ok(value);
      log.warn("store late", { afterMs: patienceMs });
    } catch (error) {
      log.warn("store failed", { reason: error instanceof Error ? error.message : "unknown" });
    }
    return refuse({ kind: "cannot_save" });
  };
}
