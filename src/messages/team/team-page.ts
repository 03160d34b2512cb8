import { reopenRules } from "../../core/button.ts";
import type { ChatMessage, ChatRefusal, Piece, Sentence } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { UserId } from "../../core/job/ids.ts";
import { PERIODS } from "../../core/period.ts";
import { type Platform, TRAITS } from "../../core/platform.ts";
import type { Credits } from "../../core/request/price.ts";
import type { Caps } from "../../core/team/caps.ts";
import type { MemberRefusal, RulesDraft, TeamRules } from "../../core/team/rules.ts";
import type { LeftUnderCaps } from "../../core/team/usage.ts";
import { buttonFor, teamPauseButton } from "../card/buttons.ts";
import { message, paragraphs, problem, type TurnedAway } from "../message.ts";
import type { Words } from "../words.ts";
import { capsText, exampleCaps, noTeamKey, startsAgain } from "./team-refusals.ts";

type ContentRules = Pick<TeamRules, "isPaused" | "isAgeRestrictedOnly">;

export interface TeamStatus {
  readonly refusal: MemberRefusal | null;
  readonly left: LeftUnderCaps;
  readonly now: EpochMs;
  readonly rules: TeamRules;
  readonly isAdmin: boolean;
  /** True for admins and for approvers named by an admin. */
  readonly isManager: boolean;
}

export function teamStatus(status: TeamStatus, words: Words): ChatMessage {
  const { team } = words;
  const { refusal, rules, isAdmin, isManager } = status;
  const { askAbove } = rules;
  const managers = rules.managers.filter((userId) => !rules.blocked.includes(userId));
  return message({
    tone: "plain",
    title: team.status,
    body: [
      ...paragraphs(refusal === null ? team.may : team.mayNot[refusal]),
      ...(refusal === null ? whatIsLeft(status, words) : []),
      ...(refusal === null && askAbove !== null ? paragraphs(askAboveText(askAbove, words)) : []),
      ...paragraphs(...contentRuleTexts(rules, words)),
      whoManages(managers, words),
    ],
    buttons: [
      ...(isAdmin ? [buttonFor({ kind: "team_setup" }, words)] : []),
      ...(isManager ? [buttonFor({ kind: "team_approvals" }, words)] : []),
    ],
  });
}

export function statusWithoutKey(prefix: string, contentRules: ContentRules, words: Words): ChatMessage {
  const refusal = noTeamKey(prefix, words);
  return { ...refusal, body: [...refusal.body, ...paragraphs(...contentRuleTexts(contentRules, words))] };
}

function contentRuleTexts({ isPaused, isAgeRestrictedOnly }: ContentRules, { team }: Words): readonly string[] {
  const { ageRestricted, paused } = team.house;
  return [...(isAgeRestrictedOnly ? [ageRestricted] : []), ...(isPaused ? [paused] : [])];
}

function whatIsLeft({ left, now }: TeamStatus, words: Words): readonly Sentence[] {
  const { team } = words;
  const lines = PERIODS.flatMap((period) => {
    const { team: ofTeam, person } = left[period];
    const ofPeriod = [
      ...(person === null ? [] : [team.leftForYou[period](person)]),
      ...(ofTeam === null ? [] : [team.leftForTeam[period](ofTeam)]),
    ];
    return ofPeriod.length === 0 ? [] : [...paragraphs(...ofPeriod), startsAgain(period, now, words)];
  });
  return lines.length === 0 ? paragraphs(team.noCap) : lines;
}

function whoManages(managers: readonly UserId[], words: Words): Sentence {
  const { team } = words;
  if (managers.length === 0) return [team.askAdmins];
  return [team.askManagers, ...listed(managers.map(person), words)];
}

function person(userId: UserId): Piece {
  return { kind: "person", userId };
}

function channel(channelId: string): Piece {
  return { kind: "channel", channelId };
}

function listed(names: readonly Piece[], { amounts }: Words): Sentence {
  return names.flatMap((name, nth) => (nth === 0 ? [name] : [amounts.comma, name]));
}

/** The rest are counted. The forms show all names. */
const NAMES_SHOWN = 5;

function shortList(names: readonly Piece[], of: "people" | "channels", words: Words): Sentence {
  const rest = names.length - NAMES_SHOWN;
  return [...listed(names.slice(0, NAMES_SHOWN), words), ...(rest > 0 ? [words.team.andMore[of](rest)] : [])];
}

export interface TeamSetup {
  readonly lastFour: string | null;
  readonly rules: TeamRules;
}

