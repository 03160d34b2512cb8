import { describe, expect, test } from "vitest";
import { UnreadableJob } from "../../src/core/job/job.ts";
import type { Rows } from "../../src/core/rows.ts";
import { emptyAccount } from "../../src/core/team/account.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { jobKey } from "../../src/engines/job-rows.ts";
import { jobStore } from "../../src/engines/job-store.ts";
import { storesOver, unreadableRows } from "../../src/engines/stores.ts";
import { rulesKey } from "../../src/engines/team-store.ts";
import { aBatch } from "../fakes/batch/batches.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRunning, TEST_START } from "../fakes/jobs.ts";
import { keptLog } from "../fakes/kept-log.ts";
import { batchesContract } from "./batches.ts";
import { jobForgettingContract } from "./job-forgetting.ts";
import { jobLedgerContract } from "./job-ledger.ts";
import { jobStoreContract } from "./job-store.ts";
import { lineOrderContract } from "./line-order.ts";
import { aNotice, noticeStoreContract } from "./notice-store.ts";
import { personalJobsContract } from "./personal-jobs.ts";
import { releasesContract } from "./releases.ts";
import { teamAuditContract } from "./team-audit.ts";
import { teamLeavingContract } from "./team-leaving.ts";
import { ada, aTeam, aTeamJob, bob, teamStoreContract } from "./team-store.ts";
import { teamSumsContract } from "./team-sums.ts";
import { waitingJobsContract } from "./waiting-jobs.ts";

/** What all stores promise over an engine of rows; `inRows` gives empty ones, and closes them. */
export function storesContract(name: string, openRows: () => Promise<Rows>, sumRuns: number): void {
  const open = async () => jobStore(await openRows(), keptLog());

  async function inStores(claim: (stores: Stores) => Promise<void>): Promise<void> {
    const rows = await openRows();
    try {
      await claim(worldOver(rows));
    } finally {
      await rows.close();
    }
  }

  jobStoreContract(name, open);
  jobLedgerContract(name, open);
  jobForgettingContract(name, open);
  releasesContract(name, open);
  lineOrderContract(name, inStores);
  waitingJobsContract(name, inStores);
  batchesContract(name, inStores);
  teamStoreContract(name, inStores);
  teamAuditContract(name, inStores);
  teamSumsContract(name, inStores, sumRuns);
  teamLeavingContract(name, inStores);
  noticeStoreContract(name, (claim) => inStores(({ notices }) => claim(notices)));
  personalJobsContract(name, (claim) =>
    inStores(({ jobs, personal, spoil }) => claim({ store: jobs, mine: personal, spoil: (id) => spoil(jobKey(id)) })),
  );
  unreadableContract(name, inStores);
  deletedPersonContract(name, inStores);
}

function worldOver(rows: Rows) {
  const log = keptLog();
  return {
    rows,
    log,
    ...storesOver(rows, log),
    /** That row cannot be read any more, and stays in its indexes. */
    async spoil(key: string, value: unknown = "spoiled"): Promise<void> {
      await rows.transact({ keys: [key] }, (facts) => {
        const indexes = facts.row(key)?.indexes ?? [];
        return { value: null, puts: [{ key, value, indexes }] };
      });
    },
    async stored(): Promise<string> {
      const all: unknown[] = [];
      for await (const page of rows.walk("")) all.push(...page);
      return JSON.stringify(all);
    },
  };
}

type Stores = ReturnType<typeof worldOver>;
type InStores = (claim: (stores: Stores) => Promise<void>) => Promise<void>;

