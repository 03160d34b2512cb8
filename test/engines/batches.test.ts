import { expect } from "vitest";
import type { Job } from "../../src/core/job/job.ts";
import type { Capacity } from "../../src/core/job/job-storage.ts";
import { noUsage } from "../../src/core/team/usage.ts";
import { aClosedJob, aGathering, aJobId, anApproval, aRequest, aWaiting, TEST_START } from "../fakes/jobs.ts";
import { aTeam, aTeamJob } from "../fakes/teams.ts";
import { type StoresWorld, teamTest } from "./stores-world.ts";

const ROOM: Capacity = { ofOwner: 3, ofWorkspace: 100, waitingOfOwner: 5 };
const MONTH = "2026-11";
const held = (videos: number) => ({ ...noUsage, held: 95 * videos, videos });

interface Batch {
  readonly batch: Job;
  readonly parts: readonly Job[];
}

/** The nth batch of a test with that many videos. The videos wait for their turn, or the batch for an approval. */
function aBatch(n: number, videos: number, overrides: Partial<Job> = {}): Batch {
  const isAsked = overrides.approval !== undefined;
  const id = aJobId(100 * n);
  const parts = Array.from({ length: videos }, (_, index): Job => {
    const { approval: _approval, ...mine } = overrides;
    const nth = index + 1;
    const state = aWaiting({ for: isAsked ? "approval" : "turn" });
    return aTeamJob(100 * n + nth, { ...mine, sealedKey: null, partOf: { job: id, nth }, state });
  });
  const state = isAsked ? aWaiting() : aGathering({ answer: "due" });
  const ids = parts.map((part) => part.id);
  const batch = aTeamJob(100 * n, { ...overrides, sealedKey: null, price: 0, parts: ids, state });
  return { batch, parts };
}

/** Saves for the approved batch: each job replaces its first version. */
function approved({ batch, parts }: Batch) {
  const state = aGathering();
  const inTurn = parts.map((part) => ({ job: { ...part, state: aWaiting({ for: "turn" }) }, version: 2 }));
  return { batch: { ...batch, state }, parts: inTurn };
}

const usageNow = async ({ teams }: StoresWorld) => (await teams.spent(aTeam, MONTH)).all;
const areThere = async ({ jobs }: StoresWorld, { batch, parts }: Batch) =>
  (await Promise.all([batch, ...parts].map(({ id }) => jobs.load(id)))).filter((one) => one !== null).length;

teamTest(
  "a batch is refused if the total price of its videos exceeds a cap",
  { teamMonth: 284, personMonth: 10_000 },
  async (world) => {
    const { batch, parts } = aBatch(1, 3);
    expect(await world.jobs.insert(batch, { capacity: ROOM, parts })).toBe("team_month");
    expect(await areThere(world, { batch, parts })).toBe(0);
    expect(await usageNow(world)).toEqual(noUsage);
    const two = aBatch(2, 2);
    expect(await world.jobs.insert(two.batch, { capacity: ROOM, parts: two.parts })).toBe("inserted");
  },
);

teamTest("a batch reserves the total price of its videos only when the batch is approved", {}, async (world) => {
  const asked = aBatch(1, 3, { approval: anApproval() });
  expect(await world.jobs.insert(asked.batch, { capacity: ROOM, parts: asked.parts })).toBe("inserted");
  expect(await usageNow(world)).toEqual(noUsage);
  const { batch, parts } = approved(asked);
  expect(await world.jobs.admit(batch, 1, ROOM, parts)).toBe("saved");
  expect(await usageNow(world)).toEqual(held(3));
  for (const part of parts) expect(await world.jobs.load(part.job.id)).toEqual(part);
  expect(await world.jobs.admit(batch, 1, ROOM, parts)).toBe("conflict");
});

teamTest("a batch is not approved if one of its videos changed after the batch was read", {}, async (world) => {
  const asked = aBatch(1, 2, { approval: anApproval() });
  await world.jobs.insert(asked.batch, { capacity: ROOM, parts: asked.parts });
  const [first] = asked.parts;
  if (!first) throw new Error("no part");
  expect(await world.jobs.save({ ...first, isCardInDoubt: true }, 1)).toBe(true);
  const { batch, parts } = approved(asked);
  expect(await world.jobs.admit(batch, 1, ROOM, parts)).toBe("conflict");
  expect(await usageNow(world)).toEqual(noUsage);
});

teamTest(
  "the videos of a batch are deleted only together with the batch, after the batch is closed",
  {},
  async ({ jobs }) => {
    const { batch, parts } = aBatch(1, 501);
    const { state } = aClosedJob({}, TEST_START);
    const ended = parts.map((part): Job => ({ ...part, state }));
    const quoting = aRequest({ prompt: JSON.stringify({ partOf: ended[0]?.partOf }) });
    const others = [9_001, 9_002].map((n) => aClosedJob({ id: aJobId(n), request: quoting }, TEST_START + 1));
    for (const job of [batch, ...ended, ...others]) await jobs.insert(job);
    const before = { jobs: TEST_START + 2, ids: 0, ledger: 0, daySums: 0 };
    expect(await jobs.forget(before)).toBe(2);
    for (const { id } of others) expect(await jobs.load(id)).toBeNull();
    for (const part of ended) expect(await jobs.load(part.id)).not.toBeNull();
    expect(await jobs.forget(before)).toBe(0);
    expect(await jobs.save({ ...batch, state }, 1)).toBe(true);
    expect(await jobs.forget(before)).toBe(502);
    expect(await jobs.load(batch.id)).toBeNull();
  },
);
