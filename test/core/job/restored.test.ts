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

describe("a job restored from a backup", () => {
  test.for<readonly [string, string, JobState, object]>([
    [
      "ends without a charge",
      "it was waiting for its turn",
      aWaiting({ for: "turn" }),
      { state: { outcome: notStarted } },
    ],
    ["ends without a charge", "it was accepted but not paid for", anAccepted(), { state: { outcome: notStarted } }],
    [
      "ends without a charge",
      "it was a batch whose card had not arrived",
      aGathering({ answer: "due" }),
      { state: { outcome: notStarted } },
    ],
    ["stays in its state", "it was a batch with a card", aGathering(), { state: aGathering() }],
    ["stays in its state", "its paid call was in progress", aSubmitting(), { state: aSubmitting() }],
    ["stays in its state", "it was running", aRunning(), { state: aRunning() }],
    [
      "stays in its state",
      "its final message was not sent before the backup",
      anAnnouncing(aSucceeded()),
      { state: anAnnouncing(aSucceeded()) },
    ],
    [
      "treats its notification as possibly sent",
      "the notification was due before the card's edit",
      aPosting(aSucceeded(), { isCardDue: true }),
      { state: { status: "posting", triedAt: LONG_AGO } },
    ],
  ])("is marked “card unread” and %s if %s", ([, , state, shows]) => {
    const job = restored(aJob({ state }));
    expect(job).toMatchObject({ ...shows, restored: "unread" });
    expect(isUnread(job)).toBe(true);
    expect(restored(job)).toEqual(job);
  });

  test.for<readonly [string, JobState]>([
    ["was attaching its file", anAttaching()],
    ["was storing its video", aKeeping()],
    ["was repeating its final message", anAnnouncing(aSucceeded(), { newMessage: "done" })],
  ])("is closed without another message if the job %s when the backup was made", ([, state]) => {
    const { state: after, restored: how } = restored(aJob({ state, video: "due", keep: "due" }));
    expect([after, how]).toEqual([
      { status: "closed", outcome: aSucceeded(), isNotified: true, closedAt: NOW },
      "ended",
    ]);
  });

  test("treats its notification as possibly sent if the backup was made before the notification", () => {
    const job = restored(aJob({ state: aPosting(aSucceeded()), video: "due", keep: "due" }));
    expect(job).toMatchObject({ restored: "ended", state: { status: "posting", triedAt: LONG_AGO, notBefore: NOW } });
    const told = advance(job, { kind: "notified", at: [] }, NOW);
    expect(told).toMatchObject({ notification: [], state: { status: "closed", isNotified: true } });
    expect(advance(job, { kind: "notified", at: "lost" }, NOW).state.status).toBe("closed");
  });

  test("is polled at once if it was running", () => {
    expect(restored(aJob({ state: aRunning(), dueAt: NOW + 9_000 }))).toMatchObject({ dueAt: NOW });
  });

  test("is not marked “card unread” if the job is a video of a batch", () => {
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

  test("closes without storing its video if its card cannot be read", () => {
    const state = anAnnouncing(aSucceeded(), { newMessage: "begun", begunAt: 1 });
    const job = advance({ ...aJob({ state, restored: "hidden" }), keep: "due" }, { kind: "notified", at: "lost" }, NOW);
    expect(job.state.status).toBe("closed");
  });

  test("stays unchanged if it was already closed", () => {
    const job = aJob({ state: aClosed(aSucceeded()) });
    expect(restored(job)).toBe(job);
  });
});

describe("the card of a job restored from a backup", () => {
  const running = (how: Restored = "unread") => aJob({ state: aRunning(), restored: how });
  const ended = (how: Restored = "unread") => aJob({ state: anAnnouncing(aSucceeded()), restored: how });
  const without = ({ restored: _, ...job }: Job) => job;

  type Shows = "end" | "gone" | "no_end" | "unreadable";
  test.for<readonly [string, Restored, Shows, Restored | undefined]>([
    ["is never edited again if it shows an outcome", "unread", "end", "ended"],
    ["is never edited again if it was deleted", "unread", "gone", "ended"],
    ["is treated like any other card if it shows no outcome", "unread", "no_end", undefined],
    ["is marked as unreadable if it cannot be read", "unread", "unreadable", "hidden"],
    ["is never edited again if it shows an outcome, even while the task runs", "running", "end", "ended"],
    ["is treated like any other card if it is found deleted while the task runs", "running", "gone", undefined],
    ["is treated like any other card if it shows no outcome while the task runs", "running", "no_end", undefined],
    ["is treated like any other card if it cannot be read while the task runs", "running", "unreadable", undefined],
    ["is never edited again if it showed an outcome when it was first read", "ended", "no_end", "ended"],
    ["stays marked as unreadable if it could not be read the first time", "hidden", "end", "hidden"],
  ])("%s", ([, before, shows, after]) => {
    const job = read(running(before), shows);
    expect([job.restored, without(job)]).toEqual([after, without(running())]);
  });

  test("gets no final message if the card already shows an outcome or was deleted", () => {
    for (const shows of ["end", "gone"] as const)
      expect(read(ended(), shows).state).toMatchObject({ status: "closed", outcome: aSucceeded(), isNotified: true });
    expect(read(ended(), "no_end")).toEqual(without(ended()));
  });

  test("stays unread after a poll has found the task running", () => {
    const polled = advance(running(), { kind: "polled", task: { status: "running", percent: 3 } }, NOW);
    expect([polled.restored, isUnread(polled)]).toEqual(["running", true]);
    const again = advance(running("ended"), { kind: "polled", task: { status: "running", percent: 3 } }, NOW);
    expect(again.restored).toBe("ended");
  });

  test("is not edited when the task ends if the card already shows an outcome", () => {
    const task = { status: "succeeded", videoUrl: "https://cdn.example.com/v.mp4" } as const;
    const job = advance({ ...running("ended"), video: "due", keep: "due" }, { kind: "polled", task }, NOW);
    expect(outcomeOf(job)?.kind).toBe("succeeded");
    expect(job.state).toMatchObject({ status: "closed", isNotified: true });
  });

  test("is no longer marked as unreadable after a new message has replaced the card", () => {
    const announced = { kind: "announced", reply: aJob().reply, nonce: "n", called: "everybody" } as const;
    expect(advance(ended("hidden"), announced, NOW).restored).toBeUndefined();
  });

  test("is treated like any other card if it was moved to another channel while the task was running", () => {
    const reply = { ...aJob().reply, channelId: "another" };
    expect(advance(running(), { kind: "card_moved", reply }, NOW)).toEqual({ ...without(running()), reply });
    for (const state of [anAnnouncing(aSucceeded()), aSubmitting()]) {
      const job = aJob({ state, restored: "unread" });
      expect(advance(job, { kind: "card_moved", reply }, NOW)).toBe(job);
    }
  });
});

test.for<readonly [string, string, JobState]>([
  ["may have lost", "a job that the restore prevented from starting", anAnnouncing(notStarted)],
  ["may have lost", "a job whose paid call was in progress", aSubmitting()],
  ["may have lost", "a job that has neither a task id nor a known outcome", anAnnouncing(anUnknown())],
  [
    "cannot have lost",
    "a job that has a task id but an unknown outcome",
    anAnnouncing(anUnknown({ taskId: "task-1" })),
  ],
  ["cannot have lost", "a job that was too old to start", anAnnouncing(aNotStarted("too_old"))],
  ["cannot have lost", "a job that succeeded", anAnnouncing(aSucceeded())],
  ["cannot have lost", "a running job", aRunning()],
])("a restore from a backup %s the outcome of %s", ([verb, , state]) => {
  expect(isLostByRestore(aJob({ state }))).toBe(verb === "may have lost");
});
