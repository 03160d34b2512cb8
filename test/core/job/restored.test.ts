import { describe, expect, test } from "vitest";
import { advance } from "../../../src/core/job/advance.ts";
import { type Job, type JobState, outcomeOf, type Restored } from "../../../src/core/job/job.ts";
import { isLostByRestore, isUnread } from "../../../src/core/job/restored.ts";
import {
  aClosed,
  aGathering,
  aJob,
  aJobId,
  aKeeping,
  aNotStarted,
  anAccepted,
  anAnnouncing,
  anAttaching,
  anUnknown,
  aPosting,
  aRunning,
  aSubmitting,
  aSucceeded,
  aWaiting,
  TEST_START,
} from "../../fakes/jobs.ts";

const NOW = TEST_START + 60_000;
const LONG_AGO = NOW - 600_000;
const notStarted = aNotStarted("restored");

const restored = (job: Job) => advance(job, { kind: "restored" }, NOW);
const read = (job: Job, shows: "end" | "gone" | "no_end" | "unreadable") =>
  advance(job, { kind: "card_read", shows }, NOW);

describe("a restored job", () => {
  test.for<readonly [string, JobState, object]>([
    ["that waits is closed without a charge", aWaiting({ for: "turn" }), { state: { outcome: notStarted } }],
    ["that is accepted is closed without a charge", anAccepted(), { state: { outcome: notStarted } }],
    [
      "that is a batch without a known card is closed without a charge",
      aGathering({ answer: "due" }),
      { state: { outcome: notStarted } },
    ],
    ["that is a batch continues", aGathering(), { state: aGathering() }],
    ["that is submitting stays submitting", aSubmitting(), { state: aSubmitting() }],
    ["that runs continues", aRunning(), { state: aRunning() }],
    [
      "that is about to show its final message waits",
      anAnnouncing(aSucceeded()),
      { state: anAnnouncing(aSucceeded()) },
    ],
    [
      "whose notification was sent first waits with its final message",
      aPosting(aSucceeded(), { isCardDue: true }),
      { state: { status: "posting", triedAt: LONG_AGO } },
    ],
  ])("%s, and its card has to be read", ([, state, shows]) => {
    const job = restored(aJob({ state }));
    expect(job).toMatchObject({ ...shows, restored: "unread" });
    expect(isUnread(job)).toBe(true);
    expect(restored(job)).toEqual(job);
  });

  test.for<readonly [string, JobState]>([
    ["is attaching its file", anAttaching()],
    ["is storing its film", aKeeping()],
    ["is repeating its final message", anAnnouncing(aSucceeded(), { newMessage: "done" })],
  ])("that %s has shown its final message before the backup, and is closed", ([, state]) => {
    const { state: after, restored: how } = restored(aJob({ state, video: "due", keep: "due" }));
    expect([after, how]).toEqual([
      { status: "closed", outcome: aSucceeded(), isNotified: true, closedAt: NOW },
      "ended",
    ]);
  });

  test("whose notification was due searches for the notification, and the card is not edited again", () => {
    const job = restored(aJob({ state: aPosting(aSucceeded()), video: "due", keep: "due" }));
    expect(job).toMatchObject({ restored: "ended", state: { status: "posting", triedAt: LONG_AGO, notBefore: NOW } });
    const told = advance(job, { kind: "notified", at: [] }, NOW);
    expect(told).toMatchObject({ notification: [], state: { status: "closed", isNotified: true } });
    expect(advance(job, { kind: "notified", at: "lost" }, NOW).state.status).toBe("closed");
  });

  test("that runs is polled at once, because the service knows more than the card", () => {
    expect(restored(aJob({ state: aRunning(), dueAt: NOW + 9_000 }))).toMatchObject({ dueAt: NOW });
  });

  test("that is part of a batch has no card to be read", () => {
    const partOf = { job: aJobId(9), nth: 1 };
    for (const state of [aRunning(), anAttaching(), aSubmitting()]) {
      const job = restored(aJob({ state, partOf }));
      expect([job.state, job.restored]).toEqual([state, undefined]);
    }
    expect(restored(aJob({ state: aWaiting(), partOf })).state).toMatchObject({
      status: "closed",
      outcome: notStarted,
    });
  });

  test("that is closed stays unchanged", () => {
    const job = aJob({ state: aClosed(aSucceeded()) });
    expect(restored(job)).toBe(job);
  });
});

