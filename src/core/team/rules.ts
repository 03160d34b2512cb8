import type { ReplyHandle } from "../chat.ts";
import type { UserId } from "../job/ids.ts";
import type { Period } from "../period.ts";
import { askablePrices, type Credits, costingMore } from "../request/price.ts";
import type { Locale } from "../text/locale.ts";
import { judgedLength } from "../text/prompt-text.ts";

export interface TeamRules {
  /** All of the team's videos of one day, or one month, may cost this much; null: no cap. */
  readonly teamDay: Credits | null;
  readonly teamMonth: Credits | null;
  /** One person's videos of one day, or one month, may cost this much; null: no cap. */
  readonly personDay: Credits | null;
  readonly personMonth: Credits | null;
  /** Everybody in the team may spend; `people` and `roles` say nothing then. */
  readonly isForEveryone: boolean;
  readonly people: readonly UserId[];
  /** Roles on Discord; none on Slack. */
  readonly roles: readonly string[];
  /** Videos may be paid for in these channels; none: in every one. */
  readonly channels: readonly string[];
  /** A video that costs more needs an approval; 0: each one does, null: none. */
  readonly askAbove: Credits | null;
  /** Managers are notified and asked there; null: they cannot be. Its person is who chose it. */
  readonly approvals: ReplyHandle | null;
  /** A handle of the person who saved the rules last, who is notified directly if no channel was chosen; null: it is not known. */
  readonly savedBy: ReplyHandle | null;
  /** Managers are notified in this language. */
  readonly locale: Locale;
  /** A manager may approve what they asked for themselves. */
  readonly mayApproveOwn: boolean;
  /** People who approve and see the reports besides the platform's own admins. */
  readonly managers: readonly UserId[];
  /** Nobody can make new videos in the team's place. */
  readonly isPaused: boolean;
  /** These people may make no videos there. */
  readonly blocked: readonly UserId[];
  /** These words may be in no prompt there. */
  readonly words: readonly string[];
  /** Videos are made only in age-restricted channels; never set on Slack, which has none. */
  readonly isAgeRestrictedOnly: boolean;
}

/** A team may name this many people, roles, channels and managers each; Discord's and Slack's own menus take as many. */
export const NAMED_MAX = 25;
/** The rule that caps what a team, or each person, may spend in a period. */
export const CAPS = {
  team: { day: "teamDay", month: "teamMonth" },
  person: { day: "personDay", month: "personMonth" },
} as const satisfies Readonly<Record<string, Readonly<Record<Period, keyof TeamRules>>>>;

/** These are the rules of a team that has set nothing: nobody may spend. */
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

/** `askAbove` can be set to one of these: each video, those above one of the prices, or none. Prices: see `price.ts`. */
export function askAboves(): readonly string[] {
  return [ALWAYS, ...askablePrices().map(String), NEVER];
}

const [ALWAYS, NEVER] = ["0", "never"];

/** Returns the price above which a video needs an approval, as chosen; null: none does; "unknown": it is none of `askAboves`. */
export function readAskAbove(chosen: string): Credits | null | "unknown" {
  if (!askAboves().includes(chosen)) return "unknown";
  return chosen === NEVER ? null : Number(chosen);
}

/** Returns the one of `askAboves` that asks about the same videos. It differs if the prices have changed since it was chosen. */
export function askAboveNow(askAbove: Credits | null): string {
  const dear = askAbove === null ? "none" : costingMore(askAbove);
  return dear === "all" ? ALWAYS : dear === "none" ? NEVER : String(dear);
}

/** The form of the rules as filled in; `ask_above` is one of `askAboves`, `approve_own` "yes" or "no". */
export interface RulesDraft {
  /** Both caps of the team as `readCaps` reads them, and those of each person. */
  readonly teamCaps: string;
  readonly personCaps: string;
  readonly askAbove: string;
  /** Managers are asked in this channel; none: nowhere. */
  readonly approvals: readonly string[];
  /** The platform says with the form that the bot may not write in that channel. */
  readonly isApprovalsClosed?: true;
  readonly approveOwn: string;
}

/** The form of who may spend as filled in; `everyone` is "yes" or "no". */
export interface SpendersDraft {
  readonly everyone: string;
  readonly people: readonly UserId[];
  readonly roles: readonly string[];
  readonly places: readonly string[];
}

/** A spender is a person as a team's rules see them. A thread counts as its channel; roles are Discord's. */
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

/** The form of words and people as filled in. */
export interface HouseDraft {
  readonly words: string;
  readonly blocked: readonly UserId[];
  /** "yes": videos only in age-restricted channels. Empty on Slack. */
  readonly ageRestricted: string;
}

/** Returns why a team lets this person make no video at all now, no matter whose key pays; null: it does. */
export function houseRefusal({ isPaused, blocked }: TeamRules, userId: UserId): "blocked" | "paused" | null {
  if (blocked.includes(userId)) return "blocked";
  return isPaused ? "paused" : null;
}

/** Reads the words of a form, each once; "unknown" if they are too many or one is too long. */
export function readWords(typed: string): readonly string[] | "unknown" {
  const words = [...new Set(typed.split(/[\r\n]/).map((line) => line.toWellFormed().trim().replaceAll(/\s+/g, " ")))];
  const given = words.filter((word) => word !== "");
  const isGood = given.length <= WORDS_MAX && given.every((word) => judgedLength(word) <= WORD_LENGTH_MAX);
  return isGood ? given : "unknown";
}

/** The price of a job would pass the cap of all of the team's jobs of that day or month, or of one person's. */
export type CapRefusal = `${keyof typeof CAPS}_${Period}`;

/** Returns whose cap that is, and for which period. */
export function capOf(refusal: CapRefusal): { readonly whose: keyof typeof CAPS; readonly period: Period } {
  return {
    whose: refusal === "team_day" || refusal === "team_month" ? "team" : "person",
    period: refusal === "team_day" || refusal === "person_day" ? "day" : "month",
  };
}

/**
 * A team does not pay for a job for one of these reasons: a cap would be passed; it needs an approval; or nobody has set the
 * team's rules. They are judged in this order. If an approval is asked for or given, only the team's caps count, and whether
 * there are rules.
 */
export type TeamRefusal = CapRefusal | "ask_above" | "no_rules";
