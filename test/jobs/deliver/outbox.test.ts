import { describe, expect, test } from "vitest";
import type { ChatRefusal, ReplyHandle } from "../../../src/core/chat.ts";
import type { Owner } from "../../../src/core/job/ids.ts";
import type { Announcing, Job } from "../../../src/core/job/job.ts";
import type { Order } from "../../../src/core/request/order.ts";
import { refuse } from "../../../src/core/result.ts";
import { applyTo } from "../../../src/jobs/apply.ts";
import { notifyUnreached } from "../../../src/jobs/deliver/outbox.ts";
import { aClosedJob, aJob, aJobId, anAnnouncing, anOwner, aSlackOwner, aSlackReply } from "../../fakes/jobs.ts";
import { uncounted } from "../../fakes/meter.ts";
import { aWorld } from "../world.ts";

const lost = { kind: "unavailable", unclear: true, detail: "timed out" } as const;
const limited = { kind: "rate_limited", retryAfterMs: 5_000 } as const;
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

test("a final word that arrived although its answer was lost becomes the card, and is not sent again", async () => {
  const { chat, jobOf, go, finds } = await aLostWord();
  chat.refuseNext([lost, lost], "show");
  await go(60_000);
  expect(finds()).toBe(1);
  expect(chat.seen).toHaveLength(1);
  expect(chat.seen[0]).toMatchObject({
    edits: 1,
    text: expect.stringMatching(/Not started[\s\S]*Nothing was charged/),
  });
  expect(await jobOf()).toMatchObject({
    reply: { ts: chat.seen[0]?.id },
    state: { status: "closed", isNotified: true },
  });
});

test("a final word that surely did not arrive is sent again, once it is looked for", async () => {
  const { chat, jobOf, go, finds } = await aLostWord();
  chat.refuseNext([lost, lost], "show");
  chat.refuseNext([limited], "find");
  chat.onCall(() => {
    if (finds() === 1) chat.loseCards();
  });
  await go(60_000);
  expect(finds()).toBe(2);
  expect(chat.seen).toHaveLength(1);
  expect((await jobOf()).state).toMatchObject({ status: "closed", isNotified: true });
});

test("a new message without a time of its own, which nothing names, is neither looked for nor sent again", async () => {
  const { chat, jobOf, go, finds } = await aLostWord({ newMessage: "begun" });
  await go(60_000);
  expect(finds()).toBe(0);
  expect(chat.seen).toEqual([]);
  expect((await jobOf(aJobId())).state).toMatchObject({ status: "closed", isNotified: true });
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
  expect((await jobOf()).state).toMatchObject({ status: "closed", isNotified: true });
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
    expect((await jobOf()).state).toMatchObject({ isNotified: true });
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
    return refuse(limited);
  };
  world.video.succeed("task_fake_1");
  await world.clock.advance(60_000);
  expect(world.chat.seen.map(({ text }) => text)).toEqual([expect.stringContaining("The video is ready")]);
});

const taskId = "task_fake_1";
const url = "https://videos.example/boat.mp4";
const busy = { kind: "unavailable", unclear: false, detail: "refused" } as const;
const timedOut = { kind: "unavailable", unclear: true, detail: "timed out" } as const;
const gone = { kind: "unreachable", detail: "no way" } as const;

/** The one card has just shown progress where an edit a minute is all there is, and new messages go by another limit. */
async function aDryWorld(
  over: Partial<Order> = {},
  limits: { readonly isOfEditsAlone?: true } = { isOfEditsAlone: true },
) {
  const world = aWorld();
  world.chat.bucketOf = (_reply, what) =>
    what === "edit" ? { name: what, burst: 1, everyMs: 60_000, ...limits } : { name: what, burst: 10, everyMs: 1_000 };
  const { id } = await world.begin(over);
  world.video.progress(taskId, 10);
  await world.clock.advance(5_000);
  return {
    world,
    end: async () => {
      world.video.succeed(taskId, url);
      await world.clock.advance(10_000);
    },
    rung: () => world.chat.seen.filter(({ mentions }) => mentions.length > 0),
    card: () => world.chat.seen.find(({ mentions }) => mentions.length === 0),
    job: () => world.jobOf(id),
  };
}

