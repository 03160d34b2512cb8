import { describe, expect, test } from "vitest";
import type { ChatRefusal } from "../../../src/core/chat.ts";
import type { Chat } from "../../../src/core/front-end.ts";
import type { Announcing, Job, Outcome, Posting } from "../../../src/core/job/job.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { announce, notifyUnreached, post } from "../../../src/jobs/deliver/outbox.ts";
import type { JobDeps } from "../../../src/jobs/deps.ts";
import {
  A_MARK,
  aJobId,
  aNotStarted,
  anAnnouncing,
  anOwner,
  aPosting,
  aRefused,
  aSlackReply,
  aSucceeded,
  TEST_START,
  VIDEO_URL,
} from "../../fakes/jobs.ts";
import { aJobToStep } from "../a-job-to-step.ts";
import { aWorld } from "../world.ts";

const limited = { kind: "rate_limited", retryAfterMs: 5_000 } as const;
const busy = { kind: "unavailable", unclear: false, detail: "refused" } as const;
const timedOut = { kind: "unavailable", unclear: true, detail: "timed out" } as const;
const none = { kind: "unreachable", detail: "closed" } as const;
const unsent = { kind: "rate_limited", retryAfterMs: 700, isUnsent: true } as const;
const notStarted = aNotStarted("too_old");

test("if a card cannot be edited soon, the notification goes first and the card shows the outcome in its turn", async () => {
  const { chat, clock, video, begin, jobOf } = aWorld();
  chat.bucketOf = (_reply, what) =>
    what === "edit"
      ? { name: what, burst: 1, everyMs: 60_000, isOfEditsAlone: true }
      : { name: what, burst: 10, everyMs: 1_000 };
  await begin();
  video.progress("task_fake_1", 10);
  await clock.advance(5_000);
  video.succeed("task_fake_1", VIDEO_URL);
  await clock.advance(10_000);
  const shown = () => chat.seen.map(({ text, mentions }) => [text.includes(VIDEO_URL), mentions.length]);
  const rung = [true, 1];
  expect(shown()).toEqual([[false, 0], rung]);
  expect((await jobOf()).state).toMatchObject({ status: "announcing", newMessage: "done", isCardDue: true });
  await clock.advance(60_000);
  expect(shown()).toEqual([[true, 0], rung]);
  expect(await jobOf()).toMatchObject({ notification: [{}], state: { status: "closed", isNotified: true } });
});

/** One job whose final message is due. */
async function aDueFinalMessage(state: Announcing | Posting, over: Partial<Job> = {}) {
  const jobWorld = await aJobToStep({ state, ...over });
  return {
    ...jobWorld,
    /** Takes the step that is due. */
    go: (others?: Partial<JobDeps>) =>
      jobWorld.step((deps, stored) => {
        const { state } = stored.job;
        return state.status === "posting" ? post(deps, stored, state) : announce(deps, stored, state as Announcing);
      }, others),
    /** How long the job waits for its next try. */
    async waitsMs() {
      const { state } = await jobWorld.jobOf();
      return "notBefore" in state ? state.notBefore - jobWorld.clock.now() : null;
    },
  };
}

const word = anAnnouncing(notStarted);
const beforeFile = anAnnouncing(aSucceeded());
const begun = anAnnouncing(notStarted, { newMessage: "begun", begunAt: 1 });
const reached = { status: "closed", isNotified: true } as const;

