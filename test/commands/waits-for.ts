import type { EpochMs } from "../../src/core/clock.ts";
import type { Job } from "../../src/core/job/job.ts";
import { APPROVAL_MS } from "../../src/core/job/job.ts";
import type { OrderWait } from "../../src/core/request/order.ts";

/** What an order that waits makes of its job. */
export function waitsFor(wait: OrderWait, now: EpochMs): Partial<Job> {
  const given = { status: "waiting", answer: "given", notBefore: now, until: now + APPROVAL_MS } as const;
  if (wait.for !== "approval") return { sealedKey: null, state: { ...given, for: wait.for } };
  const { for: cause, ...asked } = wait;
  return { approval: { ...asked, askedAt: now, decision: null }, sealedKey: null, state: { ...given, for: cause } };
}
