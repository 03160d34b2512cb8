import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dueAt } from "../../../src/core/job/due.ts";
import {
  firstMove,
  isBeforePaid,
  isOpen,
  isSettled,
  isTakenOff,
  type JobState,
  needsApproval,
  outcomeOf,
  silenceOf,
  TRACE_MAX,
  type Trace,
  takesPlace,
  traced,
  UnreadableJob,
  waitsForTurn,
} from "../../../src/core/job/job.ts";
import { runs } from "../../fakes/how-many.ts";
import {
  aClosedJob,
  aFailed,
  aGathering,
  aJob,
  anAnnouncing,
  aRunning,
  aSubmitting,
  aWaiting,
  TEST_START,
} from "../../fakes/jobs.ts";
import { anyLife, type Turn, turnsOf } from "./job-events.ts";

test("the recorded progress of a video contains the time of each new highest percentage", () => {
  const points: Trace = [
    [2_000, 0],
    [4_000, 0],
    [6_000, 3],
    [9_000, 2],
    [12_000, 7],
  ];
  const trace = points.reduce<Trace>((seen, [ms, percent]) => traced(seen, ms, percent), []);
  expect(trace).toEqual([points[0], points[2], points[4]]);
});

test("a long record of a video's progress is shortened but still contains the first and the latest percentage", () => {
  let trace: Trace = [];
  for (let percent = 0; percent <= 99; percent += 1) trace = traced(trace, 5_000 + 1_000 * percent, percent);
  expect(trace.length).toBeLessThanOrEqual(TRACE_MAX);
  expect(firstMove(trace)).toEqual([6_000, 1]);
  expect(trace.at(-1)).toEqual([104_000, 99]);
});

test("when a full record of a video's progress gets another entry, every other old entry is removed", () => {
  const full: Trace = [[0, 0], ...Array.from({ length: TRACE_MAX - 1 }, (_, n) => [n + 1, n + 1] as const)];
  expect(traced(full.slice(1), 99, 99)).toHaveLength(TRACE_MAX);
  const thinned = traced(full, 99, 99);
  expect(thinned.slice(0, 4).map(([, percent]) => percent)).toEqual([0, 1, 2, 4]);
  expect(thinned).toHaveLength(TRACE_MAX / 2 + 2);
});

const failed = aFailed();
const claims = { isOpen, isSettled, isBeforePaid, needsApproval, waitsForTurn, takesPlace };

test.for<[what: string, is: string, state: JobState, ...true: (keyof typeof claims)[]]>([
  [
    "a job waiting for managers",
    "is open, has made no paid call and needs an approval",
    aWaiting(),
    "isOpen",
    "isBeforePaid",
    "needsApproval",
  ],
  [
    "a job waiting for its turn",
    "is open, has made no paid call and is in the queue",
    aWaiting({ for: "turn" }),
    "isOpen",
    "isBeforePaid",
    "waitsForTurn",
  ],
  [
    "a job waiting for an earlier video",
    "is open and has made no paid call",
    aWaiting({ for: "film" }),
    "isOpen",
    "isBeforePaid",
  ],
  [
    "an accepted job",
    "is open, has made no paid call and counts toward the limit of running jobs",
    aJob().state,
    "isOpen",
    "isBeforePaid",
    "takesPlace",
  ],
  ["a batch", "is open, but does not count toward the limit of running jobs", aGathering(), "isOpen"],
  [
    "a job during its paid call",
    "is open and counts toward the limit of running jobs",
    aSubmitting(),
    "isOpen",
    "takesPlace",
  ],
  ["a running job", "is open and counts toward the limit of running jobs", aRunning(), "isOpen", "takesPlace"],
  ["a job with an unsent final message", "is open and has an outcome", anAnnouncing(failed), "isOpen", "isSettled"],
  ["a closed job", "is not open and has an outcome", aClosedJob().state, "isSettled"],
])("%s %s", ([, , state, ...holding]) => {
  const job = aJob({ state });
  const names = Object.entries(claims).flatMap(([name, claim]) => (claim(job) ? [name] : []));
  expect(names.sort()).toEqual(holding.sort());
});

test.for([
  ["does not report a missing response", "the latest poll succeeded, however long ago", { lastRunningAt: 0 }, null],
  [
    "does not report a missing response",
    "polls have failed for less than a minute",
    { missing: "no_answer", lastRunningAt: 1 },
    null,
  ],
  [
    "reports a missing response",
    "polls have failed for a minute",
    { missing: "no_answer", lastRunningAt: 0 },
    "no_answer",
  ],
  [
    "reports a missing response",
    "the task has been unknown for a minute",
    { missing: "unknown_task", lastRunningAt: 0 },
    "no_answer",
  ],
  [
    "reports a missing link",
    "a finished video has had no link for a minute",
    { missing: "no_link", lastRunningAt: 0 },
    "no_link",
  ],
  [
    "does not report a missing response",
    "the polls fail because the key is refused",
    { missing: "bad_key", waitingFor: "key", lastRunningAt: 0 },
    null,
  ],
] as const)("the card of a running video %s if %s", ([, , state, expected]) => {
  expect(silenceOf(aRunning(state), 60_000)).toBe(expected);
});

test("an unstarted job was removed from the queue if its team was paused, but not if the job was too old", () => {
  expect([isTakenOff("paused"), isTakenOff("unknown"), isTakenOff("too_old")]).toEqual([true, true, false]);
});

test("the error about an unreadable job contains the job's id", () => {
  expect(new UnreadableJob("j").message).toBe("job j in the store cannot be read");
});

