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
  aGathering,
  aJob,
  anAnnouncing,
  aRunning,
  aSubmitting,
  aWaiting,
  TEST_START,
} from "../../fakes/jobs.ts";
import { anyLife, type Turn, turnsOf } from "./job-events.ts";

test("a trace keeps the first sight of each percentage", () => {
  const sights: Trace = [
    [2_000, 0],
    [4_000, 0],
    [6_000, 3],
    [9_000, 2],
    [12_000, 7],
  ];
  const trace = sights.reduce<Trace>((seen, [ms, percent]) => traced(seen, ms, percent), []);
  expect(trace).toEqual([sights[0], sights[2], sights[4]]);
});

test("a trace stays short, and keeps where the movement began and how far it is", () => {
  let trace: Trace = [];
  for (let percent = 0; percent <= 99; percent += 1) trace = traced(trace, 5_000 + 1_000 * percent, percent);
  expect(trace.length).toBeLessThanOrEqual(TRACE_MAX);
  expect(firstMove(trace)).toEqual([6_000, 1]);
  expect(trace.at(-1)).toEqual([104_000, 99]);
});

test("a full trace is thinned to every other sight, and to the one where the movement began", () => {
  const full: Trace = [[0, 0], ...Array.from({ length: TRACE_MAX - 1 }, (_, n) => [n + 1, n + 1] as const)];
  expect(traced(full.slice(1), 99, 99)).toHaveLength(TRACE_MAX);
  const thinned = traced(full, 99, 99);
  expect(thinned.slice(0, 4).map(([, percent]) => percent)).toEqual([0, 1, 2, 4]);
  expect(thinned).toHaveLength(TRACE_MAX / 2 + 2);
});

const failed = { kind: "failed", taskId: "t", refunded: 95, creditsAreExact: true } as const;
const claims = { isOpen, isSettled, isBeforePaid, needsApproval, waitsForTurn, takesPlace };

test.for<[what: string, state: JobState, ...true: (keyof typeof claims)[]]>([
  ["waits for managers", aWaiting(), "isOpen", "isBeforePaid", "needsApproval"],
  ["waits for its turn", aWaiting({ for: "turn" }), "isOpen", "isBeforePaid", "waitsForTurn"],
  ["waits for a film", aWaiting({ for: "film" }), "isOpen", "isBeforePaid"],
  ["is accepted", aJob().state, "isOpen", "isBeforePaid", "takesPlace"],
  ["is a batch", aGathering(), "isOpen"],
  ["is submitting", aSubmitting(), "isOpen", "takesPlace"],
  ["runs", aRunning(), "isOpen", "takesPlace"],
  ["is announcing", anAnnouncing(failed), "isOpen", "isSettled"],
  ["is closed", aClosedJob().state, "isSettled"],
])("of a job that %s, no more than this is true", ([, state, ...holding]) => {
  const job = aJob({ state });
  const names = Object.entries(claims).flatMap(([name, claim]) => (claim(job) ? [name] : []));
  expect(names.sort()).toEqual(holding.sort());
});

test.for([
  ["answers are usable, though the last one is old", { lastRunningAt: 0 }, null],
  ["answers have been unusable for less than a minute", { missing: "no_answer", lastRunningAt: 1 }, null],
  ["answers have been unusable for a minute", { missing: "no_answer", lastRunningAt: 0 }, "no_answer"],
  ["the task has been unknown for a minute", { missing: "unknown_task", lastRunningAt: 0 }, "no_answer"],
  ["a finished video has had no link for a minute", { missing: "no_link", lastRunningAt: 0 }, "no_link"],
  ["the key is refused", { missing: "bad_key", waitingFor: "key", lastRunningAt: 0 }, null],
] as const)("when %s, a running video's card says what the service has not delivered", ([, state, expected]) => {
  expect(silenceOf(aRunning(state), 60_000)).toBe(expected);
});

test("a job that was taken off the queue, or cannot be read, says so", () => {
  expect([isTakenOff("paused"), isTakenOff("unknown"), isTakenOff("too_old")]).toEqual([true, true, false]);
  expect(new UnreadableJob("j").message).toBe("job j in the store cannot be read");
});

/** Claims something about every turn of any life. */
function inAnyLife(claim: (turn: Turn) => void) {
  fc.assert(
    fc.property(anyLife, fc.boolean(), (life, isVideoWanted) => {
      const first = aJob(isVideoWanted ? { video: "due", keep: "due" } : {});
      for (const turn of turnsOf(life, first, TEST_START)) claim(turn);
    }),
    { numRuns: runs(1_000) },
  );
}

