import Keyv from "keyv";
import { expect, test } from "vitest";
import { forgetTeam } from "../../../src/app/people/forget-team.ts";
import type { Job, Waiting } from "../../../src/core/job/job.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { holderOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { refusedKeys } from "../../../src/keys/refused-keys.ts";
import { memoryJobStore } from "../../fakes/job-store.ts";
import { aJob, aJobId, TEST_START } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { toldClock } from "../../fakes/told-clock.ts";
import { memoryVault } from "../../fakes/vault.ts";

const team = { platform: "discord", teamId: "300000000000000003" } as const;
const key = new Secret("rk-team-0123-team");

const aTurn: Waiting = {
  status: "waiting",
  for: "turn",
  answer: "given",
  until: TEST_START + 60_000,
  notBefore: TEST_START,
};

async function aTeam() {
  const [jobs, vault, clock, log] = [memoryJobStore(), memoryVault(), toldClock(), keptLog()];
  const refused = refusedKeys(new Keyv({ store: new Map(), useKeyPrefix: false }), vault);
  await vault.put(holderOf(team), key);
  await refused.note(team, key, 0);
  await jobs.teams.saveRules(team, noRules, 0);
  await jobs.insert(aJob({ id: aJobId(1), team }));
  await jobs.insert(aJob({ id: aJobId(2), team, state: aTurn }));
  const left: Job["id"][] = [];
  const forget = forgetTeam({
    teams: jobs.teams,
    vault,
    refused,
    leave: async (id) => void left.push(id),
    deleted: () => {},
    clock,
    log,
  });
  return { jobs, vault, refused, clock, left, forget };
}

test("a team that removes Reelay loses its key, its rules and what waits; what runs goes on", async () => {
  const { jobs, vault, refused, left, forget } = await aTeam();
  await forget.left(team);
  expect([await vault.get(holderOf(team)), await jobs.teams.rules(team), await refused.has(team, key)]).toEqual([
    null,
    null,
    false,
  ]);
  expect(left).toEqual([aJobId(2)]);
});

test("a store that fails is tried again until all of it is gone", async () => {
  const { jobs, vault, clock, forget } = await aTeam();
  jobs.failNext();
  await forget.left(team);
  expect(await vault.get(holderOf(team))).not.toBeNull();
  await clock.advance(60_000);
  expect([await vault.get(holderOf(team)), await jobs.teams.rules(team)]).toEqual([null, null]);
});