describe("a video whose card cannot be edited soon", () => {
  test("is notified of first, and its card says it when its turn comes", async () => {
    const { world, end, rung, card, job } = await aDryWorld();
    await end();
    expect(rung().map(({ text }) => text)).toEqual([expect.stringContaining(url)]);
    expect(card()?.text).not.toContain(url);
    expect((await job()).state).toMatchObject({ status: "announcing", newMessage: "done", isCardDue: true });
    await world.clock.advance(60_000);
    expect(card()?.text).toContain(url);
    expect(rung()).toHaveLength(1);
    expect(await job()).toMatchObject({ notification: [{}], state: { status: "closed", isNotified: true } });
  });

  test("is not notified of first where new messages may count against the same limit", async () => {
    const { world, end, rung, card } = await aDryWorld({}, {});
    await end();
    expect(rung()).toEqual([]);
    await world.clock.advance(60_000);
    expect([card()?.text.includes(url), rung().length]).toEqual([true, 1]);
  });

  test("waits for its card alone where nobody is to be notified", async () => {
    const { world, end, card } = await aDryWorld({ isSilent: true });
    await end();
    await world.clock.advance(60_000);
    expect(world.chat.calls.filter(({ call }) => call === "notify")).toEqual([]);
    expect(card()?.text).toContain(url);
  });

  test("gets its file after its card's word", async () => {
    const { world, end, job } = await aDryWorld({ isVideoWanted: true });
    await end();
    expect(world.chat.files).toEqual([]);
    // A minute for the word, two more for the file, which leaves a turn to final words.
    await world.clock.advance(200_000);
    const calls = world.chat.calls.map(({ call }) => call);
    expect(calls.slice(-3)).toEqual(["notify", "show", "attach"]);
    expect(await job()).toMatchObject({ video: "here", state: { status: "closed" } });
  });

  test("has its card shown once more where an edit may land on the file", async () => {
    const { world, end, job } = await aDryWorld({ isVideoWanted: true });
    await end();
    world.chat.refuseNext([timedOut], "show");
    await world.clock.advance(400_000);
    const calls = world.chat.calls.map(({ call }) => call);
    expect(calls.slice(calls.indexOf("notify"))).toEqual(["notify", "show", "show", "attach", "show"]);
    expect(await job()).toMatchObject({ video: "here", state: { status: "closed" } });
  });

  test("is shown by its notification where its card was taken away meanwhile", async () => {
    const { world, end, rung, job } = await aDryWorld();
    await end();
    expect(rung()).toHaveLength(1);
    world.chat.loseCards();
    await world.clock.advance(120_000);
    expect(world.chat.seen).toEqual([]);
    expect((await job()).state).toMatchObject({ status: "closed", isNotified: true });
  });
});

const isNotified = ({ state }: Job) => state.status === "announcing" && state.isCardDue === true;
const isBegun = ({ state }: Job) => state.status === "posting" && state.triedAt !== null;
const isHeld = ({ state }: Job) => state.status === "posting" && state.triedAt === null;

test.for([
  ["before its notification", isHeld],
  ["with its notification on its way", isBegun],
  ["between its notification and its card", isNotified],
] as const)("a crash %s keeps both, once each", async ([, isFatal]) => {
  const { world, end, rung, card, job } = await aDryWorld();
  world.crashAfterSave(isFatal);
  await end();
  await world.restart();
  await world.clock.advance(200_000);
  expect(rung()).toHaveLength(1);
  expect(card()?.text).toContain(url);
  expect((await job()).state).toMatchObject({ status: "closed", isNotified: true });
});

