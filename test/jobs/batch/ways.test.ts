import { describe, expect, test } from "vitest";
import type { DiscordReply } from "../../../src/core/chat.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { UnreadableJob } from "../../../src/core/job/job.ts";
import { applyTo } from "../../../src/jobs/apply.ts";
import { anOwner, aRequest, aSlackOwner, aSlackReply } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const each = [1, 2, 3].map((nth) => aRequest({ prompt: `scene ${nth}` }));

/** A batch of three running videos, by the way to the person that is given. */
async function aBatch(over: Partial<DiscordReply> = {}) {
  const world = aWorld();
  await world.vault.put(anOwner(), world.key);
  const batch = await world.begin({ each, isVideoWanted: true, reply: world.chat.freshCard(over) });
  await world.clock.advance(SECOND);
  const parts = () => world.partsOf(batch.id);
  return {
    world,
    batch,
    parts,
    succeedAll: () => {
      for (const id of world.video.taskIds()) world.video.succeed(id, `https://videos.example/${id}.mp4`);
    },
    ended: async () => (await world.jobOf(batch.id)).state,
    /** New messages that ring. */
    rung: () => world.chat.seen.filter(({ mentions }) => mentions.length > 0),
    cards: () => world.chat.seen.filter(({ message }) => message?.job === batch.id),
  };
}

test("a batch whose first card was lost is posted once more, and goes on", async () => {
  const world = aWorld();
  const owner = aSlackOwner();
  await world.vault.put(owner, world.key);
  world.chat.openEyes();
  const { id } = await world.accepted({ each, owner, reply: aSlackReply({ ts: null, cardChannelId: null }) });
  await world.answered(id, { kind: "unclear" });
  await world.clock.advance(10 * SECOND);
  expect((await world.partsOf(id)).map(({ state }) => state.status)).toEqual(["running", "running", "running"]);
  expect(world.chat.seen).toHaveLength(1);
});

describe("a batch under way", () => {
  test("has one card, one notification and its final words, and no part has either", async () => {
    const { world, batch, succeedAll, rung, cards, ended } = await aBatch();
    succeedAll();
    await world.clock.advance(2 * MINUTE);
    expect(cards()).toHaveLength(1);
    expect(rung()).toHaveLength(1);
    expect(world.chat.seen).toHaveLength(2);
    expect(world.chat.seen[0]?.text).toContain("Your 3 videos are ready");
    expect(await ended()).toMatchObject({ status: "closed", isNotified: true });
    expect((await world.jobOf(batch.id)).notification).toHaveLength(1);
  });

  test("whose token dies says so before, and brings its end as a new message", async () => {
    const { world, succeedAll, rung, ended } = await aBatch({ editableUntil: aWorld().clock.now() + 15 * MINUTE });
    await world.clock.advance(14 * MINUTE);
    expect(world.chat.seen[0]?.text).toContain("This card will stop updating soon");
    await world.clock.advance(2 * MINUTE);
    world.chat.loseCards();
    succeedAll();
    await world.clock.advance(5 * MINUTE);
    expect(rung()).toHaveLength(1);
    expect(world.chat.seen).toHaveLength(1);
    expect(world.chat.seen[0]?.text).toContain("Your 3 videos are ready");
    expect(await ended()).toMatchObject({ status: "closed", isNotified: true });
  });

  test.for(["gathering", "announcing", "posting", "attaching"] as const)(
    "that is cut off as %s ends after the restart with one card and one notification",
    async (status) => {
      const { world, succeedAll, rung, cards, ended } = await aBatch();
      world.chat.attachNext("slow");
      world.crashAfterSave(({ parts, state }: Job) => parts !== undefined && state.status === status);
      world.video.progress(world.video.taskIds()[0] ?? "", 40);
      await world.clock.advance(20 * SECOND);
      succeedAll();
      await world.clock.advance(5 * MINUTE);
      await world.restart();
      await world.clock.advance(10 * MINUTE);
      expect(cards()).toHaveLength(1);
      expect(rung()).toHaveLength(1);
      expect(await ended()).toMatchObject({ status: "closed", outcome: { kind: "several" } });
    },
  );

  test("whose workspace removed Reelay notifies nobody, and the end of its running videos is still recorded", async () => {
    const { world, batch, succeedAll, parts, ended } = await aBatch();
    const before = world.chat.calls.length;
    for (const { id } of [batch, ...(await parts())]) await applyTo(world.deps(), id, { kind: "workspace_left" });
    succeedAll();
    await world.clock.advance(5 * MINUTE);
    expect(world.chat.calls.slice(before)).toEqual([]);
    expect(await ended()).toMatchObject({ status: "closed", isNotified: false });
    expect((await parts()).map(({ state }) => state)).toMatchObject(
      each.map(() => ({ status: "closed", outcome: { kind: "succeeded" }, isNotified: false })),
    );
  });

  test("one of whose videos cannot be read in the store goes on with the others", async () => {
    const { world, batch, succeedAll, ended, rung } = await aBatch();
    const [, second] = (await world.jobOf(batch.id)).parts ?? [];
    const load = world.jobs.load.bind(world.jobs);
    world.jobs.load = (id) => (id === second ? Promise.reject(new UnreadableJob(id)) : load(id));
    succeedAll();
    await world.clock.advance(5 * MINUTE);
    expect(await ended()).toMatchObject({ status: "closed", outcome: { kind: "several" } });
    expect(rung()).toHaveLength(1);
  });
});
