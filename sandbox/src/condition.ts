import type { Journal } from "./journal.ts";

/** How a platform treats the bot; what each one means there, the platform's own file says. */
export const conditions = ["clear", "rate_limited", "down", "token_dead"] as const;

export type Condition = (typeof conditions)[number];

export const places = ["discord", "slack"] as const;

/** Seconds that a platform asks the bot to wait, again and again while it is rate limited. */
export const RATE_LIMITED_S = 2;

export const DYING_TOKEN_MS = 5_000;

export function openCondition(deps: {
  readonly place: (typeof places)[number];
  readonly journal: Journal;
  turned(change: { readonly from: Condition; readonly to: Condition }): void;
}) {
  let condition: Condition = "clear";
  return {
    now: (): Condition => condition,
    turn(to: Condition) {
      if (to === condition) return;
      const from = condition;
      condition = to;
      deps.turned({ from, to });
      deps.journal.add({ place: deps.place, kind: "condition", payload: { condition } });
    },
  };
}
