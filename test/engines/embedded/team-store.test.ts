import { expect, test } from "vitest";
import { noRules } from "../../../src/core/team/rules.ts";
import { checksumOf } from "../../../src/engines/embedded/job-row.ts";
import { jobStore } from "../../../src/engines/embedded/job-store.ts";
import type { Database } from "../../../src/engines/embedded/open-database.ts";
import { personalJobs } from "../../../src/engines/embedded/personal-jobs.ts";
import { teamLedger } from "../../../src/engines/embedded/teams/team-ledger.ts";
import { teamStore } from "../../../src/engines/embedded/teams/team-store.ts";
import { batchesContract } from "../../contracts/batches.ts";
import { lineOrderContract } from "../../contracts/line-order.ts";
import { anEntry, teamAuditContract } from "../../contracts/team-audit.ts";
import { type LeavingWorld, teamLeavingContract } from "../../contracts/team-leaving.ts";
import { aTeam, aTeamJob, type TeamWorld, teamStoreContract } from "../../contracts/team-store.ts";
import { teamSumsContract } from "../../contracts/team-sums.ts";
import { waitingJobsContract } from "../../contracts/waiting-jobs.ts";
import { memoryJobStore } from "../../fakes/job-store.ts";
import { aClosedJob, aJobId, anOwner, aRunning } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { inFolder, opened } from "./in-folder.ts";

type Inside = (world: TeamWorld & { readonly database: Database }) => Promise<void>;

async function inDatabase(claim: Inside): Promise<void> {
  await inFolder(async (dir) => {
    const database = await opened(dir);
    await claim({ jobs: jobStore(database, keptLog()), teams: teamStore(database, keptLog()), database });
    await database.close();
  });
}

async function inMemory(claim: (world: TeamWorld) => Promise<void>): Promise<void> {
  const jobs = memoryJobStore();
  await claim({ jobs, teams: jobs.teams });
}

async function inLeaving(claim: (world: LeavingWorld) => Promise<void>): Promise<void> {
  await inDatabase(async ({ database, ...world }) => {
    const all = (table: string) =>
      database
        .prepare(`SELECT CAST(${table}.person AS TEXT) AS person FROM ${table} UNION SELECT owner FROM ledger`)
        .all();
    const settlers = () =>
      database
        .prepare("SELECT CAST(settled_by AS TEXT) AS settler FROM team_ledger WHERE settled_by IS NOT NULL")
        .all();
    const audit = () => database.prepare("SELECT CAST(person AS TEXT) AS person FROM team_audit").all();
    const stored = async () => JSON.stringify([all("team_ledger"), all("team_sums"), settlers(), audit()]);
    await claim({ ...world, personal: personalJobs(database), stored });
  });
}

teamStoreContract("the embedded database", inDatabase);
teamLeavingContract("the embedded database", inLeaving);
teamAuditContract("the embedded database", inDatabase);
teamSumsContract("the embedded database", inDatabase, 25);
waitingJobsContract("the embedded database", inDatabase);
lineOrderContract("the embedded database", inDatabase);
batchesContract("the embedded database", inDatabase);
teamStoreContract("memoryJobStore", inMemory);
teamAuditContract("memoryJobStore", inMemory);
teamSumsContract("memoryJobStore", inMemory, 50);
waitingJobsContract("memoryJobStore", inMemory);
lineOrderContract("memoryJobStore", inMemory);
batchesContract("memoryJobStore", inMemory);

const held = (videos: number) => ({ held: 95 * videos, charged: 0, refunded: 0, unknown: 0, videos });
const closed = (n: number) => aTeamJob(n, { ...aClosedJob(), id: aJobId(n), team: aTeam, owner: anOwner("1") });

test.for([
  ["a sum of everybody that came back changed", "UPDATE team_sums SET held = 9 WHERE person = 'all'"],
  ["a person's sum that came back changed", "UPDATE team_sums SET charged = 9 WHERE person <> 'all'"],
  ["sums that are gone", "DELETE FROM team_sums"],
] as const)("%s: the caps hold, and it is counted from the rows", ([, sql]) =>
  inDatabase(async ({ jobs, teams, database }) => {
    const spoil = () => database.write(() => database.prepare(sql).run());
    await teams.saveRules(aTeam, { ...noRules, personMonth: 300 }, 0);
    for (const n of [1, 2, 3]) await jobs.insert(aTeamJob(n));
    await spoil();
    expect(teamLedger(database).differing()).toHaveLength(1);
    expect(await jobs.save(aTeamJob(1, { state: aRunning() }), 1)).toBe(true);
    expect(await jobs.insert(aTeamJob(4))).toBe("person_month");
    expect(teamLedger(database).differing()).toEqual([]);
    expect((await teams.month(aTeam, "2026-11")).all).toEqual({ ...held(3), held: 190, charged: 95 });
    await spoil();
    expect((await teams.monthOf(aTeam, "2026-11", "1")).person).toMatchObject({ held: 190, charged: 95 });
  }),
);

