import { describe, expect, test } from "vitest";
import type { ChatRefusal } from "../../../src/core/chat.ts";
import { type Announcing, type Job, type Outcome, outcomeOf, type Posting } from "../../../src/core/job/job.ts";
import type { Chat } from "../../../src/core/ports.ts";
import type { Order } from "../../../src/core/request/order.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { applyTo } from "../../../src/jobs/apply.ts";
import { announce, notifyUnreached, post } from "../../../src/jobs/deliver/outbox.ts";
import type { Traffic } from "../../../src/jobs/deliver/traffic.ts";
import type { JobDeps } from "../../../src/jobs/deps.ts";
import {
  aClosedJob,
  aJob,
  aJobId,
  anAnnouncing,
  anOwner,
  aPosting,
  aSlackReply,
  TEST_START,
} from "../../fakes/jobs.ts";
import { uncounted } from "../../fakes/meter.ts";
import { aWorld } from "../world.ts";

const limited = { kind: "rate_limited", retryAfterMs: 5_000 } as const;
const notStarted = { kind: "not_started", why: "too_old" } as const;

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

/** One job whose final word is due, its turn, and what was counted. */
async function aDueWord(state: Announcing | Posting, over: Partial<Job> = {}) {
  const counted: string[] = [];
  const delivered = (_platform: string, what: string, result: string) => void counted.push(`${what} ${result}`);
  const world = aWorld({ ...uncounted, delivered });
  const turn = { waitMs: 0, asked: [] as string[], noted: [] as string[] };
  const traffic: Traffic = {
    ...world.deps().traffic,
    note: (_job, what, refusal) => void turn.noted.push(`${what} ${refusal?.kind ?? "ok"}`),
    waitMs(_job: Job, what: string, withinMs?: number) {
      turn.asked.push(withinMs === undefined ? what : `${what} within ${withinMs}`);
      return turn.waitMs;
    },
  };
  const deps: JobDeps = { ...world.deps(), traffic };
  const job = aJob({ reply: world.chat.freshCard(), state, ...over });
  await world.jobs.insert(job);
  return {
    ...world,
    counted,
    turn,
    /** Takes the step that is due, and returns when it is to be repeated, in milliseconds from now. */
    async go(others: Partial<JobDeps> = {}) {
      const stored = await world.storedOf(job.id);
      const { state } = stored.job;
      const all = { ...deps, ...others };
      const until =
        state.status === "posting" ? await post(all, stored, state) : await announce(all, stored, state as Announcing);
      return until === null ? null : until - world.clock.now();
    },
    /** How long the job waits for its next try. */
    async waitsMs() {
      const { state } = await world.jobOf();
      return "notBefore" in state ? state.notBefore - world.clock.now() : null;
    },
  };
}

const word = anAnnouncing(notStarted);
const made = { ...(outcomeOf(aClosedJob()) as Outcome) };
const beforeFile = anAnnouncing(made);
const unsent = { kind: "rate_limited", retryAfterMs: 700, isUnsent: true } as const;

