import type { Variant } from "./variants.ts";

const serviceHealth = "src/jobs/health/service-health.ts";
const poll = "src/jobs/poll/poll.ts";
const down = "src/core/health/down.ts";

/** Mistakes with what is told of the video service. */
export const HEALTH: readonly Variant[] = [
  {
    name: "a probe that pays looks whether the service is there again",
    file: poll,
    search: "if (guard.service.isOpen()) health.away();",
    replacement: `if (guard.service.isOpen()) {
      health.away();
      for await (const { key } of keysOf(deps, job)) await deps.video.submit(key, job.request, async () => {});
    }`,
    tryFirst: 17,
  },
  {
    name: "a refusal counts as a service that does not answer",
    file: serviceHealth,
    search: `else if (refusal.kind === "unavailable") tell(`,
    replacement: "else tell(",
    tryFirst: 27,
  },
  {
    name: "one key's failures count as everybody's",
    file: down,
    search: "const isAlone = taken.every(({ payer }) => payers.has(payer));",
    replacement: "const isAlone = true;",
    tryFirst: 17,
  },
  {
    name: "a grade is never left by itself",
    file: "src/core/health/held.ts",
    search: "return now >= leavesAt(before);",
    replacement: "return now < before.since;",
    tryFirst: 17,
  },
];
