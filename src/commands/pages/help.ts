import type { Answer } from "../../core/command.ts";
import { gradesOf } from "../../core/health/health.ts";
import { helpMessage } from "../../messages/pages/help.ts";
import type { Visit } from "../command-deps.ts";

/** First steps, prices, what the person has spent, and health. */
export async function help({ deps, command, ask, words }: Visit): Promise<Answer> {
  const { prefix, retentionDays } = deps;
  const { platform } = command.owner;
  const spending = await ask(() => deps.spendingOf(command.owner));
  const spent = spending.ok ? spending.value : null;
  const grades = gradesOf(deps.health);
  const facts = {
    prefix,
    platform,
    retentionDays,
    canContinue: deps.canContinue(command),
    spent,
    grades,
    troubles: deps.troubles(),
    missing: command.missing ?? [],
  };
  return { kind: "private", message: helpMessage(facts, words) };
}