describe("the edit with the final word", () => {
  test.for([
    ["is shown", null, null, ["final ok"], 0],
    ["is limited", limited, null, ["final rate_limited"], 5_000],
    ["is refused", busy, null, ["final unavailable"], 750],
    ["is refused by its workspace", { ...busy, isElsewhere: true }, null, ["final unavailable"], 60_000],
    ["has its turn later", unsent, 700, [], 0],
  ] satisfies [string, ChatRefusal | null, number | null, string[], number][])(
    "that %s is counted, and tried again in time",
    async ([, refusal, untilMs, deliveries, waitMs]) => {
      const { go, chat, counted, waitsMs, log, turn } = await aDueWord(word);
      if (refusal) chat.refuseNext([refusal], "show");
      expect([await go(), counted, await waitsMs()]).toEqual([untilMs, deliveries, waitMs]);
      expect(turn.noted).toEqual([`edit ${refusal?.kind ?? "ok"}`]);
      const fields = { job: aJobId(), detail: "refused" };
      const line = { level: "warn", event: "platform unavailable", fields };
      expect(log.lines).toEqual(refusal?.kind === "unavailable" ? [line] : []);
    },
  );

  test.for([
    [timedOut, true, true],
    [timedOut, false, false],
    [busy, true, false],
    [limited, true, false],
  ] as const)("that may land on a file is in doubt: %j, %s", async ([refusal, isFileDue, isCardInDoubt]) => {
    const { go, chat, jobOf } = await aDueWord(beforeFile, isFileDue ? { video: "due" } : {});
    chat.refuseNext([refusal], "show");
    await go();
    expect(await jobOf()).toMatchObject({ isCardInDoubt, state: { status: "announcing" } });
  });

  test("that waits for its turn shows nothing, and is held where the notification can go first", async () => {
    const { go, turn, chat, jobOf } = await aDueWord(word);
    turn.waitMs = 3_000;
    expect(await go()).toBe(3_000);
    chat.bucketOf = (_reply, what) => ({ name: what, burst: 1, everyMs: 1, isOfEditsAlone: true });
    turn.waitMs = Number.POSITIVE_INFINITY;
    expect(await go()).toBeNull();
    expect(turn.asked).toEqual(["edit", "edit within 2000"]);
    expect((await jobOf()).state).toMatchObject({ status: "posting", isCardDue: true });
    expect(chat.calls).toEqual([]);
  });

  test("is not made by a process that stalled while drawing the card", async () => {
    const { go, chat, clock, jobs } = await aDueWord(beforeFile);
    const load: typeof jobs.load = (id) => {
      clock.set(6_000);
      return jobs.load(id);
    };
    const drawn = await go({ jobs: { ...jobs, load } });
    expect([drawn, chat.calls]).toEqual([0, []]);
  });

  test.for([
    ["is gone", "card_gone", { status: "closed", isNotified: true }],
    ["cannot be reached", "unreachable", { status: "announcing", newMessage: "begun" }],
  ] as const)("of a new message whose card %s", async ([, kind, state]) => {
    const { go, chat, jobOf, waitsMs } = await aDueWord(anAnnouncing(notStarted, { newMessage: "begun", begunAt: 1 }));
    chat.show = async () => refuse(kind === "card_gone" ? { kind } : { kind, detail: "" });
    await go();
    expect((await jobOf()).state).toMatchObject(state);
    if (kind === "unreachable") expect(await waitsMs()).toBeGreaterThanOrEqual(600_000);
  });

  test("is not begun where the card cannot be drawn", async () => {
    const { go, chat, jobs, jobOf } = await aDueWord(beforeFile);
    chat.loseCards();
    const load: typeof jobs.load = (id) => (id === aJobId() ? jobs.load(id) : Promise.reject(new Error("away")));
    await expect(go({ jobs: { ...jobs, load } })).rejects.toThrow("away");
    expect((await jobOf()).state).toMatchObject({ newMessage: "due" });
  });

  test("that is to be shown a second time calls nobody again where the card is gone by then", async () => {
    const { go, chat, jobOf } = await aDueWord(anAnnouncing(made, { newMessage: "done" }), { notify: ["7"] });
    chat.loseCards();
    await go();
    expect(chat.seen).toEqual([]);
    expect((await jobOf()).state).toMatchObject({ status: "closed", isNotified: true });
  });

  const here = aSlackReply();
  test.for<readonly [string, Awaited<ReturnType<Chat["find"]>> | null, object, number]>([
    ["is there", ok(here), { reply: here, state: { newMessage: "begun" } }, 0],
    ["is the card that is gone", null, { state: { status: "closed", isNotified: true } }, 0],
    ["cannot be looked for", ok("blind"), { state: { status: "closed", isNotified: true } }, 0],
    ["is not there", ok("not_there"), { state: { newMessage: "due" } }, 750],
    ["is looked for later", refuse(limited), { state: { newMessage: "begun" } }, 5_000],
  ])("of a new message that %s", async ([, found, saved, waitMs]) => {
    const { go, chat, jobOf, waitsMs } = await aDueWord(anAnnouncing(notStarted, { newMessage: "begun", begunAt: 1 }));
    const asked: unknown[] = [];
    chat.loseCards();
    chat.find = async (reply, how) => {
      asked.push(how);
      return found ?? ok(reply);
    };
    await go();
    expect(asked).toEqual([{ job: aJobId(), triedAt: 1 }]);
    expect(await jobOf()).toMatchObject(saved);
    expect((await waitsMs()) ?? 0).toBe(waitMs);
  });

  test("of a private message that may have arrived notifies the others alone", async () => {
    const { go, chat, jobOf } = await aDueWord(anAnnouncing(notStarted, { newMessage: "begun" }), { notify: ["7"] });
    chat.loseCards();
    await go();
    expect((await jobOf()).state).toMatchObject({ status: "posting", isOwnerTold: true });
    await go();
    expect(chat.seen.map(({ mentions }) => mentions)).toEqual([["7"]]);
  });
});

