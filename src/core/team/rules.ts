import type { ReplyHandle } from "../chat.ts";
import type { UserId } from "../job/ids.ts";
import type { Period } from "../period.ts";
import { askablePrices, type Credits, costingMore } from "../request/price.ts";
import type { Locale } from "../text/locale.ts";
import { judgedLength } from "../text/prompt-text.ts";

export interface TeamRules {
  /** Spending caps of the whole team per day and per month; null: no cap. */
  readonly teamDay: Credits | null;
  readonly teamMonth: Credits | null;
  /** Spending caps of each person per day and per month; null: no cap. */
  readonly personDay: Credits | null;
  readonly personMonth: Credits | null;
  /** Whether everybody in the team may spend. If so, `people` and `roles` are ignored. */
  readonly isForEveryone: boolean;
  readonly people: readonly UserId[];
  /** Discord roles; empty on Slack. */
  readonly roles: readonly string[];
  /** Channels where the team pays for videos; empty: all channels. */
  readonly channels: readonly string[];
  /** Videos that cost more need an approval. 0: every video; null: none. */
  readonly askAbove: Credits | null;
  /** Where managers are notified and asked. Null: they cannot be. The handle's person is the one who chose it. */
  readonly approvals: ReplyHandle | null;
  /** A handle of the last person who saved the rules, if known. They are notified directly if no channel was chosen. */
  readonly savedBy: ReplyHandle | null;
  /** The language of messages to managers. */
  readonly locale: Locale;
  readonly mayApproveOwn: boolean;
  /** People who approve and see the reports, besides the platform's own admins. */
  readonly managers: readonly UserId[];
  /** Whether nobody can make new videos in this team. */
  readonly isPaused: boolean;
  /** People who may not make videos in this team. */
  readonly blocked: readonly UserId[];
  /** Words that no prompt may contain in this team. */
  readonly words: readonly string[];
  /** Whether videos are made only in age-restricted channels. Never set on Slack, which has none. */
  readonly isAgeRestrictedOnly: boolean;
}

/**
 * Maximum number of people, roles, channels and managers that a team can name, each. Menus on Discord and Slack have the
 * same limit.
 */
export const NAMED_MAX = 25;
export const CAPS = {
  team: { day: "teamDay", month: "teamMonth" },
  person: { day: "personDay", month: "personMonth" },
} as const satisfies Readonly<Record<string, Readonly<Record<Period, keyof TeamRules>>>>;

/** The rules of a team that has set nothing: nobody may spend. */
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

/** Returns the choices for `askAbove`: every video, those above one of the `askablePrices`, or none. */
export function askAboves(): readonly string[] {
  return [ALWAYS, ...askablePrices().map(String), NEVER];
}

const [ALWAYS, NEVER] = ["0", "never"];

/** Returns the price above which videos need an approval. Null: none do; "unknown": `chosen` is not in `askAboves`. */
export function readAskAbove(chosen: string): Credits | null | "unknown" {
  if (!askAboves().includes(chosen)) return "unknown";
  return chosen === NEVER ? null : Number(chosen);
}

/** Returns the current choice in `askAboves` with the same effect. It differs if the prices changed since. */
export function askAboveNow(askAbove: Credits | null): string {
  const dear = askAbove === null ? "none" : costingMore(askAbove);
  return dear === "all" ? ALWAYS : dear === "none" ? NEVER : String(dear);
}

/** The rules form as filled in. `askAbove` is one of `askAboves`; `approveOwn` is "yes" or "no". */
export interface RulesDraft {
  /** Day and month caps, in the format of `readCaps`. */
  readonly teamCaps: string;
  readonly personCaps: string;
  readonly askAbove: string;
  /** The channel where managers are asked; empty: none. */
  readonly approvals: readonly string[];
  /** The platform reported with the form that the bot may not write in that channel. */
  readonly isApprovalsClosed?: true;
  readonly approveOwn: string;
}

/** The form of who may spend, as filled in. `everyone` is "yes" or "no". */
export interface SpendersDraft {
  readonly everyone: string;
  readonly people: readonly UserId[];
  readonly roles: readonly string[];
  readonly places: readonly string[];
}

/** A person as a team's rules see them. `channelId` is the channel itself, even in a thread; `roles` are Discord's. */
export interface Member {
  readonly userId: UserId;
  readonly isGuest: boolean;
  readonly roles: readonly string[];
  readonly channelId: string;
}

export type MemberRefusal = "guest" | "person" | "channel";

/** Returns why somebody may not spend; null: they may. */
export function spendingRefusal(rules: TeamRules, member: Member): MemberRefusal | null {
  if (member.isGuest) return "guest";
  const isNamed = rules.people.includes(member.userId) || rules.roles.some((role) => member.roles.includes(role));
  if (!rules.isForEveryone && !isNamed) return "person";
  const isPlaceOpen = rules.channels.length === 0 || rules.channels.includes(member.channelId);
  return isPlaceOpen ? null : "channel";
}

export const WORDS_MAX = 100;
export const WORD_LENGTH_MAX = 60;

/** The form of blocked words and people, as filled in. */
export interface HouseDraft {
  readonly words: string;
  readonly blocked: readonly UserId[];
  /** "yes": videos only in age-restricted channels. Empty on Slack. */
  readonly ageRestricted: string;
}

/** Returns why this person cannot make any video in the team right now, whoever pays. Null: they can. */
export function houseRefusal({ isPaused, blocked }: TeamRules, userId: UserId): "blocked" | "paused" | null {
  if (blocked.includes(userId)) return "blocked";
  return isPaused ? "paused" : null;
}

/** Reads a form's words without duplicates. "unknown": too many words, or one is too long. */
export function readWords(typed: string): readonly string[] | "unknown" {
  const words = [...new Set(typed.split(/[\r\n]/).map((line) => line.toWellFormed().trim().replaceAll(/\s+/g, " ")))];
  const given = words.filter((word) => word !== "");
  const isGood = given.length <= WORDS_MAX && given.every((word) => judgedLength(word) <= WORD_LENGTH_MAX);
  return isGood ? given : "unknown";
}

/** The job's price would exceed this cap. */
export type CapRefusal = `${keyof typeof CAPS}_${Period}`;

export function capOf(refusal: CapRefusal): { readonly whose: keyof typeof CAPS; readonly period: Period } {
  return {
    whose: refusal === "team_day" || refusal === "team_month" ? "team" : "person",
    period: refusal === "team_day" || refusal === "person_day" ? "day" : "month",
  };
}

/**
 * Why a team does not pay for a job: a cap would be exceeded, it needs an approval, or the team has no rules. Once an
 * approval is requested or given, only the team's own caps and missing rules count.
 */
export type TeamRefusal = CapRefusal | "ask_above" | "no_rules";
