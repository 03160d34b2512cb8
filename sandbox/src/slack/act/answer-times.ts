import type { SandboxClock } from "../../clock.ts";
import { limits } from "../check/limits.ts";
import type { Hearing } from "./delivery.ts";

/** The fate of one envelope, told to its sender. */
export interface Awaited {
  answered(body: unknown): void;
  failed(): void;
}

/** Waits for each answer as long as Slack does. */
export function answerTimes(clock: SandboxClock): { begin(hearing: Hearing): Awaited; stop(): void } {
  const deadlines = new Set<() => void>();

  return {
    begin(hearing) {
      const sentAt = clock.now();
      let isLate = false;
      const cancel = clock.after(limits.answerMs, () => {
        deadlines.delete(cancel);
        isLate = true;
        hearing.unanswered("operation_timeout");
      });
      deadlines.add(cancel);
      const end = () => {
        cancel();
        deadlines.delete(cancel);
        return clock.now() - sentAt;
      };
      return {
        answered(body) {
          const ms = end();
          if (isLate) hearing.late(ms);
          else hearing.answered(ms, body);
        },
        failed() {
          end();
          if (!isLate) hearing.unanswered("dispatch_failed");
        },
      };
    },
    stop() {
      for (const cancel of deadlines) cancel();
    },
  };
}