describe("a notification that goes first", () => {
  test("and may have arrived is not sent again, and the card says the word", async () => {
    const { world, end, rung, card, job } = await aDryWorld();
    world.chat.refuseNext([timedOut, ...Array<typeof busy>(60).fill(busy)], "notify");
    await end();
    await world.clock.advance(1_000_000);
    expect(rung()).toHaveLength(1);
    expect(card()?.text).toContain(url);
    expect(await job()).toMatchObject({ notification: "lost", state: { status: "closed", isNotified: true } });
  });

  test("and that every way refuses is tried once more after the card's word", async () => {
    const { world, end, rung, card, job } = await aDryWorld();
    world.chat.refuseNext([gone], "notify");
    await end();
    expect(rung()).toEqual([]);
    expect((await job()).state).toMatchObject({ status: "announcing", newMessage: "impossible" });
    await world.clock.advance(60_000);
    expect(card()?.text).toContain(url);
    expect(rung()).toHaveLength(1);
    expect(await job()).toMatchObject({ notification: [{}], state: { status: "closed", isNotified: true } });
  });

  test("and that every way refuses leaves a message in the place of a card that is gone", async () => {
    const { world, end, rung } = await aDryWorld();
    world.chat.refuseNext([gone], "notify");
    await end();
    world.chat.loseCards();
    await world.clock.advance(60_000);
    expect(rung().map(({ text }) => text)).toEqual([expect.stringContaining(url)]);
  });
});

const TURNS = 12;
const TURN_MS = 700;
/** The refusal by our own count, before anything is sent. */
const notYet: ChatRefusal = { kind: "rate_limited", retryAfterMs: TURN_MS, isUnsent: true };

test.for([
  ["a final word", "show", "final ok"],
  ["a notification", "notify", "notification sent"],
  ["a private refusal", "whisper", "whisper ok"],
] as const)(
  "%s that was not sent waits for its turn and no longer: no try, no failure, and nothing of it twice",
  async ([, call, delivery]) => {
    const delivered: string[] = [];
    const world = aWorld({
      ...uncounted,
      delivered: (_platform, what, result) => void delivered.push(`${what} ${result}`),
    });
    const tries: number[] = [];
    world.onSave(({ state }) => {
      if (state.status === "announcing" || state.status === "posting") tries.push(state.attempts);
    });
    const refuseAll = () => world.chat.refuseNext(Array<ChatRefusal>(TURNS).fill(notYet), call);
    if (call === "whisper") {
      world.video.nextSubmits(refuse({ kind: "no_credits" }));
      refuseAll();
    }
    await world.begin();
    if (call !== "whisper") {
      await world.clock.advance(60_000);
      refuseAll();
      world.video.succeed("task_fake_1");
    }
    await world.clock.advance(60_000);

    expect((await world.jobOf()).state).toMatchObject({ status: "closed", isNotified: true });
    expect(Math.max(...tries)).toBe(0);
    const [kind = ""] = delivery.split(" ");
    expect(delivered.filter((one) => one.startsWith(kind))).toEqual([delivery]);
    const asked = world.chat.calls.filter((one) => one.call === call).slice(-TURNS - 1);
    expect(asked.map(({ isRefused }) => isRefused)).toEqual([...Array<boolean>(TURNS).fill(true), false]);
    expect((asked.at(-1)?.at ?? 0) - (asked[0]?.at ?? 0)).toBe(TURNS * TURN_MS);
  },
);

test("progress that was not sent is shown when its turn comes", async () => {
  const world = aWorld();
  await world.begin();
  await world.clock.advance(30_000);
  world.chat.refuseNext([notYet], "show");
  world.video.progress("task_fake_1", 50);
  await world.clock.advance(20_000);
  const shown = world.chat.calls.filter(({ call }) => call === "show");
  const refused = shown.findIndex(({ isRefused }) => isRefused);
  const laterMs = (shown[refused + 1]?.at ?? 0) - (shown[refused]?.at ?? 0);
  expect(laterMs).toBeGreaterThanOrEqual(TURN_MS);
  // An edit that failed is tried again after 10 s.
  expect(laterMs).toBeLessThan(2_000);
});

test("a silent video ends on its card, and nothing notifies its person", async () => {
  const world = aWorld();
  const { id } = await world.begin({ isSilent: true });
  world.video.succeed(taskId, "https://videos.example/boat.mp4");
  await world.clock.advance(10_000);
  expect(world.chat.seen).toHaveLength(1);
  expect(world.chat.seen[0]?.text).toContain("https://videos.example/boat.mp4");
  expect(world.chat.calls.filter(({ call }) => call === "notify")).toEqual([]);
  expect((await world.jobOf(id)).state).toMatchObject({ status: "closed", isNotified: true });
});

