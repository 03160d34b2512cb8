import { type Clock, within } from "../../core/clock.ts";

/** What is not worth waiting for longer. */
const PATIENCE_MS = 300;

/** What is asked of Redis while somebody waits: `otherwise`, where it is away or slow. */
export async function withFallback<Value>(clock: Clock, work: Promise<Value>, otherwise: Value): Promise<Value> {
  const value = await within(clock, PATIENCE_MS, work).catch(() => "late" as const);
  return value === "late" ? otherwise : value;
}
