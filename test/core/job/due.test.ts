import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { advance } from "../../../src/core/job/advance.ts";
import { dueAt, dueNow, isFromAhead, paced } from "../../../src/core/job/due.ts";
import type { Job, JobState } from "../../../src/core/job/job.ts";
import { aClosedJob, aJob, anAnnouncing, aPosting, aRunning, aWaiting, TEST_START } from "../../fakes/jobs.ts";
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
    [
      "accepted and waiting",
      aJob({ state: { status: "accepted", answer: "given", attempts: 1, waitingFor: null, notBefore } }),
      notBefore,
    ],
    ["submitting", aJob({ state: { status: "submitting", since: now, attempts: 1, answer: null } }), now],
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
  const due = { status: "accepted", answer: "due", attempts: 0, waitingFor: null, notBefore: ahead } as const;
  const job = aJob({ state: due, pacedAt: ahead });
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
    time.map((since): JobState => ({ status: "submitting", since, attempts: 1, answer: null })),
    time.map((triedAt): JobState => {
      const waits = { attempts: 0, waitingFor: null, notBefore: ahead } as const;
      return { status: "accepted", answer: "unclear", triedAt, ...waits };
    }),
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

const first = { answer: "unclear", triedAt: ahead, notBefore: ahead } as const;
const firstNow = { answer: "unclear", triedAt: now, notBefore: now } as const;
const attachment = { status: "attaching", outcome: failed, attempts: 1 } as const;

test.for<[what: string, state: JobState, back: JobState]>([
  [
    "submitting",
    { status: "submitting", since: ahead, attempts: 1, answer: null },
    { status: "submitting", since: now, attempts: 1, answer: null },
  ],
  [
    "waiting",
    { status: "waiting", for: "turn", until: ahead + MINUTE, ...first },
    { status: "waiting", for: "turn", until: now + MINUTE, ...firstNow },
  ],
  [
    "a card that was not tried",
    { status: "gathering", answer: "given", notBefore: ahead },
    { status: "gathering", answer: "given", notBefore: now },
  ],
  [
    "running without a miss",
    aRunning({ since: now, lastRunningAt: ahead }),
    aRunning({ since: now, lastRunningAt: now }),
  ],
  [
    "running since a moment ahead",
    aRunning({ since: ahead, lastRunningAt: ahead + MINUTE }),
    aRunning({ since: now - MINUTE, lastRunningAt: now, notBefore: now }),
  ],
  [
    "announcing",
    anAnnouncing(failed, { settledAt: ahead, begunAt: ahead, notBefore: ahead }),
    anAnnouncing(failed, { settledAt: now, begunAt: now, notBefore: now }),
  ],
  [
    "announcing a link that nobody says the end of",
    anAnnouncing({ ...succeeded, expiresAt: null }, { settledAt: ahead, notBefore: ahead }),
    anAnnouncing({ ...succeeded, expiresAt: null }, { settledAt: now, notBefore: now }),
  ],
  [
    "posting, not tried",
    aPosting(failed, { settledAt: ahead, notBefore: ahead }),
    aPosting(failed, { settledAt: now, notBefore: now }),
  ],
  [
    "keeping",
    { status: "keeping", outcome: failed, attempts: 1, settledAt: ahead, since: ahead, notBefore: ahead },
    { status: "keeping", outcome: failed, attempts: 1, settledAt: now, since: now, notBefore: now },
  ],
  [
    "attaching, not tried",
    { ...attachment, settledAt: now, since: now - MINUTE, triedAt: null, notBefore: ahead },
    { ...attachment, settledAt: now, since: now - MINUTE, triedAt: null, notBefore: now },
  ],
])("no time of a job is ahead any more: %s", ([, state, back]) => {
  const job = after(state, { acceptedAt: now - MINUTE });
  expect(job).toEqual({ ...aJob({ acceptedAt: now - MINUTE }), state: back, dueAt: now, pacedAt: now });
});

test("a job that has begun begins again no later than now, and a batch was accepted no later", () => {
  const accepted: JobState = { status: "accepted", attempts: 0, waitingFor: null, ...first };
  const begun = after(accepted, { acceptedAt: now - HOUR, beganAt: ahead });
  expect(begun).toMatchObject({ acceptedAt: now - HOUR, beganAt: now, state: firstNow });
  expect(after(accepted)).not.toHaveProperty("beganAt");
  expect(after({ status: "gathering", ...first }, { acceptedAt: ahead }).acceptedAt).toBe(now);
});

test.for<[JobState, boolean]>([
  [{ status: "submitting", since: now + 6_000, attempts: 1, answer: null }, true],
  [{ status: "submitting", since: now + 5_000, attempts: 1, answer: null }, false],
  [aRunning({ since: now + 6_000 }), true],
  [aRunning({ lastRunningAt: now, missingSince: ahead }), false],
  [aPosting(failed, { settledAt: now + 6_000 }), true],
  [{ status: "gathering", answer: "unclear", triedAt: now + 6_000, notBefore: now }, true],
  [{ status: "gathering", answer: "unclear", notBefore: ahead }, false],
  [{ status: "gathering", answer: "due", triedAt: ahead, notBefore: ahead }, false],
])("a job is from ahead if something happened to it then: %#", ([state, isIt]) => {
  expect(isFromAhead(aJob({ state }), now)).toBe(isIt);
});