test("who pressed Notify me too on a silent video is notified, its person is not", async () => {
  const world = aWorld();
  const { id } = await world.begin({ isSilent: true });
  const stored = await world.jobs.load(id);
  if (!stored) throw new Error("no job");
  await world.jobs.save({ ...stored.job, notify: ["200000000000000009"] }, stored.version);
  world.video.succeed(taskId);
  await world.clock.advance(10_000);
  expect(world.chat.seen.map(({ mentions }) => mentions)).toEqual([[], ["200000000000000009"]]);
});

test("a silent video whose card is gone still reaches its person, by a new message", async () => {
  const world = aWorld();
  const job = await world.begin({ isSilent: true });
  world.chat.loseCards();
  world.video.succeed(taskId);
  await world.clock.advance(10_000);
  expect(world.chat.seen.map(({ mentions }) => mentions)).toEqual([[job.reply.userId]]);
  expect((await world.jobOf(job.id)).state).toMatchObject({ status: "closed", isNotified: true });
});

const none = { kind: "unreachable", detail: "closed" } as const;
const DAY = 86_400_000;

/** A video is ready, and no way to its person is left. */
async function aWaitingWord() {
  const world = aWorld();
  await world.begin();
  world.video.succeed("task_fake_1");
  world.chat.loseCards();
  world.chat.refuseNext([none, none], "show");
  await world.clock.advance(10_000);
  return world;
}

test("a final word without a way comes with the person's next command, once", async () => {
  const world = await aWaitingWord();
  expect(world.chat.seen).toEqual([]);
  const tell = (...asked: [Owner, ReplyHandle]) => notifyUnreached(world.deps(), ...asked);
  await tell(anOwner(), world.chat.freshCard());
  await tell(anOwner(), world.chat.freshCard());
  const shown = world.chat.seen.filter(({ text }) => /The video is ready[\s\S]*95 credits used/.test(text));
  expect(shown).toHaveLength(1);
  expect(shown[0]).toMatchObject({ isPrivate: true });
  expect((await world.jobOf()).state).toMatchObject({ status: "closed", isNotified: true });
});

test("somebody else's command tells nothing", async () => {
  const world = await aWaitingWord();
  await notifyUnreached(world.deps(), anOwner("another"), world.chat.freshCard());
  expect(world.chat.calls.some(({ call }) => call === "whisper")).toBe(false);
});

test("a message that may have arrived is never sent again", async () => {
  const world = await aWaitingWord();
  world.chat.refuseNext([{ kind: "unavailable", unclear: true, detail: "timed out" }], "whisper");
  const tell = (...asked: [Owner, ReplyHandle]) => notifyUnreached(world.deps(), ...asked);
  await tell(anOwner(), world.chat.freshCard());
  await tell(anOwner(), world.chat.freshCard());
  await world.clock.advance(3 * DAY);
  expect(world.chat.calls.filter(({ call }) => call === "whisper")).toHaveLength(1);
  expect((await world.jobOf()).state).toMatchObject({ status: "closed" });
});

test("a way that is there again the next day is taken without a command", async () => {
  const world = await aWaitingWord();
  await world.clock.advance(DAY);
  expect(world.chat.seen).toHaveLength(1);
  expect(world.chat.seen[0]?.mentions).toHaveLength(1);
  expect((await world.jobOf()).state).toMatchObject({ status: "closed", isNotified: true });
});

test("a link that is too old at its delivery is asked for once more", async () => {
  const world = await aWaitingWord();
  world.video.succeed("task_fake_1", "https://videos.example/fresh.mp4");
  await world.clock.advance(DAY);
  expect(world.chat.seen[0]?.text).toContain("https://videos.example/fresh.mp4");
  expect(world.chat.seen[0]?.text).toContain("This is a new link");
});

test("a link that is too old and comes again unchanged is reported as probably expired", async () => {
  const world = await aWaitingWord();
  const before = world.video.polled().length;
  await world.clock.advance(DAY);
  expect(world.chat.seen[0]?.text).toContain("has probably expired");
  expect(world.video.polled().length).toBe(before + 1);
});