describe("the edit with the final message", () => {
  test.for([
    ["succeeds", null, null, ["final ok"], 0],
    ["is rate limited", limited, null, ["final rate_limited"], 5_000],
    ["is refused by the platform", busy, null, ["final unavailable"], 750],
    ["is refused by its workspace", { ...busy, isElsewhere: true }, null, ["final unavailable"], 60_000],
    ["is held back by the bot's own rate limit", unsent, 700, [], 0],
  ] satisfies [string, ChatRefusal | null, number | null, string[], number][])(
    "that %s is counted, and retried in time",
    async ([, refusal, untilMs, deliveries, waitMs]) => {
      const { go, chat, counted, waitsMs, warnings, noted } = await aDueFinalMessage(word);
      if (refusal) chat.refuseNext([refusal], "show");
      expect([await go(), counted, await waitsMs()]).toEqual([untilMs, deliveries, waitMs]);
      expect(noted).toEqual([[aJobId(), "edit", refusal?.kind ?? null]]);
      const line = ["platform unavailable", { job: aJobId(), detail: "refused" }];
      expect(warnings()).toEqual(refusal?.kind === "unavailable" ? [line] : []);
    },
  );

  test.for([
    ["puts", "a file is due", "without a clear answer", timedOut],
    ["does not put", "no file is due", "without a clear answer", timedOut],
    ["does not put", "a file is due", "with a clear failure", busy],
    ["does not put", "a file is due", "with a rate limit", limited],
  ] as const)("%s the card in doubt if %s and the edit ends %s", async ([verb, due, , refusal]) => {
    const [isCardInDoubt, isFileDue] = [verb === "puts", due === "a file is due"];
    const { go, chat, jobOf } = await aDueFinalMessage(beforeFile, isFileDue ? { video: "due" } : {});
    chat.refuseNext([refusal], "show");
    await go();
    expect(await jobOf()).toMatchObject({ isCardInDoubt, state: { status: "announcing" } });
  });

  test("shows nothing while it waits for its turn, and lets the notification go first if that can be sent sooner", async () => {
    const { go, turns, asked, chat, jobOf } = await aDueFinalMessage(word);
    turns.push(3_000, Number.POSITIVE_INFINITY);
    expect(await go()).toBe(3_000);
    chat.bucketOf = (_reply, what) => ({ name: what, burst: 1, everyMs: 1, isOfEditsAlone: true });
    expect([await go(), asked, chat.calls]).toEqual([null, ["edit", "edit within 2000"], []]);
    expect((await jobOf()).state).toMatchObject({ status: "posting", isCardDue: true });
  });

  test("waits for its turn to read a restored job's card, and no notification goes before it", async () => {
    const { go, turns, asked, chat } = await aDueFinalMessage(word, { restored: "unread" });
    turns.push(9_000);
    chat.bucketOf = (_reply, what) => ({ name: what, burst: 1, everyMs: 1, isOfEditsAlone: true });
    expect([await go(), asked, chat.calls]).toEqual([9_000, ["edit"], []]);
  });

  test("is not made by a process that stalled while drawing the card", async () => {
    const { go, chat, stalledAt } = await aDueFinalMessage(beforeFile);
    expect([await go(stalledAt.load), chat.calls]).toEqual([0, []]);
  });

  test.for([
    ["has been deleted", "card_gone", reached],
    ["cannot be reached", "unreachable", { status: "announcing", newMessage: "begun" }],
  ] as const)("for a new message that %s", async ([, kind, state]) => {
    const { go, chat, jobOf, waitsMs } = await aDueFinalMessage(
      anAnnouncing(notStarted, { newMessage: "begun", begunAt: 1 }),
    );
    chat.show = async () => refuse(kind === "card_gone" ? { kind } : { kind, detail: "" });
    await go();
    expect((await jobOf()).state).toMatchObject(state);
    if (kind === "unreachable") expect(await waitsMs()).toBeGreaterThanOrEqual(600_000);
  });

  test("is not made if the card cannot be drawn", async () => {
    const { go, chat, jobs, jobOf } = await aDueFinalMessage(beforeFile);
    chat.loseCards();
    const load: typeof jobs.load = (id) => (id === aJobId() ? jobs.load(id) : Promise.reject(new Error("away")));
    await expect(go({ jobs: { ...jobs, load } })).rejects.toThrow("away");
    expect((await jobOf()).state).toMatchObject({ newMessage: "due" });
  });

  test("does not notify anyone when it is repeated on a card that has been deleted", async () => {
    const { go, chat, jobOf } = await aDueFinalMessage(anAnnouncing(aSucceeded(), { newMessage: "done" }), {
      notify: ["7"],
    });
    chat.loseCards();
    await go();
    expect([chat.seen, (await jobOf()).state]).toMatchObject([[], reached]);
  });

  const here = aSlackReply();
  test.for<readonly [string, Awaited<ReturnType<Chat["find"]>> | null, object, number]>([
    ["is found", ok(here), { reply: here, state: { newMessage: "begun" } }, 0],
    ["turns out to be the deleted card", null, { state: reached }, 0],
    ["cannot be searched for", ok("unreadable"), { state: reached }, 0],
    ["is not found", ok("not_there"), { state: { newMessage: "due" } }, 750],
    ["is searched for later", refuse(limited), { state: { newMessage: "begun" } }, 5_000],
  ])("for a new message that may have been posted and %s", async ([, search, saved, waitMs]) => {
    const { go, chat, jobOf, waitsMs } = await aDueFinalMessage(begun);
    const asked: unknown[] = [];
    chat.loseCards();
    chat.find = async (reply, how) => {
      asked.push(how);
      return search ?? ok(reply);
    };
    await go();
    expect(asked).toEqual([{ job: aJobId(), mark: A_MARK, triedAt: 1 }]);
    expect(await jobOf()).toMatchObject(saved);
    expect((await waitsMs()) ?? 0).toBe(waitMs);
  });

  test("notifies only the other people if a private message to the owner may have arrived", async () => {
    const { go, chat, jobOf } = await aDueFinalMessage(anAnnouncing(notStarted, { newMessage: "begun" }), {
      notify: ["7"],
    });
    chat.loseCards();
    await go();
    expect((await jobOf()).state).toMatchObject({ status: "posting", isOwnerNotified: true });
    await go();
    expect(chat.seen.map(({ mentions }) => mentions)).toEqual([["7"]]);
  });
});