test.for<readonly [string, Outcome, Partial<Announcing>, number]>([
  ["its link has expired", { ...made, expiresAt: TEST_START } as Outcome, {}, 1],
  ["it was asked for already", { ...made, expiresAt: TEST_START } as Outcome, { isLinkAsked: true }, 0],
  ["its link works", made, {}, 0],
  ["it has no link", { ...made, videoUrl: null } as Outcome, {}, 0],
])("a final word asks for the link first where %s", async ([, outcome, over, polls]) => {
  const { go, chat, video, jobOf } = await aDueWord(anAnnouncing(outcome, over));
  await go();
  expect([video.polled().length, chat.calls.length]).toEqual([polls, 1 - polls]);
  if (polls > 0) expect((await jobOf()).state).toMatchObject({ status: "announcing", isLinkAsked: true });
});

test.for<readonly [string, Announcing | Posting]>([
  ["a message in place of a card that is gone", word],
  ["a notification", aPosting(notStarted)],
  ["a private refusal", anAnnouncing({ kind: "refused", refusal: { kind: "no_credits" } })],
  ["a word that could not reach its person", anAnnouncing(notStarted, { noWaySince: 1 })],
])("%s is not sent where another save came first", async ([, state]) => {
  const { go, chat, jobs, deps } = await aDueWord(state);
  const reply = chat.freshCard();
  chat.loseCards();
  const fenced = { jobs: { ...jobs, save: async () => false } };
  await go(fenced);
  await notifyUnreached({ ...deps(), ...fenced }, anOwner(), reply);
  expect(chat.seen).toEqual([]);
});

describe("a new message in place of a card that is gone", () => {
  async function aMovedWord(...refusals: ChatRefusal[]) {
    const moved = await aDueWord(word, { notify: ["7"] });
    moved.chat.loseCards();
    const { show } = moved.chat;
    moved.chat.show = async (reply, message, where, calls) => {
      const refusal = where === "anywhere" ? refusals.shift() : undefined;
      return refusal ? refuse(refusal) : show(reply, message, where, calls);
    };
    return moved;
  }

  test("calls its owner and the listeners, and is the only notification", async () => {
    const { go, chat, counted, turn, jobOf } = await aMovedWord();
    await go();
    expect(chat.seen.map(({ mentions }) => mentions)).toEqual([["200000000000000001", "7"]]);
    expect([turn.asked, turn.noted, counted]).toEqual([
      ["edit", "new_message"],
      ["edit card_gone", "new_message ok"],
      ["final card_gone", "final ok"],
    ]);
    expect((await jobOf()).state).toMatchObject({ status: "closed", isNotified: true });
  });

  test("is not sent by a process that was paused after the save, but by its next step", async () => {
    const { go, chat, clock, jobs, jobOf, waitsMs } = await aMovedWord();
    const save: typeof jobs.save = (...saved) => {
      clock.set(6_000);
      return jobs.save(...saved);
    };
    await go({ jobs: { ...jobs, save } });
    expect([chat.calls.length, (await jobOf()).state]).toMatchObject([1, { newMessage: "due" }]);
    expect(await waitsMs()).toBe(750 - 6_000);
  });

  test("waits for its turn", async () => {
    const { go, turn, chat, deps } = await aMovedWord();
    const traffic = { ...deps().traffic, waitMs: (_job: Job, what: string) => (what === "edit" ? 0 : 4_000) };
    expect(await go({ traffic })).toBe(4_000);
    expect([chat.seen, turn.asked]).toEqual([[], []]);
  });

  test.for([
    [limited, "due", 5_000],
    [busy, "due", 750],
    [timedOut, "begun", null],
    [none, "due", null],
  ] as const)("that ends as %j is %s again", async ([refusal, newMessage, waitMs]) => {
    const { go, jobOf, waitsMs, chat, counted, log } = await aMovedWord(refusal);
    await go();
    expect((await jobOf()).state).toMatchObject({ status: "announcing", newMessage });
    if (waitMs !== null) expect(await waitsMs()).toBe(waitMs);
    // Nobody reaches the owner: the others are called once.
    const isLost = refusal.kind === "unreachable";
    expect(chat.seen.map(({ mentions }) => mentions)).toEqual(isLost ? [["7"]] : []);
    expect(counted.slice(1)).toEqual([`final ${refusal.kind}`, ...(isLost ? ["notification sent"] : [])]);
    expect((await jobOf()).notify).toEqual(isLost ? [] : ["7"]);
    const fields = { job: aJobId(), platform: "discord", detail: "closed" };
    const line = { level: "error", event: "no way to the person", fields };
    expect(log.lines.filter(({ level }) => level === "error")).toEqual(isLost ? [line] : []);
  });

  test("calls nobody else where nobody else waits", async () => {
    const { go, chat } = await aDueWord(word);
    chat.loseCards();
    chat.refuseNext([none, none], "show");
    await go();
    expect(chat.calls.map(({ call }) => call)).toEqual(["show", "show"]);
  });
});

