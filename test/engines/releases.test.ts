import { expect, test } from "vitest";
import type { Job, Waiting } from "../../src/core/job/job.ts";
import type { JobStore } from "../../src/core/ports.ts";
import { aJob, aJobId, anAnnouncing, anOwner, aWaiting, TEST_START } from "../fakes/jobs.ts";
import { type StoresWorld, storesWorld } from "./stores-world.ts";

const ROOM = { ofOwner: 100, ofWorkspace: 100, waitingOfOwner: 100 };

/** The nth job of a test, which waits until the service is well again. */
function aHeld(n: number, overrides: Partial<Job> = {}): Job {
  const state = aWaiting({ for: "service" });
  return aJob({ id: aJobId(n), owner: anOwner(String(n)), sealedKey: null, workspace: null, state, ...overrides });
}

/** The job once it was released. */
function released(job: Job, releasedAt: number): Job {
  return { ...job, releasedAt, state: { ...(job.state as Waiting), for: "turn" } };
}

const inWorld = (claim: (world: StoresWorld) => Promise<void>) => claim(storesWorld());
const releasable = async (jobs: JobStore) => (await jobs.releasable()).map(({ id }) => id).sort();

test("those that wait for the service and those that were released are found, and no others", () =>
  inWorld(async ({ jobs }) => {
    for (const job of [aHeld(1), aHeld(2), aHeld(4, { state: aWaiting({ for: "turn" }) }), aJob({ id: aJobId(3) })])
      await jobs.insert(job);
    expect(await jobs.admit(released(aHeld(1), TEST_START + 5), 1, ROOM)).toBe("saved");
    expect(await releasable(jobs)).toEqual([aJobId(1), aJobId(2)].sort());
  }));

test("of many that are released at once one is, and the next after a good end or once it is settled", () =>
  inWorld(async ({ jobs }) => {
    const held = Array.from({ length: 12 }, (_, n) => aHeld(n));
    await Promise.all(held.map((job) => jobs.insert(job)));
    const all = (noneReleasedSince: number, at: number) =>
      Promise.all(held.map((job) => jobs.admit(released(job, at), 1, { ...ROOM, noneReleasedSince })));
    const isSaved = (answer: string) => answer === "saved";
    const answers = await all(0, TEST_START + 1);
    expect(answers.filter(isSaved)).toHaveLength(1);
    expect(answers.filter((answer) => answer === "full")).toHaveLength(11);
    expect(await all(TEST_START + 1, TEST_START + 2)).not.toContain("saved");
    const next = await all(TEST_START + 2, TEST_START + 3);
    expect(next.filter(isSaved)).toHaveLength(1);
    for (const [n, job] of held.entries()) {
      if (answers[n] !== "saved" && next[n] !== "saved") continue;
      const state = anAnnouncing({ kind: "not_started", why: "still_down" });
      expect(await jobs.save({ ...released(job, TEST_START + 1), state }, 2)).toBe(true);
    }
    expect((await all(0, TEST_START + 4)).filter(isSaved)).toHaveLength(1);
  }));