/** Checks a claim for every event in any sequence of events. */
function inAnyLife(claim: (turn: Turn) => void) {
  fc.assert(
    fc.property(anyLife, fc.boolean(), (life, isVideoWanted) => {
      const first = aJob(isVideoWanted ? { video: "due", keep: "due" } : {});
      for (const turn of turnsOf(life, first, TEST_START)) claim(turn);
    }),
    { numRuns: runs(1_000) },
  );
}

describe("for any sequence of events", () => {
  test("only the link, the stored video and the joined videos of a closed job can change", () => {
    inAnyLife(({ before, event, after }) => {
      if (before.state.status !== "closed") return;
      if (event.kind === "link_asked")
        expect(after).toEqual({ ...before, state: { ...before.state, outcome: outcomeOf(after) } });
      else if (event.kind === "kept_film_attached" && before.state.outcome.kind === "succeeded" && !before.isForgotten)
        expect(after).toEqual({ ...before, reply: event.reply, video: "here" });
      else if (event.kind === "film_gone") expect({ ...after, film: null }).toEqual({ ...before, film: null });
      else if (event.kind === "film_joined") expect({ ...after, reply: null }).toEqual({ ...before, reply: null });
      else expect(after).toBe(before);
    });
  });

  test("a known outcome never changes, except for the link of a successful video", () => {
    inAnyLife(({ before, event, after }) => {
      const outcome = outcomeOf(before);
      if (!outcome) return;
      const videoUrl = event.kind === "link_asked" ? event.videoUrl : null;
      const hasNewLink = outcome.kind === "succeeded" && videoUrl !== null && videoUrl !== outcome.videoUrl;
      const renewed = { ...outcome, videoUrl, expiresAt: null, renewedAt: expect.any(Number) };
      expect(outcomeOf(after)).toEqual(hasNewLink ? renewed : outcome);
    });
  });

  test("a job's list of people to notify has no duplicates, and does not grow after the outcome is known", () => {
    inAnyLife(({ before, event, after }) => {
      if (after.state.status === "closed") return expect(after.notify).toEqual([]);
      const isCalled = event.kind === "listeners_called" && before.state.status === "announcing";
      if (isCalled) return expect(after.notify).toEqual([]);
      const gone = event.kind === "listener_left" ? event.userId : null;
      const stay = before.notify.filter((userId) => userId !== gone);
      expect(new Set(after.notify).size).toBe(after.notify.length);
      expect(after.notify.slice(0, stay.length)).toEqual(stay);
      if (outcomeOf(before)) expect(after.notify).toEqual(stay);
    });
  });

  test("the paid call is repeated only if the call was certainly not sent or got an HTTP 429 response", () => {
    inAnyLife(({ before, event, after }) => {
      if (before.state.status !== "submitting" || after.state.status !== "accepted") return;
      const refusal = event.kind === "start_refused" ? event.refusal : null;
      expect(refusal?.kind === "rate_limited" || (refusal?.kind === "unavailable" && !refusal.sent)).toBe(true);
    });
  });

  test("the paid call begins only after the first card is delivered", () => {
    inAnyLife(({ before, after }) => {
      if (after.state.status !== "submitting" || before.state.status === "submitting") return;
      expect(before.state).toMatchObject({ status: "accepted", answer: "given", attempts: after.state.attempts - 1 });
    });
  });

  test("the percentage of a running video never decreases and never reaches 100", () => {
    inAnyLife(({ before, after }) => {
      if (after.state.status !== "running") return;
      const { percent } = after.state;
      if (percent !== null) expect(percent === Math.round(percent) && percent >= 0 && percent <= 99).toBe(true);
      if (before.state.status === "running" && before.state.percent !== null) {
        expect(percent).toBeGreaterThanOrEqual(before.state.percent);
      }
    });
  });

  test("a task id is never lost or replaced", () => {
    inAnyLife(({ before, after }) => {
      if (before.state.status !== "running") return;
      const { taskId } = before.state;
      const idOrOutcome = after.state.status === "running" ? after.state.taskId : outcomeOf(after);
      expect(JSON.stringify(idOrOutcome)).toContain(taskId);
    });
  });

  test("a refund is reported only if the service reported that the video failed", () => {
    inAnyLife(({ before, event, after }) => {
      if (outcomeOf(before) || outcomeOf(after)?.kind !== "failed") return;
      expect(event).toEqual({ kind: "polled", task: { status: "failed" } });
    });
  });

  test("an outcome without a charge is reported only if nothing can have been charged", () => {
    inAnyLife(({ before, event, after }) => {
      const outcome = outcomeOf(after);
      if (outcomeOf(before) || (outcome?.kind !== "refused" && outcome?.kind !== "not_started")) return;
      expect(before.state.status).toMatch(/^(accepted|submitting)$/);
      if (before.state.status === "submitting") expect(event).toMatchObject({ kind: "start_refused" });
      if (outcome.kind === "refused" && outcome.refusal.kind === "unavailable")
        expect(outcome.refusal.sent).toBe(false);
    });
  });

  test("an open job has an encrypted API key, and a closed job has none", () => {
    inAnyLife(({ after }) => {
      expect(after.sealedKey === null).toBe(after.state.status === "closed");
    });
  });

  test("an open job always has a next step, which is never in the past", () => {
    inAnyLife(({ after, now }) => {
      const due = dueAt(after, now, { pollMinMs: 2_000 }, 0.5);
      if (after.state.status === "closed") expect(due).toBeNull();
      else expect(due).toBeGreaterThanOrEqual(now);
    });
  });
});
