import { type JobId, memberOf, ownerName, type Team, teamName } from "../../src/core/job/ids.ts";
import { isOpen, type Job } from "../../src/core/job/job.ts";
import { monthOf } from "../../src/core/job/ledger.ts";
import { accountOf, addAccounts, capPassed, emptyAccount, type TeamAccount } from "../../src/core/team/account.ts";
import { AUDIT_MOST, type AuditEntry } from "../../src/core/team/audit.ts";
import type { TeamRefusal } from "../../src/core/team/team-refusal.ts";
import type { StoredRules, TeamStore } from "../../src/core/team/team-store.ts";

/** What one job takes of a team's credits. */
interface Taken {
  readonly team: string;
  readonly month: string;
  readonly at: number;
  readonly person: string;
  readonly userId: string;
  readonly account: TeamAccount;
}

export interface MemoryTeams extends TeamStore {
  note(job: Job): void;
  judge(job: Job): TeamRefusal | null;
  forgetBefore(at: number): void;
}

/** Teams in memory, over these jobs: each sum is counted when it is asked for. `turn` is waited for first. */
export function memoryTeams(all: () => readonly Job[], turn: () => Promise<void>): MemoryTeams {
  const taken = new Map<JobId, Taken>();
  const rules = new Map<string, StoredRules>();
  const audits = new Map<string, readonly AuditEntry[]>();

  const inMonth = (team: Team, month: string) =>
    [...taken]
      .filter(([, one]) => one.team === teamName(team) && one.month === month)
      .map(([id, one]) => ({ ...one, id }));
  const sum = (rows: readonly Taken[]) => rows.map(({ account }) => account).reduce(addAccounts, emptyAccount);
  const partOf = (team: Team, month: string, userId: string) => {
    const rows = inMonth(team, month);
    const name = ownerName(memberOf(team, userId));
    return { all: sum(rows), person: sum(rows.filter(({ person }) => person === name)) };
  };

  return {
    note(job) {
      const account = accountOf(job);
      if (!job.team || account.videos === 0) return void taken.delete(job.id);
      const person = ownerName(job.owner);
      const [team, at, { userId }] = [teamName(job.team), job.acceptedAt, job.owner];
      taken.set(job.id, { team, month: monthOf(at), at, person, userId, account });
    },
    judge(job) {
      const { team, owner, acceptedAt } = job;
      if (!team) return null;
      const stored = rules.get(teamName(team));
      if (!stored) return "no_rules";
      const { all: ofTeam, person } = partOf(team, monthOf(acceptedAt), owner.userId);
      return capPassed(stored.rules, { team: ofTeam, person }, job);
    },
    forgetBefore(at) {
      const month = monthOf(Math.min(at, Date.UTC(9999, 11)));
      for (const [id, one] of taken) {
        if (one.month < month) taken.delete(id);
      }
    },
    async rules(team) {
      await turn();
      return rules.get(teamName(team)) ?? null;
    },
    async saveRules(team, changed, version) {
      await turn();
      if ((rules.get(teamName(team))?.version ?? 0) !== version) return false;
      rules.set(teamName(team), { rules: changed, version: version + 1 });
      return true;
    },
    async month(team, month) {
      await turn();
      const rows = inMonth(team, month);
      const people = new Map(
        rows.map(({ userId, person }) => [userId, sum(rows.filter((one) => one.person === person))]),
      );
      return { all: sum(rows), people };
    },
    async monthOf(team, month, userId) {
      await turn();
      return partOf(team, month, userId);
    },
    async noteAct(team, entry) {
      await turn();
      audits.set(teamName(team), [entry, ...(audits.get(teamName(team)) ?? [])].slice(0, AUDIT_MOST));
    },
    async audit(team) {
      await turn();
      return audits.get(teamName(team)) ?? [];
    },
    async forgetAudit(before) {
      await turn();
      for (const [name, entries] of audits)
        audits.set(
          name,
          entries.filter(({ at }) => at >= before),
        );
    },
    async openJobs(team) {
      await turn();
      return all()
        .filter((job) => isOpen(job) && job.team && teamName(job.team) === teamName(team))
        .sort((a, b) => a.acceptedAt - b.acceptedAt || (a.id < b.id ? -1 : 1));
    },
    async forget(team) {
      await turn();
      rules.delete(teamName(team));
      audits.delete(teamName(team));
    },
    async forgetMarks() {
      await turn();
    },
  };
}