describe("a lost first card", () => {
  const elsewhere = aSlackReply();
  const lost = { lostCardAt: 7 };
  const found = ok(elsewhere);

  test.for<readonly [string, Awaited<ReturnType<Chat["find"]>>, ChatRefusal | null, readonly object[], number?]>([
    ["is deleted if it is found", found, null, [elsewhere]],
    ["is forgotten if it is not found", ok("not_there"), null, []],
    ["is forgotten if the bot cannot search", ok("unreadable"), null, []],
    ["is searched for later if the search is rate limited", refuse(limited), null, [], 5_000],
    ["is deleted later if the deletion is rate limited", found, limited, [elsewhere], 5_000],
  ])("of a job whose own card shows the final message %s", async ([, search, refusal, removed, laterMs]) => {
    const { go, chat, job, jobOf, waitsMs } = await aDueFinalMessage(
      anAnnouncing(notStarted, { newMessage: "done" }),
      lost,
    );
    const searches: unknown[] = [];
    const deleted: unknown[] = [];
    chat.find = async (...asked) => {
      searches.push(asked);
      return search;
    };
    chat.remove = async (reply) => {
      deleted.push(reply);
      return refusal ? refuse(refusal) : ok(null);
    };
    expect([await go(), chat.calls]).toEqual([null, []]);
    expect(searches).toEqual([[job.reply, { job: aJobId(), mark: A_MARK, triedAt: 7, except: job.reply }]]);
    expect(deleted).toEqual(removed);
    expect((await jobOf()).lostCardAt).toBe(laterMs === undefined ? undefined : 7);
    expect(await waitsMs()).toBe(laterMs ?? 0);
  });

  test.for<readonly [string, Awaited<ReturnType<Chat["find"]>>, number, object, number]>([
    ["gets the final message if it is found", found, 0, { reply: elsewhere, state: { newMessage: "due" } }, 0],
    ["is replaced by a new message if it is not found", ok("not_there"), 1, {}, 0],
    ["is replaced by a new message if the bot cannot search", ok("unreadable"), 1, {}, 0],
    [
      "is searched for later if the search is rate limited",
      refuse(limited),
      0,
      { state: { newMessage: "due" } },
      5_000,
    ],
  ])("of a job whose own card has been deleted %s", async ([, search, messages, saved, waitMs]) => {
    const { go, chat, jobOf, waitsMs } = await aDueFinalMessage(word, lost);
    const searches: unknown[] = [];
    chat.loseCards();
    chat.find = async (_reply, how) => {
      searches.push(how);
      return search;
    };
    expect([await go(), chat.seen.length]).toEqual([null, messages]);
    expect(searches).toEqual([{ job: aJobId(), mark: A_MARK, triedAt: 7 }]);
    expect(await jobOf()).toMatchObject(saved);
    if (messages === 0) expect(await waitsMs()).toBe(waitMs);
  });
});

describe("the final message of a restored job whose card cannot be read", () => {
  async function aHiddenWord(state: Announcing) {
    const hidden = await aDueFinalMessage(state, { restored: "hidden" });
    const places: unknown[] = [];
    const { show } = hidden.chat;
    hidden.chat.show = async (reply, message, where, calls) => {
      places.push(where);
      return show(reply, message, where, calls);
    };
    return { ...hidden, places };
  }

  test("is posted as a new message and the old card stays", async () => {
    const { go, places, asked, chat } = await aHiddenWord(word);
    await go();
    expect([places, asked, chat.seen.length]).toEqual([["new"], ["new_message"], 2]);
  });

  test("is searched for if it may have been posted, and not posted again", async () => {
    const { go, places, chat, jobOf } = await aHiddenWord(begun);
    chat.find = async () => ok("elsewhere");
    await go();
    expect([places, (await jobOf()).state]).toMatchObject([[], reached]);
  });
});

