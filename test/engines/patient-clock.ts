import { type Clock, machineClock } from "../../src/core/clock.ts";

/** How long a bot waits for Redis, in milliseconds. Source: src/engines/redis-shared.ts. */
const PATIENCE_MS = 300;

/**
 * The machine's clock, but Redis has ten seconds to respond, so that a stall of a busy machine does not look like an outage.
 */
export const patientClock: Clock = {
  now: machineClock.now,
  after: (delayMs, act) => machineClock.after(delayMs === PATIENCE_MS ? 10_000 : delayMs, act),
};
