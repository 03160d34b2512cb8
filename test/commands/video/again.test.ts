import { describe, expect, test } from "vitest";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import { aClosedJob, aDiscordReply, aJob, aJobId, anOwner, aRequest, aRunning } from "../../fakes/jobs.ts";
import { cardJob, commandWorld, keyedWorld, labelsIn, press, privateWords } from "../command-world.ts";

const again = press("again", aJobId());
const nth = (n: number) => jobIdFrom("again", aJobId(), String(n));
const onItsWay = "This video is already in progress.";
const submitting = { status: "submitting", since: 0, attempts: 1, answer: null } as const;

describe("Again", () => {
  test("starts the same video in a new job whose card is where it was pressed", async () => {
    const world = await keyedWorld({}, aClosedJob());
    const reply = aDiscordReply({ channelId: "elsewhere", token: "of the press" });
    expect(cardJob(await world.does(again, { reply, workspace: "another" }))).toBe(nth(0));
    expect(world.orders).toMatchObject([{ request: aRequest(), owner: anOwner(), reply, workspace: "another" }]);
  });

  test.for([null, submitting])("pressed before the last video runs points to that, however late: %j", async (state) => {
    const world = await keyedWorld({}, aClosedJob());
    await world.does(again);
    if (state) await world.has(aJob({ id: nth(0), state }));
    await world.clock.advance(300_000);
    expect(await world.reads(again)).toContain(onItsWay);
    expect(world.orders).toHaveLength(1);
  });

  test("makes a job of its own each time it is pressed", async () => {
    const world = await keyedWorld({}, aClosedJob());
    for (const n of [0, 1, 2]) {
      expect(cardJob(await world.does(again))).toBe(nth(n));
      await world.has(aJob({ id: nth(n), state: aRunning() }));
      await world.clock.advance(10_000);
    }
  });

  test("pressed twice at the same moment starts one video", async () => {
    const world = await keyedWorld({}, aClosedJob());
    const answers = await Promise.all([world.does(again), world.does(again)]);
    expect(answers.map(({ kind }) => kind).sort()).toEqual(["card", "private"]);
    expect(await world.jobs.openJobsOf(anOwner())).toHaveLength(1);
  });

  test.for(["address", "attachment"] as const)("judges its picture once more: an %s", async (source) => {
    const picture = { source, url: "https://example.com/a.png", isChecked: true, decidesRatio: true } as const;
    const world = await keyedWorld({}, aClosedJob({ request: aRequest({ picture }) }));
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

  test.for([aJob(), aJob({ state: aRunning() })])(
    "on a video that is itself on its way points to that",
    async (job) => {
      const world = await keyedWorld({}, job);
      expect(await world.reads(again)).toContain(onItsWay);
      expect(world.orders).toEqual([]);
    },
  );
});
