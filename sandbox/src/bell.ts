import { machineClock } from "./clock.ts";

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
