import { type Clock, machineClock } from "../../../src/core/clock.ts";

/** The machine's clock, with a jump ahead. Timers that become due run at once, and the others are shortened. */
export function jumpingClock(): Clock & { jump(ms: number): void } {
  let aheadMs = 0;
  const waiting = new Set<{ readonly at: number; readonly act: () => void; stop: () => void }>();
  const now = () => machineClock.now() + aheadMs;

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
    jump(ms) {
      aheadMs += ms;
      for (const timer of waiting) {
        timer.stop();
        timer.stop = machineClock.after(Math.max(0, timer.at - now()), timer.act);
      }
    },
  };
}
