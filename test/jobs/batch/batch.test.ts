import { describe, expect, test } from "vitest";
import { spentOn } from "../../../src/core/batch/batch.ts";
import type { DiscordReply } from "../../../src/core/chat.ts";
import { type Job, outcomeOf, UnreadableJob } from "../../../src/core/job/job.ts";
import type { StoredJob } from "../../../src/core/job/job-storage.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { followBatch, leaveToBatch } from "../../../src/jobs/batch-steps.ts";
import { aBatch } from "../../fakes/batch/batches.ts";
import { deferred } from "../../fakes/deferred.ts";
import {
  aClosedJob,
  anAttaching,
  anOwner,
  aRequest,
  aSlackOwner,
  aSlackReply,
  aWaiting,
  TEST_START,
} from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const SECOND = 1_000;

const MINUTE = 60 * SECOND;
const linkOf = (nth: number) => `https://videos.example/${nth}.mp4`;
const scenes = (count: number) => Array.from({ length: count }, (_, n) => aRequest({ prompt: `scene ${n + 1}` }));

/** A batch of that many videos. Its card was shown, and the files are to be attached to it. */
async function aRunningBatch(videos = 3, reply: Partial<DiscordReply> = {}) {
  const world = aWorld();
  await world.vault.put(anOwner(), world.key);
  const batch = await world.begin({ each: scenes(videos), isVideoWanted: true, reply: world.chat.freshCard(reply) });
  await world.clock.advance(SECOND);
  const parts = () => world.partsOf(batch.id);
  const card = () => world.chat.seen[0];
  return {
    world,
    batch,
    parts,
    card,
    statuses: async () => (await parts()).map(({ state }) => state.status),
    /** Lets these videos succeed, or all videos if none is named. */
    succeed(...nths: readonly number[]) {
      const tasks = world.video.taskIds();
      for (const nth of nths.length > 0 ? nths : tasks.map((_, n) => n + 1))
        world.video.succeed(tasks[nth - 1] ?? "", linkOf(nth));
    },
    films: () => [...(card()?.films.values() ?? [])],
    notifications: () => world.chat.seen.filter(({ mentions }) => mentions.length > 0),
    ended: async () => (await world.jobOf(batch.id)).state,
  };
}

describe("a batch", () => {
  test("creates each video once and sends one notification for all videos", async () => {
    const { world, batch, parts, statuses, succeed, card, ended } = await aRunningBatch();
    expect(await statuses()).toEqual(["running", "running", "running"]);
    expect(world.video.prompts()).toEqual(["scene 1", "scene 2", "scene 3"]);
    succeed();
    await world.clock.advance(2 * MINUTE);
    expect(await statuses()).toEqual(["closed", "closed", "closed"]);
    expect(await ended()).toMatchObject({ status: "closed", isNotified: true, outcome: { kind: "several" } });
    expect(spentOn(await parts())).toMatchObject({ charged: 285, refunded: 0, unknown: 0 });
    expect(world.chat.seen.map(({ mentions }) => mentions.length)).toEqual([0, 1]);
    expect(card()).toMatchObject({
      message: { job: batch.id },
      text: expect.stringContaining("Your 3 videos are ready"),
    });
    expect((await world.jobOf(batch.id)).notification).toHaveLength(1);
  });

  test("starts no video if the platform refused the batch's card", async () => {
    const world = aWorld();
    const { id } = await world.accepted({ each: [aRequest(), aRequest()] });
    await world.answered(id, { kind: "refused" });
    await world.clock.advance(60 * SECOND);
    const parts = await world.partsOf(id);
    expect(parts.map(({ state }) => state.status)).toEqual(["closed", "closed"]);
    expect(world.video.prompts()).toEqual([]);
  });

  test("starts none of the remaining videos after the service refused a video for lack of credits", async () => {
    const { world, parts, ended } = await aRunningBatch(5);
    world.video.nextSubmits(refuse({ kind: "no_credits" }));
    world.video.succeed(world.video.taskIds()[0] ?? "");
    await world.clock.advance(30 * SECOND);
    const outcomes = (await parts()).map((part) => outcomeOf(part)?.kind ?? "running");
    expect(outcomes).toEqual(["succeeded", "running", "running", "refused", "not_started"]);
    expect((await ended()).status).toBe("gathering");
  });
});

