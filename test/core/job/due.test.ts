import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { advance } from "../../../src/core/job/advance.ts";
import { dueAt, dueNow, isFromAhead, paced } from "../../../src/core/job/due.ts";
import type { Job, JobState } from "../../../src/core/job/job.ts";
import {
  aClosedJob,
  aGathering,
  aJob,
  aKeeping,
  anAccepted,
  anAnnouncing,
  anAttaching,
  aPosting,
  aRunning,
  aSubmitting,
  aWaiting,
  TEST_START,
} from "../../fakes/jobs.ts";
import { succeeded } from "../../messages/every-job.ts";

const pace = { pollMinMs: 2_000 };

describe("dueAt", () => {
  test("is a whole millisecond, whatever the age and the chance", () => {
    fc.assert(
      fc.property(fc.nat(4_000_000), fc.nat(9), fc.double({ min: 0, max: 1, noNaN: true }), (age, misses, fraction) => {
        const missing = misses > 0 ? "no_answer" : null;
        const state = aRunning({ misses, missing, notBefore: TEST_START + fraction });
        expect(dueAt(aJob({ state }), TEST_START + age, { pollMinMs: 20 }, fraction)).toSatisfy(Number.isInteger);
      }),
    );
  });

  const now = TEST_START + 100_000;
  const notBefore = now + 5_000;

  test.for([
    ["accepted and waiting", aJob({ state: anAccepted({ notBefore }) }), notBefore],
    ["submitting", aJob({ state: aSubmitting({ since: now }) }), now],
    ["running", aJob({ state: aRunning({ trace: [[100_000, 30]] }) }), now + 8_000],
    ["running for two minutes, and never polled", aJob({ state: aRunning({ since: now - 120_000 }) }), now + 3_500],
    [
      "running since the clock was set back",
      aJob({ state: aRunning({ since: now + 9_000, notBefore: now }) }),
      now + 2_000,
    ],
    ["running, told to wait", aJob({ state: aRunning({ notBefore: now + 60_000 }) }), now + 60_000],
    ["running, one miss", aJob({ state: aRunning({ misses: 1 }) }), now + 3_500],
    ["running, many misses", aJob({ state: aRunning({ misses: 20 }) }), now + 30_000],
    ["running without a key", aJob({ state: aRunning({ waitingFor: "key", misses: 5 }) }), now + 60_000],
    ["running, overdue", aJob({ state: aRunning(), deadlineAt: now }), now + 60_000],
    ["running, overdue by almost two hours", aJob({ state: aRunning(), deadlineAt: now - 7_199_000 }), now + 60_000],
    ["running, overdue by two hours", aJob({ state: aRunning(), deadlineAt: now - 7_200_000 }), now + 300_000],
    ["closed", aClosedJob(), null],
  ] as const)("of a job that is %s", ([, job, at]) => {
    expect(dueAt(job, now, pace, 1)).toBe(at);
  });
});

const failed = { kind: "failed", taskId: "t", refunded: 95, creditsAreExact: true } as const;
const MINUTE = 60_000;
const DAY = 86_400_000;

test.for([
  ["that was accepted", aJob().state, 10 * MINUTE],
  ["whose final word has a way", anAnnouncing(failed), 10 * MINUTE],
  ["whose final word has no way", anAnnouncing(failed, { noWaySince: TEST_START }), DAY],
  ["that waits", aWaiting(), DAY],
] as const)(
  "a job %s waits so long at most: what is further ahead was saved before the clock was set back",
  ([, state, mostMs]) => {
    const job = aJob({ state });
    const dueIn = (waitMs: number) => dueNow({ ...job, dueAt: TEST_START + waitMs }, TEST_START) - TEST_START;
    expect([dueIn(mostMs), dueIn(mostMs + 1)]).toEqual([mostMs, 0]);
  },
);

test("a closed job is due at no time, and now if it is asked for", () => {
  const closed = aClosedJob({ dueAt: TEST_START });
  expect(paced(closed, TEST_START, pace, 0)).toEqual({ ...closed, dueAt: null });
  expect(dueNow(aClosedJob(), TEST_START)).toBe(TEST_START);
});

test("what is saved says when the job is due, by which clock, and when its task should end", () => {
  const trace = [[50_000, 50]] as const;
  const now = TEST_START + 50_000;
  const seen = aRunning({ trace, percent: 50, lastRunningAt: now });
  const after = paced(aJob({ state: seen }), now, pace, 0);
  expect(after).toMatchObject({ dueAt: now + 8_000, pacedAt: now, state: { ...seen, endsAt: expect.any(Number) } });
  const accepted = aJob({ acceptedAt: now + 1_000, dueAt: 0 });
  expect(paced(accepted, now, pace, 0)).toEqual({ ...accepted, dueAt: now + 1_000, pacedAt: now });
  expect(paced(aJob({ state: aRunning() }), now, pace, 0).state).toEqual(aRunning());
});

const HOUR = 3_600_000;
/** The clock was an hour ahead when the job was saved last. */
const now = TEST_START;
const ahead = TEST_START + HOUR;

const after = (state: JobState, over: Partial<Job> = {}): Job =>
  advance(aJob({ state, pacedAt: ahead, acceptedAt: now - MINUTE, ...over }), { kind: "clock_set_back" }, now);

test("a running job is due now, keeps its age, and no time of it is ahead", () => {
  const state = aRunning({ since: ahead - 5 * MINUTE, lastRunningAt: ahead, missingSince: ahead });
  const job = after(state, { acceptedAt: ahead - 6 * MINUTE, deadlineAt: ahead + 54 * MINUTE });
  // The clock may be wrong now, and have been right: the deadline stays.
  expect(job).toMatchObject({ dueAt: now, acceptedAt: ahead - 6 * MINUTE, deadlineAt: ahead + 54 * MINUTE });
  expect(job.state).toMatchObject({ since: now - 5 * MINUTE, lastRunningAt: now, missingSince: now, notBefore: now });
});

