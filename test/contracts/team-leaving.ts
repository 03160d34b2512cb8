import { describe, expect, test } from "vitest";
import type { PersonalJobs } from "../../src/core/personal-data.ts";
import { emptyAccount } from "../../src/core/team/account.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { aClosedJob, aJob, aJobId, aRunning, TEST_START } from "../fakes/jobs.ts";
import { anEntry } from "./team-audit.ts";
import { ada, aTeam, aTeamJob, bob, type TeamWorld } from "./team-store.ts";

export interface LeavingWorld extends TeamWorld {
  readonly personal: PersonalJobs;
  /** Everything that is stored, as one text. */
  stored(): Promise<string>;
}

const held = { ...emptyAccount, held: 95, videos: 1 };
const closed = (n: number) => aTeamJob(n, { ...aClosedJob(), id: aJobId(n), owner: ada, team: aTeam });

/** What a team's books keep of somebody who deletes what is kept about them; `inWorld` gives an empty store. */
export function teamLeavingContract(
  name: string,
  inWorld: (claim: (world: LeavingWorld) => Promise<void>) => Promise<void>,
) {
  describe(`${name}, of somebody who leaves a team's books`, () => {
    const leavingTest = (title: string, claim: (world: LeavingWorld) => Promise<void>) =>
      test(title, () =>
        inWorld(async (world) => {
          await world.teams.saveRules(aTeam, { ...noRules, personMonth: 3 * 95 }, 0);
          await claim(world);
        }),
      );

    leavingTest("a person's costs say whose key paid", async ({ jobs, personal }) => {
      await jobs.insert(aJob({ id: aJobId(1), owner: ada, state: aRunning() }));
      await jobs.insert(aTeamJob(2, { state: aRunning(), acceptedAt: TEST_START + 1 }));
      await jobs.insert(aTeamJob(3));
      const costs = [];
      for await (const { jobId, payer, charged } of personal.costs(ada)) costs.push([jobId, payer, charged]);
      expect(costs).toEqual([
        [aJobId(2), "team", 95],
        [aJobId(1), "mine", 95],
      ]);
    });

    leavingTest(
      "their own cap is free again, the team's is not, and nothing says whose part it was",
      async ({ jobs, teams, personal, stored }) => {
        await jobs.insert(aTeamJob(1));
        await jobs.save(closed(1), 1);
        await jobs.insert(aTeamJob(2, { owner: bob }));
        expect(await stored()).toContain("discord:1");
        expect(await personal.forget(ada, TEST_START)).toBe(0);
        expect(await stored()).not.toContain("discord:1");
        expect(await teams.monthOf(aTeam, "2026-11", "1")).toEqual({
          all: { ...emptyAccount, held: 95, charged: 95, videos: 2 },
          person: emptyAccount,
        });
        expect((await teams.month(aTeam, "2026-11")).people).toEqual(new Map([["2", held]]));
        for (const n of [3, 4, 5]) expect(await jobs.insert(aTeamJob(n))).toBe("inserted");
        expect(await jobs.insert(aTeamJob(6))).toBe("person_month");
      },
    );

    leavingTest(
      "what a manager did stays in the audit without their id, and what they do later has it",
      async (world) => {
        const { teams, personal, stored } = world;
        const other = { platform: "discord", teamId: "4" } as const;
        await teams.noteAct(aTeam, anEntry(1, { by: "1", did: "approved", job: aJobId(1) }));
        await teams.noteAct(aTeam, anEntry(2, { by: "2" }));
        await teams.noteAct(other, anEntry(3, { by: "1", did: "house", changed: ["words"] }));
        const { by: _, ...house } = anEntry(3, { did: "house", changed: ["words"] });
        const { by: __, ...approved } = anEntry(1, { did: "approved", job: aJobId(1) });
        expect(await personal.acts(ada)).toEqual([
          { team: other, ...house },
          { team: aTeam, ...approved },
        ]);
        await personal.forget(ada, TEST_START + 2);
        expect((await teams.audit(aTeam)).map(({ by }) => by)).toEqual(["2", null]);
        expect(await personal.acts(ada)).toEqual([{ team: other, ...house }]);
        await personal.forget(ada, TEST_START + 3);
        expect(await stored()).not.toMatch(/discord:1\b/);
        expect((await teams.audit(other)).map(({ did, by }) => [did, by])).toEqual([["house", null]]);
        expect(await personal.acts(bob)).toHaveLength(1);
        await teams.noteAct(aTeam, anEntry(9, { by: "1" }));
        expect(await personal.acts(ada)).toHaveLength(1);
      },
    );
  });
}
