import type { EpochMs } from "../clock.ts";
import type { JobId, Team, UserId } from "../job/ids.ts";
import type { Job } from "../job/job.ts";
import { noRules, type TeamRules } from "./rules.ts";
import type { TakenIn, TeamUsage } from "./usage.ts";

export interface StoredRules {
  readonly rules: TeamRules;
  readonly version: number;
}

export interface TeamSpent {
  readonly all: TeamUsage;
  readonly people: ReadonlyMap<UserId, TeamUsage>;
  readonly deleted: readonly TeamUsage[];
}

/**
 * Only transactions that write jobs change the sums. Methods reject if the store fails or its content cannot be read.
 */
export interface TeamStore {
  /** Null: none were ever set, so nobody may spend. */
  rules(team: Team): Promise<StoredRules | null>;
  /** Compare-and-set; `version` 0: none stored. False: another save came first. */
  saveRules(team: Team, rules: TeamRules, version: number): Promise<boolean>;
  /** The spending of a UTC day (`2026-11-28`) or month (`2026-11`), including deleted jobs. */
  spent(team: Team, period: string): Promise<TeamSpent>;
  /** The spending in the day and the month of that time. Includes jobs from before the person deleted their data. */
  takenAt(team: Team, at: EpochMs, userId: UserId): Promise<TakenIn>;
  /** Deletes the keys of all months that ended by then. Afterwards, nobody can tell whose those sums are. */
  forgetMonthKeys(before: EpochMs): Promise<void>;
  openJobs(team: Team): Promise<readonly Job[]>;
  /** Entries beyond `AUDIT_MOST` are deleted, oldest first. */
  noteAct(team: Team, entry: AuditEntry & { readonly by: UserId }): Promise<void>;
  audit(team: Team): Promise<readonly AuditEntry[]>;
  forgetAudit(before: EpochMs): Promise<void>;
  /** Keeps the team's spending. */
  forget(team: Team): Promise<void>;
}

export const AUDIT_MOST = 100;
/** For a person's data file. The newest are kept. */
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

/** These are saved along with other rules, or have their own kind of entry. */
const NOT_NAMED = ["isPaused", "savedBy", "locale"] as const;
export type NamedRule = Exclude<keyof TeamRules, (typeof NOT_NAMED)[number]>;

/** Contains only ids: no text, no values, no part of a key. */
export interface AuditEntry {
  readonly at: EpochMs;
  /** Unknown once the person deleted their data. */
  readonly by: UserId | null;
  readonly did: Audited;
  readonly changed: readonly NamedRule[];
  readonly job: JobId | null;
}

export interface OwnAct extends Omit<AuditEntry, "by"> {
  readonly team: Team;
}

export function isNamedRule(name: string): name is NamedRule {
  return name in noRules && !NOT_NAMED.some((one) => one === name);
}

/** The approvals channel counts, not who chose it. */
export function changedRules(before: TeamRules, after: TeamRules): readonly NamedRule[] {
  const comparable = ({ approvals, ...rules }: TeamRules) => ({ ...rules, approvals: approvals?.channelId ?? null });
  const [was, is] = [comparable(before), comparable(after)];
  return Object.keys(noRules)
    .filter(isNamedRule)
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
}
