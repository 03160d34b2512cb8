import type { EpochMs } from "../../../core/clock.ts";
import { ownerName, type Team, teamName } from "../../../core/job/ids.ts";
import type { Job } from "../../../core/job/job.ts";
import { monthOf } from "../../../core/job/ledger.ts";
import { capPassed, type TeamAccount } from "../../../core/team/account.ts";
import type { TeamRefusal } from "../../../core/team/team-refusal.ts";
import {
  areSameAccounts,
  EVERYBODY,
  markOf,
  namesOf,
  partIn,
  sumsOf,
  type TeamRow,
  teamRowOf,
  withoutPerson,
} from "../../team-row.ts";
import type { Connection } from "../connect.ts";
import { judgingBy } from "./judging-by.ts";
import { monthSecrets } from "./month-secrets.ts";
import { teamRows } from "./team-rows.ts";
import { teamSums } from "./team-sums.ts";

/** What jobs take of teams' credits. What writes is called inside the transaction that saves the job, or in one of its own. */
export interface TeamLedger {
  /** Judges `asked`, of which a new job is the first, and books that one; a refusal books nothing. Throws where its rules or sums cannot be read. */
  begin(job: Job, asked: Job): TeamRefusal | null;
  /** The difference between what the job's row said and what the job takes now goes into the sums. */
  note(job: Job): void;
  /** Why the team pays for no such job; null: it does. Throws where its rules or sums cannot be read. */
  judge(job: Job): TeamRefusal | null;
  /** The sums of a month by name, counted from the rows where they are damaged. */
  month(team: string, month: string): ReadonlyMap<string, TeamAccount>;
  /** Of them everybody's and those under these names: a month of many people is not read whole. */
  part(team: string, month: string, names: readonly string[]): ReadonlyMap<string, TeamAccount>;
  /** Every month of every team. */
  months(): readonly { readonly team: string; readonly month: string }[];
  /** Months whose sums are not what their rows come to. */
  differing(): readonly { readonly team: string; readonly month: string }[];
  /** A row that was elsewhere before. */
  restore(row: TeamRow): void;
  /** Puts a mark in the place of a person in what was accepted by then, of `limit` rows at most; says how many. */
  mark(person: string, acceptedBy: EpochMs, limit: number): number;
  /** Forgets rows of months before that of this time, `limit` at most, and their sums; says how many rows. */
  forget(before: EpochMs, limit: number): number;
}

/** No month that is told as four digits begins later. */
const LATEST = Date.UTC(9999, 11);

export function teamLedger(database: Pick<Connection, "prepare">): TeamLedger {
  const rows = teamRows(database);
  const sums = teamSums(database);
  const judgedBy = judgingBy(database);
  const secrets = monthSecrets(database);

  function replace(before: TeamRow | null, after: TeamRow | null): void {
    if (before) {
      sums.book(before, -1);
      if (after === null) rows.drop(before.id);
    }
    if (after) {
      rows.put(after);
      sums.book(after, 1);
    }
  }

  function note(job: Job): void {
    if (!job.team) return;
    const found = rows.find(job.id);
    const after = teamRowOf(job);
    if (found && !found.isWhole) {
      if (after) rows.put(after);
      else rows.drop(job.id);
      sums.spoil(teamName(job.team), monthOf(job.acceptedAt));
      return;
    }
    const before = found?.row ?? null;
    if (before && after && areSameAccounts(before.account, after.account)) return;
    // Whose it is, a mark says that its person had put there.
    replace(before, before && after ? { ...before, account: after.account } : after);
  }

  const counted = (team: string, month: string) => sumsOf(rows.ofMonth(team, month));

  function sumsOfMonth(team: string, month: string): ReadonlyMap<string, TeamAccount> {
    const found = sums.ofMonth(team, month);
    // Without a sum there should be no row either.
    return found === "damaged" || found.size === 0 ? counted(team, month) : found;
  }

  /** The sums under these names and everybody's; null where they cannot be trusted. */
  function find(team: string, month: string, names: readonly string[]): ReadonlyMap<string, TeamAccount> | null {
    const found = new Map<string, TeamAccount>();
    for (const name of [EVERYBODY, ...names]) {
      const account = sums.find(team, month, name);
      if (account === "damaged" || (account === null && name === EVERYBODY)) return null;
      if (account) found.set(name, account);
    }
    return found;
  }

  /** The same; those that cannot be trusted are put anew. */
  function look(team: string, month: string, names: readonly string[]): ReadonlyMap<string, TeamAccount> {
    const found = find(team, month, names);
    if (found) return found;
    const whole = counted(team, month);
    sums.putAll(team, month, whole);
    return whole;
  }

  /** Why the team pays for no such job (null: it does), and the sums that say so. */
  function judged(job: Job, payer: Team): { refusal: TeamRefusal | null; sums: ReadonlyMap<string, TeamAccount> } {
    const { owner, acceptedAt } = job;
    const [team, month] = [teamName(payer), monthOf(acceptedAt)];
    const { rules, secret, sums: found } = judgedBy(team, month, ownerName(owner));
    if (rules === null) return { refusal: "no_rules", sums: new Map() };
    const names = namesOf(payer, owner.userId, secret);
    const sums = (secret === null && found) || look(team, month, names);
    const { all, person } = partIn(sums, names);
    return { refusal: capPassed(rules, { team: all, person }, job), sums };
  }

  function isRight(team: string, month: string): boolean {
    try {
      return areEqual(sums.ofMonth(team, month), counted(team, month));
    } catch {
      return false;
    }
  }

  return {
    begin(job, asked) {
      if (!job.team) return null;
      const { refusal, sums: before } = judged(asked, job.team);
      if (refusal) return refusal;
      const row = teamRowOf(job);
      if (row === null) return null;
      if (rows.add(row)) sums.add(row, before);
      // Its job was forgotten longer ago than its id.
      else note(job);
      return null;
    },
    note,
    judge: (job) => (job.team ? judged(job, job.team).refusal : null),
    month: sumsOfMonth,
    part: (team, month, names) => find(team, month, names) ?? counted(team, month),
    months: sums.months,
    differing: () => sums.months().filter(({ team, month }) => !isRight(team, month)),
    restore: (row) => replace(null, row),
    mark(person, acceptedBy, limit) {
      const ids = rows.ofPerson(person, acceptedBy, limit);
      for (const id of ids) {
        const found = rows.find(id);
        if (!found) continue;
        const { row, isWhole } = found;
        if (isWhole) {
          replace(row, withoutPerson(row, markOf(secrets.findOrMake(row.month), row.team, person)));
          continue;
        }
        rows.drop(id);
        sums.spoil(row.team, row.month);
      }
      return ids.length;
    },
    forget(before, limit) {
      const month = monthOf(Math.min(before, LATEST));
      sums.forgetBefore(month);
      return rows.forgetBefore(month, limit);
    },
  };
}

function areEqual(
  found: ReadonlyMap<string, TeamAccount> | "damaged",
  counted: ReadonlyMap<string, TeamAccount>,
): boolean {
  if (found === "damaged" || found.size !== counted.size) return false;
  return [...counted].every(([name, account]) => {
    const sum = found.get(name);
    return sum !== undefined && areSameAccounts(sum, account);
  });
}
