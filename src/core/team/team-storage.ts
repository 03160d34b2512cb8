import type { EpochMs } from "../clock.ts";
import type { JobId, Team, UserId } from "../job/ids.ts";
import type { Job } from "../job/job.ts";
import type { TakenIn, TeamAccount } from "./account.ts";
import { noRules, type TeamRules } from "./rules.ts";

/** A team's rules as the store holds them; `version` grows with each save. */
export interface StoredRules {
  readonly rules: TeamRules;
  readonly version: number;
}

/** What the videos that count in one day or month take of a team's credits. */
export interface TeamSpent {
  readonly all: TeamAccount;
  readonly people: ReadonlyMap<UserId, TeamAccount>;
  /** The sums of people who have deleted their data. */
  readonly deleted: readonly TeamAccount[];
}

/**
 * Stores teams' rules, and the sums that their caps are judged by: only the transaction that writes a job changes those. It
 * rejects if it cannot write or read, or if what is stored cannot be read.
 */
export interface TeamStore {
  /** Returns the rules; null: none were ever set, and nobody may spend. */
  rules(team: Team): Promise<StoredRules | null>;
  /** Compares and sets the rules; `version` 0: there are none yet. Returns false if another save came first. */
  saveRules(team: Team, rules: TeamRules, version: number): Promise<boolean>;
  /** Returns the account of the jobs that count in that day (`2026-11-28`) or month (`2026-11`), in UTC; forgotten ones count too. */
  spent(team: Team, period: string): Promise<TeamSpent>;
  /** Returns what all jobs and one person's jobs take in the day and the month of that time, also those from before the person deleted their data. */
  takenAt(team: Team, at: EpochMs, userId: UserId): Promise<TakenIn>;
  /** Deletes the keys of deleted people's names of every month that had ended by then: nobody can tell any more whose those sums are. */
  forgetMonthKeys(before: EpochMs): Promise<void>;
  /** Returns the open jobs that the team's key pays for, oldest first. */
  openJobs(team: Team): Promise<readonly Job[]>;
  /** Adds an entry to the team's; the oldest beyond `AUDIT_MOST` is deleted. */
  noteAct(team: Team, entry: AuditEntry & { readonly by: UserId }): Promise<void>;
  /** Returns the acts of the team's managers, newest first; an unreadable entry is left out. */
  audit(team: Team): Promise<readonly AuditEntry[]>;
  /** Deletes every team's entries from before that time. */
  forgetAudit(before: EpochMs): Promise<void>;
  /** Deletes the team's rules and audit; what its videos took stays. */
  forget(team: Team): Promise<void>;
}

/** A team keeps this many entries; the oldest makes room for the newest. */
export const AUDIT_MOST = 100;
/** A person's data file has this many of their own entries, the newest. */
export const OWN_AUDIT_MOST = 1_000;

/** These acts of managers are stored. */
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

/** These rules are set with others, or have an entry of their own. */
const NOT_NAMED = ["isPaused", "savedBy", "locale"] as const;
export type NamedRule = Exclude<keyof TeamRules, (typeof NOT_NAMED)[number]>;

/** An entry is one thing that a manager did. It has ids alone: no text, no values, no part of a key. */
export interface AuditEntry {
  readonly at: EpochMs;
  /** null: they have deleted what was stored about them. */
  readonly by: UserId | null;
  readonly did: Audited;
  /** For saved rules: which of them changed. */
  readonly changed: readonly NamedRule[];
  /** For a decision on one video: which video. */
  readonly job: JobId | null;
}

/** An act of one person, in any team. */
export interface OwnAct extends Omit<AuditEntry, "by"> {
  readonly team: Team;
}

export function isNamedRule(name: string): name is NamedRule {
  return name in noRules && !NOT_NAMED.some((one) => one === name);
}

/** Returns the rules that changed. An approvals channel is the same whoever chose it. */
export function changedRules(before: TeamRules, after: TeamRules): readonly NamedRule[] {
  const comparable = ({ approvals, ...rules }: TeamRules) => ({ ...rules, approvals: approvals?.channelId ?? null });
  const [was, is] = [comparable(before), comparable(after)];
  return Object.keys(noRules)
    .filter(isNamedRule)
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
}
