import type { ReplyHandle } from "../chat.ts";
import type { UserId } from "../job/ids.ts";
import type { Period } from "../period.ts";
import { askablePrices, type Credits, costingMore } from "../request/price.ts";
import type { Locale } from "../text/locale.ts";
import { judgedLength } from "../text/prompt-text.ts";

export interface TeamRules {
  readonly teamDay: Credits | null;
  readonly teamMonth: Credits | null;
  readonly personDay: Credits | null;
  readonly personMonth: Credits | null;
  /** If true, `people` and `roles` are ignored. */
  readonly isForEveryone: boolean;
  readonly people: readonly UserId[];
  readonly roles: readonly string[];
  /** Where the team pays; empty: everywhere. */
  readonly channels: readonly string[];
  /** Videos that cost more need an approval. 0: every video. */
  readonly askAbove: Credits | null;
  /** Where managers are notified and asked. The handle's person is the one who chose it. */
  readonly approvals: ReplyHandle | null;
  /** The last person who saved the rules. They are notified directly if no channel was chosen. */
  readonly savedBy: ReplyHandle | null;
  /** The language of messages to managers. */
  readonly locale: Locale;
  readonly mayApproveOwn: boolean;
  /** Approve and see reports like the platform's own admins. */
  readonly managers: readonly UserId[];
  readonly isPaused: boolean;
  readonly blocked: readonly UserId[];
  readonly words: readonly string[];
  /** Never set on Slack, which has no age-restricted channels. */
  readonly isAgeRestrictedOnly: boolean;
}

/** For people, roles, channels and managers. Menus on Discord and Slack have the same limit. */
export const NAMED_MAX = 25;
export const CAPS = {
  team: { day: "teamDay", month: "teamMonth" },
  person: { day: "personDay", month: "personMonth" },
} as const satisfies Readonly<Record<string, Readonly<Record<Period, keyof TeamRules>>>>;

export const noRules: TeamRules = {
  teamDay: null,
  teamMonth: null,
  personDay: null,
  personMonth: null,
  isForEveryone: false,
  people: [],
  roles: [],
  channels: [],
  askAbove: null,
  approvals: null,
  savedBy: null,
  locale: "en",
  mayApproveOwn: false,
  managers: [],
  isPaused: false,
  blocked: [],
  words: [],
  isAgeRestrictedOnly: false,
};

export function askAboves(): readonly string[] {
  return [ALWAYS, ...askablePrices().map(String), NEVER];
}

const [ALWAYS, NEVER] = ["0", "never"];

/** Null: no video needs an approval; "unknown": `chosen` is not in `askAboves`. */
export function readAskAbove(chosen: string): Credits | null | "unknown" {
  if (!askAboves().includes(chosen)) return "unknown";
  return chosen === NEVER ? null : Number(chosen);
}

/** The current choice with the same effect, because prices may have changed since. */
export function askAboveNow(askAbove: Credits | null): string {
  const dear = askAbove === null ? "none" : costingMore(askAbove);
  return dear === "all" ? ALWAYS : dear === "none" ? NEVER : String(dear);
}

export interface RulesDraft {
  readonly teamCaps: string;
  readonly personCaps: string;
  readonly askAbove: string;
  readonly approvals: readonly string[];
  /** The platform reported that the bot cannot write in that channel. */
  readonly isApprovalsClosed?: true;
  readonly approveOwn: string;
}

export interface SpendersDraft {
  readonly everyone: string;
  readonly people: readonly UserId[];
  readonly roles: readonly string[];
  readonly places: readonly string[];
}

/** `channelId`: the parent if in a thread. */
export interface Member {
  readonly userId: UserId;
  readonly isGuest: boolean;
  readonly roles: readonly string[];
  readonly channelId: string;
}

export type MemberRefusal = "guest" | "person" | "channel";

export function spendingRefusal(rules: TeamRules, member: Member): MemberRefusal | null {
  if (member.isGuest) return "guest";
  const isNamed = rules.people.includes(member.userId) || rules.roles.some((role) => member.roles.includes(role));
  if (!rules.isForEveryone && !isNamed) return "person";
  const isPlaceOpen = rules.channels.length === 0 || rules.channels.includes(member.channelId);
  return isPlaceOpen ? null : "channel";
}

export const TEAM_WORDS_MAX = 100;
export const WORD_LENGTH_MAX = 60;

export interface ContentRulesDraft {
  readonly words: string;
  readonly blocked: readonly UserId[];
  /** "yes" or "no"; empty on Slack. */
  readonly ageRestricted: string;
}

/** Applies no matter who pays. */
export function pauseOrBlock({ isPaused, blocked }: TeamRules, userId: UserId): "blocked" | "paused" | null {
  if (blocked.includes(userId)) return "blocked";
  return isPaused ? "paused" : null;
}

/** "unknown": too many words, or one is too long. */
export function readWords(typed: string): readonly string[] | "unknown" {
  const words = [...new Set(typed.split(/[\r\n]/).map((line) => line.toWellFormed().trim().replaceAll(/\s+/g, " ")))];
  const given = words.filter((word) => word !== "");
  const isGood = given.length <= TEAM_WORDS_MAX && given.every((word) => judgedLength(word) <= WORD_LENGTH_MAX);
  return isGood ? given : "unknown";
}

export type CapRefusal = `${keyof typeof CAPS}_${Period}`;

export function capOf(refusal: CapRefusal): { readonly whose: keyof typeof CAPS; readonly period: Period } {
  return {
    whose: refusal === "team_day" || refusal === "team_month" ? "team" : "person",
    period: refusal === "team_day" || refusal === "person_day" ? "day" : "month",
  };
}

/** Once an approval is requested or given, only "no_rules" and the team's own caps still refuse. */
export type TeamRefusal = CapRefusal | "ask_above" | "no_rules";
