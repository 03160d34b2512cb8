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

/** How long a person waits for the bot to come up, in real time. */
const PATIENCE_MS = 15_000;

export type Bell = ReturnType<typeof bell>;

export function bell(patienceMs = PATIENCE_MS) {
  const waiting = new Set<() => void>();
  return {
    ring() {
      for (const look of [...waiting]) look();
    },
    /** Resolves with what `look` finds, now or after a ring; rejects with `missing` where patience ends. */
    until<Found>(look: () => Found | undefined, missing: () => string): Promise<Found> {
      const value = look();
      if (value !== undefined) return Promise.resolve(value);
      return new Promise((resolve, reject) => {
        const again = () => {
          const now = look();
          if (now === undefined) return;
          giveUp();
          waiting.delete(again);
          resolve(now);
        };
        const giveUp = machineClock.after(patienceMs, () => {
          waiting.delete(again);
          reject(new Error(missing()));
        });
        waiting.add(again);
      });
    },
  };
}
