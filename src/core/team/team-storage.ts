import type { EpochMs } from "../clock.ts";
import type { JobId, Team, UserId } from "../job/ids.ts";
import type { Job } from "../job/job.ts";
import type { TakenIn, TeamAccount } from "./account.ts";
import { noRules, type TeamRules } from "./rules.ts";

/** A team's stored rules. `version` grows with each save. */
export interface StoredRules {
  readonly rules: TeamRules;
  readonly version: number;
}

/** What the videos of a day or month took of a team's credits. */
export interface TeamSpent {
  readonly all: TeamAccount;
  readonly people: ReadonlyMap<UserId, TeamAccount>;
  /** The sums of people who deleted their data. */
  readonly deleted: readonly TeamAccount[];
}

/**
 * Stores teams' rules, and reads the sums for their caps. Only transactions that write jobs change those sums. Methods
 * reject if the store fails or its content cannot be read.
 */
export interface TeamStore {
  /** Returns the rules. Null: none were ever set, so nobody may spend. */
  rules(team: Team): Promise<StoredRules | null>;
  /**
   * Saves the rules if the stored version is still `version` (0: none stored). Returns false if another save was first.
   */
  saveRules(team: Team, rules: TeamRules, version: number): Promise<boolean>;
  /** Returns the spending of that UTC day (`2026-11-28`) or month (`2026-11`), including deleted jobs. */
  spent(team: Team, period: string): Promise<TeamSpent>;
  /**
   * Returns what the team and one person took in the day and the month of that time. Includes jobs from before the person
   * deleted their data.
   */
  takenAt(team: Team, at: EpochMs, userId: UserId): Promise<TakenIn>;
  /**
   * Deletes the keys of deleted people's names for all months that ended by then. After that, nobody can tell whose those
   * sums are.
   */
  forgetMonthKeys(before: EpochMs): Promise<void>;
  /** Returns the open jobs that the team pays for, oldest first. */
  openJobs(team: Team): Promise<readonly Job[]>;
  /** Adds an audit entry. Entries beyond `AUDIT_MOST` are deleted, oldest first. */
  noteAct(team: Team, entry: AuditEntry & { readonly by: UserId }): Promise<void>;
  /** Returns the audit entries, newest first, without unreadable ones. */
  audit(team: Team): Promise<readonly AuditEntry[]>;
  /** Deletes all teams' audit entries older than that. */
  forgetAudit(before: EpochMs): Promise<void>;
  /** Deletes the team's rules and audit, but not its spending. */
  forget(team: Team): Promise<void>;
}

/** Maximum number of audit entries per team. */
export const AUDIT_MOST = 100;
/** Maximum number of a person's own entries in their data file; the newest are kept. */
export const OWN_AUDIT_MOST = 1_000;

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

/** Rules that are not listed as changed: they are saved along with others, or have their own kind of entry. */
const NOT_NAMED = ["isPaused", "savedBy", "locale"] as const;
export type NamedRule = Exclude<keyof TeamRules, (typeof NOT_NAMED)[number]>;

/** One manager action. Contains only ids: no text, no values, no part of a key. */
export interface AuditEntry {
  readonly at: EpochMs;
  /** Null: the person deleted their data. */
  readonly by: UserId | null;
  readonly did: Audited;
  /** For saved rules: the rules that changed. */
  readonly changed: readonly NamedRule[];
  /** For a decision on a video: its job. */
  readonly job: JobId | null;
}

/** An action of one person, in any team. */
export interface OwnAct extends Omit<AuditEntry, "by"> {
  readonly team: Team;
}

export function isNamedRule(name: string): name is NamedRule {
  return name in noRules && !NOT_NAMED.some((one) => one === name);
}

/** Returns the rules that changed. For the approvals channel, only the channel counts, not who chose it. */
export function changedRules(before: TeamRules, after: TeamRules): readonly NamedRule[] {
  const comparable = ({ approvals, ...rules }: TeamRules) => ({ ...rules, approvals: approvals?.channelId ?? null });
  const [was, is] = [comparable(before), comparable(after)];
  return Object.keys(noRules)
    .filter(isNamedRule)
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
}