test("if the first card of a batch is posted a second time, all videos of the batch start", async () => {
  const world = aWorld();
  const owner = aSlackOwner();
  await world.vault.put(owner, world.key);
  world.chat.openEyes();
  const { id } = await world.accepted({
    each: scenes(3),
    owner,
    reply: aSlackReply({ ts: null, cardChannelId: null }),
  });
  await world.answered(id, { kind: "unclear" });
  await world.clock.advance(10 * SECOND);
  expect((await world.partsOf(id)).map(({ state }) => state.status)).toEqual(["running", "running", "running"]);
  expect(world.chat.seen).toHaveLength(1);
});

describe("a running batch", () => {
  test("sends the final message as a new message after the card's interaction token expired", async () => {
    const { world, succeed, notifications, ended } = await aRunningBatch(3, {
      editableUntil: TEST_START + 15 * MINUTE,
    });
    await world.clock.advance(14 * MINUTE);
    expect(world.chat.seen[0]?.text).toContain("This card will stop updating soon");
    await world.clock.advance(2 * MINUTE);
    world.chat.loseCards();
    succeed();
    await world.clock.advance(5 * MINUTE);
    expect(notifications()).toHaveLength(1);
    expect(world.chat.seen).toHaveLength(1);
    expect(world.chat.seen[0]?.text).toContain("Your 3 videos are ready");
    expect(await ended()).toMatchObject({ status: "closed", isNotified: true });
  });

  test.for([
    ["the videos are running", "gathering"],
    ["the final message is being sent", "announcing"],
  ] as const)("sends one notification even if the process is killed while %s", async ([, status]) => {
    const { world, batch, succeed, notifications, ended } = await aRunningBatch();
    world.chat.attachNext("slow");
    world.crashAfterSave(({ parts, state }: Job) => parts !== undefined && state.status === status);
    world.video.progress(world.video.taskIds()[0] ?? "", 40);
    await world.clock.advance(20 * SECOND);
    succeed();
    await world.clock.advance(5 * MINUTE);
    await world.restart();
    await world.clock.advance(10 * MINUTE);
    expect(world.chat.seen.filter(({ message }) => message?.job === batch.id)).toHaveLength(1);
    expect(notifications()).toHaveLength(1);
    expect(await ended()).toMatchObject({ status: "closed", outcome: { kind: "several" } });
  });

  test("ends with one notification even if the record of one video cannot be read", async () => {
    const { world, batch, succeed, ended, notifications } = await aRunningBatch();
    const [, second] = (await world.jobOf(batch.id)).parts ?? [];
    const load = world.jobs.load.bind(world.jobs);
    world.jobs.load = (id) => (id === second ? Promise.reject(new UnreadableJob(id)) : load(id));
    succeed();
    await world.clock.advance(5 * MINUTE);
    expect(await ended()).toMatchObject({ status: "closed", outcome: { kind: "several" } });
    expect(notifications()).toHaveLength(1);
  });
});