test("a row that came back changed is that of its job; where that is gone, nothing more is paid for", () =>
  inDatabase(async ({ jobs, teams, database }) => {
    const run = (sql: string) => database.write(() => database.prepare(sql).run());
    const spoil = () => run(`UPDATE team_ledger SET charged = 1 WHERE id = '${aJobId(1)}'`);
    await teams.saveRules(aTeam, { ...noRules, personMonth: 300 }, 0);
    for (const n of [1, 2]) await jobs.insert(aTeamJob(n));
    await spoil();
    expect(await jobs.save(closed(1), 1)).toBe(true);
    expect((await teams.month(aTeam, "2026-11")).all).toEqual({ ...held(2), held: 95, charged: 95 });
    await spoil();
    await run("DELETE FROM team_sums");
    expect((await teams.month(aTeam, "2026-11")).all).toEqual({ ...held(2), held: 95, charged: 95 });
    await run(`DELETE FROM jobs WHERE id = '${aJobId(1)}'`);
    await expect(teams.month(aTeam, "2026-11")).rejects.toThrow("cannot be read");
    await expect(jobs.insert(aTeamJob(3))).rejects.toThrow("cannot be read");
    expect(await jobs.save(aTeamJob(2, { state: aRunning() }), 1)).toBe(true);
  }));

test.for(["version = 9", "body = replace(body, '300', '900')", "checksum = ''"])(
  "rules that came back with %s cannot be read, and are never none",
  (change) =>
    inDatabase(async ({ jobs, teams, database }) => {
      await teams.saveRules(aTeam, { ...noRules, teamMonth: 300 }, 0);
      await database.write(() => database.prepare(`UPDATE team_rules SET ${change}`).run());
      await expect(teams.rules(aTeam)).rejects.toThrow("cannot be read");
      await expect(jobs.insert(aTeamJob(1))).rejects.toThrow("cannot be read");
      expect(await jobs.load(aJobId(1))).toBeNull();
    }),
);

test("rules that an earlier version has saved are whole, and nobody is asked by them", () =>
  inDatabase(async ({ jobs, teams, database }) => {
    await teams.saveRules(aTeam, noRules, 0);
    const { personMonth, isForEveryone, people, roles, channels, managers } = noRules;
    const old = { personMonth, isForEveryone, people, roles, channels, managers };
    const body = JSON.stringify({ ...old, teamMonth: 300 });
    const putting = database.prepare("UPDATE team_rules SET body = ?, checksum = ?");
    await database.write(() => putting.run(body, checksumOf("discord:300000000000000003", 1, body)));
    expect(await teams.rules(aTeam)).toEqual({ rules: { ...noRules, teamMonth: 300 }, version: 1 });
    expect(await jobs.insert(aTeamJob(1))).toBe("inserted");
  }));

test("every question about a team is answered through an index", () =>
  inDatabase(async ({ database }) => {
    for (const sql of [
      "SELECT body FROM jobs WHERE is_open = 1 AND team = 'a' ORDER BY accepted_at, id",
      "SELECT held FROM team_ledger WHERE month = 'a' AND team = 'b'",
      "SELECT id FROM team_ledger WHERE person = 'a' AND accepted_at <= 5 LIMIT 5",
      "SELECT id FROM team_ledger WHERE settled_by = 'a' AND settled_at <= 5 LIMIT 5",
      "SELECT id FROM team_ledger WHERE month < 'a' LIMIT 5",
      "SELECT held FROM team_sums WHERE month = 'a' AND team = 'b'",
      "DELETE FROM team_sums WHERE month < 'a'",
      "SELECT rest FROM team_audit WHERE team = 'a' ORDER BY nth DESC",
      "SELECT nth FROM team_audit WHERE person = 'a' AND at <= 5",
      "DELETE FROM team_audit WHERE at < 5",
    ]) {
      const plan = JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all());
      expect(plan, sql).toMatch(/SEARCH \w+ USING (COVERING |PRIMARY )?(INDEX|KEY)/);
      expect(plan, sql).not.toContain("TEMP B-TREE");
    }
  }));

test("an entry of the audit that came back changed is left out", () =>
  inDatabase(async ({ teams, database }) => {
    for (const n of [1, 2]) await teams.noteAct(aTeam, anEntry(n));
    await database.write(() => database.prepare("UPDATE team_audit SET person = 'discord:8' WHERE nth = 1").run());
    expect(await teams.audit(aTeam)).toEqual([anEntry(2)]);
  }));
