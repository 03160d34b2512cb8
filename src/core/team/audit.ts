import type { EpochMs } from "../clock.ts";
import type { JobId, Team, UserId } from "../job/ids.ts";
import { noRules, type TeamRules } from "./rules.ts";

/** How many entries a team keeps; the oldest makes room for the newest. */
export const AUDIT_MOST = 100;
/** How many of a person's own entries their data file has, the newest. */
export const OWN_AUDIT_MOST = 1_000;

/** What is kept of what managers do. */
export const AUDITED = [
  "key_set",
  "key_removed",
  "rules",
  "spenders",
  "managers",
  "house",
  "paused",
  "went_on",
  "style_saved",
  "style_removed",
  "approved",
  "declined",
] as const;
export type Audited = (typeof AUDITED)[number];

/** Rules that are set with others, or are an entry of their own. */
const NOT_NAMED = ["isPaused", "savedBy", "locale"] as const;
export type NamedRule = Exclude<keyof TeamRules, (typeof NOT_NAMED)[number]>;

/** One thing that a manager did. It has ids alone: no words, no values, no part of a key. */
export interface AuditEntry {
  readonly at: EpochMs;
  /** null: they have deleted what was kept about them. */
  readonly by: UserId | null;
  readonly did: Audited;
  /** Of saved rules: which of them changed. */
  readonly changed: readonly NamedRule[];
  /** Of a word on one video: which. */
  readonly job: JobId | null;
}

/** The same of this person, wherever they did it. */
export interface OwnAct extends Omit<AuditEntry, "by"> {
  readonly team: Team;
}

export function isNamedRule(name: string): name is NamedRule {
  return name in noRules && !NOT_NAMED.some((one) => one === name);
}

/** Which rules are not what they were. An approvals channel is the same whoever chose it. */
export function changedRules(before: TeamRules, after: TeamRules): readonly NamedRule[] {
  const told = ({ approvals, ...rules }: TeamRules) => ({ ...rules, approvals: approvals?.channelId ?? null });
  const [was, is] = [told(before), told(after)];
  return Object.keys(noRules)
    .filter(isNamedRule)
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
}
