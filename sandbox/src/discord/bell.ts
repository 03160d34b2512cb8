import { machineClock } from "../clock.ts";

/** How long a person waits for the bot to come up, in real time. */
const PATIENCE_MS = 15_000;

/** Rings whenever something changed that somebody may be waiting for. */
export interface Bell {
  ring(): void;
  /** What `look` finds, now or after a ring; rejects with `missing` after 15 s of real time. */
  until<Found>(look: () => Found | undefined, missing: () => string): Promise<Found>;
}

export function bell(): Bell {
  const waiting = new Set<() => void>();
  return {
    ring() {
      for (const look of waiting) look();
    },
    until(look, missing) {
      const found = look();
      if (found !== undefined) return Promise.resolve(found);
      return new Promise((resolve, reject) => {
        const again = () => {
          const now = look();
          if (now === undefined) return;
          giveUp();
          waiting.delete(again);
          resolve(now);
        };
        const giveUp = machineClock.after(PATIENCE_MS, () => {
          waiting.delete(again);
          reject(new Error(missing()));
        });
        waiting.add(again);
      });
    },
  };
}
