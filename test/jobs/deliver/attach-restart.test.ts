import { describe, expect, test } from "vitest";
import { repeatFinalWord } from "../../../src/core/job/final-word.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { aJobId } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const LINK = "https://videos.example/boat.mp4";

type World = ReturnType<typeof aWorld>;

/** A video that is done and wanted in its card. */
async function done(world: World): Promise<void> {
  await world.begin({ isVideoWanted: true });
  world.video.succeed("task_fake_1", LINK);
}

const isAttaching = ({ state }: Job) => state.status === "attaching";
const triesOf = (world: World) => world.chat.files.map(({ triedAt }) => triedAt !== null);

describe("a process that ends while a file is on its way", () => {
  test("by a crash is followed by one that tries again and knows of it", async () => {
    const world = aWorld();
    world.crashAfterSave((job) => job.state.status === "attaching" && job.state.attempts === 1);
    await done(world);
    await world.clock.advance(10_000);
    expect(world.chat.files).toEqual([]);
    await world.restart();
    await world.clock.advance(60_000);
    expect(triesOf(world)).toEqual([true]);
    expect(world.chat.seen.map(({ file }) => file)).toEqual([LINK, null]);
    expect((await world.jobOf()).video).toBe("here");
  });

  test("by three crashes gives the file up", async () => {
    const world = aWorld();
    await done(world);
    world.crashAfterSave((job) => job.state.status === "attaching" && job.state.attempts === 1);
    await world.clock.advance(10_000);
    const stored = await world.jobs.load(aJobId());
    if (stored?.job.state.status !== "attaching") throw new Error("not attaching");
    await world.jobs.save({ ...stored.job, state: { ...stored.job.state, attempts: 3 } }, stored.version);
    await world.restart();
    await world.clock.advance(60_000);
    expect(world.chat.files).toEqual([]);
    expect(await world.jobOf()).toMatchObject({ video: "not_taken", state: { status: "closed" } });
  });

  test("because it crashed with the word once more in hand is followed by one that says that again after the file", async () => {
    const world = aWorld();
    await done(world);
    world.tellToStop();
    await world.clock.advance(10_000);
    const stored = await world.jobs.load(aJobId());
    if (stored?.job.state.status !== "attaching") throw new Error("not attaching");
    const { outcome, settledAt } = stored.job.state;
    await world.jobs.save(repeatFinalWord(stored.job, { outcome, settledAt }, settledAt), stored.version);
    const before = world.chat.calls.length;
    await world.stop();
    await world.restart();
    await world.clock.advance(60_000);
    expect(world.chat.calls.slice(before).map(({ call }) => call)).toEqual(["show", "attach", "show"]);
    expect((await world.jobOf()).state.status).toBe("closed");
  });

  test("begins no more of them", async () => {
    const world = aWorld();
    await done(world);
    world.tellToStop();
    await world.clock.advance(30_000);
    expect(world.chat.files).toEqual([]);
    expect(isAttaching(await world.jobOf())).toBe(true);
  });

  test("because it is asked to leaves it to the next one at once, uncounted", async () => {
    const world = aWorld();
    world.chat.attachNext("slow");
    await done(world);
    await world.clock.advance(5_000);
    world.tellToStop();
    await world.stop();
    expect((await world.jobOf()).state).toMatchObject({ status: "attaching", attempts: 0 });
    await world.restart();
    await world.clock.advance(60_000);
    expect(triesOf(world)).toEqual([false, true]);
    expect((await world.jobOf()).video).toBe("here");
  });
});
