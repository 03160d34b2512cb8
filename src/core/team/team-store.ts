import type { EpochMs } from "../clock.ts";
import type { Team, UserId } from "../job/ids.ts";
import type { Job } from "../job/job.ts";
import type { TeamAccount } from "./account.ts";
import type { AuditEntry } from "./audit.ts";
import type { TeamRules } from "./rules.ts";

/** A team's rules as the store holds them; `version` grows with each save. */
export interface StoredRules {
  readonly rules: TeamRules;
  readonly version: number;
}

/** What a team's videos that were accepted in one month take of its credits. */
export interface TeamMonth {
  readonly all: TeamAccount;
  readonly people: ReadonlyMap<UserId, TeamAccount>;
}

/**
 * Teams' rules, and the sums that their caps are judged by: those change in the transaction that writes a job, and no
 * other. It rejects where it cannot write or read, or where what is stored cannot be read.
 */
export interface TeamStore {
  /** null: none were ever set, and nobody may spend. */
  rules(team: Team): Promise<StoredRules | null>;
  /** Compare-and-set; `version` 0: there are none yet. False where another save came first. */
  saveRules(team: Team, rules: TeamRules, version: number): Promise<boolean>;
  /** Of the jobs that were accepted in that month (`2026-11`, UTC); forgotten ones count too. */
  month(team: Team, month: string): Promise<TeamMonth>;
  /** What one person's jobs take of it; the same as in `month`, without the others. */
  monthOf(
    team: Team,
    month: string,
    userId: UserId,
  ): Promise<{ readonly all: TeamAccount; readonly person: TeamAccount }>;
  /** The open jobs that the team's key pays for, oldest first. */
  openJobs(team: Team): Promise<readonly Job[]>;
  /** Puts one more entry behind those of the team; the oldest beyond `AUDIT_MOST` goes. */
  noteAct(team: Team, entry: AuditEntry & { readonly by: UserId }): Promise<void>;
  /** What the team's managers did, the last first; an unreadable entry is left out. */
  audit(team: Team): Promise<readonly AuditEntry[]>;
  /** Entries from before that time go, of every team. */
  forgetAudit(before: EpochMs): Promise<void>;
  /** Its rules and its audit go; what its videos took stays. */
  forget(team: Team): Promise<void>;
}
