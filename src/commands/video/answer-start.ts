import type { Answer } from "../../core/command.ts";
import { unreachable } from "../../core/result.ts";
import { alreadyOnItsWay } from "../../messages/ask/notices.ts";
import type { StartOutcome, Visit } from "../command-deps.ts";
import { firstCardOf } from "./first-card-of.ts";

/** The first card of what was started, or a private word why not. Each caller knows what to do without a key. */
export function answerStart({ deps, words }: Visit, outcome: Exclude<StartOutcome, { kind: "no_key" }>): Answer {
  switch (outcome.kind) {
    case "started":
      return { kind: "card", card: firstCardOf(deps, outcome.job) };
    // Two presses at the same moment found the same id.
    case "already_accepted":
      return { kind: "private", message: alreadyOnItsWay(words) };
    case "refused":
      return { kind: "private", message: outcome.message };
    default:
      return unreachable(outcome);
  }
}
