/** Tests set this time instead of waiting. */
export interface SandboxClock {
  now(): number;
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

export const machineClock: SandboxClock = {
  now: () => Date.now(),
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

const TIMEOUT_MS = 15_000;

export type Bell = ReturnType<typeof bell>;

export function bell(timeoutMs = TIMEOUT_MS) {
  const waiting = new Set<() => void>();
  return {
    ring() {
      for (const read of [...waiting]) read();
    },
    until<Found>(read: () => Found | undefined, missing: () => string): Promise<Found> {
      const value = read();
      if (value !== undefined) return Promise.resolve(value);
      return new Promise((resolve, reject) => {
        const again = () => {
          const now = read();
          if (now === undefined) return;
          giveUp();
          waiting.delete(again);
          resolve(now);
        };
        const giveUp = machineClock.after(timeoutMs, () => {
          waiting.delete(again);
          reject(new Error(missing()));
        });
        waiting.add(again);
      });
    },
  };
}
