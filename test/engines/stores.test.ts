import { expect, test } from "vitest";
import { UnreadableJob } from "../../src/core/job/job.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { jobKey } from "../../src/engines/job-rows.ts";
import { unreadableRows } from "../../src/engines/stores.ts";
import { rulesKey } from "../../src/engines/team-store.ts";
import { aBatch } from "../fakes/batch/batches.ts";
import { aClosedJob, aJob, aJobId, anOwner, TEST_START } from "../fakes/jobs.ts";
import { aNotice, aTeam, aTeamJob } from "../fakes/teams.ts";
import { type StoresWorld, storesWorld } from "./stores-world.ts";

const inWorld = (claim: (world: StoresWorld) => Promise<void>) => claim(storesWorld());

test.for([
  ["is not an object", null],
  ["contains another job", aJob({ id: aJobId(9) })],
] as const)("a job row that %s is omitted from lists and logged once", ([, value]) =>
  inWorld(async ({ jobs, personal, rows, log, spoil, unreadable }) => {
    for (const n of [1, 2, 3]) await jobs.insert(aJob({ id: aJobId(n), acceptedAt: TEST_START + n }));
    await spoil(jobKey(aJobId(2)), value);
    for (const _ of ["once", "twice"]) {
      await expect(jobs.load(aJobId(2))).rejects.toThrow(UnreadableJob);
      expect((await jobs.openJobsOf(anOwner())).map(({ id }) => id)).toEqual([aJobId(1), aJobId(3)]);
      expect(await jobs.jobsOf(anOwner(), 10)).toHaveLength(2);
      expect(await personal.tally(anOwner())).toMatchObject({ open: 2 });
    }
    expect(await jobs.openJobs(null, 10)).toHaveLength(3);
    expect(await unreadableRows(rows)).toEqual([jobKey(aJobId(2))]);
    expect(log.lines).toEqual([expect.objectContaining({ level: "error", fields: { job: aJobId(2) } })]);
    expect(unreadable()).toBe(1);
  }),
);

test("the deletion of old jobs includes unreadable closed jobs and the closed jobs of an unreadable batch", () =>
  inWorld(async ({ jobs, spoil }) => {
    await jobs.insert(aClosedJob({ id: aJobId(1) }, TEST_START));
    await spoil(jobKey(aJobId(1)));
    const [batch, ...parts] = aBatch(["failed", "failed"]);
    await jobs.insert({ ...batch, state: aJob().state });
    for (const part of parts) await jobs.insert(part);
    const before = { jobs: TEST_START * 2, ids: 0, ledger: 0, daySums: 0 };
    expect(await jobs.forget(before)).toBe(1);
    await spoil(jobKey(batch.id));
    expect(await jobs.forget(before)).toBe(2);
  }));

test("nobody can spend a team's credits while the team's rules are unreadable", () =>
  inWorld(async ({ jobs, teams, spoil }) => {
    await teams.saveRules(aTeam, { ...noRules, teamMonth: 300 }, 0);
    await spoil(rulesKey(aTeam), { ...noRules, teamMonth: "300" });
    await expect(teams.rules(aTeam)).rejects.toThrow(rulesKey(aTeam));
    await expect(jobs.insert(aTeamJob(1))).rejects.toThrow(rulesKey(aTeam));
    expect(await jobs.load(aJobId(1))).toBeNull();
  }));

test("if a stored notice to managers is unreadable, loading the notice returns nothing and logs the error only once", () =>
  inWorld(async ({ notices, log, spoil }) => {
    for (const n of [1, 2]) await notices.insert(aNotice(n));
    await spoil(`notice/${aNotice(1).id}`);
    for (const _ of ["once", "twice"]) expect(await notices.load(aNotice(1).id)).toBeNull();
    expect(await notices.load(aNotice(2).id)).toEqual({ notice: aNotice(2), version: 1 });
    expect(log.lines).toEqual([expect.objectContaining({ level: "error", fields: { name: aNotice(1).id } })]);
    expect(await notices.open(null, 10)).toHaveLength(2);
  }));