/** What becomes of rows that cannot be read. */
function unreadableContract(name: string, inStores: InStores): void {
  describe(`${name}, of rows that cannot be read`, () => {
    test.for([
      ["no object", null],
      ["another version", { ...aJob(), v: 2 }],
      ["an unknown status", { ...aJob(), state: { status: "dreaming" } }],
      ["another's", aJob({ id: aJobId(9) })],
    ] as const)(
      "a job that is %s is refused, left out of lists, listed by its id, and the log is told once",
      ([, value]) =>
        inStores(async ({ jobs, personal, rows, log, spoil, unreadable }) => {
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

    test("a closed one is forgotten at its time, and so is the video of a batch that cannot be read", () =>
      inStores(async ({ jobs, spoil }) => {
        await jobs.insert(aClosedJob({ id: aJobId(1) }, TEST_START));
        await spoil(jobKey(aJobId(1)));
        const [batch, ...parts] = aBatch(["failed", "failed"]);
        await jobs.insert({ ...batch, state: aJob().state });
        for (const part of parts) await jobs.insert(part);
        const before = { jobs: TEST_START * 2, ids: 0, ledger: 0 };
        expect(await jobs.forget(before)).toBe(1);
        await spoil(jobKey(batch.id));
        expect(await jobs.forget(before)).toBe(2);
      }));

    test("rules are never none: nobody spends by them", () =>
      inStores(async ({ jobs, teams, spoil }) => {
        await teams.saveRules(aTeam, { ...noRules, teamMonth: 300 }, 0);
        await spoil(rulesKey(aTeam), { ...noRules, teamMonth: "300" });
        await expect(teams.rules(aTeam)).rejects.toThrow(rulesKey(aTeam));
        await expect(jobs.insert(aTeamJob(1))).rejects.toThrow(rulesKey(aTeam));
        expect(await jobs.load(aJobId(1))).toBeNull();
      }));

    test("a notice is none, which the log is told once; the others go on", () =>
      inStores(async ({ notices, log, spoil }) => {
        for (const n of [1, 2]) await notices.insert(aNotice(n));
        await spoil(`notice/${aNotice(1).id}`);
        for (const _ of ["once", "twice"]) expect(await notices.load(aNotice(1).id)).toBeNull();
        expect(await notices.load(aNotice(2).id)).toEqual({ notice: aNotice(2), version: 1 });
        expect(log.lines).toEqual([expect.objectContaining({ level: "error", fields: { name: aNotice(1).id } })]);
        expect(await notices.open(null, 10)).toHaveLength(2);
      }));
  });
}

/** What a team's sums keep of somebody who deletes what is kept about them. */
function deletedPersonContract(name: string, inStores: InStores): void {
  const MONTH = "2026-11";
  const held = { ...emptyAccount, held: 95, videos: 1 };
  const closed = (n: number) => aTeamJob(n, { ...aClosedJob(), id: aJobId(n), owner: ada, team: aTeam });

  describe(`${name}, of a deleted person`, () => {
    test("their name is gone, and what they spent still counts against the team's cap, but not against their own", () =>
      inStores(async ({ jobs, teams, personal, stored }) => {
        await teams.saveRules(aTeam, { ...noRules, teamMonth: 3 * 95, personMonth: 95 }, 0);
        await jobs.insert(aTeamJob(1));
        await jobs.save(closed(1), 1);
        await jobs.insert(aTeamJob(2, { owner: bob }));
        expect(await stored()).toContain("discord:1");
        expect(await personal.forget(ada, TEST_START)).toBe(0);
        expect(await stored()).not.toContain("discord:1");
        const all = { ...emptyAccount, held: 95, charged: 95, videos: 2 };
        expect(await teams.month(aTeam, MONTH)).toEqual({ all, people: new Map([["2", held]]) });
        expect(await teams.monthOf(aTeam, MONTH, "1")).toEqual({ all, person: emptyAccount });
        expect(await jobs.insert(aTeamJob(3))).toBe("inserted");
        expect(await jobs.insert(aTeamJob(4))).toBe("team_month");
      }));

    test("what is under way stays theirs until it has ended, and what came later stays theirs", () =>
      inStores(async ({ jobs, teams, personal }) => {
        await teams.saveRules(aTeam, noRules, 0);
        await jobs.insert(aTeamJob(1));
        await jobs.save(aTeamJob(1, { state: aRunning() }), 1);
        await jobs.insert(aTeamJob(2, { acceptedAt: TEST_START + 1 }));
        expect(await personal.forget(ada, TEST_START)).toBe(1);
        const all = { ...emptyAccount, held: 95, charged: 95, videos: 2 };
        expect(await teams.month(aTeam, MONTH)).toEqual({ all, people: new Map([["1", all]]) });
        expect((await personal.tally(ada)).costs).toBe(1);
        await jobs.save(closed(1), 2);
        expect(await personal.forget(ada, TEST_START)).toBe(0);
        expect((await personal.tally(ada)).costs).toBe(0);
        expect(await teams.month(aTeam, MONTH)).toEqual({ all, people: new Map([["1", held]]) });
        await jobs.save({ ...aTeamJob(2, { acceptedAt: TEST_START + 1 }), state: closed(2).state }, 1);
        expect(await personal.forget(ada, TEST_START + 1)).toBe(0);
        expect(await teams.month(aTeam, MONTH)).toEqual({
          all: { ...emptyAccount, charged: 190, videos: 2 },
          people: new Map(),
        });
      }));

    test("what is left of videos that were forgotten before them goes too", () =>
      inStores(async ({ jobs, teams, personal, stored }) => {
        await teams.saveRules(aTeam, noRules, 0);
        for (const n of [1, 2]) await jobs.insert(closed(n));
        await jobs.forget({ jobs: TEST_START * 2, ids: 0, ledger: 0 });
        await personal.forget(ada, TEST_START);
        await personal.forget(ada, TEST_START);
        expect(await stored()).not.toContain("discord:1");
        const all = { ...emptyAccount, charged: 190, videos: 2 };
        expect(await teams.month(aTeam, MONTH)).toEqual({ all, people: new Map() });
      }));
  });
}
