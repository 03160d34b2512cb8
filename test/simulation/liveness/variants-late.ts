import type { Variant } from "../variants/variants.ts";

/** Mistakes that charge nobody, and keep people waiting. */
export const LATE: readonly Variant[] = [
  {
    name: "a message that was refused waits longer each time, without an end",
    file: "src/core/job/advance-delivery.ts",
    search: "backoffMs(attempts, DELIVERY_RETRY_MAX_MS, event.fraction)",
    replacement: "backoffMs(attempts, 1e12, event.fraction)",
    tryFirst: 1_501,
  },
  {
    name: "a platform that does not answer is left alone for long",
    file: "src/jobs/deliver/outbox.ts",
    search: 'return { kind: "delivery_failed", isClear: !refusal.unclear, waitMs: awayMs(refusal), fraction };',
    replacement: 'return { kind: "delivery_failed", isClear: !refusal.unclear, waitMs: 86_400_000, fraction };',
    tryFirst: 221,
  },
  {
    name: "a key that is refused is tried again after an hour",
    file: "src/core/pace/pace.ts",
    search: "const POLL_WITHOUT_KEY_MS = 60_000;",
    replacement: "const POLL_WITHOUT_KEY_MS = 3_600_000;",
    tryFirst: 186,
  },
];
