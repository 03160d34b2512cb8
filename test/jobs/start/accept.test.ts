import { expect, test } from "vitest";
import { outcomeOf } from "../../../src/core/job/job.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import { aJobId, aSlackOwner, aSlackReply } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const lost = { kind: "unavailable", unclear: true, detail: "timed out" } as const;
const busy = { kind: "rate_limited", retryAfterMs: 5_000 } as const;

/** A command on Slack whose first card may or may not be there, so that no edit can tell. */
async function anUnclearAnswer() {
  const world = aWorld();
  const owner = aSlackOwner();
  const reply = aSlackReply({ ts: null, cardChannelId: null });
  const accepted = await world.accept({ owner, reply });
  if (!accepted.ok) throw new Error(accepted.refusal.kind);
  return { world, answer: () => world.answered(aJobId(), { kind: "unclear" }) };
}

test("a first card that no edit can find is posted once more, and the video begins", async () => {
  const { world, answer } = await anUnclearAnswer();
  await answer();
  await world.clock.advance(5_000);
  expect(world.chat.seen).toHaveLength(1);
  expect(world.chat.seen[0]?.mentions).toEqual([]);
  expect(world.video.prompts()).toHaveLength(1);
});

test("a first card lost a second time is not posted a third time: the video is not started, and the card says so once", async () => {
  const { world, answer } = await anUnclearAnswer();
  world.chat.refuseNext([lost], "show");
  await answer();
  await world.clock.advance(60_000);
  expect(outcomeOf(await world.jobOf())).toMatchObject({ kind: "not_started", why: "answer_lost" });
  expect(world.video.prompts()).toEqual([]);
  const shown = world.chat.seen.filter(({ text }) => /Not started[\s\S]*Nothing was charged/.test(text));
  expect(shown).toHaveLength(1);
  expect((await world.jobOf()).state).toMatchObject({ status: "closed", isNotified: true });
});

test("a first card that the platform put off is posted after the pause that it asked for, without a search, and the video begins", async () => {
  const { world } = await anUnclearAnswer();
  world.chat.openEyes();
  await world.answered(aJobId(), { kind: "put_off", waitMs: 1_000 });
  await world.clock.advance(999);
  expect(world.chat.calls).toEqual([]);
  await world.clock.advance(1);
  expect(world.chat.calls.map(({ call }) => call)).toContain("show");
  expect(world.chat.calls.map(({ call }) => call)).not.toContain("find");
  await world.clock.advance(10);
  expect(world.video.prompts()).toHaveLength(1);
  expect(world.chat.seen).toHaveLength(1);
});

test("a first card that is put off once more waits for the new pause alone", async () => {
  const { world } = await anUnclearAnswer();
  world.chat.refuseNext([{ kind: "rate_limited", retryAfterMs: 2_000 }], "show");
  await world.answered(aJobId(), { kind: "put_off", waitMs: 1_000 });
  await world.clock.advance(2_990);
  expect(world.chat.seen).toEqual([]);
  await world.clock.advance(20);
  expect(world.chat.seen).toHaveLength(1);
  expect(world.video.prompts()).toHaveLength(1);
});

test("a crash while it is posted once more never posts it again", async () => {
  const { world, answer } = await anUnclearAnswer();
  world.crashAfterSave((job) => job.state.status === "accepted" && job.state.answer === "retried");
  await answer();
  await world.clock.advance(1_000);
  await world.restart();
  await world.clock.advance(60_000);
  expect(world.chat.seen).toHaveLength(1);
  expect(world.chat.seen[0]?.text).toContain("Not started");
  expect(world.video.prompts()).toEqual([]);
});

test("a platform that surely did not take it is asked again", async () => {
  const { world, answer } = await anUnclearAnswer();
  world.chat.refuseNext([busy, busy], "show");
  await answer();
  await world.clock.advance(60_000);
  expect(world.chat.seen).toHaveLength(1);
  expect(world.video.prompts()).toHaveLength(1);
});

