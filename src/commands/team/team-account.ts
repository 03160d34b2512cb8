import type { ChatMessage } from "../../core/chat.ts";
import { askedIn, type Command } from "../../core/command.ts";
import { type Team, teamName, type UserId } from "../../core/job/ids.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { PaidBy, Payer } from "../../core/team/payer.ts";
import { type MemberRefusal, noRules, spendingRefusal, type TeamRules } from "../../core/team/rules.ts";
import { holderOf, teamOf } from "../../core/team/team.ts";
import { type LeftUnderCaps, leftUnder } from "../../core/team/usage.ts";
import type { Secret } from "../../core/text/secret.ts";
import { shortReply } from "../../messages/ask/short-replies.ts";
import { maySpendNothing, noTeamKey, teamKeyRefused, withKeyAsked } from "../../messages/team/team-refusals.ts";
import type { Words } from "../../messages/words.ts";
import type { Visit } from "../visit.ts";

export interface TeamAccount {
  readonly team: Team;
  readonly key: Secret;
  readonly rules: TeamRules;
}

export interface AccountRefusal {
  readonly message: ChatMessage;
  /** The refusal for a person without a key of their own. */
  readonly keyless: ChatMessage;
}

/** Refuses if the current rules are not known in time, or if the paying team is not the team of this place. */
export async function teamAccount(
  visit: Visit,
  pays: Exclude<PaidBy, "mine"> = "team",
): Promise<Result<TeamAccount, AccountRefusal>> {
  const { deps, command, ask, words } = visit;
  const unclear = (why: "noTeamHere" | "standingUnknown") => {
    const message = shortReply(why, words);
    return refuse({ message, keyless: message });
  };
  const team = teamOf(command);
  if (team === null || (pays !== "team" && teamName(pays) !== teamName(team))) return unclear("noTeamHere");
  const [key, stored] = await Promise.all([
    ask(() => deps.vault.get(holderOf(team))),
    ask(() => deps.teams.rules(team), "teamUnread"),
  ]);
  if (key === null) return refuse(doesNotPay(noTeamKey(deps.prefix, words), words));
  if (await ask(() => deps.refused.has(team, key))) return refuse(doesNotPay(teamKeyRefused(words), words));
  const standing = await ask(() => deps.people.standingOf(command, false)).catch(() => null);
  if (standing === null) return unclear("standingUnknown");
  const rules = stored?.rules ?? noRules;
  const refusal = refusalFor(command, standing, rules);
  return refusal === null ? ok({ team, key, rules }) : refuse(doesNotPay(maySpendNothing(refusal, words), words));
}

export function doesNotPay(message: ChatMessage, words: Words): AccountRefusal {
  return { message, keyless: withKeyAsked(message, words) };
}

export function refusalFor(
  command: Command,
  { isGuest }: { readonly isGuest: boolean },
  rules: TeamRules,
): MemberRefusal | null {
  const { owner, roles } = command;
  const { channelId, threadOf } = askedIn(command);
  return spendingRefusal(rules, { userId: owner.userId, isGuest, roles, channelId: threadOf ?? channelId });
}

export async function leftUnderCaps(
  { deps, ask }: Visit,
  { team, rules }: Pick<TeamAccount, "team" | "rules">,
  userId: UserId,
): Promise<LeftUnderCaps> {
  return leftUnder(rules, await ask(() => deps.teams.takenAt(team, deps.clock.now(), userId)));
}

/**
 * A stored key that cannot be read still counts as the person's: a request never falls back to someone else's money.
 */
export async function choosePayer(visit: Visit, named: PaidBy | null): Promise<PaidBy> {
  if (named !== null) return named;
  const { deps, command, ask } = visit;
  if (teamOf(command) === null || (await ask(() => deps.vault.has(command.owner)))) return "mine";
  return (await teamAccount(visit)).ok ? "team" : "mine";
}

/** The payer preselected in a form: the previous one, unless that was another team. */
export async function payerToAsk(visit: Visit, before: PaidBy | null): Promise<Payer | null> {
  const { deps, command, ask } = visit;
  const { owner } = command;
  const team = teamOf(command);
  if (team === null) return null;
  const [hasOwn, settings] = await ask(() => Promise.all([deps.vault.has(owner), deps.settings.get(owner)]));
  if (!hasOwn || !(await teamAccount(visit)).ok) return null;
  const isOfOthers = before !== null && typeof before === "object" && teamName(before) !== teamName(team);
  if (before === null || isOfOthers) return settings.pay ?? "mine";
  return before === "mine" ? "mine" : "team";
}
