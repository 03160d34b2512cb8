import Keyv from "keyv";
import { expect, test } from "vitest";
import { forgetTeam } from "../../../src/app/people/forget-people.ts";
import type { Job, Waiting } from "../../../src/core/job/job.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { holderOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { refusedKeys } from "../../../src/keys/vault.ts";
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

/** A team with a key, rules, one video that runs and one that waits; `start` begins another life of the bot. */
async function aTeam() {
  const [jobs, vault, clock, log] = [memoryJobStore(), memoryVault(), toldClock(), keptLog()];
  const refused = refusedKeys(new Keyv({ store: new Map(), useKeyPrefix: false }), vault);
  const notes = failingMap();
  const leaving = new Keyv({ store: notes.map, useKeyPrefix: false, throwOnErrors: true });
  await vault.put(holderOf(team), key);
  await refused.note(team, key, 0);
  await jobs.teams.saveRules(team, noRules, 0);
  await jobs.insert(aJob({ id: aJobId(1), team }));
  await jobs.insert(aJob({ id: aJobId(2), team, state: aTurn }));
  const left: Job["id"][] = [];
  const start = () =>
    forgetTeam({
      leaving,
      teams: jobs.teams,
      vault,
      refused,
      leave: async (id) => void left.push(id),
      deleted: () => {},
      clock,
      log,
    });
  const there = async () => [(await vault.get(holderOf(team)))?.reveal(), (await jobs.teams.rules(team))?.version];
  return { jobs, vault, refused, clock, left, log, notes, leaving, there, start, forget: start() };
}

/** What is written to it fails as often as `failNext` says. */
function failingMap() {
  let failures = 0;
  class Failing extends Map<string, unknown> {
    override set(name: string, value: unknown): this {
      this.#fail();
      return super.set(name, value);
    }
    override delete(name: string): boolean {
      this.#fail();
      return super.delete(name);
    }
    #fail(): void {
      if (failures === 0) return;
      failures -= 1;
      throw new Error("the disk is full");
    }
  }
  return {
    map: new Failing(),
    failNext(times: number) {
      failures = times;
    },
  };
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
  const { jobs, clock, leaving, there, forget } = await aTeam();
  jobs.failNext();
  await forget.left(team);
  expect(await there()).toEqual([key.reveal(), 1]);
  await clock.advance(60_000);
  expect(await there()).toEqual([undefined, undefined]);
  expect(await leaving.get("discord:300000000000000003")).toBeUndefined();
});

test("a removal that could not even be noted is noted a minute later", async () => {
  const { clock, notes, there, forget } = await aTeam();
  notes.failNext(1);
  await forget.left(team);
  expect(await there()).toEqual([key.reveal(), 1]);
  await clock.advance(60_000);
  expect(await there()).toEqual([undefined, undefined]);
});

test("what a restart cut off is gone on with", async () => {
  const { jobs, clock, there, start, forget } = await aTeam();
  jobs.failNext();
  await forget.left(team);
  forget.stop();
  await clock.advance(600_000);
  expect(await there()).toEqual([key.reveal(), 1]);
  await start().resume();
  expect(await there()).toEqual([undefined, undefined]);
});

test.for([
  ["was not forgotten", 0, 1],
  ["was not even noted", 1, 0],
  ["was not forgotten, and whose note stays for now", 0, 1, 1],
] as const)(
  "what is saved in a server that is joined again and %s stays",
  async ([, unnoted, failures, undropped = 0]) => {
    const { jobs, vault, clock, notes, there, start, forget } = await aTeam();
    notes.failNext(unnoted);
    for (let n = 0; n < failures; n += 1) jobs.failNext();
    await forget.left(team);
    notes.failNext(undropped);
    await forget.joined(team);
    await vault.put(holderOf(team), new Secret("rk-entered-since"));
    expect(await jobs.teams.saveRules(team, { ...noRules, isForEveryone: true }, 1)).toBe(true);
    await clock.advance(600_000);
    forget.stop();
    await start().resume();
    await clock.advance(600_000);
    expect(await there()).toEqual(["rk-entered-since", 2]);
  },
);

test("a server that is joined again before an earlier life's removals could be read keeps what is saved there", async () => {
  const { jobs, leaving, clock, there, start, forget } = await aTeam();
  jobs.failNext();
  await forget.left(team);
  forget.stop();
  const again = start();
  await again.joined(team);
  await again.resume();
  await clock.advance(600_000);
  expect(await there()).toEqual([key.reveal(), 1]);
  expect(await leaving.get("discord:300000000000000003")).toBeUndefined();
  await again.left(team);
  expect(await there()).toEqual([undefined, undefined]);
});
