import { describe, expect, test } from "vitest";
import type { ChatRefusal } from "../../../src/core/chat.ts";
import { deleteCards } from "../../../src/jobs/deliver/job-card.ts";
import { openTraffic } from "../../../src/jobs/deliver/traffic.ts";
import { aJobId } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const away: ChatRefusal = { kind: "unavailable", unclear: false, detail: "away" };

/** A video that is done and told, on a platform that shows its card and its notification. */
async function doneWorld(over: Parameters<ReturnType<typeof aWorld>["begin"]>[0] = {}) {
  const world = aWorld();
  await world.begin(over);
  world.video.succeed("task_fake_1", "https://videos.example/v.mp4");
  await world.clock.advance(10_000);
  return { ...world, deleteCard: () => deleteCards(world.deps())(aJobId()) };
}

/** The same on a platform that takes two edits at once, and one a second. */
async function crowdedWorld() {
  const world = await doneWorld();
  const chat = { ...world.chat, bucketOf: () => ({ name: "edit", burst: 2, everyMs: 1_000 }) };
  const deps = { ...world.deps(), chatOf: () => chat };
  return { world, deps, traffic: openTraffic(deps), job: await world.jobOf() };
}

describe("deleting a card", () => {
  test("takes its notification along, of which the job knows where it stands", async () => {
    const world = await doneWorld();
    const [, posted] = world.chat.seen;
    expect(await world.jobOf()).toMatchObject({ notification: [{ messageId: posted?.id }] });
    expect(world.chat.seen).toHaveLength(2);
    expect(await world.deleteCard()).toEqual({ kind: "deleted", left: [] });
    expect(world.chat.seen).toEqual([]);
  });

  test("of a video whose person wants no notification looks for none", async () => {
    const world = await doneWorld({ isSilent: true });
    expect(await world.jobOf()).toMatchObject({ notification: [] });
    expect(await world.deleteCard()).toEqual({ kind: "deleted", left: [] });
  });

  test("says that a notification whose place is not known may stay", async () => {
    const world = await doneWorld();
    const stored = await world.jobs.load(aJobId());
    if (!stored) throw new Error("no job");
    const { notification: _, ...unplaced } = stored.job;
    await world.jobs.save(unplaced, stored.version);
    expect(await world.deleteCard()).toEqual({ kind: "deleted", left: ["notification"] });
    expect(world.chat.seen).toHaveLength(1);
  });

  test("says what nobody but a person can take away", async () => {
    const world = await doneWorld();
    world.chat.refuseNext([{ kind: "unreachable", detail: "401" }], "takeDown");
    expect(await world.deleteCard()).toEqual({ kind: "deleted", left: ["card"] });
  });

  test("that is cut off leaves the card, whose button does the rest", async () => {
    const world = await doneWorld();
    world.chat.refuseNext([away, away, away], "takeDown");
    const first = world.deleteCard();
    await world.clock.advance(2_000);
    expect(await first).toEqual({ kind: "not_now" });
    expect(world.chat.seen.map(({ text }) => /Delete/.test(text))).toEqual([true]);
    expect(await world.deleteCard()).toEqual({ kind: "deleted", left: [] });
    expect(world.chat.seen).toEqual([]);
    expect(await world.deleteCard()).toEqual({ kind: "deleted", left: [] });
  });

  test("waits for a limit that is over soon, and for no other", async () => {
    const world = await doneWorld();
    world.chat.refuseNext([{ kind: "rate_limited", retryAfterMs: 4_000 }], "takeDown");
    const soon = world.deleteCard();
    await world.clock.advance(4_000);
    expect(await soon).toEqual({ kind: "deleted", left: [] });
    world.chat.refuseNext([{ kind: "rate_limited", retryAfterMs: 60_000 }], "takeDown");
    expect(await world.deleteCard()).toEqual({ kind: "not_now" });
  });

  test("waits for its turn among the edits of its card, and is counted with them", async () => {
    const { world, deps, traffic, job } = await crowdedWorld();
    // As many edits as the platform takes at once.
    for (let edit = 0; edit < 2; edit += 1) expect(await traffic.promisedMs(job, world.clock.now())).toBe(0);
    const asked = deleteCards(deps, traffic)(aJobId());
    await world.clock.advance(900);
    expect(world.chat.seen).toHaveLength(2);
    await world.clock.advance(200);
    expect(await asked).toEqual({ kind: "deleted", left: [] });
    expect(world.chat.seen).toEqual([]);
    expect(await traffic.promisedMs(job, world.clock.now())).toBeGreaterThan(0);
  });

  test("is given up for now where its turn would be too long in coming", async () => {
    const { world, deps, traffic, job } = await crowdedWorld();
    traffic.note(job, "edit", { kind: "rate_limited", retryAfterMs: 60_000 });
    expect(await deleteCards(deps, traffic)(aJobId())).toEqual({ kind: "not_now" });
    expect(world.chat.seen).toHaveLength(2);
  });

  test("comes after the video's file, or not yet: nothing may appear once it is done", async () => {
    const slow = aWorld();
    slow.chat.attachNext("slow");
    await slow.begin({ isVideoWanted: true });
    slow.video.succeed("task_fake_1", "https://videos.example/v.mp4");
    await slow.clock.advance(10_000);
    const asked = deleteCards(slow.deps())(aJobId());
    await slow.clock.advance(31_000);
    expect(await asked).toEqual({ kind: "still_open" });
    expect(slow.chat.seen).toHaveLength(2);
  });
});
