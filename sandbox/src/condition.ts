import type { Journal } from "./journal.ts";

/** Each platform's own file says what these mean. */
export type Condition = "clear" | "rate_limited" | "down" | "token_dead";

export const RATE_LIMITED_S = 2;

export const DYING_TOKEN_MS = 5_000;

type Turned = (change: { readonly from: Condition; readonly to: Condition }) => void;

export function openCondition(place: "discord" | "slack", journal: Journal) {
  const listeners: Turned[] = [];
  let condition: Condition = "clear";
  return {
    now: (): Condition => condition,
    listen: (turned: Turned) => void listeners.push(turned),
    turn(to: Condition) {
      if (to === condition) return;
      const from = condition;
      condition = to;
      for (const turned of listeners) turned({ from, to });
      journal.add({ place, kind: "condition", payload: { condition } });
    },
  };
}