describe("the notification", () => {
  const due = aPosting(notStarted);
  test.for([
    ["is sent", null, "notification sent", { status: "closed", isNotified: true }],
    ["is limited", limited, "notification rate_limited", { status: "posting", triedAt: null }],
    ["may have arrived", timedOut, "notification unavailable", { status: "posting", triedAt: TEST_START }],
    ["has its turn later", unsent, null, { status: "posting", triedAt: null }],
    ["has no way", none, "notification unreachable", { status: "closed" }],
  ] satisfies [string, ChatRefusal | null, string | null, object][])(
    "that %s",
    async ([, refusal, delivery, state]) => {
      const { go, chat, counted, turn, jobOf } = await aDueWord(due);
      if (refusal) chat.refuseNext([refusal], "notify");
      expect(await go()).toBeNull();
      expect((await jobOf()).state).toMatchObject(state);
      expect([counted, turn.asked]).toEqual([delivery === null ? [] : [delivery], ["new_message"]]);
      expect(turn.noted).toEqual([`new_message ${refusal?.kind ?? "ok"}`]);
    },
  );

  test("waits for its turn, and one that was tried is in doubt after a clear refusal, too", async () => {
    const { go, chat, turn, jobOf } = await aDueWord(aPosting(notStarted, { triedAt: TEST_START - 5_000 }));
    turn.waitMs = 4_000;
    expect([await go(), chat.calls]).toEqual([4_000, []]);
    turn.waitMs = 0;
    chat.refuseNext([busy], "notify");
    await go();
    expect((await jobOf()).state).toMatchObject({ status: "posting", triedAt: TEST_START - 5_000 });
  });

  test("whose nonce is too old to be repeated is lost", async () => {
    const { go, jobOf, clock } = await aDueWord(aPosting(notStarted, { triedAt: TEST_START }));
    await clock.advance(120_000);
    await go();
    expect(await jobOf()).toMatchObject({ notification: "lost", state: { status: "closed" } });
  });

  test.for([
    [{}, async () => true, true],
    [{}, async () => false, false],
    [{}, () => Promise.reject(new Error("away")), false],
    [{ isSilent: true, notify: ["7"] }, async () => true, false],
    [{}, undefined, false],
  ] satisfies [Partial<Job>, (() => Promise<boolean>) | undefined, boolean][])(
    "is broadcast where its owner wants that: %j, %s",
    async ([over, isBroadcast, isThere]) => {
      const { go, chat } = await aDueWord(due, over);
      const asked: unknown[] = [];
      const { notify } = chat;
      chat.notify = async (...how) => {
        asked.push(how[2].isBroadcast);
        return notify(...how);
      };
      await go(isBroadcast ? { isBroadcast } : {});
      expect(asked).toEqual([isThere]);
    },
  );
});

