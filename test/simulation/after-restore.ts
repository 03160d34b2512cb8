import type { JobId } from "../../src/core/job/ids.ts";
import { isOpen, isSettled, type Job } from "../../src/core/job/job.ts";
import type { Screen, Seen } from "./world/screen.ts";

/**
 * Checks what people see after a backup was restored: a finished card is not changed, and its person is not notified again.
 */
export function restoreWatch(screen: Screen, broken: (claim: string) => void) {
  const finished = new Map<string, JobId>();
  let calls = 0;

  return {
    /**
     * `before` lists the jobs before the restore, and `after` those in the backup. `canRead`: the bot can read its
     * cards.
     */
    putBack(before: readonly Job[], after: readonly Job[], canRead: boolean): void {
      const open = new Set(after.filter(isOpen).map(({ id }) => id));
      for (const { id, reply, parts } of before.filter(isSettled)) {
        const card = screen.cardOf(reply, id);
        const isFinal = screen.visible().some((one) => one.id === card && one.isFinal && one.message.tone !== "key");
        if (card === null || !isFinal || !open.has(id)) continue;
        finished.set(card, id);
        // A video of a batch may be known only to its card, so its result comes in a new message.
        if (canRead && !parts) calls = screen.notifications().length;
      }
    },
    see({ id, isLate }: Seen): void {
      // A request that a killed process sent may still arrive.
      if (finished.has(id) && !isLate) broken("a finished card was changed after a restore");
    },
    checkEnd(): void {
      if (calls > 0 && screen.notifications().length > calls) broken("a person was notified again after a restore");
    },
  };
}
