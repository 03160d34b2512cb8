import { describe, expect, test } from "vitest";
import { advance } from "../../../src/core/job/advance.ts";
import { dueAt } from "../../../src/core/job/due.ts";
import type { Idempotency, Job } from "../../../src/core/job/job.ts";
import type { ApiRefusal } from "../../../src/core/video-service.ts";
import { aJob, anAccepted, anIdempotency, anUnknown, aSubmitting, TEST_START } from "../../fakes/jobs.ts";

const SECOND = 1_000;
const HOUR = 3_600_000;
const until = TEST_START + 24 * HOUR;
const lostAnswer: ApiRefusal = { kind: "unavailable", sent: true, detail: "timed out" };
const unknown = { status: "announcing", outcome: anUnknown() };

const submitting = (over: Partial<Idempotency> = {}) =>
  aJob({ state: aSubmitting({ idempotency: anIdempotency(over) }) });
const refused = (job: Job, refusal: ApiRefusal, at = TEST_START) =>
  advance(job, { kind: "start_refused", refusal, fraction: 1 }, at);

test("a paid call with an idempotency key is saved with the key, the service's address and a deadline for repetitions", () => {
  const idempotency = { key: "key-1", place: "Idempotency-Key https://video.test", forMs: 24 * HOUR };
  const job = advance(aJob({ state: anAccepted() }), { kind: "submitting", idempotency }, TEST_START);
  expect(job.state).toEqual(aSubmitting({ idempotency: anIdempotency() }));
});

describe("a paid call whose response was lost", () => {
  test.for<readonly [string, ApiRefusal, number, number]>([
    ["one second after the first attempt", lostAnswer, 0, SECOND],
    ["two seconds after the second attempt", lostAnswer, 1, 2 * SECOND],
    ["five minutes after each later attempt", lostAnswer, 20, 300 * SECOND],
    [
      "after the delay that an HTTP 429 response requests",
      { kind: "rate_limited", retryAfterMs: 60 * SECOND },
      1,
      60 * SECOND,
    ],
    ["at most two minutes after an HTTP 429 response", { kind: "rate_limited", retryAfterMs: HOUR }, 1, 120 * SECOND],
    ["two seconds after a repetition that the busy service refused", { kind: "busy", detail: "" }, 1, 2 * SECOND],
    [
      "two seconds after a repetition that could not be sent",
      { kind: "unavailable", sent: false, detail: "" },
      1,
      2 * SECOND,
    ],
  ])("is repeated %s", ([, refusal, lost, waitMs]) => {
    const job = refused(submitting({ lost }), refusal);
    const againAt = TEST_START + waitMs;
    expect(job.state).toEqual(aSubmitting({ idempotency: anIdempotency({ lost: lost + 1, againAt }) }));
    expect(dueAt(job, TEST_START, { pollMinMs: 2_000 }, 0)).toBe(againAt);
    const again = advance(job, { kind: "submitting_again" }, againAt);
    expect(again.state).toEqual(aSubmitting({ since: againAt, idempotency: anIdempotency({ lost: lost + 1 }) }));
  });

  test.for([
    ["a missing key", "no_key"],
    ["an invalid key", "bad_key"],
    ["too few credits", "no_credits"],
  ] as const)("has an unknown outcome if the repetition is refused because of %s", ([, kind]) => {
    expect(refused(submitting({ lost: 1 }), { kind }).state).toMatchObject(unknown);
    expect(refused(submitting(), { kind }).state).toMatchObject({ outcome: { kind: "refused" } });
  });

  test("has an unknown outcome if a crash interrupted the call and the repetition is refused", () => {
    const again = advance(submitting(), { kind: "submitting_again" }, TEST_START);
    expect(again.state).toMatchObject({ idempotency: { lost: 1, againAt: null } });
    expect(refused(again, { kind: "bad_key" }).state).toMatchObject(unknown);
  });

  test("has an unknown outcome if no repetition is possible before the deadline for repetitions", () => {
    expect(refused(submitting({ lost: 3 }), lostAnswer, until - 4 * SECOND).state).toMatchObject(unknown);
    expect(refused(submitting({ lost: 3 }), lostAnswer, until - 9 * SECOND).state.status).toBe("submitting");
    expect(refused(aJob({ state: aSubmitting() }), lostAnswer).state).toMatchObject(unknown);
  });

  test("moves the job's deadline to one hour after the successful repetition", () => {
    const started = { kind: "started", started: { taskId: "t", credits: 95 } } as const;
    const at = TEST_START + 5 * HOUR;
    const late = advance(submitting({ lost: 2 }), started, at);
    expect(late).toMatchObject({ deadlineAt: at + HOUR, state: { since: at, lastRunningAt: TEST_START } });
    const first = advance(submitting(), started, at);
    expect(first).toMatchObject({ deadlineAt: TEST_START + HOUR, state: { lastRunningAt: at } });
  });

  test("has an unknown outcome if the workspace removes Reelay before the next repetition begins", () => {
    const waiting = submitting({ lost: 1, againAt: TEST_START + SECOND });
    expect(advance(waiting, { kind: "workspace_left" }, TEST_START)).toMatchObject({
      isForgotten: true,
      request: { prompt: "" },
      state: { status: "closed", outcome: { kind: "unknown" } },
    });
    const underWay = submitting({ lost: 1 });
    expect(advance(underWay, { kind: "workspace_left" }, TEST_START)).toBe(underWay);
  });

  test("is not repeated after a restore from a backup", () => {
    const restored = advance(submitting({ lost: 1, againAt: TEST_START }), { kind: "restored" }, TEST_START);
    expect(restored.state).toEqual(aSubmitting());
    expect(advance(restored, { kind: "submitting_again" }, TEST_START)).toBe(restored);
  });
});