test("a first card whose answer was lost is found where the platform can be looked into, and is posted no second time", async () => {
  const { world, answer } = await anUnclearAnswer();
  world.chat.openEyes();
  const { job } = (await world.jobs.load(aJobId())) ?? {};
  if (!job) throw new Error("no job");
  await world.chat.show(job.reply, cardOf(job, world.clock.now()), "first");
  world.chat.refuseNext([busy], "find");
  await answer();
  await world.clock.advance(1_000);
  expect(world.video.prompts()).toEqual([]);
  await world.clock.advance(5_000);
  expect(world.chat.calls.filter(({ call }) => call === "find").map(({ isRefused }) => isRefused)).toEqual([
    true,
    false,
  ]);
  expect(world.video.prompts()).toHaveLength(1);
  expect(world.chat.seen).toHaveLength(1);
  expect(world.chat.seen[0]?.text).toMatch(/Making the video/);
});

test("a first card that stands there after a crash, before its place was noted, is found, and its video begins", async () => {
  const { world } = await anUnclearAnswer();
  world.chat.openEyes();
  const { job } = (await world.jobs.load(aJobId())) ?? {};
  if (!job) throw new Error("no job");
  await world.chat.show(job.reply, cardOf(job, world.clock.now()), "first");
  await world.restart();
  world.chat.refuseNext([busy], "find");
  await world.clock.advance(60_000);
  expect(world.video.prompts()).toHaveLength(1);
  expect(world.chat.seen).toHaveLength(1);
  expect(world.chat.seen[0]?.text).toMatch(/Making the video/);
});

test("a first card that surely is not there is posted as often as it takes, and the video begins", async () => {
  const { world, answer } = await anUnclearAnswer();
  world.chat.openEyes();
  world.chat.refuseNext([lost, lost], "show");
  // What was lost never arrives.
  world.chat.onCall(() => {
    if (world.video.prompts().length === 0) world.chat.loseCards();
  });
  await answer();
  await world.clock.advance(10_000);
  expect(world.chat.calls.filter(({ call }) => call === "show").map(({ isRefused }) => isRefused)).toEqual(
    expect.arrayContaining([true, true, false]),
  );
  expect(world.video.prompts()).toHaveLength(1);
  expect(world.chat.seen).toHaveLength(1);
});

test("a card that was shown when its job was given up already says so, and does not begin for ever", async () => {
  const world = aWorld();
  await world.accept();
  await world.clock.advance(60_000);
  expect(outcomeOf(await world.jobOf())).toMatchObject({ kind: "not_started", why: "restart" });
  const late = world.chat.freshCard();
  await world.answered(aJobId(), { kind: "given", reply: late });
  await world.clock.advance(1_000);
  expect(world.chat.seen.at(-1)?.text).toContain("Not started");
  expect(world.video.prompts()).toEqual([]);
});

test("a row that is there although its save failed is ended, also where that cannot be saved at first", async () => {
  const world = aWorld();
  const { insert, save } = world.jobs;
  world.jobs.insert = async (job) => {
    await insert.call(world.jobs, job);
    throw new Error("the store went away");
  };
  let isAway = true;
  world.jobs.save = async (...saved) => {
    if (isAway) throw new Error("the store is away");
    return save.call(world.jobs, ...saved);
  };
  expect(await world.accept()).toMatchObject({ refusal: { kind: "cannot_save" } });
  await world.clock.advance(5_000);
  isAway = false;
  expect((await world.jobOf()).state.status).toBe("accepted");
  await world.clock.advance(60_000);
  expect(outcomeOf(await world.jobOf())).toMatchObject({ kind: "not_started" });
  expect(world.video.prompts()).toEqual([]);
});

test("a process that stood still while it saved shows no card: the command is refused for nothing", async () => {
  const world = aWorld();
  const insert = world.jobs.insert.bind(world.jobs);
  world.jobs.insert = async (job) => {
    // Time passes, and no timer comes to its turn.
    world.clock.set(5_001);
    return insert(job);
  };
  expect(await world.accept()).toMatchObject({ refusal: { kind: "cannot_save" } });
  await world.clock.advance(60_000);
  expect(outcomeOf(await world.jobOf())).toMatchObject({ kind: "not_started", why: "store" });
  expect(world.video.prompts()).toEqual([]);
});
