import type { Variant } from "./variants.ts";

/** Mistakes between processes that share the jobs. */
export const SHARING: readonly Variant[] = [
  {
    name: "a paid call of another process is declared unknown at once",
    file: "src/jobs/start/interrupted.ts",
    search: "if (deps.clock.now() < until) return until;",
    replacement: "",
    isOfFleet: true,
    tryFirst: 28,
  },
  {
    name: "what another process left in the middle of a step is not doubted",
    file: "src/jobs/step.ts",
    search: "(isTakenOver || acceptedAt < startedAt)",
    replacement: "acceptedAt < startedAt",
    tryFirst: 463,
    isOfFleet: true,
  },
  {
    name: "a process that stood still while it saved shows its card all the same",
    file: "src/jobs/start/accept.ts",
    search: `heard === "inserted" && stoodStill(clock, job.acceptedAt) ? "late" : heard`,
    replacement: "heard",
    tryFirst: 3413,
    isOfFleet: true,
  },
  {
    name: "a step that lost its job begins a notification without a save of its own",
    file: "src/jobs/deliver/outbox.ts",
    search: `const begun = await apply(deps, stored, { kind: "notifying" });`,
    replacement: `const begun = (await apply(deps, stored, { kind: "notifying" })) ?? stored;`,
    tryFirst: 399,
    isOfFleet: true,
  },
  {
    name: "a step that lost its job makes the paid call all the same",
    file: "src/jobs/start/pay.ts",
    search: `if (intent?.job.state.status !== "submitting") return;`,
    replacement: "if (!intent) return deps.video.submit(key, job.request, async () => {}).then(() => {});",
    isOfFleet: true,
    tryFirst: 91,
  },
];