const expired: Outcome = aSucceeded({ expiresAt: TEST_START });
test.for<readonly [string, Outcome, Partial<Announcing>, number]>([
  ["whose link has expired requests it again before it is shown", expired, {}, 1],
  ["does not request its link a second time", expired, { isLinkAsked: true }, 0],
  ["without a link is shown at once", aSucceeded({ videoUrl: null }), {}, 0],
])("a final message %s", async ([, outcome, over, polls]) => {
  const { go, chat, video, jobOf } = await aDueFinalMessage(anAnnouncing(outcome, over));
  await go();
  expect([video.polled().length, chat.calls.length]).toEqual([polls, 1 - polls]);
  if (polls > 0) expect((await jobOf()).state).toMatchObject({ status: "announcing", isLinkAsked: true });
});

test.for<readonly [string, Announcing | Posting]>([
  ["a new message that replaces a deleted card", word],
  ["a notification", aPosting(notStarted)],
  ["a private refusal", anAnnouncing(aRefused({ kind: "no_credits" }))],
  ["a final message that could not reach its owner earlier", anAnnouncing(notStarted, { noWaySince: 1 })],
])("%s is not sent if another process saved the job first", async ([, state]) => {
  const { go, chat, overtaken, deps } = await aDueFinalMessage(state);
  const reply = chat.freshCard();
  chat.loseCards();
  await go(overtaken);
  await notifyUnreached(deps(overtaken), anOwner(), reply);
  expect(chat.seen).toEqual([]);
});