describe("whatever happens to a job", () => {
  test("a closed job stays closed, and exactly as it is but for its link, its kept film and what was joined beside its card", () => {
    inAnyLife(({ before, event, after }) => {
      if (before.state.status !== "closed") return;
      if (event.kind === "link_asked")
        expect(after).toEqual({ ...before, state: { ...before.state, outcome: outcomeOf(after) } });
      else if (event.kind === "film_brought" && before.state.outcome.kind === "succeeded" && !before.isForgotten)
        expect(after).toEqual({ ...before, reply: event.reply, video: "here" });
      else if (event.kind === "film_gone") expect({ ...after, film: null }).toEqual({ ...before, film: null });
      else if (event.kind === "film_joined") expect({ ...after, reply: null }).toEqual({ ...before, reply: null });
      else expect(after).toBe(before);
    });
  });

  test("an outcome, once known, never changes but for the link of a video that succeeded", () => {
    inAnyLife(({ before, event, after }) => {
      const outcome = outcomeOf(before);
      if (!outcome) return;
      const videoUrl = event.kind === "link_asked" ? event.videoUrl : null;
      const hasNewLink = outcome.kind === "succeeded" && videoUrl !== null && videoUrl !== outcome.videoUrl;
      const renewed = { ...outcome, videoUrl, expiresAt: null, renewedAt: expect.any(Number) };
      expect(outcomeOf(after)).toEqual(hasNewLink ? renewed : outcome);
    });
  });

  test("a listener is named once, joins until the end is known, and is forgotten with the last message", () => {
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

  test("the paid call is repeated only when it surely did not leave or got a 429", () => {
    inAnyLife(({ before, event, after }) => {
      if (before.state.status !== "submitting" || after.state.status !== "accepted") return;
      const refusal = event.kind === "start_refused" ? event.refusal : null;
      expect(refusal?.kind === "rate_limited" || (refusal?.kind === "unavailable" && !refusal.sent)).toBe(true);
    });
  });

  test("a job goes to submitting only from accepted, answered, one attempt further", () => {
    inAnyLife(({ before, after }) => {
      if (after.state.status !== "submitting" || before.state.status === "submitting") return;
      expect(before.state).toMatchObject({ status: "accepted", answer: "given", attempts: after.state.attempts - 1 });
    });
  });

  test("the percentage never falls and never shows 100 while running", () => {
    inAnyLife(({ before, after }) => {
      if (after.state.status !== "running") return;
      const { percent } = after.state;
      if (percent !== null) expect(percent === Math.round(percent) && percent >= 0 && percent <= 99).toBe(true);
      if (before.state.status === "running" && before.state.percent !== null) {
        expect(percent).toBeGreaterThanOrEqual(before.state.percent);
      }
    });
  });

  test("a task's id is never lost and never another one", () => {
    inAnyLife(({ before, after }) => {
      if (before.state.status !== "running") return;
      const { taskId } = before.state;
      const idOrOutcome = after.state.status === "running" ? after.state.taskId : outcomeOf(after);
      expect(JSON.stringify(idOrOutcome)).toContain(taskId);
    });
  });

  test("a refund is claimed only where the service said failed", () => {
    inAnyLife(({ before, event, after }) => {
      if (outcomeOf(before) || outcomeOf(after)?.kind !== "failed") return;
      expect(event).toEqual({ kind: "polled", task: { status: "failed" } });
    });
  });

  test("nothing charged is claimed only where nothing can have been", () => {
    inAnyLife(({ before, event, after }) => {
      const outcome = outcomeOf(after);
      if (outcomeOf(before) || (outcome?.kind !== "refused" && outcome?.kind !== "not_started")) return;
      expect(before.state.status).toMatch(/^(accepted|submitting)$/);
      if (before.state.status === "submitting") expect(event).toMatchObject({ kind: "start_refused" });
      if (outcome.kind === "refused" && outcome.refusal.kind === "unavailable")
        expect(outcome.refusal.sent).toBe(false);
    });
  });

  test("the sealed key is stored until the job is closed, and no longer", () => {
    inAnyLife(({ after }) => {
      expect(after.sealedKey === null).toBe(after.state.status === "closed");
    });
  });

  test("a job always has a next step until it is closed, never in the past", () => {
    inAnyLife(({ after, now }) => {
      const due = dueAt(after, now, { pollMinMs: 2_000 }, 0.5);
      if (after.state.status === "closed") expect(due).toBeNull();
      else expect(due).toBeGreaterThanOrEqual(now);
    });
  });
});
