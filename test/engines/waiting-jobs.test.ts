import { expect, test } from "vitest";
import type { Job, Waiting } from "../../src/core/job/job.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { noUsage } from "../../src/core/team/usage.ts";
import {
  aClosedJob,
  aJob,
  aJobId,
  aNotStarted,
  anAnnouncing,
  anApproval,
  anOwner,
  aWaiting,
  TEST_START,
} from "../fakes/jobs.ts";
import { aTeam, aTeamJob } from "../fakes/teams.ts";
import { storesWorld, teamTest } from "./stores-world.ts";

const ROOM = { ofOwner: 100, ofWorkspace: 100, waitingOfOwner: 100 };
const MONTH = "2026-11";
const held = (videos: number) => ({ ...noUsage, held: 95 * videos, videos });
const leaving = anAnnouncing(aNotStarted("withdrawn"));

/** The nth job of a test, which waits for an approval. */
function anAsked(n: number, overrides: Partial<Job> = {}): Job {
  return aTeamJob(n, { sealedKey: null, approval: anApproval(), state: aWaiting(), ...overrides });
}

/** The job after its approval, in the queue. */
function inTurn(job: Job, overrides: Partial<Waiting> = {}): Job {
  return { ...job, state: aWaiting({ for: "turn", ...overrides }) };
}

function begun(job: Job): Job {
  return { ...job, beganAt: TEST_START, state: { ...aJob().state, answer: "given" } as Job["state"] };
}

teamTest(
  "a workspace's queue contains the workspace's jobs that wait for their turn, and no other jobs",
  {},
  async ({ jobs }) => {
    for (const [n, workspace] of ["W", "V"].entries()) await jobs.insert(inTurn(anAsked(n, { workspace })));
    await jobs.insert(anAsked(3, { workspace: "W" }));
    await jobs.insert(aJob({ id: aJobId(5), workspace: "W" }));
    expect((await jobs.waitingIn("W")).map(({ id }) => id)).toEqual([aJobId(0)]);
  },
);

teamTest(
  "exactly one write succeeds if an approval and two saves change the same version of a job",
  {},
  async ({ jobs, teams }) => {
    for (let n = 0; n < 20; n += 1) {
      const job = anAsked(n);
      await jobs.insert(job);
      const admit = jobs.admit(inTurn(job), 1, ROOM).then((answer) => answer === "saved");
      const saves = [jobs.save({ ...job, state: leaving }, 1), jobs.save({ ...job, dueAt: 7 }, 1)];
      const won = await Promise.all(n % 2 ? [admit, ...saves] : [...saves, admit]);
      expect(won.filter(Boolean)).toHaveLength(1);
      expect((await jobs.load(job.id))?.version).toBe(2);
      const isHeld = await admit;
      expect((await teams.spent(aTeam, MONTH)).all).toEqual(held(isHeld ? 1 : 0));
      if (isHeld) await jobs.save({ ...job, state: leaving }, 2);
    }
  },
);

teamTest(
  "a queued video with a reserved price starts even if the team's rules were deleted",
  {},
  async ({ jobs, teams }) => {
    for (const n of [1, 2]) await jobs.insert(anAsked(n));
    await jobs.admit(inTurn(anAsked(1)), 1, ROOM);
    await teams.forget(aTeam);
    expect(await jobs.admit(inTurn(anAsked(2)), 1, ROOM)).toBe("no_rules");
    expect(await jobs.admit(begun(anAsked(1)), 2, ROOM)).toBe("saved");
    expect((await teams.spent(aTeam, MONTH)).all).toEqual(held(1));
  },
);

test.for([
  ["a person", { ofOwner: 3, ofWorkspace: 100, waitingOfOwner: 0 }],
  ["a workspace", { ofOwner: 100, ofWorkspace: 3, waitingOfOwner: 0 }],
] as const)("only three of 20 queued videos start if %s may run three videos at a time", async ([, capacity]) => {
  const { jobs, teams } = storesWorld();
  await teams.saveRules(aTeam, noRules, 0);
  const waiting = Array.from({ length: 20 }, (_, n) => inTurn(anAsked(n)));
  await Promise.all(waiting.map((job) => jobs.insert(job)));
  const answers = await Promise.all(waiting.map((job) => jobs.admit(begun(job), 1, capacity)));
  expect(answers).toEqual([...Array(3).fill("saved"), ...Array(17).fill("full")]);
  expect(await jobs.load(aJobId(3))).toEqual({ job: inTurn(anAsked(3)), version: 1 });
  await jobs.save({ ...anAsked(0), state: leaving }, 2);
  expect(await jobs.admit(begun(anAsked(3)), 1, capacity)).toBe("saved");
  expect((await teams.spent(aTeam, MONTH)).all).toEqual(held(19));
});

test("when a running job ends, a queued job starts before two hundred new jobs", async () => {
  const { jobs } = storesWorld();
  const of = (person: string, n: number, overrides: Partial<Job> = {}) =>
    aJob({ id: aJobId(n), owner: anOwner(person), workspace: "W", ...overrides });
  const turn = { sealedKey: null, state: aWaiting({ for: "turn" }) };
  const capacity = { ofOwner: 2, ofWorkspace: 2, waitingOfOwner: 5 };
  const [ends, waits] = [of("a", 1), of("b", 3, turn)];
  for (const job of [ends, of("a", 2), waits]) expect(await jobs.insert(job)).toBe("inserted");
  expect(await jobs.insert(of("c", 4, { workspace: "V" }), { capacity })).toBe("inserted");
  const hurry = (from: number) =>
    Array.from({ length: 100 }, (_, n) => jobs.insert(of(`c${n}`, from + n), { capacity }));
  const before = hurry(1_000);
  const isFree = jobs.save({ ...ends, state: aClosedJob().state }, 1);
  const answers = await Promise.all([...before, ...hurry(2_000)]);
  expect(await isFree).toBe(true);
  expect(answers.filter((answer) => answer !== "full")).toEqual([]);
  expect(await jobs.admit(begun(waits), 1, capacity)).toBe("saved");
});
