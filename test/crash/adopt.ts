import { finalAt, NOTIFIED_WITHIN_MS, pingsOf, type Trial } from "./claims.ts";
import type { Shown } from "./evidence.ts";

/**
 * Gives each notification that names no command to the one whose final word came just before it: to one that has none
 * yet, else to one that has, for which it is one too many.
 */
export function adopt(trials: readonly Trial[], orphans: readonly Shown[]): readonly Trial[] {
  let adopted = trials;
  for (const orphan of orphans) {
    const at = orphan.texts[0]?.at ?? 0;
    const fitting = adopted.filter((trial) => {
      const saidAt = finalAt(trial);
      return trial.platform === orphan.platform && saidAt !== null && saidAt <= at && at - saidAt < NOTIFIED_WITHIN_MS;
    });
    const parent = fitting.find((trial) => pingsOf(trial) === 0) ?? fitting.at(-1);
    if (!parent) throw new Error(`a notification belongs to no command: ${orphan.texts[0]?.text}`);
    adopted = adopted.map((trial) => (trial === parent ? { ...trial, shown: [...trial.shown, orphan] } : trial));
  }
  return adopted;
}
