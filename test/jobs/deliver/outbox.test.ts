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

test("the notification is sent before the card's final edit if the rate limit delays the edit by a minute", async () => {
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

async function aDueFinalMessage(state: Announcing | Posting, over: Partial<Job> = {}) {
  const jobWorld = await aJobToStep({ state, ...over });
  return {
    ...jobWorld,
    go: (others?: Partial<JobDeps>) =>
      jobWorld.step((deps, stored) => {
        const { state } = stored.job;
        return state.status === "posting" ? post(deps, stored, state) : announce(deps, stored, state as Announcing);
      }, others),
    /** The time until the job's next attempt. */
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
    ["is counted in the metrics if it succeeds", null, null, ["final ok"], 0],
    ["is retried after the platform's rate limit of 5 s", limited, null, ["final rate_limited"], 5_000],
    ["is retried after 750 ms if the platform is unavailable", busy, null, ["final unavailable"], 750],
    [
      "is retried after a minute if only the card's workspace refuses the edit",
      { ...busy, isElsewhere: true },
      null,
      ["final unavailable"],
      60_000,
    ],
    ["is retried after 700 ms if the bot's own rate limit requires a wait of 700 ms", unsent, 700, [], 0],
  ] satisfies [string, ChatRefusal | null, number | null, string[], number][])(
    "%s",
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
    ["marks", "the response is lost and a video file follows", true, timedOut],
    ["does not mark", "the response is lost and no video file follows", false, timedOut],
    ["does not mark", "the platform is unavailable", true, busy],
    ["does not mark", "the rate limit is reached", true, limited],
  ] as const)("%s the card as possibly edited if %s", async ([verb, , isFileDue, refusal]) => {
    const isCardInDoubt = verb === "marks";
    const { go, chat, jobOf } = await aDueFinalMessage(beforeFile, isFileDue ? { video: "due" } : {});
    chat.refuseNext([refusal], "show");
    await go();
    expect(await jobOf()).toMatchObject({ isCardInDoubt, state: { status: "announcing" } });
  });

  test("waits as long as the bot's own rate limit requires", async () => {
    const { go, turns, asked, chat } = await aDueFinalMessage(word);
    turns.push(3_000);
    expect([await go(), asked, chat.calls]).toEqual([3_000, ["edit"], []]);
  });

  test("comes after the notification if the notification can be sent sooner", async () => {
    const { go, turns, asked, chat, jobOf } = await aDueFinalMessage(word);
    turns.push(Number.POSITIVE_INFINITY);
    chat.bucketOf = (_reply, what) => ({ name: what, burst: 1, everyMs: 1, isOfEditsAlone: true });
    expect([await go(), asked, chat.calls]).toEqual([null, ["edit within 2000"], []]);
    expect((await jobOf()).state).toMatchObject({ status: "posting", isCardDue: true });
  });

  test("comes before the notification if the job was restored from a backup", async () => {
    const { go, turns, asked, chat } = await aDueFinalMessage(word, { restored: "unread" });
    turns.push(9_000);
    chat.bucketOf = (_reply, what) => ({ name: what, burst: 1, everyMs: 1, isOfEditsAlone: true });
    expect([await go(), asked, chat.calls]).toEqual([9_000, ["edit"], []]);
  });

  test("is not made by a process that stalled while reading the card's data", async () => {
    const { go, chat, stalledAt } = await aDueFinalMessage(beforeFile);
    expect([await go(stalledAt.load), chat.calls]).toEqual([0, []]);
  });

  test.for([
    ["closes the job", "the card was deleted", "card_gone", reached],
    [
      "is retried after ten minutes",
      "the card cannot be reached",
      "unreachable",
      { status: "announcing", newMessage: "begun" },
    ],
  ] as const)("%s if %s (a new message may have been sent)", async ([, , kind, state]) => {
    const { go, chat, jobOf, waitsMs } = await aDueFinalMessage(
      anAnnouncing(notStarted, { newMessage: "begun", begunAt: 1 }),
    );
    chat.show = async () => refuse(kind === "card_gone" ? { kind } : { kind, detail: "" });
    await go();
    expect((await jobOf()).state).toMatchObject(state);
    if (kind === "unreachable") expect(await waitsMs()).toBeGreaterThanOrEqual(600_000);
  });

  test("is not made if the card's data cannot be read", async () => {
    const { go, chat, jobs, jobOf } = await aDueFinalMessage(beforeFile);
    chat.loseCards();
    const load: typeof jobs.load = (id) => (id === aJobId() ? jobs.load(id) : Promise.reject(new Error("away")));
    await expect(go({ jobs: { ...jobs, load } })).rejects.toThrow("away");
    expect((await jobOf()).state).toMatchObject({ newMessage: "due" });
  });

  test("closes the job without another notification if the card turns out to be deleted when the edit is repeated", async () => {
    const { go, chat, jobOf } = await aDueFinalMessage(anAnnouncing(aSucceeded(), { newMessage: "done" }), {
      notify: ["7"],
    });
    chat.loseCards();
    await go();
    expect([chat.seen, (await jobOf()).state]).toMatchObject([[], reached]);
  });

  test("is followed by a notification that does not mention the owner if a private message may have reached the owner", async () => {
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

const here = aSlackReply();
test.for<readonly [string, Awaited<ReturnType<Chat["find"]>> | null, object, number]>([
  [
    "becomes the job's card if a search finds the message",
    ok(here),
    { reply: here, state: { newMessage: "begun" } },
    0,
  ],
  ["is not sent again if the search finds only the deleted card", null, { state: reached }, 0],
  ["is not sent again if the bot cannot search", ok("unreadable"), { state: reached }, 0],
  ["is sent again if a search does not find the message", ok("not_there"), { state: { newMessage: "due" } }, 750],
  [
    "is searched for again after the search's rate limit of 5 s",
    refuse(limited),
    { state: { newMessage: "begun" } },
    5_000,
  ],
])("a new message whose delivery is uncertain %s", async ([, search, saved, waitMs]) => {
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

describe("the possible duplicate of a first card", () => {
  const elsewhere = aSlackReply();
  const lost = { lostCardAt: 7 };
  const found = ok(elsewhere);

  test.for<readonly [string, Awaited<ReturnType<Chat["find"]>>, ChatRefusal | null, readonly object[], number?]>([
    ["is deleted if the search finds the duplicate", found, null, [elsewhere]],
    ["is not searched for again if the search does not find the duplicate", ok("not_there"), null, []],
    ["is not searched for again if the bot cannot search", ok("unreadable"), null, []],
    ["is searched for later if the search is rate limited", refuse(limited), null, [], 5_000],
    ["is deleted later if the deletion is rate limited", found, limited, [elsewhere], 5_000],
  ])("%s (the job's card shows the final message)", async ([, search, refusal, removed, laterMs]) => {
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
    [
      "gets the final message if the search finds the duplicate",
      found,
      0,
      { reply: elsewhere, state: { newMessage: "due" } },
      0,
    ],
    ["does not prevent a new message if the search does not find the duplicate", ok("not_there"), 1, {}, 0],
    ["does not prevent a new message if the bot cannot search", ok("unreadable"), 1, {}, 0],
    [
      "is searched for later if the search is rate limited",
      refuse(limited),
      0,
      { state: { newMessage: "due" } },
      5_000,
    ],
  ])("%s (the job's card was deleted)", async ([, search, messages, saved, waitMs]) => {
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

describe("the final message of a job that was restored from a backup and has an unreadable card", () => {
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

  test("is posted as a new message without deleting the old card", async () => {
    const { go, places, asked, chat } = await aHiddenWord(word);
    await go();
    expect([places, asked, chat.seen.length]).toEqual([["new"], ["new_message"], 2]);
  });

  test("is not posted again if a search finds an earlier post", async () => {
    const { go, places, chat, jobOf } = await aHiddenWord(begun);
    chat.find = async () => ok("elsewhere");
    await go();
    expect([places, (await jobOf()).state]).toMatchObject([[], reached]);
  });
});

const expired: Outcome = aSucceeded({ expiresAt: TEST_START });
test.for<readonly [string, Outcome, Partial<Announcing>, number]>([
  ["with an expired video link is not shown before a new link is requested", expired, {}, 1],
  [
    "with an expired video link is shown at once if a new link was already requested",
    expired,
    { isLinkAsked: true },
    0,
  ],
  ["without a video link is shown at once", aSucceeded({ videoUrl: null }), {}, 0],
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
  ["a final message whose earlier delivery failed", anAnnouncing(notStarted, { noWaySince: 1 })],
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
    ["mentions the owner and everyone who pressed “Notify me too”", { notify: ["7"] }, ["200000000000000001", "7"]],
    ["mentions the owner even if the owner turned notifications off", { isSilent: true }, ["200000000000000001"]],
  ])("%s", async ([, over, people]) => {
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

  test("is left to the job's next step if the process stalled while saving the job", async () => {
    const { go, chat, stalledAt, jobOf, waitsMs } = await aMovedWord();
    await go(stalledAt.save);
    expect([chat.calls.length, (await jobOf()).state]).toMatchObject([1, { newMessage: "due" }]);
    expect(await waitsMs()).toBe(750 - 6_000);
  });

  test("waits as long as the bot's own rate limit requires", async () => {
    const { go, turns, chat } = await aMovedWord();
    turns.push(0, 4_000);
    expect([await go(), chat.seen]).toEqual([4_000, []]);
  });

  test.for([
    ["is retried after the platform's rate limit of 5 s", limited, "due", 5_000],
    ["is retried after 750 ms if the platform is unavailable", busy, "due", 750],
    ["is recorded as possibly sent if the platform's response is lost", timedOut, "begun", null],
    ["mentions only the other people if the owner cannot be reached", none, "due", null],
  ] as const)("%s", async ([, refusal, newMessage, waitMs]) => {
    const { go, jobOf, waitsMs, chat, counted, log } = await aMovedWord(refusal);
    await go();
    expect((await jobOf()).state).toMatchObject({ status: "announcing", newMessage });
    if (waitMs !== null) expect(await waitsMs()).toBe(waitMs);
    // If the owner is unreachable, the others are notified once.
    const isLost = refusal.kind === "unreachable";
    expect(chat.seen.map(({ mentions }) => mentions)).toEqual(isLost ? [["7"]] : []);
    expect(counted.slice(1)).toEqual([`final ${refusal.kind}`, ...(isLost ? ["notification sent"] : [])]);
    expect((await jobOf()).notify).toEqual(isLost ? [] : ["7"]);
    const fields = { job: aJobId(), platform: "discord", detail: "closed" };
    const line = { level: "error", event: "no way to the person", fields };
    expect(log.lines.filter(({ level }) => level === "error")).toEqual(isLost ? [line] : []);
  });

  test("is not followed by a notification if the owner is the only recipient and cannot be reached", async () => {
    const { go, chat } = await aMovedWord(none, {});
    await go();
    expect(chat.calls.map(({ call }) => call)).toEqual(["show"]);
  });
});

describe("the notification about a video's outcome", () => {
  const due = aPosting(notStarted);
  test.for([
    ["closes the job as soon as the notification is sent", null, "notification sent", reached],
    [
      "is sent later if the platform's rate limit is reached",
      limited,
      "notification rate_limited",
      { status: "posting", triedAt: null },
    ],
    [
      "is recorded as possibly sent if the platform's response is lost",
      timedOut,
      "notification unavailable",
      { status: "posting", triedAt: TEST_START },
    ],
    ["is sent later if the bot's own rate limit is reached", unsent, null, { status: "posting", triedAt: null }],
    ["closes the job if nobody can be reached", none, "notification unreachable", { status: "closed" }],
  ] satisfies [string, ChatRefusal | null, string | null, object][])("%s", async ([, refusal, delivery, state]) => {
    const { go, chat, counted, asked, noted, jobOf } = await aDueFinalMessage(due);
    if (refusal) chat.refuseNext([refusal], "notify");
    expect(await go()).toBeNull();
    expect((await jobOf()).state).toMatchObject(state);
    expect([counted, asked]).toEqual([delivery === null ? [] : [delivery], ["new_message"]]);
    expect(noted).toEqual([[aJobId(), "new_message", refusal?.kind ?? null]]);
  });

  test("waits as long as the bot's own rate limit requires", async () => {
    const { go, chat, turns } = await aDueFinalMessage(due);
    turns.push(4_000);
    expect([await go(), chat.calls]).toEqual([4_000, []]);
  });

  test("stays recorded as possibly sent if an attempt with an unclear result is followed by a definite failure", async () => {
    const { go, chat, jobOf } = await aDueFinalMessage(aPosting(notStarted, { triedAt: TEST_START - 5_000 }));
    chat.refuseNext([busy], "notify");
    await go();
    expect((await jobOf()).state).toMatchObject({ status: "posting", triedAt: TEST_START - 5_000 });
  });

  test.for([
    ["first", null],
    ["second", TEST_START - 5_000],
  ] as const)(
    "is sent only by the job's next step if the process stalled while saving the job (%s attempt)",
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

  test("is recorded as lost if the notification's nonce is too old for a safe retry", async () => {
    const { go, jobOf } = await aDueFinalMessage(aPosting(notStarted, { triedAt: TEST_START - 120_000 }));
    await go();
    expect(await jobOf()).toMatchObject({ notification: "lost", state: { status: "closed" } });
  });

  test.for([
    ["is also", "the owner turned broadcasts on", {}, async () => true],
    ["is not", "the owner did not turn broadcasts on", {}, async () => false],
    ["is not", "the owner's settings cannot be read", {}, () => Promise.reject(new Error("away"))],
    ["is not", "the notification does not mention the owner", { isSilent: true, notify: ["7"] }, async () => true],
    ["is not", "the bot does not support broadcasts", {}, undefined],
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
    [
      "deletes the card when the refusal is sent",
      null,
      "private_message ok",
      ["sendPrivately", "remove"],
      { status: "closed" },
    ],
    [
      "is not sent again at once if the platform's response is lost",
      timedOut,
      "private_message unavailable",
      ["sendPrivately"],
      { newMessage: "begun" },
    ],
    [
      "is sent later if the platform's rate limit is reached",
      limited,
      "private_message rate_limited",
      ["sendPrivately"],
      dueIn(5_000),
    ],
    ["is sent later if the bot's own rate limit is reached", unsent, null, ["sendPrivately"], dueIn(700)],
    [
      "does not close the job if the owner cannot be reached",
      none,
      "private_message unreachable",
      ["sendPrivately"],
      { status: "announcing" },
    ],
  ] satisfies [string, ChatRefusal | null, string | null, string[], object][])(
    "%s",
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

  test("is sent only by the job's next step if the process stalled while saving the job", async () => {
    const { go, chat, stalledAt, jobOf } = await aDueFinalMessage(refused);
    await go(stalledAt.save);
    expect([chat.calls, (await jobOf()).state]).toMatchObject([[], { newMessage: "due" }]);
    await go();
    expect(chat.calls.map(({ call }) => call)).toEqual(["sendPrivately", "remove"]);
  });

  test.for<readonly [string, Partial<Announcing>]>([
    ["is rescheduled after a rate limit if another process changed only the people to notify", {}],
    ["is not rescheduled after a rate limit if another process already rescheduled the refusal", { newMessage: "due" }],
    ["is not rescheduled after a rate limit if another process recorded a later attempt", { begunAt: 9 }],
    ["is not rescheduled after a rate limit if another process recorded more attempts", { attempts: 5 }],
  ])("%s", async ([, further]) => {
    const { go, chat, change, jobOf } = await aDueFinalMessage(refused);
    chat.sendPrivately = async () => {
      await change({ notify: ["7"], state: { ...((await jobOf()).state as Announcing), ...further } });
      return refuse(limited);
    };
    await go();
    const saved = { newMessage: "begun", notBefore: TEST_START, ...further };
    expect((await jobOf()).state).toMatchObject(Object.keys(further).length === 0 ? dueIn(5_000) : saved);
  });

  test("reveals no reason to the people who pressed “Notify me too”", async () => {
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

  test("is followed by an edit of the card if the card cannot be deleted", async () => {
    const { go, chat, turns } = await aDueFinalMessage(refused);
    turns.push(4_000);
    expect([await go(), chat.calls]).toEqual([4_000, []]);
    chat.refuseNext([busy], "remove");
    await go();
    await go();
    expect(chat.calls.map(({ call }) => call)).toEqual(["sendPrivately", "remove", "show"]);
  });
});

describe("an owner's next command after a failed delivery", () => {
  const unreached = anAnnouncing(notStarted, { noWaySince: TEST_START });
  test.for([
    ["delivers the undelivered final message", unreached, null, ["note ok"], reached],
    [
      "records the final message as possibly delivered if the platform's response is lost",
      unreached,
      timedOut,
      ["note unavailable"],
      { newMessage: "begun" },
    ],
    [
      "leaves the final message undelivered if the platform is unavailable",
      unreached,
      busy,
      ["note unavailable"],
      { newMessage: "due" },
    ],
    ["does not deliver a final message that is still being delivered normally", word, null, [], { newMessage: "due" }],
    [
      "does not deliver a final message that may have arrived already",
      { ...unreached, newMessage: "begun" },
      null,
      [],
      { newMessage: "begun" },
    ],
    [
      "does not deliver a final message if only the notification is missing",
      aPosting(notStarted),
      null,
      [],
      { status: "posting" },
    ],
  ] satisfies [string, Announcing | Posting, ChatRefusal | null, string[], object][])(
    "%s",
    async ([, announcing, refusal, deliveries, state]) => {
      const { chat, deps, counted, jobOf } = await aDueFinalMessage(announcing);
      if (refusal) chat.refuseNext([refusal], "sendPrivately");
      await notifyUnreached(deps(), anOwner(), chat.freshCard());
      expect(counted).toEqual(deliveries);
      expect((await jobOf()).state).toMatchObject(state);
    },
  );

  test("delivers nothing if the process stalled while saving the job", async () => {
    const { chat, deps, stalledAt, jobOf } = await aDueFinalMessage(unreached);
    await notifyUnreached(deps(stalledAt.save), anOwner(), chat.freshCard());
    expect([chat.calls, (await jobOf()).state]).toMatchObject([[], { newMessage: "due" }]);
  });
});
