import type { PolicyRefusal } from "../../core/prompt-policy.ts";
import { type Denied, typedPrompt, type VideoRequest } from "../../core/request/video-request.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { styleId } from "../../core/style.ts";
import { pauseOrBlock, type TeamRules } from "../../core/team/rules.ts";
import { teamOf } from "../../core/team/team.ts";
import { stylesHere } from "../saved-styles.ts";
import type { Visit } from "../visit.ts";

const judged: unique symbol = Symbol("judged");

/**
 * Requests allowed in this place. Every question and start needs them and only this file creates them, so code that skips
 * the prompt check does not compile.
 */
export interface Judged {
  readonly each: readonly [VideoRequest, ...VideoRequest[]];
  readonly [judged]: true;
}

export async function judge(visit: Visit, each: Judged["each"]): Promise<Result<Judged, Denied>> {
  const { deps, command, ask } = visit;
  const { platform, userId } = command.owner;
  const team = teamOf(command);
  const rules = await ask(async () => team && (await deps.teams.rules(team))?.rules, "teamUnread");
  const refused = rules && (pauseOrBlock(rules, userId) ?? (await placeRefusal(visit, rules)));
  if (refused) return denied(deps, { kind: refused });
  const { always } = await stylesHere(visit);
  if (always && each.some(({ style }) => !style || styleId(style) !== styleId(always)))
    return denied(deps, { kind: "other_style", name: always.name });
  const prompts = each.map(({ prompt }) => prompt);
  const refusal = await deps.judgePrompts({
    prompts,
    platform,
    team: team?.teamId ?? null,
    teamWords: rules?.words ?? [],
  });
  if (!refusal) return ok({ each, [judged]: true });
  return denied(
    deps,
    refusal.kind === "team_words" ? { ...refusal, word: quotable(visit, each, refusal.word) } : refusal,
  );
}

/** A refused word is shown only if the person typed it and nobody else sees the answer. */
function quotable({ command }: Visit, each: Judged["each"], word: string | null): string | null {
  if (word === null || command.isMessage) return null;
  return each.some((request) => typedPrompt(request).includes(word)) ? word : null;
}

async function placeRefusal(
  { deps, command, ask }: Visit,
  { isAgeRestrictedOnly }: TeamRules,
): Promise<"not_age_restricted" | "age_unknown" | null> {
  const { ageRestriction } = command;
  if (!isAgeRestrictedOnly || ageRestriction === "yes" || ageRestriction === "none") return null;
  if (ageRestriction === "no") return "not_age_restricted";
  const isRestricted = await ask(() => deps.people.isAgeRestricted(command)).catch(() => null);
  if (isRestricted === null) return "age_unknown";
  return isRestricted ? null : "not_age_restricted";
}

function denied({ meter }: Visit["deps"], by: PolicyRefusal): Result<Judged, Denied> {
  // The label is the operator's name of the rule, or one of our own words.
  meter.denied(by.kind === "rule" ? by.name : by.kind);
  return refuse({ kind: "denied", by });
}
