import { describe, expect, test } from "vitest";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { aClosedJob, aDiscordReply, aJob, aJobId, anOwner, aRequest, aRunning } from "../../fakes/jobs.ts";
import { wordsOf } from "../../messages/words-of.ts";
import { cardJob, commandWorld, keyedWorld, labelsIn, messageOf, press, privateWords } from "../command-world.ts";

const first = jobIdFrom("again", aJobId(), "0");
const second = jobIdFrom("again", aJobId(), "1");
const again = press("again", aJobId());

async function pressedOnce() {
  const world = await keyedWorld({}, aClosedJob());
  const answer = await world.does(again);
  return { world, answer };
}

describe("Again", () => {
  test("starts the same video in a new job whose card is the answer", async () => {
    const { world, answer } = await pressedOnce();
    expect(cardJob(answer)).toBe(first);
    expect(world.orders).toMatchObject([{ request: aRequest(), owner: anOwner() }]);
  });

  test("has its card where it was pressed, and takes the present key", async () => {
    const world = await keyedWorld({}, aClosedJob());
    const reply = aDiscordReply({ channelId: "elsewhere", token: "of the press" });
    await world.does(again, { reply, workspace: "another" });
    expect(world.orders).toMatchObject([{ reply, workspace: "another" }]);
  });

  test("a second press within ten seconds points to the same video", async () => {
    const { world } = await pressedOnce();
    const stored = await world.jobs.load(first);
    await world.jobs.save({ ...aClosedJob(), id: first }, stored?.version ?? 0);
    await world.clock.advance(9_999);
    expect(await world.reads(again)).toContain("This video is already in progress.");
    expect(world.orders).toHaveLength(1);
  });

  test.for(["accepted", "submitting"])(
    "a press while the last one is %s points to it, however late",
    async (status) => {
      const { world } = await pressedOnce();
      if (status === "submitting") {
        await world.has(aJob({ id: first, state: { status: "submitting", since: 0, attempts: 1, answer: null } }));
      }
      await world.clock.advance(300_000);
      expect(await world.reads(again)).toContain("This video is already in progress.");
      expect(world.orders).toHaveLength(1);
    },
  );

  test("a later press, once the last one runs, starts one more", async () => {
    const { world } = await pressedOnce();
    await world.has(aJob({ id: first, state: aRunning() }));
    await world.clock.advance(10_000);
    expect(cardJob(await world.does(again))).toBe(second);
  });

  test("makes a job of its own each time it is pressed", async () => {
    const world = await keyedWorld({ rules: { maxJobsPerUser: 10 } }, aClosedJob());
    for (const n of [0, 1, 2, 3]) {
      const id = cardJob(await world.does(again));
      expect(id).toBe(jobIdFrom("again", aJobId(), String(n)));
      await world.has(aJob({ id, state: aRunning() }));
      await world.clock.advance(10_000);
    }
  });

  test("two presses at the same moment start one video", async () => {
    const world = await keyedWorld({}, aClosedJob());
    const answers = await Promise.all([world.does(again), world.does(again)]);
    expect(answers.map(({ kind }) => kind).sort()).toEqual(["card", "private"]);
    expect(await world.jobs.openJobsOf(anOwner())).toHaveLength(1);
  });

  test("checks a picture's address afresh and keeps its aspect ratio", async () => {
    const world = await keyedWorld();
    const picture = {
      source: "address",
      url: "https://example.com/a.png",
      isChecked: true,
      decidesRatio: true,
    } as const;
    await world.has(aClosedJob({ request: aRequest({ picture }) }));
    await world.does(again);
    expect(world.orders[0]?.request.picture).toEqual({ ...picture, isChecked: false });
  });

  test("judges an attached picture once more, for it may be gone by now", async () => {
    const world = await keyedWorld();
    const picture = {
      source: "attachment",
      url: "https://cdn.example.com/a",
      isChecked: true,
      decidesRatio: false,
    } as const;
    await world.has(aClosedJob({ request: aRequest({ picture }) }));
    await world.does(again);
    expect(world.orders[0]?.request.picture).toEqual({ ...picture, isChecked: false });
  });

  test("without a key offers Add my key and starts nothing", async () => {
    const world = commandWorld();
    await world.has(aClosedJob());
    const answer = await world.does(again);
    expect(labelsIn(answer)).toEqual(["Add my key"]);
    expect(privateWords(answer)).toContain("then press Again");
  });

  test("waits for a place where none is free", async () => {
    const world = await keyedWorld({ rules: { maxJobsPerUser: 1 } }, aClosedJob(), aJob({ id: aJobId(2) }));
    expect(wordsOf(messageOf(await world.does(again)))).toContain("Waiting for its turn");
  });

  test.for<readonly [string, Job]>([
    ["accepted", aJob()],
    ["running", aJob({ state: aRunning() })],
  ])("on a video that is itself %s points to that", async ([, job]) => {
    const world = await keyedWorld({}, job);
    expect(await world.reads(again)).toContain("This video is already in progress.");
    expect(world.orders).toEqual([]);
  });
});

describe("Delete", () => {
  test.for([aJob(), aJob({ state: aRunning() })])("of a video on its way explains that it still runs", async (job) => {
    const world = commandWorld();
    await world.has(job);
    expect(await world.reads(press("delete", job.id))).toContain("cannot be stopped");
  });
});
