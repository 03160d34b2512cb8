import { partsOf } from "../../core/batch/parts-of.ts";
import type { Answer } from "../../core/command.ts";
import { unreachable } from "../../core/result.ts";
import { draftProblemOf } from "../../messages/ask/draft-problem.ts";
import { alreadyOnItsWay } from "../../messages/ask/notices.ts";
import type { StartOutcome, Visit } from "../command-deps.ts";
import { firstCardOf } from "./first-card-of.ts";

/** The first card of what was started, or a private word why not. Each caller knows what to do without a key. */
export async function answerStart(
  { deps, ask, words }: Visit,
  outcome: Exclude<StartOutcome, { kind: "no_key" }>,
): Promise<Answer> {
  switch (outcome.kind) {
    case "started": {
      const { job } = outcome;
      const parts = await ask(() => partsOf(deps.jobs, job));
      const shown = parts.ok ? parts.value.map((part) => part.job) : [];
      return { kind: "card", card: firstCardOf(deps, job, shown) };
    }
    // Two presses at the same moment found the same id.
    case "already_accepted":
      return { kind: "private", message: alreadyOnItsWay(words) };
    case "denied":
      return { kind: "private", message: draftProblemOf(outcome, words).message };
    case "refused":
      return { kind: "private", message: outcome.message };
    default:
      return unreachable(outcome);
  }
}