describe("a new message that replaces a deleted card", () => {
  async function aMovedWord(refusal: ChatRefusal | null = null, over: Partial<Job> = { notify: ["7"] }) {
    const moved = await aDueFinalMessage(word, over);
    moved.chat.loseCards();
    const { show } = moved.chat;
    moved.chat.show = async (reply, message, where, calls) =>
      refusal && where === "anywhere" ? refuse(refusal) : show(reply, message, where, calls);
    return moved;
  }

  test.for<readonly [string, Partial<Job>, readonly string[]]>([
    ["mentions the owner and everyone who pressed Notify me too", { notify: ["7"] }, ["200000000000000001", "7"]],
    ["mentions the owner even if the video is silent", { isSilent: true }, ["200000000000000001"]],
  ])("%s and is the only notification", async ([, over, people]) => {
    const { go, chat, counted, asked, noted, jobOf } = await aMovedWord(null, over);
    await go();
    expect(chat.seen.map(({ mentions }) => mentions)).toEqual([people]);
    expect([asked, counted]).toEqual([
      ["edit", "new_message"],
      ["final card_gone", "final ok"],
    ]);
    expect(noted).toEqual([
      [aJobId(), "edit", "card_gone"],
      [aJobId(), "new_message", null],
    ]);
    expect((await jobOf()).state).toMatchObject(reached);
  });

  test("is not sent by a process that was paused after saving, but by its next step", async () => {
    const { go, chat, stalledAt, jobOf, waitsMs } = await aMovedWord();
    await go(stalledAt.save);
    expect([chat.calls.length, (await jobOf()).state]).toMatchObject([1, { newMessage: "due" }]);
    expect(await waitsMs()).toBe(750 - 6_000);
  });

  test("waits for its turn", async () => {
    const { go, turns, chat } = await aMovedWord();
    turns.push(0, 4_000);
    expect([await go(), chat.seen]).toEqual([4_000, []]);
  });

  test.for([
    [limited, "due", 5_000],
    [busy, "due", 750],
    [timedOut, "begun", null],
    [none, "due", null],
  ] as const)("that ends with the refusal $kind leaves the new message $1", async ([refusal, newMessage, waitMs]) => {
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

  test("that cannot be delivered sends no notification if nobody else asked for one", async () => {
    const { go, chat } = await aMovedWord(none, {});
    await go();
    expect(chat.calls.map(({ call }) => call)).toEqual(["show"]);
  });
});

describe("the notification", () => {
  const due = aPosting(notStarted);
  test.for([
    ["is sent closes the job", null, "notification sent", reached],
    ["is rate limited stays unsent", limited, "notification rate_limited", { status: "posting", triedAt: null }],
    [
      "may have arrived is marked as attempted",
      timedOut,
      "notification unavailable",
      { status: "posting", triedAt: TEST_START },
    ],
    ["is held back by the bot's own rate limit stays unsent", unsent, null, { status: "posting", triedAt: null }],
    ["cannot be delivered closes the job", none, "notification unreachable", { status: "closed" }],
  ] satisfies [string, ChatRefusal | null, string | null, object][])(
    "that %s",
    async ([, refusal, delivery, state]) => {
      const { go, chat, counted, asked, noted, jobOf } = await aDueFinalMessage(due);
      if (refusal) chat.refuseNext([refusal], "notify");
      expect(await go()).toBeNull();
      expect((await jobOf()).state).toMatchObject(state);
      expect([counted, asked]).toEqual([delivery === null ? [] : [delivery], ["new_message"]]);
      expect(noted).toEqual([[aJobId(), "new_message", refusal?.kind ?? null]]);
    },
  );

  test("waits for its turn, and after one unclear attempt stays unclear even if the next is clearly refused", async () => {
    const { go, chat, turns, jobOf } = await aDueFinalMessage(aPosting(notStarted, { triedAt: TEST_START - 5_000 }));
    turns.push(4_000);
    expect([await go(), chat.calls]).toEqual([4_000, []]);
    chat.refuseNext([busy], "notify");
    await go();
    expect((await jobOf()).state).toMatchObject({ status: "posting", triedAt: TEST_START - 5_000 });
  });

  test.for([
    ["first", null],
    ["later", TEST_START - 5_000],
  ] as const)(
    "whose %s attempt stalled after saving is not sent by that attempt, but by the next step",
    async ([, triedAt]) => {
      const { go, chat, stalledAt, jobOf, waitsMs, warnings, noted } = await aDueFinalMessage(
        aPosting(notStarted, { triedAt }),
      );
      await go(stalledAt.save);
      expect([chat.calls, noted, warnings()]).toEqual([[], [], []]);
      expect((await jobOf()).state).toMatchObject({ status: "posting", triedAt });
      expect(await waitsMs()).toBe(750 - 6_000);
      await go();
      expect(chat.calls.map(({ call }) => call)).toEqual(["notify"]);
    },
  );

  test("counts as lost once its nonce is too old for a safe retry", async () => {
    const { go, jobOf } = await aDueFinalMessage(aPosting(notStarted, { triedAt: TEST_START - 120_000 }));
    await go();
    expect(await jobOf()).toMatchObject({ notification: "lost", state: { status: "closed" } });
  });

  test.for([
    ["is also", "the owner chose this", {}, async () => true],
    ["is not", "the owner did not choose this", {}, async () => false],
    ["is not", "the owner's choice cannot be read", {}, () => Promise.reject(new Error("away"))],
    ["is not", "the owner is not notified", { isSilent: true, notify: ["7"] }, async () => true],
    ["is not", "the bot keeps no such choices", {}, undefined],
  ] satisfies [string, string, Partial<Job>, (() => Promise<boolean>) | undefined][])(
    "%s broadcast to the channel if %s",
    async ([verb, , over, isBroadcast]) => {
      const isThere = verb === "is also";
      const { go, chat } = await aDueFinalMessage(due, over);
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

describe("a private refusal", () => {
  const refused = anAnnouncing(aRefused({ kind: "no_credits" }));
  const dueIn = (waitMs: number) => ({ newMessage: "due", notBefore: TEST_START + waitMs });
  test.for([
    ["is sent deletes the card", null, "private_message ok", ["sendPrivately", "remove"], { status: "closed" }],
    [
      "may have arrived is not sent again at once",
      timedOut,
      "private_message unavailable",
      ["sendPrivately"],
      { newMessage: "begun" },
    ],
    ["is rate limited is sent later", limited, "private_message rate_limited", ["sendPrivately"], dueIn(5_000)],
    ["is held back by the bot's own rate limit is sent later", unsent, null, ["sendPrivately"], dueIn(700)],
    [
      "cannot be delivered leaves the job open",
      none,
      "private_message unreachable",
      ["sendPrivately"],
      { status: "announcing" },
    ],
  ] satisfies [string, ChatRefusal | null, string | null, string[], object][])(
    "that %s",
    async ([, refusal, delivery, calls, state]) => {
      const { go, chat, counted, asked, noted, jobOf } = await aDueFinalMessage(refused);
      if (refusal) chat.refuseNext([refusal], "sendPrivately");
      expect(await go()).toBeNull();
      expect(chat.calls.map(({ call }) => call)).toEqual(calls);
      expect([counted, asked]).toEqual([delivery === null ? [] : [delivery], ["new_message"]]);
      expect(noted).toEqual([[aJobId(), "new_message", refusal?.kind ?? null]]);
      expect((await jobOf()).state).toMatchObject(state);
    },
  );

  test("is not sent by a process that stalled after saving, but by its next step", async () => {
    const { go, chat, stalledAt, jobOf } = await aDueFinalMessage(refused);
    await go(stalledAt.save);
    expect([chat.calls, (await jobOf()).state]).toMatchObject([[], { newMessage: "due" }]);
    await go();
    expect(chat.calls.map(({ call }) => call)).toEqual(["sendPrivately", "remove"]);
  });

  test.for<Partial<Announcing>>([{}, { newMessage: "due" }, { begunAt: 9 }, { attempts: 5 }])(
    "is rescheduled although another save came first, unless that save changed the state of delivery (row %#)",
    async (further) => {
      const { go, chat, change, jobOf } = await aDueFinalMessage(refused);
      chat.sendPrivately = async () => {
        await change({ notify: ["7"], state: { ...((await jobOf()).state as Announcing), ...further } });
        return refuse(limited);
      };
      await go();
      const saved = { newMessage: "begun", notBefore: TEST_START, ...further };
      expect((await jobOf()).state).toMatchObject(Object.keys(further).length === 0 ? dueIn(5_000) : saved);
    },
  );

  test("becomes a separate message without the reason for people who pressed Notify me too", async () => {
    const { go, chat, jobOf } = await aDueFinalMessage(refused, { notify: ["7", "8"] });
    for (const _ of ["sendPrivately", "notification"]) await go();
    expect(chat.seen.map(({ mentions, isPrivate }) => [mentions, isPrivate])).toEqual([
      [[], true],
      [["7", "8"], false],
    ]);
    expect(chat.seen[1]?.text).toMatch(/was not started/);
    expect(chat.seen[1]?.text).not.toMatch(/credits/i);
    expect((await jobOf()).state).toMatchObject(reached);
  });

  test("is shown on the card if the card cannot be deleted", async () => {
    const { go, chat, turns } = await aDueFinalMessage(refused);
    turns.push(4_000);
    expect([await go(), chat.calls]).toEqual([4_000, []]);
    chat.refuseNext([busy], "remove");
    await go();
    await go();
    expect(chat.calls.map(({ call }) => call)).toEqual(["sendPrivately", "remove", "show"]);
  });
});

describe("a final message that could not reach its owner", () => {
  const unreached = anAnnouncing(notStarted, { noWaySince: TEST_START });
  test.for([
    ["is delivered", unreached, null, ["note ok"], reached],
    [
      "is marked as possibly delivered if the answer is lost",
      unreached,
      timedOut,
      ["note unavailable"],
      { newMessage: "begun" },
    ],
    ["stays due if it fails again", unreached, busy, ["note unavailable"], { newMessage: "due" }],
    ["is not sent if it is still being delivered", word, null, [], { newMessage: "due" }],
    [
      "is not sent if it may have arrived already",
      { ...unreached, newMessage: "begun" },
      null,
      [],
      { newMessage: "begun" },
    ],
    ["is not sent if only its notification is missing", aPosting(notStarted), null, [], { status: "posting" }],
  ] satisfies [string, Announcing | Posting, ChatRefusal | null, string[], object][])(
    "%s with the owner's next command",
    async ([, announcing, refusal, deliveries, state]) => {
      const { chat, deps, counted, jobOf } = await aDueFinalMessage(announcing);
      if (refusal) chat.refuseNext([refusal], "sendPrivately");
      await notifyUnreached(deps(), anOwner(), chat.freshCard());
      expect(counted).toEqual(deliveries);
      expect((await jobOf()).state).toMatchObject(state);
    },
  );

  test("waits for another command if the process stalled after saving", async () => {
    const { chat, deps, stalledAt, jobOf } = await aDueFinalMessage(unreached);
    await notifyUnreached(deps(stalledAt.save), anOwner(), chat.freshCard());
    expect([chat.calls, (await jobOf()).state]).toMatchObject([[], { newMessage: "due" }]);
  });
});
