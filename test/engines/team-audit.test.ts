import { expect, test } from "vitest";
import type { Team } from "../../src/core/job/ids.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { AUDIT_MOST } from "../../src/core/team/team-storage.ts";
import { aJobId, TEST_START } from "../fakes/jobs.ts";
import { anEntry, aTeam } from "../fakes/teams.ts";
import { type StoresWorld, storesWorld } from "./stores-world.ts";

const slack: Team = { platform: "slack", teamId: "T1" };

const inWorld = (claim: (world: StoresWorld) => Promise<void>) => claim(storesWorld());

test("the audit entry that was added last is returned first even if the clock was set back", () =>
  inWorld(async ({ teams }) => {
    expect(await teams.audit(aTeam)).toEqual([]);
    const entries = [
      anEntry(3, { did: "rules", changed: ["teamMonth", "approvals"] }),
      anEntry(1, { did: "approved", job: aJobId(1), by: "8" }),
      anEntry(2, { did: "house", changed: ["words"] }),
    ];
    for (const entry of entries) await teams.noteAct(aTeam, entry);
    await teams.noteAct(slack, anEntry(4, { did: "key_set", by: "U1" }));
    expect(await teams.audit(aTeam)).toEqual(entries.toReversed());
    expect(await teams.audit(slack)).toEqual([anEntry(4, { did: "key_set", by: "U1" })]);
  }));

test("a new audit entry replaces the team's oldest entry if the team has the maximum number of entries", () =>
  inWorld(async ({ teams }) => {
    await teams.noteAct(slack, anEntry(0, { by: "U1" }));
    for (let from = 0; from < AUDIT_MOST + 3; from += 500) {
      const some = Array.from({ length: Math.min(500, AUDIT_MOST + 3 - from) }, (_, n) => anEntry(from + n));
      await Promise.all(some.map((entry) => teams.noteAct(aTeam, entry)));
    }
    const entries = await teams.audit(aTeam);
    expect(entries).toHaveLength(AUDIT_MOST);
    expect([entries.at(0)?.at, entries.at(-1)?.at]).toEqual([TEST_START + AUDIT_MOST + 2, TEST_START + 3]);
    expect(await teams.audit(slack)).toHaveLength(1);
  }));

test("deleting audit entries older than a given time deletes them for every team", () =>
  inWorld(async ({ teams }) => {
    for (const n of [5, 1, 6]) await teams.noteAct(aTeam, anEntry(n));
    await teams.noteAct(slack, anEntry(2, { by: "U1" }));
    await teams.forgetAudit(TEST_START + 5);
    expect(await teams.audit(aTeam)).toEqual([anEntry(6), anEntry(5)]);
    expect(await teams.audit(slack)).toEqual([]);
  }));

test("deleting a team deletes the team's audit entries", () =>
  inWorld(async ({ teams }) => {
    await teams.saveRules(aTeam, noRules, 0);
    await teams.noteAct(aTeam, anEntry(1));
    await teams.noteAct(slack, anEntry(2, { by: "U1" }));
    await teams.forget(aTeam);
    expect(await teams.audit(aTeam)).toEqual([]);
    expect(await teams.audit(slack)).toHaveLength(1);
    await teams.noteAct(aTeam, anEntry(3));
    expect(await teams.audit(aTeam)).toEqual([anEntry(3)]);
  }));