test("a task that began before the clock was ahead keeps its beginning and its deadline", () => {
  const job = after(aRunning({ since: now - MINUTE, lastRunningAt: ahead }), { deadlineAt: now + 59 * MINUTE });
  expect(job.deadlineAt).toBe(now + 59 * MINUTE);
  expect(job.state).toMatchObject({ since: now - MINUTE, lastRunningAt: now });
});

test("a notification that was tried under the clock that was ahead is no repetition within its nonce's time", () => {
  const { state } = after(aPosting(failed, { settledAt: ahead, triedAt: ahead, notBefore: ahead }));
  expect(state).toMatchObject({ settledAt: now, notBefore: now + 30_000 });
  expect(state.status === "posting" && now - (state.triedAt ?? now)).toBeGreaterThanOrEqual(120_000);
});

test("a clock that was ahead makes no link last longer", () => {
  const end = { ...succeeded, expiresAt: ahead + 2 * HOUR };
  const { state } = after({ ...anAnnouncing(end), settledAt: ahead, noWaySince: ahead });
  expect(state).toMatchObject({ outcome: { expiresAt: now + 2 * HOUR }, settledAt: now, noWaySince: now });
});

test("a job whose answer is due waits for the platform as before, and a closed one stays as it is", () => {
  const job = aJob({ state: anAccepted({ answer: "due", notBefore: ahead }), pacedAt: ahead });
  expect(advance(job, { kind: "clock_set_back" }, now)).toBe(job);
  const closed = { ...aClosedJob(), pacedAt: ahead };
  expect(advance(closed, { kind: "clock_set_back" }, now)).toBe(closed);
});

test("whatever was ahead, the job is no more so, and due", () => {
  const time = fc.integer({ min: now - HOUR, max: ahead });
  const states = fc.oneof(
    fc.record({ since: time, lastRunningAt: time, notBefore: time }).map((over) => aRunning(over)),
    fc.record({ settledAt: time, triedAt: fc.option(time), notBefore: time }).map((over) => aPosting(failed, over)),
    fc.record({ settledAt: time, begunAt: time }).map((over) => ({ ...anAnnouncing(failed), ...over })),
    time.map((since) => aSubmitting({ since })),
    time.map((triedAt) => anAccepted({ answer: "unclear", triedAt, notBefore: ahead })),
  );
  fc.assert(
    fc.property(states, time, (state, pacedAt) => {
      const before = aJob({ state, pacedAt, acceptedAt: now - HOUR });
      const job = advance(before, { kind: "clock_set_back" }, now);
      expect(isFromAhead(job, now)).toBe(false);
      if (isFromAhead(before, now)) expect(job.dueAt).toBe(now);
      else expect(job).toBe(before);
    }),
  );
});

const attaching = { outcome: failed, settledAt: now, since: now - MINUTE, triedAt: null } as const;
const unclear = (at: number) => ({ answer: "unclear", triedAt: at, notBefore: at }) as const;
const noEnd = { ...succeeded, expiresAt: null };

test.for<[what: string, state: (at: number) => JobState]>([
  ["submitting", (at) => aSubmitting({ since: at })],
  ["waiting", (at) => aWaiting({ for: "turn", until: at + MINUTE, ...unclear(at) })],
  ["a card that was not tried", (at) => aGathering({ notBefore: at })],
  ["running without a miss", (at) => aRunning({ since: now, lastRunningAt: at })],
  ["running since a moment ahead", (at) => aRunning({ since: at - MINUTE, lastRunningAt: at, notBefore: at })],
  ["announcing", (at) => anAnnouncing(failed, { settledAt: at, begunAt: at, notBefore: at })],
  ["announcing a link that nobody says the end of", (at) => anAnnouncing(noEnd, { settledAt: at, notBefore: at })],
  ["posting, not tried", (at) => aPosting(failed, { settledAt: at, notBefore: at })],
  ["keeping", (at) => aKeeping({ outcome: failed, settledAt: at, since: at, notBefore: at })],
  ["attaching, not tried", (at) => anAttaching({ ...attaching, notBefore: at })],
])("no time of a job is ahead any more: %s", ([, state]) => {
  const job = after(state(ahead));
  expect(job).toEqual({ ...aJob({ acceptedAt: now - MINUTE }), state: state(now), dueAt: now, pacedAt: now });
});

test("a job that has begun begins again no later than now, and a batch was accepted no later", () => {
  const accepted = anAccepted(unclear(ahead));
  const begun = after(accepted, { acceptedAt: now - HOUR, beganAt: ahead });
  expect(begun).toMatchObject({ acceptedAt: now - HOUR, beganAt: now, state: unclear(now) });
  expect(after(accepted)).not.toHaveProperty("beganAt");
  expect(after(aGathering(unclear(ahead)), { acceptedAt: ahead }).acceptedAt).toBe(now);
});

test.for<[JobState, boolean]>([
  [aSubmitting({ since: now + 6_000 }), true],
  [aSubmitting({ since: now + 5_000 }), false],
  [aRunning({ since: now + 6_000 }), true],
  [aRunning({ lastRunningAt: now, missingSince: ahead }), false],
  [aPosting(failed, { settledAt: now + 6_000 }), true],
  [aGathering({ answer: "unclear", triedAt: now + 6_000 }), true],
  [aGathering({ answer: "unclear", notBefore: ahead }), false],
  [aGathering({ answer: "due", triedAt: ahead }), false],
])("a job is from ahead if something happened to it then: %#", ([state, isIt]) => {
  expect(isFromAhead(aJob({ state }), now)).toBe(isIt);
});