describe("the card of a restored job", () => {
  const running = (how: Restored = "unread") => aJob({ state: aRunning(), restored: how });
  const ended = (how: Restored = "unread") => aJob({ state: anAnnouncing(aSucceeded()), restored: how });
  const without = ({ restored: _, ...job }: Job) => job;

  test.for<readonly [Restored, "end" | "gone" | "no_end" | "unreadable", Restored | undefined]>([
    ["unread", "end", "ended"],
    ["unread", "gone", "ended"],
    ["unread", "no_end", undefined],
    ["unread", "unreadable", "hidden"],
    ["running", "end", "ended"],
    ["running", "gone", undefined],
    ["running", "no_end", undefined],
    ["running", "unreadable", undefined],
    ["ended", "no_end", "ended"],
    ["hidden", "end", "hidden"],
  ])("goes from the state $0 to $2 if the card shows $1 (undefined: the card is known)", ([before, shows, after]) => {
    const job = read(running(before), shows);
    expect([job.restored, without(job)]).toEqual([after, without(running())]);
  });

  test("closes a job that has ended, if the card shows an end or was deleted", () => {
    for (const shows of ["end", "gone"] as const)
      expect(read(ended(), shows).state).toMatchObject({ status: "closed", outcome: aSucceeded(), isNotified: true });
    expect(read(ended(), "no_end")).toEqual(without(ended()));
  });

  test("is read even if a poll finds the task running, because it may show an end", () => {
    const polled = advance(running(), { kind: "polled", task: { status: "running", percent: 3 } }, NOW);
    expect([polled.restored, isUnread(polled)]).toEqual(["running", true]);
    const again = advance(running("ended"), { kind: "polled", task: { status: "running", percent: 3 } }, NOW);
    expect(again.restored).toBe("ended");
  });

  test("that already shows an outcome is not changed when the task ends, and nobody is notified", () => {
    const task = { status: "succeeded", videoUrl: "https://cdn.example.com/v.mp4" } as const;
    const job = advance({ ...running("ended"), video: "due", keep: "due" }, { kind: "polled", task }, NOW);
    expect(outcomeOf(job)?.kind).toBe("succeeded");
    expect(job.state).toMatchObject({ status: "closed", isNotified: true });
  });

  test("that cannot be read is replaced by a new message, which counts as a known card", () => {
    const announced = { kind: "announced", reply: aJob().reply, nonce: "n", called: "everybody" } as const;
    expect(advance(ended("hidden"), announced, NOW).restored).toBeUndefined();
  });

  test("that cannot be read, with a new message that may have arrived, shows no link to a kept film", () => {
    const state = anAnnouncing(aSucceeded(), { newMessage: "begun", begunAt: 1 });
    const job = advance({ ...aJob({ state, restored: "hidden" }), keep: "due" }, { kind: "notified", at: "lost" }, NOW);
    expect(job.state.status).toBe("closed");
  });

  test("is known again once the job has moved to another card", () => {
    const reply = { ...aJob().reply, channelId: "another" };
    expect(advance(running(), { kind: "card_moved", reply }, NOW)).toEqual({ ...without(running()), reply });
    for (const state of [anAnnouncing(aSucceeded()), aSubmitting()]) {
      const job = aJob({ state, restored: "unread" });
      expect(advance(job, { kind: "card_moved", reply }, NOW)).toBe(job);
    }
  });
});

test.for<readonly [string, string, JobState]>([
  ["may have lost", "a job not started because of the restore", anAnnouncing(notStarted)],
  ["may have lost", "a job whose paid call was in progress", aSubmitting()],
  ["may have lost", "a job with an unknown task", anAnnouncing(anUnknown())],
  ["has not lost", "a job with a known task but an unknown outcome", anAnnouncing(anUnknown({ taskId: "task-1" }))],
  ["has not lost", "a job that was too old to start", anAnnouncing(aNotStarted("too_old"))],
  ["has not lost", "a job that succeeded", anAnnouncing(aSucceeded())],
  ["has not lost", "a running job", aRunning()],
])("a restore %s the outcome of %s", ([verb, , state]) => {
  expect(isLostByRestore(aJob({ state }))).toBe(verb === "may have lost");
});
