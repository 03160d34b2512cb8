import { type Clock, machineClock } from "../../src/core/clock.ts";

/** The machine's clock, on which time can be skipped: what falls due meanwhile comes at once, and the rest sooner. */
export function skippingClock(): Clock & { skip(ms: number): void } {
  let skippedMs = 0;
  const waiting = new Set<{ readonly at: number; readonly act: () => void; stop: () => void }>();
  const now = () => machineClock.now() + skippedMs;

  return {
    now,
    after(delayMs, act) {
      const timer = { at: now() + delayMs, act: due, stop: machineClock.after(delayMs, due) };
      function due(): void {
        waiting.delete(timer);
        act();
      }
      waiting.add(timer);
      return () => {
        waiting.delete(timer);
        timer.stop();
      };
    },
    skip(ms) {
      skippedMs += ms;
      for (const timer of waiting) {
        timer.stop();
        timer.stop = machineClock.after(Math.max(0, timer.at - now()), timer.act);
      }
    },
  };
}