export function teamSetup(
  { lastFour, rules }: TeamSetup,
  words: Words,
  saved: readonly string[] | null = null,
): ChatMessage {
  const { team } = words;
  const isOpen = rules.isForEveryone || rules.people.length > 0 || rules.roles.length > 0;
  const needsSpenders = lastFour !== null && !isOpen;
  const needsCap = lastFour !== null && mayEmptyAccount(rules);
  const next = [...(needsSpenders ? [team.nobodyMaySpend] : []), ...(needsCap ? [team.noCapYet] : [])];
  return message({
    tone: saved ? "good" : "plain",
    title: saved ? team.rulesSaved : team.setup,
    body: [...paragraphs(...(saved ?? [])), ...rulesLines({ lastFour, rules }, words), ...paragraphs(...next)],
    buttons: [
      { ...buttonFor({ kind: "team_key" }, words), style: lastFour === null ? "primary" : "secondary" },
      { ...buttonFor({ kind: "team_rules" }, words), style: needsCap ? "primary" : "secondary" },
      { ...buttonFor({ kind: "team_spenders" }, words), style: needsSpenders ? "primary" : "secondary" },
      buttonFor({ kind: "team_managers" }, words),
      buttonFor({ kind: "team_house" }, words),
      teamPauseButton(rules.isPaused, words),
      buttonFor({ kind: "team_report" }, words),
      ...(lastFour === null ? [] : [buttonFor({ kind: "ask_remove_team_key" }, words)]),
    ],
  });
}

/** Returns whether an unlimited number of people may spend without a cap and without asking. */
function mayEmptyAccount({ askAbove, isForEveryone, roles, ...rules }: TeamRules): boolean {
  const caps = [rules.teamDay, rules.teamMonth, rules.personDay, rules.personMonth];
  const isCapped = caps.some((cap) => cap !== null) || askAbove === 0;
  return !isCapped && (isForEveryone || roles.length > 0);
}

function rulesLines({ lastFour, rules }: TeamSetup, words: Words): readonly Sentence[] {
  const { team } = words;
  const { askAbove, channels, managers, blocked } = rules;
  const caps = (of: Caps) => capsText(of, words) ?? team.unlimited;
  return [
    ...paragraphs(
      lastFour === null ? team.noKey : team.key(lastFour),
      team.caps(
        caps({ day: rules.teamDay, month: rules.teamMonth }),
        caps({ day: rules.personDay, month: rules.personMonth }),
      ),
      askAbove === null ? team.askAbove.never : askAboveText(askAbove, words),
    ),
    ...approvalsLines(rules, words),
    spendersLine(rules, words),
    channels.length === 0
      ? [team.places.everywhere]
      : team.places.some(shortList(channels.map(channel), "channels", words)),
    managers.length === 0
      ? [team.managers.adminsOnly]
      : team.managers.some(shortList(managers.map(person), "people", words)),
    ...(rules.words.length > 0 ? [[team.house.words(rules.words.length)]] : []),
    ...(blocked.length > 0 ? [team.house.blocked(shortList(blocked.map(person), "people", words))] : []),
    ...paragraphs(...contentRuleTexts(rules, words)),
  ];
}

function spendersLine({ isForEveryone, people, roles }: TeamRules, words: Words): Sentence {
  const { spenders } = words.team;
  if (isForEveryone) return [spenders.everyone];
  const names = [...people.map(person), ...roles.map((roleId): Piece => ({ kind: "role", roleId }))];
  return names.length === 0 ? [spenders.nobody] : spenders.some(shortList(names, "people", words));
}

function askAboveText(askAbove: Credits, { team }: Words): string {
  return askAbove === 0 ? team.askAbove.always : team.askAbove.above(askAbove);
}

function approvalsLines({ approvals, mayApproveOwn }: TeamRules, { team }: Words): readonly Sentence[] {
  const { approvalsChannel, ownApproval } = team;
  return approvals
    ? [approvalsChannel.chosen(channel(approvals.channelId)), [mayApproveOwn ? ownApproval.yes : ownApproval.no]]
    : [[approvalsChannel.none]];
}

export function badCaps(typed: string, words: Words): string {
  return words.team.badCap(typed, exampleCaps(words));
}

/** Has a button that reopens the form with the same values. */
export function refusedRules(
  text: string,
  { given, version }: { readonly given: RulesDraft; readonly version: number },
  words: Words,
): TurnedAway {
  const refused = problem(words.team.setup, text);
  const buttons = [buttonFor(reopenRules(given, version), words)];
  return { ...refused, message: { ...refused.message, buttons } };
}

/** An outage is not the admin's mistake. */
export function channelProblem(refusal: ChatRefusal | "no_access", platform: Platform, { approvals }: Words): string {
  const { noAccess, restricted, other, outage } = approvals.notReached;
  const { name } = TRAITS[platform];
  if (refusal !== "no_access" && refusal.kind !== "unreachable") return outage(name);
  const why = refusal === "no_access" ? refusal : (refusal.channel ?? "other");
  return { no_access: noAccess[platform], restricted, other: other(name) }[why];
}

/** The button leads to the team's form, not the person's own. */
export function ofTeamKey(message: ChatMessage, words: Words): ChatMessage {
  return { ...message, buttons: [{ ...buttonFor({ kind: "team_key" }, words), style: "primary" }] };
}