describe("the video files of a batch", () => {
  test("are attached to the batch's card one by one, as each video ends", async () => {
    const { world, batch, films, succeed, parts, notifications } = await aRunningBatch();
    succeed(2);
    await world.clock.advance(20 * SECOND);
    expect(films()).toEqual([linkOf(2)]);
    expect((await parts()).map(({ state, video }) => [state.status, video])).toEqual([
      ["running", "due"],
      ["closed", "here"],
      ["running", "due"],
    ]);
    succeed(1);
    await world.clock.advance(20 * SECOND);
    expect(films().toSorted()).toEqual([linkOf(1), linkOf(2)]);
    expect(notifications()).toEqual([]);
    succeed(3);
    await world.clock.advance(20 * SECOND);
    expect(films().toSorted()).toEqual([1, 2, 3].map(linkOf));
    expect(notifications()).toHaveLength(1);
    expect(await world.jobOf(batch.id)).toMatchObject({ video: "here", state: { status: "closed", isNotified: true } });
    expect((await world.jobOf(batch.id)).reply.files?.map(({ nth }) => nth)).toEqual([2, 1, 3]);
  });

  test("cause no further calls to the platform between the ends of two videos", async () => {
    const { world, succeed } = await aRunningBatch();
    succeed(1);
    await world.clock.advance(10 * SECOND);
    const before = world.chat.calls.length;
    await world.clock.advance(60 * SECOND);
    expect(world.chat.calls.slice(before)).toEqual([]);
  });

  test("cause a single explanation on the card if the platform rejects two of three files", async () => {
    const { world, succeed, films, card, notifications, ended } = await aRunningBatch();
    world.chat.attachNext({ kind: "too_large" }, { kind: "not_taken", detail: "40005" });
    succeed();
    await world.clock.advance(60 * SECOND);
    expect(films()).toEqual([linkOf(3)]);
    expect(card()?.text.match(/could not be posted in this chat/g)).toHaveLength(1);
    expect(card()?.text).toContain(linkOf(1));
    expect(notifications()).toHaveLength(1);
    expect((await ended()).status).toBe("closed");
  });

  test("do not delay the final message while the bot makes a smaller copy of one file", async () => {
    const { world, succeed, films, card, notifications, ended } = await aRunningBatch();
    const copy = deferred<ReturnType<typeof ok<Uint8Array>>>();
    world.films.copyFilm = () => copy.promise;
    world.chat.attachNext({ kind: "too_large", maxBytes: 20_000 });
    succeed(1);
    await world.clock.advance(60 * SECOND);
    succeed(2, 3);
    await world.clock.advance(60 * SECOND);
    expect(card()?.text).toContain("Your 3 videos are ready");
    expect(notifications()).toHaveLength(1);
    expect(films().toSorted()).toEqual([linkOf(2), linkOf(3)]);
    copy.resolve(ok(Buffer.from("copy")));
    await world.clock.advance(60 * SECOND);
    expect(films()).toContain("copy");
    expect(card()?.text.match(/play here as smaller copies/g)).toHaveLength(1);
    expect(notifications()).toHaveLength(1);
    expect((await ended()).status).toBe("closed");
  });
});

/** A stored batch with the changes `over`, whose first video has the changes `part`. */
async function aPart(part: Partial<Job>, over: Partial<Job> = {}, isBatchGone = false) {
  const world = aWorld();
  const [batch, first, ...others] = aBatch(["ready", "running"]);
  if (!first) throw new Error("a batch has parts");
  const stored: StoredJob = { job: { ...first, ...part }, version: 1 };
  await world.jobs.insert(batch, { parts: [stored.job, ...others] });
  await world.jobs.save({ ...batch, ...over }, 1);
  const deps = { ...world.deps(), jobs: { ...world.jobs } };
  if (isBatchGone) deps.jobs.load = async (id) => (id === batch.id ? null : world.jobs.load(id));
  return { world, deps, stored, now: () => world.jobOf(first.id) };
}

const unseen = aWaiting({ for: "turn", answer: "due" });

test("a video ends without a charge if the video's batch is missing from the store", async () => {
  const { deps, stored, now } = await aPart({ state: unseen }, {}, true);
  expect(await followBatch(deps, stored)).toBeNull();
  expect((await now()).state).toMatchObject({ outcome: { kind: "not_started", why: "answer_lost" } });
});

test.for([
  ["its batch", "two seconds", unseen, 2 * SECOND],
  ["its team's managers", "a minute", aWaiting({ answer: "due" }), MINUTE],
] as const)("a video that waits for %s is checked again after %s", async ([, , state, afterMs]) => {
  const { deps, stored } = await aPart({ state }, { state: { ...unseen, status: "gathering" } as Job["state"] });
  expect(await followBatch(deps, stored)).toBe(TEST_START + afterMs);
});

test("a video file is not attached to the card of a closed batch", async () => {
  const state = anAttaching({});
  const { state: closed } = aClosedJob();
  const { deps, stored, now } = await aPart({ state, video: "due" }, { state: closed });
  expect(await leaveToBatch(deps, stored, state)).toBeNull();
  expect((await now()).state.status).toBe("closed");
});

test("attaching a video file to a batch's card is given up after a day", async () => {
  const state = anAttaching({ triedAt: TEST_START });
  const { world, deps, stored, now } = await aPart({ state, video: "due" });
  await world.clock.advance(24 * 60 * MINUTE);
  await leaveToBatch(deps, stored, state);
  expect(await now()).toMatchObject({ video: "not_taken", state: { status: "closed" } });
});
