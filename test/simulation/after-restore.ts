import type { JobId } from "../../src/core/job/ids.ts";
import { isOpen, isSettled, type Job } from "../../src/core/job/job.ts";
import type { Screen, Seen } from "./world/screen.ts";

/** Judges what people see after a backup was put back: a card that was finished stays, and its person is called no more. */
export function restoreWatch(screen: Screen, broken: (claim: string) => void) {
  const finished = new Map<string, JobId>();
  let calls = 0;

  return {
    /** `before` are the jobs as they were, and `after` as the backup has them. `canRead`: the bot can read its cards. */
    putBack(before: readonly Job[], after: readonly Job[], canRead: boolean): void {
      const open = new Set(after.filter(isOpen).map(({ id }) => id));
      for (const { id, reply, parts } of before.filter(isSettled)) {
        const card = screen.cardOf(reply, id);
        const isFinal = screen.visible().some((one) => one.id === card && one.isFinal && one.message.tone !== "key");
        if (card === null || !isFinal || !open.has(id)) continue;
        finished.set(card, id);
        // Of a batch one film may be known to its card alone, so its end comes in a new message.
        if (canRead && !parts) calls = screen.notifications().length;
      }
    },
    see({ id, isLate }: Seen): void {
      // What a killed process had sent may still land.
      if (finished.has(id) && !isLate) broken("a finished card was changed after a restore");
    },
    checkEnd(): void {
      if (calls > 0 && screen.notifications().length > calls) broken("a person was called again after a restore");
    },
  };
}
