import { type Clock, machineClock } from "../../src/core/clock.ts";

/** As long as a bot waits for Redis, in milliseconds. Source: src/engines/redis-shared.ts. */
const PATIENCE_MS = 300;

/** The machine's clock, by which Redis has ten seconds to answer: a machine that stalls is no Redis that is away. */
export const patientClock: Clock = {
  now: machineClock.now,
  after: (delayMs, act) => machineClock.after(delayMs === PATIENCE_MS ? 10_000 : delayMs, act),
};