describe("a refusal", () => {
  const refused = anAnnouncing({ kind: "refused", refusal: { kind: "no_credits" } });
  test.for([
    ["is whispered, and the card goes", [], "whisper ok", ["whisper", "remove"], { status: "closed" }],
    ["may have arrived", [timedOut], "whisper unavailable", ["whisper"], { newMessage: "begun" }],
    [
      "is limited",
      [limited],
      "whisper rate_limited",
      ["whisper"],
      { newMessage: "due", notBefore: TEST_START + 5_000 },
    ],
    ["is not sent", [unsent], null, ["whisper"], { newMessage: "due", notBefore: TEST_START + 700 }],
    ["has no way", [none], "whisper unreachable", ["whisper"], { status: "announcing" }],
  ] satisfies [string, ChatRefusal[], string | null, string[], object][])(
    "that %s",
    async ([, refusals, delivery, calls, state]) => {
      const { go, chat, counted, turn, jobOf } = await aDueWord(refused);
      chat.refuseNext(refusals, "whisper");
      expect(await go()).toBeNull();
      expect(chat.calls.map(({ call }) => call)).toEqual(calls);
      expect([counted, turn.asked]).toEqual([delivery === null ? [] : [delivery], ["new_message"]]);
      expect(turn.noted).toEqual([`new_message ${refusals[0]?.kind ?? "ok"}`]);
      expect((await jobOf()).state).toMatchObject(state);
    },
  );

  test.for([{ newMessage: "due" }, { begunAt: 9 }, { attempts: 5 }] as const)(
    "changes nothing once it is refused where another process is further by then: %j",
    async (changed) => {
      const { go, chat, jobs, jobOf, storedOf } = await aDueWord(refused);
      chat.whisper = async () => {
        const { job, version } = await storedOf();
        await jobs.save({ ...job, state: { ...(job.state as Announcing), ...changed } }, version);
        return refuse(limited);
      };
      await go();
      expect((await jobOf()).state).toMatchObject({ newMessage: "begun", notBefore: TEST_START, ...changed });
    },
  );

  test("is a message of its own to those who listen, which does not say why", async () => {
    const { go, chat, jobOf } = await aDueWord(refused, { notify: ["7", "8"] });
    for (const _ of ["whisper", "notification"]) await go();
    expect(chat.seen.map(({ mentions, isPrivate }) => [mentions, isPrivate])).toEqual([
      [[], true],
      [["7", "8"], false],
    ]);
    expect(chat.seen[1]?.text).toMatch(/was not started/);
    expect(chat.seen[1]?.text).not.toMatch(/credits/i);
    expect((await jobOf()).state).toMatchObject({ status: "closed", isNotified: true });
  });

  test("whose card cannot be deleted is shown on it next", async () => {
    const { go, chat, turn } = await aDueWord(refused);
    turn.waitMs = 4_000;
    expect([await go(), chat.calls]).toEqual([4_000, []]);
    turn.waitMs = 0;
    chat.refuseNext([busy], "remove");
    await go();
    await go();
    expect(chat.calls.map(({ call }) => call)).toEqual(["whisper", "remove", "show"]);
  });
});

describe("the words that could not reach a person", () => {
  const unreached = anAnnouncing(notStarted, { noWaySince: TEST_START });
  test.for([
    ["reach them now", unreached, null, ["note ok"], { status: "closed", isNotified: true }],
    ["may reach them now", unreached, timedOut, ["note unavailable"], { newMessage: "begun" }],
    ["do not reach them again", unreached, busy, ["note unavailable"], { newMessage: "due" }],
    ["have no way again", unreached, none, ["note unreachable"], { newMessage: "due" }],
    ["are on their way", word, null, [], { newMessage: "due" }],
    ["may have arrived", { ...unreached, newMessage: "begun" }, null, [], { newMessage: "begun" }],
    ["are a notification's", aPosting(notStarted), null, [], { status: "posting" }],
  ] satisfies [string, Announcing | Posting, ChatRefusal | null, string[], object][])(
    "%s with the next command",
    async ([, announcing, refusal, deliveries, state]) => {
      const { chat, deps, counted, jobOf } = await aDueWord(announcing);
      if (refusal) chat.refuseNext([refusal], "whisper");
      await notifyUnreached(deps(), anOwner(), chat.freshCard());
      expect(counted).toEqual(deliveries);
      expect((await jobOf()).state).toMatchObject(state);
    },
  );
});
