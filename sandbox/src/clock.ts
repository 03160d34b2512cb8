/** The sandbox's own time, so that a test can tell it instead of waiting for it. */
export interface SandboxClock {
  now(): number;
  /** Runs `act` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, act: () => void): () => void;
}

export function every(clock: SandboxClock, gapMs: number, act: () => void): () => void {
  let cancel = () => {};
  const again = () => {
    cancel = clock.after(gapMs, () => {
      again();
      act();
    });
  };
  again();
  return () => cancel();
}

/** The machine's clock. Its timers keep no process alive. */
export const machineClock: SandboxClock = {
  now: () => Date.now(),
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
