import type { UserId } from "../job/ids.ts";
import { judgedLength } from "../policy/policy.ts";
import type { TeamRules } from "./rules.ts";

/** Words that a team may refuse, and how long each may be, in characters. */
export const WORDS_MAX = 100;
export const WORD_LENGTH_MAX = 60;

/** The form of words and people as filled in. */
export interface HouseDraft {
  /** One a line. */
  readonly words: string;
  readonly blocked: readonly UserId[];
  /** "yes": videos in age-restricted channels alone. Empty on Slack. */
  readonly ageRestricted: string;
}

/** Why a team lets this person make no video at all now, no matter whose key pays; null: it does. */
export function houseRefusal({ isPaused, blocked }: TeamRules, userId: UserId): "blocked" | "paused" | null {
  if (blocked.includes(userId)) return "blocked";
  return isPaused ? "paused" : null;
}

/** The words of a form, each once; "unknown" where they are too many or one is too long. */
export function readWords(typed: string): readonly string[] | "unknown" {
  const words = [...new Set(typed.split(/[\r\n]+/).map((line) => line.toWellFormed().trim().replaceAll(/\s+/g, " ")))];
  const given = words.filter((word) => word !== "");
  const isGood = given.length <= WORDS_MAX && given.every((word) => judgedLength(word) <= WORD_LENGTH_MAX);
  return isGood ? given : "unknown";
}
