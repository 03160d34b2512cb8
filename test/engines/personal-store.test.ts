import { expect, test } from "vitest";
import { jobKey } from "../../src/engines/job-rows.ts";
import { aBatch, batchOf } from "../fakes/batch/batches.ts";
import { aKeptFilm } from "../fakes/film/kept-films.ts";
import {
  aClosedJob,
  aJob,
  aJobId,
  aNotStarted,
  anAnnouncing,
  anOwner,
  aRequest,
  aRunning,
  aSlackOwner,
  aWaiting,
  TEST_START,
} from "../fakes/jobs.ts";
import { type StoresWorld, storesWorld } from "./stores-world.ts";

const inWorld = (claim: (world: StoresWorld) => Promise<void>) => claim(storesWorld());

test("the list of a person's videos contains exactly that person's videos, newest first", () =>
  inWorld(async ({ jobs: store, personal: mine }) => {
    const ids = Array.from({ length: 450 }, (_, n) => aJobId(n));
    // Always two were accepted at the same time.
    await Promise.all(ids.map((id, n) => store.insert(aClosedJob({ id, acceptedAt: TEST_START + Math.floor(n / 2) }))));
    await store.insert(aJob({ id: aJobId(1_000), owner: other }));
    await store.insert(aJob({ id: aJobId(1_001), owner: other, state: anAnnouncing(aNotStarted("store")) }));
    const listed = await listOf(mine.videos(me));
    expect(listed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(listed.map(({ acceptedAt }) => acceptedAt)).toEqual(
      listed.map(({ acceptedAt }) => acceptedAt).toSorted((a, b) => b - a),
    );
    expect(await listOf(mine.costs(me))).toHaveLength(450);
    expect((await listOf(mine.costs(me)))[0]).toMatchObject({ charged: 95, refunded: 0, unknown: 0 });
    expect(await mine.tally(me)).toEqual({ open: 0, waiting: 0, ending: 0, ended: 450, films: 0, costs: 450 });
    expect(await mine.tally(other)).toEqual({ open: 1, waiting: 0, ending: 1, ended: 0, films: 0, costs: 0 });
  }));

test("deleting a person's data deletes that person's ended videos and their costs", () =>
  inWorld(async ({ jobs: store, personal: mine }) => {
    await store.insert(aClosedJob({ id: aJobId(1) }), { event: aJobId(5) });
    await store.insert(aJob({ id: aJobId(2), state: aRunning() }));
    await store.insert(aClosedJob({ id: aJobId(3), acceptedAt: TEST_START + 1 }));
    await store.insert(aClosedJob({ id: aJobId(4), owner: other }));
    expect(await mine.forget(me, TEST_START)).toBe(1);
    expect((await listOf(mine.videos(me))).map(({ id }) => id)).toEqual([aJobId(3), aJobId(2)]);
    const costs = (await listOf(mine.costs(me))).map(({ jobId }) => jobId);
    expect([1, 3].map((n) => costs.includes(aJobId(n)))).toEqual([false, true]);
    expect(await mine.tally(other)).toEqual({ open: 0, waiting: 0, ending: 0, ended: 1, films: 0, costs: 1 });
    expect(await store.insert(aClosedJob({ id: aJobId(1) }))).toBe("exists");
    expect(await store.insert(aClosedJob({ id: aJobId(6) }), { event: aJobId(5) })).toBe("repeated");
  }));

test("the id of a deleted job cannot be used again after two simultaneous deletions of a person's data", () =>
  inWorld(async ({ jobs: store, personal: mine }) => {
    await store.insert(aClosedJob({}, TEST_START));
    await Promise.all([mine.forget(me, TEST_START), mine.forget(me, TEST_START)]);
    await store.forget({ jobs: 0, ids: TEST_START, ledger: 0, daySums: 0 });
    expect(await store.insert(aJob())).toBe("exists");
    await store.forget({ jobs: 0, ids: TEST_START + 1, ledger: 0, daySums: 0 });
    expect(await store.insert(aJob())).toBe("inserted");
  }));

test("the overview of a person's data shows the number of stored video files", () =>
  inWorld(async ({ jobs: store, personal: mine }) => {
    await store.insert(aClosedJob({ id: aJobId(1), film: aKeptFilm({ name: "f" }) }));
    await store.insert(aClosedJob({ id: aJobId(2) }));
    expect(await mine.tally(me)).toMatchObject({ ended: 2, films: 1 });
  }));

test("the totals in the overview of a person's data include every video of a batch", () =>
  inWorld(async ({ jobs: store, personal: mine }) => {
    const [batch, ...parts] = aBatch(["running", "failed", "running"]);
    await store.insert(batch, { parts });
    expect(await mine.tally(me)).toEqual({ open: 2, waiting: 0, ending: 0, ended: 1, films: 0, costs: 3 });
    const [asked, ...others] = batchOf(aJob({ id: aJobId(60), state: aWaiting() }), [aRequest(), aRequest()]);
    await store.insert(asked, { parts: others });
    expect(await mine.tally(me)).toMatchObject({ open: 2, waiting: 2, ending: 0 });
    expect((await listOf(mine.videos(me))).length).toBe(7);
    // The batch's card shows the ended videos until its final message, so they are kept as long as the batch.
    expect(await mine.forget(me, TEST_START)).toBe(6);
    expect((await listOf(mine.videos(me))).length).toBe(7);
    const stored = await store.load(batch.id);
    const [over, ...ended] = aBatch(["failed", "failed", "failed"]);
    await store.save(over, stored?.version ?? 0);
    for (const part of ended) await store.save(part, (await store.load(part.id))?.version ?? 0);
    expect(await mine.tally(me)).toMatchObject({ open: 0, waiting: 2, ending: 0, ended: 3 });
    expect(await mine.forget(me, TEST_START)).toBe(3);
    expect((await listOf(mine.videos(me))).length).toBe(3);
  }));

test("deleting a person's data also deletes that person's unreadable rows", () =>
  inWorld(async ({ jobs: store, personal: mine, spoil }) => {
    await store.insert(aJob());
    await spoil(jobKey(aJobId()));
    expect(await listOf(mine.videos(me))).toEqual([]);
    expect(await mine.forget(me, TEST_START)).toBe(0);
    expect(await mine.tally(me)).toEqual({ open: 0, waiting: 0, ending: 0, ended: 0, films: 0, costs: 0 });
  }));

test("running videos that notify a person are found only by the exact user id and workspace", () =>
  inWorld(async ({ jobs: store, personal: mine }) => {
    const slack = aSlackOwner("U7", "T1");
    const lists = [
      { owner: other, notify: [me.userId] },
      { owner: other, notify: [`${me.userId}0`] },
      { owner: me, notify: [me.userId] },
      { owner: aSlackOwner("U2", "T1"), notify: ["U7"] },
      { owner: aSlackOwner("U2", "T2"), notify: ["U7"] },
    ];
    for (const [n, list] of lists.entries()) await store.insert(aJob({ id: aJobId(n), ...list }));
    await store.insert(aClosedJob({ id: aJobId(9), owner: other, notify: [me.userId] }));
    expect(await mine.listedIn(me)).toEqual([aJobId(0)]);
    expect(await mine.listedIn(slack)).toEqual([aJobId(3)]);
  }));

async function listOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const me = anOwner();
const other = anOwner("200000000000000009");
