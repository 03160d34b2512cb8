import { type Clock, within } from "../../core/clock.ts";

/** The longest wait for Redis, in milliseconds. */
const PATIENCE_MS = 300;

/** Asks Redis while a person waits; `otherwise` where it is away or slow. */
export async function withFallback<Value>(clock: Clock, work: Promise<Value>, otherwise: Value): Promise<Value> {
  const value = await within(clock, PATIENCE_MS, work).catch(() => "late" as const);
  return value === "late" ? otherwise : value;
}
