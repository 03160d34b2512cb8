import { expect, test } from "vitest";
import type { Announcing } from "../../../src/core/job/job.ts";
import { refuse } from "../../../src/core/result.ts";
import { applyTo } from "../../../src/jobs/apply.ts";
import { aClosedJob, aJob, aJobId, anAnnouncing, aSlackOwner, aSlackReply } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const lost = { kind: "unavailable", unclear: true, detail: "timed out" } as const;
const busy = { kind: "rate_limited", retryAfterMs: 5_000 } as const;
const notStarted = { kind: "not_started", why: "too_old" } as const;

/** A final word without a card, whose new message was sent, and the answer to that lost. */
async function aLostWord(over: Partial<Announcing> = {}) {
  const world = aWorld();
  world.chat.openEyes();
  const reply = aSlackReply({ ts: null, cardChannelId: null });
  const state = anAnnouncing(notStarted, { settledAt: world.clock.now(), notBefore: world.clock.now(), ...over });
  await world.jobs.insert(aJob({ owner: aSlackOwner(), reply, state, dueAt: world.clock.now() }));
  /** The first `show` finds no card to edit, the second one is the new message. */
  const go = async (ms: number) => {
    await world.restart();
    await world.clock.advance(ms);
  };
  const finds = () => world.chat.calls.filter(({ call }) => call === "find").length;
  return { ...world, go, finds };
}

test("a final word that arrived although its answer was lost becomes the card, and is said no second time", async () => {
  const { chat, jobOf, go, finds } = await aLostWord();
  chat.refuseNext([lost, lost], "show");
  await go(60_000);
  expect(finds()).toBe(1);
  expect(chat.seen).toHaveLength(1);
  expect(chat.seen[0]).toMatchObject({
    edits: 1,
    text: expect.stringMatching(/Not started[\s\S]*Nothing was charged/),
  });
  expect(await jobOf()).toMatchObject({ reply: { ts: chat.seen[0]?.id }, state: { status: "closed", told: true } });
});

test("a final word that surely did not arrive is sent again, once it is looked for", async () => {
  const { chat, jobOf, go, finds } = await aLostWord();
  chat.refuseNext([lost, lost], "show");
  chat.refuseNext([busy], "find");
  chat.onCall(() => {
    if (finds() === 1) chat.loseCards();
  });
  await go(60_000);
  expect(finds()).toBe(2);
  expect(chat.seen).toHaveLength(1);
  expect((await jobOf()).state).toMatchObject({ status: "closed", told: true });
});

test("a new message without a time of its own, which nothing names, is neither looked for nor sent again", async () => {
  const { chat, jobOf, go, finds } = await aLostWord({ newMessage: "begun" });
  await go(60_000);
  expect(finds()).toBe(0);
  expect(chat.seen).toEqual([]);
  expect((await jobOf(aJobId())).state).toMatchObject({ status: "closed", told: true });
});

test("a process that stood still between the save and the new message does not send it, and comes back to it", async () => {
  const { chat, clock, jobs, jobOf, go, finds } = await aLostWord();
  const save = jobs.save.bind(jobs);
  let stood = 0;
  jobs.save = async (job, version) => {
    const isBegun = job.state.status === "announcing" && job.state.newMessage === "begun";
    if (isBegun && stood === 0) {
      stood += 1;
      clock.set(6_000);
    }
    return save(job, version);
  };
  await go(500);
  expect(chat.seen).toEqual([]);
  await clock.advance(60_000);
  expect(finds()).toBe(0);
  expect(chat.seen).toHaveLength(1);
  expect((await jobOf()).state).toMatchObject({ status: "closed", told: true });
});

test("a chain that cannot be read while a new message is drawn keeps no final word from its person", async () => {
  const made = aClosedJob();
  if (made.state.status !== "closed") throw new Error("not closed");
  for (const failing of [1, 2]) {
    const { chat, clock, jobs, jobOf, restart } = aWorld();
    const reply = chat.freshCard();
    chat.loseCards();
    const state = anAnnouncing(made.state.outcome, { settledAt: clock.now(), notBefore: clock.now() });
    await jobs.insert(aJob({ reply, state, dueAt: clock.now() }));
    const load = jobs.load.bind(jobs);
    let others = 0;
    jobs.load = async (id) => {
      if (id !== aJobId()) others += 1;
      if (id !== aJobId() && others === failing) throw new Error("the store is away");
      return load(id);
    };
    await restart();
    await clock.advance(60_000);
    expect(chat.seen).toHaveLength(1);
    expect((await jobOf()).state).toMatchObject({ told: true });
  }
});

test("a new message that surely did not arrive is sent again although another save came before that was noted", async () => {
  const world = aWorld();
  const { id } = await world.begin();
  await world.clock.advance(3_000);
  await applyTo(world.deps(), id, { kind: "notify_me", userId: "7" });
  world.chat.loseCards();
  const show = world.chat.show.bind(world.chat);
  world.chat.show = async (...asked) => {
    if (asked[2] !== "anywhere") return show(...asked);
    world.chat.show = show;
    await applyTo(world.deps(), id, { kind: "listener_left", userId: "7" });
    return refuse(busy);
  };
  world.video.succeed("task_fake_1");
  await world.clock.advance(60_000);
  expect(world.chat.seen.map(({ text }) => text)).toEqual([expect.stringContaining("The video is ready")]);
});
