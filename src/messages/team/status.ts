import type { ChatMessage, Sentence } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { UserId } from "../../core/job/ids.ts";
import type { Credits } from "../../core/request/price.ts";
import type { MemberRefusal, TeamRules } from "../../core/team/rules.ts";
import { command } from "../command.ts";
import { message, paragraphs } from "../message.ts";
import type { Words } from "../words.ts";
import { teamApprovalsButton, teamSetupButton } from "./buttons.ts";
import { newMonth, noTeamKey } from "./refusals.ts";
import { askAboveText } from "./setup.ts";

/** What holds for every video in the team's place. */
export type House = Pick<TeamRules, "isPaused" | "isAgeRestrictedOnly">;

/** What one person reads about their team's credits; what is left is null where there is no cap. */
export interface TeamStatus {
  readonly refusal: MemberRefusal | null;
  readonly leftForYou: Credits | null;
  readonly leftForTeam: Credits | null;
  readonly anewAt: EpochMs;
  /** Videos above this need an approval; null: none because of its price. */
  readonly askAbove: Credits | null;
  readonly managers: readonly UserId[];
  readonly house: House;
  readonly isAdmin: boolean;
  /** May approve: an admin, or named by one. */
  readonly isManager: boolean;
}

/** Whether this person may spend, and what is left this month. No digit of the key. */
export function teamStatus(status: TeamStatus, words: Words): ChatMessage {
  const { team } = words;
  const { refusal, askAbove, managers, house, isAdmin, isManager } = status;
  return message({
    tone: "plain",
    title: team.status,
    body: [
      ...paragraphs(refusal === null ? team.may : team.mayNot[refusal]),
      ...(refusal === null ? whatIsLeft(status, words) : []),
      ...(refusal === null && askAbove !== null ? paragraphs(askAboveText(askAbove, words)) : []),
      ...houseLines(house, words),
      whoManages(managers, words),
    ],
    buttons: [...(isAdmin ? [teamSetupButton(words)] : []), ...(isManager ? [teamApprovalsButton(words)] : [])],
  });
}

/** The same for a team that has no key. */
export function statusWithoutKey(prefix: string, house: House, words: Words): ChatMessage {
  const said = noTeamKey(prefix, words);
  return { ...said, body: [...said.body, ...houseLines(house, words)] };
}

function houseLines({ isPaused, isAgeRestrictedOnly }: House, { team }: Words): readonly Sentence[] {
  const { ageRestricted, paused } = team.house;
  return paragraphs(...(isAgeRestrictedOnly ? [ageRestricted] : []), ...(isPaused ? [paused] : []));
}

function whatIsLeft({ leftForYou, leftForTeam, anewAt }: TeamStatus, words: Words): readonly Sentence[] {
  const { team } = words;
  const left = [
    ...(leftForYou === null ? [] : [team.leftForYou(leftForYou)]),
    ...(leftForTeam === null ? [] : [team.leftForTeam(leftForTeam)]),
  ];
  return left.length === 0 ? paragraphs(team.noCap) : [...paragraphs(...left), newMonth(anewAt, words)];
}

function whoManages(managers: readonly UserId[], { team }: Words): Sentence {
  if (managers.length === 0) return [team.askAdmins];
  const people = managers.flatMap((userId, nth) => [
    ...(nth === 0 ? [] : [team.listGap]),
    { kind: "person", userId } as const,
  ]);
  return [team.askManagers, ...people];
}

/** A word behind the command that is none of its own. */
export function teamWords(prefix: string, { team, keys }: Words): ChatMessage {
  const wordOf = (word: string) => command(prefix, `-team ${word}`);
  const known = team.words(wordOf("status"), wordOf("setup"), wordOf("report"), wordOf("approvals"));
  return message({ tone: "plain", title: keys.unknownWord, body: [known, ...paragraphs(team.nothingCharged)] });
}
