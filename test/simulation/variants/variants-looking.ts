import type { Variant } from "./variants.ts";

const outbox = "src/jobs/deliver/outbox.ts";

/** Mistakes with new messages whose answers were lost, where the platform can be looked into. */
export const LOOKING: readonly Variant[] = [
  {
    name: "a new message that may have arrived is not looked for",
    file: outbox,
    search: "begunAt === undefined ? blind",
    replacement: "job ? blind",
    tryFirst: 33,
  },
  {
    name: "a new message that could not be looked for counts as one that is not there",
    file: outbox,
    search: "if (!found.ok) await apply(deps, stored, failed(deps, stored, found.refusal));",
    replacement: `if (!found.ok) await apply(deps, stored, { kind: "new_message_refused", waitMs: 0, fraction: 0.5 });`,
    tryFirst: 40,
  },
  {
    name: "a first card that could not be looked for counts as one that is not there",
    file: "src/jobs/start/first-card.ts",
    search: `await apply(deps, stored, { kind: "look_put_off", waitMs: waitOf(found.refusal) });\n    return "done";`,
    replacement: `return "not_there";`,
    tryFirst:
      "succeeds on Slack; lost but arrived at answer #1; lost at find #1; lost but done at show Request received #1; lost at find #2",
  },
  {
    name: "a card that may be lost says what is true for a moment",
    file: "src/messages/card/card.ts",
    search: `reply.platform === "slack" && isFirst && "answer" in state && state.answer !== "given"`,
    replacement: `reply.platform === "slack" && state.status === "closed"`,
    tryFirst: "succeeds on Slack; lost but arrived at answer #1",
  },
];
