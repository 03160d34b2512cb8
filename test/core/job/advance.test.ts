import { describe, expect, test } from "vitest";
import { FILM_MS } from "../../../src/core/film/film-chain.ts";
import { advance, START_WITHIN_MS } from "../../../src/core/job/advance.ts";
import { dueNow, paced } from "../../../src/core/job/due.ts";
import { mayBeCharged } from "../../../src/core/job/final-message.ts";
import { partIdFrom } from "../../../src/core/job/ids.ts";
import {
  APPROVAL_MS,
  type Job,
  type JobState,
  type Outcome,
  outcomeOf,
  TURN_MS,
  takesPlace,
  type Waiting,
} from "../../../src/core/job/job.ts";
import type { Admission, JobEvent } from "../../../src/core/job/job-event.ts";
import { ledgerOf, nothingSpent } from "../../../src/core/job/ledger.ts";
import { frameOf, type VideoRequest } from "../../../src/core/request/video-request.ts";
import { usageOf } from "../../../src/core/team/usage.ts";
import { aKeptFilm } from "../../fakes/film/kept-films.ts";
import {
  aClosed,
  aClosedJob,
  aDiscordReply,
  aFailed,
  aGathering,
  aJob,
  aJobId,
  aNotStarted,
  anAccepted,
  anAnnouncing,
  anApproval,
  anIdempotency,
  anOwner,
  anUnknown,
  aPosting,
  aRefused,
  aRequest,
  aRunning,
  aSeveral,
  aSlackReply,
  aSubmitting,
  aWaiting,
  TEST_START,
} from "../../fakes/jobs.ts";
import { succeeded } from "../../messages/every-job.ts";

const NOW = TEST_START + 1_000;
const HOUR = 3_600_000;
const otherReply = aDiscordReply({ messageId: "another card" });
const failed = aFailed();
const announcing = anAnnouncing(failed);
const closedUnnotified = (outcome: Outcome) => aClosed(outcome, { isNotified: false, closedAt: NOW });
const inState = (state: JobState): Job => aJob({ state });
const endedAs = (outcome: Outcome) => aClosedJob({ state: aClosed(outcome) });
const startRefused = (refusal: Extract<JobEvent, { kind: "start_refused" }>["refusal"], fraction = 0): JobEvent => ({
  kind: "start_refused",
  refusal,
  fraction,
});

describe("an accepted job", () => {
  test("can be submitted as soon as its first card is delivered", () => {
    const answered = advance(inState(anAccepted({ answer: "unclear" })), { kind: "answered", reply: otherReply }, NOW);
    expect(answered.reply).toBe(otherReply);
    expect(advance(answered, { kind: "submitting" }, NOW).state).toEqual(aSubmitting({ since: NOW }));
  });

  test.for([
    ["the platform refused its first card", "answer_refused"],
    ["the job could not be saved", "store"],
  ] as const)("is closed without a notification if %s", ([, why]) => {
    const { state, sealedKey } = advance(inState(anAccepted({ answer: "unclear" })), aNotStarted(why), NOW);
    expect(state).toEqual(closedUnnotified(aNotStarted(why)));
    expect(sealedKey).toBeNull();
  });

  test("is closed without any notification if another process answered its command", () => {
    const job = { ...inState(anAccepted({ answer: "due" })), notify: ["200000000000000009"] };
    const { state } = advance(job, { kind: "not_started", why: "answered_elsewhere" }, NOW);
    expect(state).toEqual(closedUnnotified(aNotStarted("answered_elsewhere")));
  });

  test("ends with a final message if the job is too old to start", () => {
    const after = advance(inState(anAccepted()), { kind: "not_started", why: "too_old" }, NOW);
    expect(after.state).toMatchObject({ status: "announcing", outcome: { kind: "not_started", why: "too_old" } });
  });

  test.for([
    ["takes the picture's ratio if nobody chose a ratio", true, "9:16"],
    ["keeps the ratio that its owner chose", false, "16:9"],
  ] as const)("%s", ([, decidesRatio, aspectRatio]) => {
    const picture = { source: "address", url: "https://e.com/a.png", isChecked: false, decidesRatio } as const;
    const job = aJob({ request: aRequest({ picture }), state: anAccepted() });
    const { request } = advance(job, { kind: "picture_passed", aspectRatio: "9:16" }, NOW);
    expect(request).toMatchObject({ aspectRatio, picture: { isChecked: true } });
  });
});

describe("a paid call", () => {
  const started = (credits: number | null): JobEvent => ({ kind: "started", started: { taskId: "t", credits } });

  test("sets the job's cost to the amount that the service charged", () => {
    const { state } = advance(inState(aSubmitting()), started(90), NOW);
    expect(state).toEqual(aRunning({ taskId: "t", credits: 90, since: NOW }));
  });

  test("sets the job's estimated cost to the price if the service reports no charge", () => {
    const { state } = advance(inState(aSubmitting()), started(null), NOW);
    expect(state).toMatchObject({ credits: 95, creditsAreExact: false });
  });

  test.for<[what: string, event: JobEvent]>([
    ["a restart interrupts it", { kind: "interrupted" }],
    ["its response is lost", startRefused({ kind: "unavailable", sent: true, detail: "" })],
  ])("has an unknown outcome and is not repeated if %s", ([, event]) => {
    const { state } = advance(inState(aSubmitting()), event, NOW);
    expect(state).toMatchObject({ status: "announcing", outcome: anUnknown() });
  });

  test.for([
    [1, 500],
    [3, 2_000],
  ] as const)(
    "is repeated at least $1 ms after attempt $0 if the attempt was certainly not sent",
    ([attempts, waitMs]) => {
      const event = startRefused({ kind: "unavailable", sent: false, detail: "" });
      expect(advance(inState(aSubmitting({ attempts })), event, NOW).state).toEqual(
        anAccepted({ attempts, waitingFor: "service", notBefore: NOW + waitMs }),
      );
    },
  );

  test("ends the job after four attempts that could not be sent", () => {
    const unsent = startRefused({ kind: "unavailable", sent: false, detail: "" });
    const { state } = advance(inState(aSubmitting({ attempts: 4 })), unsent, NOW);
    expect(state).toMatchObject({ status: "announcing", outcome: { kind: "refused" } });
  });

  test.for([
    [7_000, "attempt 1 gets a 429 that asks for 7 s", 1, 7_000],
    [120_000, "attempt 1 gets a 429 that asks for 999 s", 1, 999_000],
    [5_000, "attempt 1 gets a 429 that asks for no particular wait", 1, null],
    [20_000, "attempt 3 gets a 429 that asks for no particular wait", 3, null],
  ] as const)("is repeated after %i ms if %s", ([waitMs, , attempts, retryAfterMs]) => {
    const { state } = advance(
      inState(aSubmitting({ attempts })),
      startRefused({ kind: "rate_limited", retryAfterMs }),
      NOW,
    );
    expect(state).toMatchObject({ status: "accepted", waitingFor: "rate_limit", notBefore: NOW + waitMs });
  });

  test("ends the job if the call would have to wait more than ten minutes in total", () => {
    const late = TEST_START + START_WITHIN_MS - 5_000;
    const { state } = advance(
      inState(aSubmitting()),
      startRefused({ kind: "rate_limited", retryAfterMs: 5_000 }),
      late,
    );
    expect(state).toMatchObject({ status: "announcing", outcome: { refusal: { kind: "rate_limited" } } });
  });

  test.for([
    ["an invalid key", { kind: "bad_key" }],
    ["an invalid request", { kind: "bad_request", detail: "" }],
  ] as const)("ends the job if the service refuses the call because of %s", ([, refusal]) => {
    const { state } = advance(inState(aSubmitting()), startRefused(refusal), NOW);
    expect(state).toMatchObject({ status: "announcing", outcome: { kind: "refused", refusal } });
  });
});

const A_MINUTE_ON = TEST_START + 60_000;
const team = { platform: "discord", teamId: "300000000000000003" } as const;
const manager = "200000000000000009";

function aWaitingJob(over: Partial<Waiting> = {}): Job {
  return aJob({ team, approval: anApproval(), sealedKey: null, state: aWaiting(over) });
}

const aTurn = (until = A_MINUTE_ON + TURN_MS) => aWaitingJob({ for: "turn", until });
/** The state of a job that waits for its turn from now on. */
const itsTurn = { for: "turn", until: A_MINUTE_ON + TURN_MS, notBefore: A_MINUTE_ON } as const;
const approved: Admission = { kind: "approved", by: manager };
const declined = { kind: "declined", by: manager, note: "too long" } as const;
const decisions: readonly (JobEvent | Admission)[] = [approved, declined, { kind: "withdrawn" }];

describe("a job that waits for an approval", () => {
  test.for([
    [
      "at the approval deadline if the deadline is less than a day after the request to the managers",
      TEST_START + APPROVAL_MS,
      TEST_START + APPROVAL_MS,
    ],
    [
      "a day after the request to the managers if the approval deadline is later",
      A_MINUTE_ON + HOUR + APPROVAL_MS,
      A_MINUTE_ON + APPROVAL_MS,
    ],
  ] as const)("takes its next step %s", ([, until, dueAt]) => {
    const asked = advance(aWaitingJob({ until }), { kind: "managers_asked" }, A_MINUTE_ON);
    expect(dueNow(paced(asked, A_MINUTE_ON, { pollMinMs: 2_000 }, 0), A_MINUTE_ON)).toBe(dueAt);
  });

  test("reserves its price and waits for its turn only after the approval", () => {
    const after = advance(aWaitingJob(), approved, A_MINUTE_ON);
    expect(after.state).toEqual(aWaiting(itsTurn));
    expect(after.approval?.decision).toEqual({ word: "approved", by: manager, at: A_MINUTE_ON });
    expect([usageOf(aWaitingJob()).held, usageOf(after).held]).toEqual([0, after.price]);
  });

  test.for([
    ["declined with a reason", declined, "declined", { by: manager, note: "too long" }],
    ["declined without a reason", { kind: "declined", by: manager, note: null }, "declined", { by: manager }],
    ["withdrawn by its owner", { kind: "withdrawn" }, "withdrawn", { by: aJob().owner.userId }],
  ] as const)("ends without a charge if it is %s", ([, event, word, reason]) => {
    const after = advance(aWaitingJob(), event, A_MINUTE_ON);
    expect(after.state).toMatchObject({ status: "announcing", outcome: { kind: "not_started", why: word } });
    expect(after.approval?.decision).toEqual({ word, at: A_MINUTE_ON, ...reason });
    expect(usageOf(after)).toMatchObject({ held: 0, videos: 0 });
  });

  test("does not notify its owner if the owner withdraws the job", () => {
    expect(advance(aWaitingJob(), { kind: "withdrawn" }, A_MINUTE_ON).isSilent).toBe(true);
    expect(advance(aWaitingJob(), { kind: "declined", by: manager, note: null }, A_MINUTE_ON).isSilent).toBeUndefined();
  });

  test("expires at the approval deadline", () => {
    const asked = aWaitingJob({ until: A_MINUTE_ON });
    const after = advance(asked, { kind: "wait_expired" }, A_MINUTE_ON);
    expect(after.state).toMatchObject({ status: "announcing", outcome: { kind: "not_started", why: "expired" } });
    expect(after.approval?.decision).toEqual({ word: "expired", by: null, at: A_MINUTE_ON });
  });

  test.for(decisions.map((first) => [first.kind, first] as const))(
    "ignores all decisions of managers after it was %s",
    ([, first]) => {
      const decided = advance(aWaitingJob(), first, A_MINUTE_ON);
      for (const later of decisions.filter(({ kind }) => kind !== "withdrawn"))
        expect(advance(decided, later, A_MINUTE_ON + 1).approval?.decision).toEqual(decided.approval?.decision);
    },
  );

  test("records whether the managers can be reached", () => {
    const lost = advance(aWaitingJob(), { kind: "managers_reached", isReached: false }, A_MINUTE_ON);
    expect(lost.approval?.isUnreached).toBe(true);
    expect(advance(lost, { kind: "managers_reached", isReached: true }, A_MINUTE_ON).approval).toEqual(
      aWaitingJob().approval,
    );
  });
});

describe("a job that waits for its turn", () => {
  test("gets a deadline of one hour when its turn comes", () => {
    const after = advance(aTurn(), { kind: "turn_came" }, A_MINUTE_ON);
    expect(after.state).toMatchObject({ status: "accepted", answer: "given", attempts: 0, notBefore: A_MINUTE_ON });
    expect([after.beganAt, after.deadlineAt]).toEqual([A_MINUTE_ON, A_MINUTE_ON + 3_600_000]);
    expect(takesPlace(after)).toBe(true);
  });

  test("is still recorded as approved by a manager after the owner withdraws the job", () => {
    const decided = advance(aWaitingJob(), approved, A_MINUTE_ON);
    const after = advance(decided, { kind: "withdrawn" }, A_MINUTE_ON + 1);
    expect(after.state).toMatchObject({ outcome: { kind: "not_started", why: "withdrawn" } });
    expect(after.approval?.decision?.word).toBe("approved");
  });
});

test.for([
  ["its turn", "turn", "no_turn"],
  ["an earlier video", "film", "broken"],
] as const)("a job that waits too long for %s ends without a charge", ([, cause, why]) => {
  const after = advance(aWaitingJob({ for: cause, until: A_MINUTE_ON }), { kind: "wait_expired" }, A_MINUTE_ON);
  expect(after.state).toMatchObject({ status: "announcing", outcome: { kind: "not_started", why } });
  expect(usageOf(after).held).toBe(0);
});

const listen = (job: Job, ...people: readonly string[]) =>
  people.reduce((one, userId) => advance(one, { kind: "notify_me", userId }, NOW), job);

describe("a person who asks to be notified", () => {
  const crowd = Array.from({ length: 39 }, (_, n) => `person ${n}`);

  test.for([
    ["a new job", aJob()],
    ["a running job", aJob({ state: aRunning() })],
  ] as const)("is added only once to the list of people whom %s notifies", ([, job]) => {
    expect(listen(job, "ben", "ben", "cleo")).toEqual({ ...job, notify: ["ben", "cleo"] });
  });

  test("is not added if the job's list already has 39 people", () => {
    expect(listen(aJob(), ...crowd, "ada").notify).toEqual(crowd);
  });

  test("can be removed from a job's list of people to notify", () => {
    const job = aJob({ notify: ["ada", "ben"] });
    expect(advance(job, { kind: "listener_left", userId: "ada" }, NOW).notify).toEqual(["ben"]);
  });
});

test("the owner of a job is not added to the list of people to notify if the job notifies the owner anyway", () => {
  expect(listen(aJob(), anOwner().userId)).toEqual(aJob());
});

test("the owner of a job can join the list of people to notify if the job would not notify the owner otherwise", () => {
  expect(listen(aJob({ isSilent: true }), anOwner().userId).notify).toEqual([anOwner().userId]);
});

test.for([
  ["a closed job", endedAs(succeeded)],
  ["a job whose notification is not sent yet", aJob({ state: aPosting(succeeded) })],
  ["a job whose final message is not sent yet", aJob({ state: anAnnouncing(succeeded) })],
] as const)("a new link with an unknown expiry replaces the old link of %s", ([, job]) => {
  const videoUrl = "https://cdn.example.com/w.mp4";
  const after = advance(job, { kind: "link_asked", videoUrl }, NOW);
  expect(outcomeOf(after)).toEqual({ ...succeeded, videoUrl, expiresAt: null, renewedAt: NOW });
  expect(after.state.status).toBe(job.state.status);
});

describe("a running job", () => {
  const poll = (state: ReturnType<typeof aRunning>, event: JobEvent, now = NOW) => advance(inState(state), event, now);
  const polled = (percent: number | null): JobEvent => ({ kind: "polled", task: { status: "running", percent } });
  const done: JobEvent = { kind: "polled", task: { status: "succeeded", videoUrl: null } };
  const unknownTask: JobEvent = { kind: "poll_refused", refusal: { kind: "unknown_task" } };

  test.for([
    ["rounds 41.6 percent to 42", null, 41.6, 42],
    ["stays at 40 percent after a lower percentage", 40, 30, 40],
    ["stays at 40 percent after a poll without a percentage", 40, null, 40],
    ["stays at 40 percent after a percentage that is not a number", 40, Number.NaN, 40],
    ["shows 99 percent if the service reports 100", 40, 100, 99],
    ["shows 0 percent if the service reports a negative percentage", null, -5, 0],
  ] as const)("%s", ([, before, polledPercent, shown]) => {
    expect(poll(aRunning({ percent: before }), polled(polledPercent)).state).toMatchObject({ percent: shown });
  });

  test("assumes that the video's link expires two hours after the last poll that found the task running", () => {
    const task = { status: "succeeded", videoUrl: "https://e.com/v.mp4" } as const;
    const { state } = poll(aRunning({ lastRunningAt: TEST_START + 500 }), { kind: "polled", task });
    expect(state).toMatchObject({
      outcome: { kind: "succeeded", expiresAt: TEST_START + 500 + 2 * HOUR, credits: 95 },
    });
  });

  test("ends without a link if five more polls after the success find no link", () => {
    let job = inState(aRunning());
    for (let n = 0; n < 5; n += 1) job = advance(job, done, NOW + n);
    expect(job.state).toMatchObject({ status: "running", missing: "no_link", misses: 5 });
    expect(outcomeOf(advance(job, done, NOW + 5))).toMatchObject({ kind: "succeeded", videoUrl: null });
  });

  test.for([
    ["every second poll", [unknownTask, done]],
    ["every poll", [unknownTask]],
  ] as const)("ends as succeeded without a link even if %s after the success reports an unknown task", ([, told]) => {
    let job = poll(aRunning(), done, TEST_START + 120_000);
    for (let n = 0; n < 4; n += 1) job = advance(job, told[n % told.length] ?? done, TEST_START + 150_000 + n * 30_000);
    expect(job.state).toMatchObject({ status: "running", missing: "no_link", misses: 5 });
    expect(outcomeOf(advance(job, unknownTask, TEST_START + 300_000))).toMatchObject({
      kind: "succeeded",
      videoUrl: null,
    });
  });

  test("ends as succeeded a day after its deadline if only the link was missing", () => {
    const late = TEST_START + 25 * HOUR + 1;
    const silent: JobEvent = { kind: "poll_refused", refusal: { kind: "busy", detail: "" } };
    const noLink = aRunning({ misses: 2, missing: "no_link", missingSince: TEST_START });
    expect(outcomeOf(poll(noLink, silent, late))).toMatchObject({ kind: "succeeded", videoUrl: null });
    expect(outcomeOf(poll(aRunning(), silent, late))).toMatchObject({ kind: "unknown" });
    expect(outcomeOf(poll(noLink, silent, late - 2))).toBeNull();
  });

  test("gets its full cost refunded if the video fails", () => {
    const { state } = poll(aRunning({ credits: 143 }), { kind: "polled", task: { status: "failed" } });
    expect(state).toMatchObject({ status: "announcing", outcome: { kind: "failed", refunded: 143 } });
    expect(state).not.toHaveProperty("outcome.reason");
  });

  test("stores the service's reason for a failure until the workspace removes Reelay", () => {
    const ended = advance(inState(aRunning()), { kind: "polled", task: { status: "failed", reason: "No faces" } }, NOW);
    expect(outcomeOf(ended)).toMatchObject({ reason: "No faces" });
    expect(JSON.stringify(advance(ended, { kind: "workspace_left" }, NOW))).not.toContain("No faces");
    const refusal = { kind: "bad_request", detail: "http 400", serviceWords: "No faces" } as const;
    const refused = inState(anAnnouncing(aRefused(refusal)));
    expect(JSON.stringify(advance(refused, { kind: "workspace_left" }, NOW))).not.toContain("No faces");
  });

  test.for([
    ["a missing key", "no_key"],
    ["an invalid key", "bad_key"],
  ] as const)("waits for a key if a poll is refused because of %s", ([, kind]) => {
    expect(poll(aRunning(), { kind: "poll_refused", refusal: { kind } }).state).toMatchObject({
      waitingFor: "key",
      misses: 1,
    });
  });

  test("waits for credits if a poll is refused because of too few credits", () => {
    const poor: JobEvent = { kind: "poll_refused", refusal: { kind: "no_credits" } };
    const { state } = poll(aRunning(), poor);
    expect(state).toMatchObject({ waitingFor: "credits", missing: "no_answer", misses: 1 });
    const refusedKey = poll(aRunning({ waitingFor: "credits" }), {
      kind: "poll_refused",
      refusal: { kind: "bad_key" },
    });
    expect(refusedKey.state).toMatchObject({ waitingFor: "key" });
  });

  test.for([
    ["a key", "key"],
    ["credits", "credits"],
  ] as const)(
    "no longer waits for %s after a successful poll, even if the finished video has no link yet",
    ([, need]) => {
      const done: JobEvent = { kind: "polled", task: { status: "succeeded", videoUrl: null } };
      for (const event of [polled(50), done])
        expect(poll(aRunning({ waitingFor: need }), event).state).toMatchObject({ waitingFor: null });
    },
  );

  test("is polled again two minutes after a 429 that asks for a longer wait", () => {
    const event: JobEvent = { kind: "poll_refused", refusal: { kind: "rate_limited", retryAfterMs: 999_000 } };
    expect(poll(aRunning(), event).state).toMatchObject({ notBefore: NOW + 120_000 });
  });

  test("ends with an unknown outcome after five polls over two minutes report an unknown task", () => {
    let job = inState(aRunning());
    const at = (n: number) => TEST_START + 60_000 + n * 30_000;
    for (let n = 0; n < 4; n += 1) job = advance(job, unknownTask, at(n));
    expect(job.state).toMatchObject({ status: "running", missing: "unknown_task", misses: 4 });
    expect(outcomeOf(advance(job, unknownTask, at(3) + 1))).toBeNull();
    expect(outcomeOf(advance(job, unknownTask, at(4)))).toEqual(anUnknown({ taskId: "task-1" }));
  });

  test("continues after a single poll that reports an unknown task, even if earlier polls got no response", () => {
    const silent = aRunning({ misses: 10, missing: "no_answer", missingSince: TEST_START });
    expect(poll(silent, unknownTask, TEST_START + 300_000).state).toMatchObject({ missing: "unknown_task", misses: 1 });
  });

  test("keeps the count of polls without a link if the next poll is refused because of the key", () => {
    const noLink = aRunning({ misses: 4, missing: "no_link", missingSince: TEST_START });
    const { state } = poll(noLink, { kind: "poll_refused", refusal: { kind: "bad_key" } });
    expect(state).toMatchObject({ missing: "no_link", misses: 4, waitingFor: "key" });
  });

  test("counts the response “unknown task” as a missing response in the task's first minute", () => {
    expect(poll(aRunning(), unknownTask, TEST_START + 59_999).state).toMatchObject({ missing: "no_answer" });
  });

  test("ends with an unknown outcome a day after its deadline", () => {
    const at = TEST_START + HOUR + 24 * HOUR;
    expect(outcomeOf(poll(aRunning(), polled(50), at))).toBeNull();
    expect(outcomeOf(poll(aRunning(), polled(50), at + 1))).toMatchObject({ kind: "unknown", taskId: "task-1" });
  });
});

const left = (state: JobState): Job =>
  advance(
    aJob({
      state,
      notify: ["U1"],
      film: aKeptFilm(),
      reply: aSlackReply({ responseUrl: "https://hooks.slack.com/x" }),
    }),
    { kind: "workspace_left" },
    NOW,
  );
const contents = (job: Job) => [job.request.prompt, job.request.picture, job.reply, job.notify, job.film];
const none = ["", null, expect.objectContaining({ responseUrl: null }), [], undefined];

test.for<[string, JobState, Outcome]>([
  ["a job that has not started never starts", anAccepted(), aNotStarted("answer_refused")],
  ["an ended job keeps its outcome and sends no notification", anAnnouncing(failed), failed],
])("when a workspace removes Reelay, %s", ([, state, outcome]) => {
  const job = left(state);
  expect(job.state).toEqual(closedUnnotified(outcome));
  expect(job.sealedKey).toBeNull();
  expect(contents(job)).toEqual(none);
});

test("when a workspace removes Reelay, the service's text is deleted from the outcome of a refused job", () => {
  const refusal = { kind: "bad_request", detail: "http 400" } as const;
  const worded = aRefused({ ...refusal, serviceWords: "No faces" });
  expect(left(anAnnouncing(worded)).state).toEqual(closedUnnotified(aRefused(refusal)));
  const wordless = aRefused({ kind: "no_credits" });
  expect(outcomeOf(left(anAnnouncing(wordless)))).toBe(wordless);
});

test("when a workspace removes Reelay, a job that would repeat its paid call ends with an unknown outcome", () => {
  const idempotency = anIdempotency({ lost: 1, againAt: NOW });
  const { state } = left(aSubmitting({ idempotency }));
  expect(state).toEqual(closedUnnotified(anUnknown()));
});

test("after a 429, a paid call with an idempotency key is repeated only if the wait ends before the deadline for repetitions", () => {
  const refusal = { kind: "rate_limited", retryAfterMs: 60_000 } as const;
  const status = (until: number) => {
    const idempotency = anIdempotency({ lost: 1, until });
    return advance(inState(aSubmitting({ idempotency })), startRefused(refusal), NOW).state.status;
  };
  expect([status(NOW + 60_000), status(NOW + 60_001)]).toEqual(["announcing", "submitting"]);
});

test("when a workspace removes Reelay, a running job loses its prompt and other contents but not the key for polls", () => {
  const job = left(aRunning());
  expect(contents(job)).toEqual(none);
  expect(job).toMatchObject({ isForgotten: true, state: { status: "running" } });
  expect(job.sealedKey).not.toBeNull();
});

test("when a workspace removes Reelay, a running job ends without a notification", () => {
  const ended = advance(left(aRunning()), { kind: "polled", task: { status: "failed" } }, NOW + 1);
  expect(ended.state).toMatchObject({ status: "closed", isNotified: false, outcome: { kind: "failed" } });
});

test("the file of a stored video can be attached to the card of an ended job or batch", () => {
  const brought: JobEvent = { kind: "kept_film_attached", reply: aDiscordReply({ messageId: "m" }) };
  const { reply } = brought;
  expect(advance(aClosedJob(), brought, NOW)).toEqual(aClosedJob({ reply, video: "here" }));
  const batch = aClosedJob({ parts: [aJobId(2)], state: aClosed(aSeveral()) });
  expect(advance(batch, brought, NOW)).toEqual({ ...batch, reply });
});

const parts = [aJobId(2), aJobId(3)];

test.for<[what: string, state: JobState]>([
  ["a job that waited for an approval", aWaiting({ for: "approval" })],
  ["a job that waited for its turn", aWaiting({ for: "turn" })],
  ["a job that waited for an earlier video", aWaiting({ for: "film" })],
  ["an accepted job without a card", anAccepted({ answer: "due" })],
  ["an accepted job whose card may not have arrived", anAccepted({ answer: "unclear" })],
  ["an accepted job whose card was sent again", anAccepted({ answer: "retried" })],
  ["an accepted job with a card", anAccepted({ answer: "given" })],
  ["a batch whose card may not have arrived", aGathering({ answer: "unclear" })],
])("after a restore from a backup, %s ends as possibly charged, with no recorded cost", ([, state]) => {
  const job = advance(
    aJob({ state, ...(state.status === "gathering" && { parts }) }),
    { kind: "restored" },
    A_MINUTE_ON,
  );
  const outcome = outcomeOf(job);
  expect(outcome).toEqual(aNotStarted("restored"));
  expect(outcome && mayBeCharged(outcome)).toBe(true);
  expect(ledgerOf(job)).toEqual(nothingSpent);
  expect(job.state.status).toBe("announcing");
});

describe("an event about the card or the people to notify", () => {
  test("leaves the rest of the job unchanged", () => {
    const asked = aWaitingJob();
    const running = inState(aRunning());
    expect(advance(running, { kind: "edit_unclear" }, NOW)).toEqual({ ...running, isCardInDoubt: true });
    expect(advance(running, { kind: "shown", reply: otherReply }, NOW)).toEqual({ ...running, reply: otherReply });
    expect(advance(asked, { kind: "shown", reply: otherReply }, NOW)).toEqual({ ...asked, reply: otherReply });
    const listed = aJob({ state: announcing, notify: ["ada", "ben"] });
    expect(advance(listed, { kind: "listeners_called" }, NOW)).toEqual({ ...listed, notify: [], notification: "lost" });
  });
});

test("the file of joined videos is added to the files of a Slack card", () => {
  const joined = { id: "F1", isJoined: true } as const;
  const event: JobEvent = { kind: "film_joined", fileId: "F1" };
  const onSlack = (files?: readonly { readonly id: string }[]) =>
    advance(aClosedJob({ reply: { ...aSlackReply(), ...(files && { files }) } }), event, NOW);
  expect(onSlack()).toEqual(aClosedJob({ reply: { ...aSlackReply(), files: [joined] } }));
  expect(onSlack([{ id: "F0" }]).reply.files).toEqual([{ id: "F0" }, joined]);
});

test("a new queue position leaves the rest of a job unchanged", () => {
  const place = { nth: 2, startsAt: null };
  const turn = aTurn();
  expect(advance(turn, { kind: "place_changed", place }, NOW)).toEqual({ ...turn, state: { ...turn.state, place } });
});

test("the service's response to a paid call is stored in the job as unparsed text", () => {
  const answer = { text: "{}", isWhole: true };
  const job = inState(aSubmitting());
  expect(advance(job, { kind: "answer_kept", answer }, NOW)).toEqual({ ...job, state: { ...job.state, answer } });
});

describe("the conversion of a picture for the service", () => {
  const picture = { source: "address", url: "https://e.com/a.heic", isChecked: false, decidesRatio: true } as const;
  const accepted = (over: Partial<VideoRequest>) => aJob({ request: aRequest(over), state: anAccepted() });
  const copy = { url: "https://bot.test/copy.jpg", width: 360, height: 640 };
  const brought: JobEvent = { kind: "picture_prepared", ...copy };

  test("is recorded as pending in the job's request", () => {
    const job = accepted({ picture });
    const due = advance(job, { kind: "picture_must_fit" }, NOW);
    expect(due).toEqual({ ...job, request: aRequest({ picture: { ...picture, fit: "due" } }) });
  });

  test("is not recorded in the job's request if there is no picture or the bot itself made the picture", () => {
    for (const other of [null, frameOf({ job: aJobId(8), nth: 2 }), { ...picture, fit: copy }]) {
      const unchanged = accepted({ picture: other });
      expect(advance(unchanged, { kind: "picture_must_fit" }, NOW)).toBe(unchanged);
    }
  });

  test.for([
    ["decides the ratio if nobody chose a ratio", true, copy, "9:16"],
    ["does not decide the ratio if somebody chose a ratio", false, copy, "16:9"],
    ["does not decide the ratio if the copy's width is unknown", true, { ...copy, width: 0 }, "16:9"],
  ] as const)("marks the picture as checked, and %s", ([, decidesRatio, fit, aspectRatio]) => {
    const job = accepted({ picture: { ...picture, decidesRatio, fit: "due" } });
    const after = advance(job, { ...brought, ...fit }, NOW);
    const fitted = { ...picture, decidesRatio, fit, isChecked: true };
    expect(after).toEqual({ ...job, request: aRequest({ aspectRatio, picture: fitted }) });
  });
});

describe("a job's first card", () => {
  test("is recorded as possibly lost, with the time of the first attempt, when the card is posted again", () => {
    const retried: JobEvent = { kind: "answer_retried" };
    const lost = inState(anAccepted({ answer: "unclear", triedAt: TEST_START }));
    const again = advance(lost, retried, NOW);
    expect(again).toMatchObject({ lostCardAt: TEST_START, state: { answer: "retried", triedAt: NOW } });
    expect(advance(again, retried, NOW + 1)).toMatchObject({ lostCardAt: TEST_START, state: { triedAt: NOW + 1 } });
    expect(advance(inState(anAccepted({ answer: "unclear" })), retried, NOW)).not.toHaveProperty("lostCardAt");
  });

  const given = inState(anAccepted());
  const unclear = inState(anAccepted({ answer: "unclear", triedAt: TEST_START }));
  const refused = (isClear: boolean): JobEvent => ({ kind: "delivery_failed", isClear, waitMs: 0, fraction: 0 });

  test("that has arrived can get another message id without any other change to the job", () => {
    expect(advance(given, { kind: "answered", reply: otherReply }, NOW)).toEqual({ ...given, reply: otherReply });
  });

  test("that may not have arrived counts as arrived when the platform reports the card's message id", () => {
    const unseen = advance(unclear, { kind: "answered", reply: otherReply }, NOW);
    expect(unseen).toMatchObject({ reply: otherReply, state: { answer: "given", notBefore: NOW } });
  });

  test("that may not have arrived still counts as possibly lost if an edit of the card fails", () => {
    expect(advance(unclear, refused(true), NOW).state).toEqual({ ...unclear.state, notBefore: NOW + 3_000 });
    expect(advance(unclear, refused(true), NOW).isCardInDoubt).toBe(false);
    const doubted = advance(unclear, refused(false), NOW);
    expect(doubted).toMatchObject({ isCardInDoubt: true, state: { answer: "unclear", triedAt: TEST_START } });
    expect(advance(doubted, refused(true), NOW).isCardInDoubt).toBe(true);
  });

  test("is not followed by a notification if the platform refuses the card and nobody else asked to be notified", () => {
    const outcome = aNotStarted("answer_refused");
    expect(advance(given, outcome, NOW).state).toEqual(closedUnnotified(outcome));
  });

  test("is followed by a notification if the platform refuses the card and somebody else asked to be notified", () => {
    const outcome = aNotStarted("answer_refused");
    const listed = { ...given, notify: ["ada"] };
    expect(advance(listed, outcome, NOW).state).toMatchObject({ status: "announcing", outcome });
  });

  test("keeps its files if the platform's response lists no files", () => {
    const files = [{ id: "1", name: "frame.png" }];
    const named = aDiscordReply({ files: [{ id: "2", name: "video.mp4" }] });
    for (const state of [anAccepted({ answer: "unclear" }), aSubmitting()]) {
      const job = aJob({ state, reply: aDiscordReply({ files }) });
      const answered = (reply: typeof otherReply) => advance(job, { kind: "answered", reply }, NOW);
      expect(answered(otherReply)).toMatchObject({ reply: { ...otherReply, files }, state: { status: state.status } });
      expect(answered(named).reply).toBe(named);
    }
  });

  const late = (state: JobState) => advance(inState(state), { kind: "answered", reply: otherReply }, NOW).state;
  const unpaid = anAnnouncing(aNotStarted("too_old"), { notBefore: NOW + 9_000 });

  test("shows the outcome at once if the card arrives after the job ended without a charge", () => {
    expect(late(unpaid)).toEqual({ ...unpaid, notBefore: NOW });
  });

  test("does not change the time of the final message's next attempt if the card arrives late", () => {
    const tried = { ...unpaid, attempts: 1 };
    expect(late(tried)).toEqual(tried);
  });

  test("does not change the time of a paid job's final message if the card arrives late", () => {
    const paid = anAnnouncing(failed, { notBefore: NOW + 9_000 });
    expect(late(paid)).toEqual(paid);
  });

  test("delays the final message of a withdrawn job if the card is still being sent", () => {
    const taken = (over: Partial<Waiting>) =>
      advance(aWaitingJob({ notBefore: A_MINUTE_ON + 5_000, ...over }), { kind: "withdrawn" }, A_MINUTE_ON).state;
    expect(taken({ answer: "due" })).toMatchObject({ status: "announcing", notBefore: A_MINUTE_ON + 5_000 });
    expect(taken({ answer: "due", notBefore: TEST_START })).toMatchObject({ notBefore: A_MINUTE_ON });
    expect(taken({ answer: "given" })).toMatchObject({ status: "announcing", notBefore: A_MINUTE_ON });
  });

  test("that is still being sent does not delay the closing of a withdrawn video of a batch", () => {
    const part = { ...aWaitingJob({ answer: "due" }), partOf: { job: aJobId(9), nth: 2 } };
    expect(advance(part, { kind: "withdrawn" }, A_MINUTE_ON).state).toEqual(
      aClosed(aNotStarted("withdrawn"), { closedAt: A_MINUTE_ON }),
    );
  });
});

describe("a batch", () => {
  const batch = aJob({ price: 0, parts: [aJobId(2)], state: aGathering() });

  test("sends its final message when all its videos have ended", () => {
    const after = advance(batch, { kind: "parts_settled", areFilmsDue: true }, NOW);
    expect(after).toMatchObject({ id: batch.id, state: { status: "announcing", outcome: { kind: "several" } } });
  });

  test("attaches files after its end only if files of its videos are missing on the card", () => {
    expect(advance(batch, { kind: "parts_settled", areFilmsDue: true }, NOW)).toMatchObject({ video: "due" });
    expect(advance(batch, { kind: "parts_settled", areFilmsDue: false }, NOW)).not.toHaveProperty("video");
  });

  test("waits for its videos after an approval", () => {
    const asked = { ...aWaitingJob(), price: 0, parts: [aJobId(2)] };
    expect(advance(asked, approved, A_MINUTE_ON).state).toEqual(aGathering({ notBefore: A_MINUTE_ON }));
  });

  test("records where its first card was posted", () => {
    const unseen = aJob({ parts: [aJobId(2)], state: aGathering({ answer: "due" }) });
    const state = aGathering({ notBefore: NOW });
    expect(advance(unseen, { kind: "answered", reply: otherReply }, NOW)).toMatchObject({ reply: otherReply, state });
  });

  test("is closed without a notification when the workspace removes Reelay", () => {
    expect(advance(batch, { kind: "workspace_left" }, NOW).state).toEqual(
      closedUnnotified(aNotStarted("answer_refused")),
    );
  });
});

test("approving a waiting job that has no approval request is an error", () => {
  const { approval: _, ...unasked } = aWaitingJob();
  expect(() => advance(unasked, approved, A_MINUTE_ON)).toThrow("waits for an approval that it does not know of");
});

describe("an approved video of a batch", () => {
  const { approval: _, ...video } = { ...aWaitingJob(), partOf: { job: aJobId(9), nth: 2 } };

  test("waits for its turn", () => {
    const state = aWaiting(itsTurn);
    expect(advance(video, approved, A_MINUTE_ON)).toEqual({ ...video, countsAt: A_MINUTE_ON, state });
  });

  test("waits for the previous video if the batch is a chain", () => {
    const continues = { job: partIdFrom(aJobId(9), 1), nth: 2 };
    const chained = { ...video, request: aRequest({ picture: frameOf(continues) }) };
    const state = aWaiting({ for: "film", until: A_MINUTE_ON + FILM_MS, notBefore: A_MINUTE_ON });
    expect(advance(chained, approved, A_MINUTE_ON)).toEqual({ ...chained, countsAt: A_MINUTE_ON, state });
  });
});

describe("a video that continues an earlier video", () => {
  const frame = frameOf({ job: aJobId(8), nth: 2 });
  const job = aJob({ request: aRequest({ picture: frame }), state: anAccepted() });
  const waits = aWaitingJob({ for: "film" });
  const came: JobEvent = { kind: "film_arrived", aspectRatio: "9:16" };

  test("takes the earlier video's ratio and waits for its turn when the earlier video is finished", () => {
    const picture = { ...frame, decidesRatio: true };
    const before = { ...waits, request: aRequest({ picture }) };
    expect(advance(before, came, A_MINUTE_ON)).toEqual({
      ...before,
      request: aRequest({ picture: { ...picture, decidesRatio: false }, aspectRatio: "9:16" }),
      state: aWaiting(itsTurn),
    });
    expect(advance(waits, came, A_MINUTE_ON).request).toEqual(aRequest({ aspectRatio: "9:16" }));
  });

  test("can be submitted after the earlier video's last frame is extracted", () => {
    const taken = advance(
      job,
      { kind: "picture_prepared", url: "https://e.com/f.png", width: 640, height: 360, reply: otherReply },
      NOW,
    );
    const picture = { ...frame, url: "https://e.com/f.png", isChecked: true };
    expect(taken).toEqual({ ...job, reply: otherReply, request: aRequest({ picture }) });
    expect(
      advance(job, { kind: "picture_prepared", url: "https://e.com/f.png", width: 640, height: 360 }, NOW).reply,
    ).toBe(job.reply);
    expect(advance(taken, { kind: "submitting" }, NOW).state.status).toBe("submitting");
    const ofCopy = advance(
      job,
      { kind: "picture_prepared", url: "https://e.com/f.png", width: 640, height: 360, isOfCopy: true },
      NOW,
    );
    expect(ofCopy.request.picture?.continues).toEqual({ ...frame.continues, isOfCopy: true });
    expect(
      advance(
        aJob({ state: anAccepted() }),
        { kind: "picture_prepared", url: "https://e.com/f.png", width: 640, height: 360 },
        NOW,
      ).request.picture,
    ).toBeNull();
  });

  const once = advance(job, { kind: "picture_begun" }, NOW);
  const twice = advance(once, { kind: "picture_begun" }, NOW);

  test("counts the attempts to extract the earlier video's last frame", () => {
    expect(once).toEqual({ ...job, state: { ...job.state, pictureTries: 1 } });
    expect(twice.state).toMatchObject({ pictureTries: 2 });
  });

  test("waits longer after each failed attempt to extract the last frame, but at most two minutes", () => {
    const waitMs = (tried: Job, askedMs: number) => {
      const after = advance(tried, { kind: "picture_postponed", waitMs: askedMs, fraction: 1 }, NOW);
      expect(after).toEqual({ ...tried, state: { ...tried.state, notBefore: expect.any(Number) } });
      return "notBefore" in after.state ? after.state.notBefore - NOW : null;
    };
    expect([waitMs(job, 0), waitMs(once, 0), waitMs(twice, 0)]).toEqual([1_000, 1_000, 2_000]);
    expect([waitMs(once, 60_000), waitMs(once, 999_000)]).toEqual([60_000, 120_000]);
  });

  test("can be withdrawn before the earlier video's last frame is extracted", () => {
    const after = advance(job, { kind: "withdrawn" }, NOW);
    expect(after).toMatchObject({ id: job.id, isSilent: true });
    expect(outcomeOf(after)).toEqual(aNotStarted("withdrawn"));
  });
});

describe("a job that starts", () => {
  test("ends as refused if its picture cannot be used", () => {
    const refusal = { kind: "picture", problem: { kind: "picture_unreachable" } } as const;
    expect(outcomeOf(advance(inState(anAccepted()), { kind: "refused", refusal }, NOW))).toEqual(aRefused(refusal));
  });

  test("replaces its stored encrypted key only if the start uses another key", () => {
    const begun = (sealedKey?: string) =>
      advance(aJob({ state: anAccepted() }), { kind: "submitting", ...(sealedKey && { sealedKey }) }, NOW).sealedKey;
    expect([begun("sealed"), begun()]).toEqual(["sealed", aJob().sealedKey]);
  });
});

describe("a poll of the service", () => {
  const troubled = aRunning({ misses: 2, missing: "unknown_task", missingSince: TEST_START });
  const happens = (state: ReturnType<typeof aRunning>, event: JobEvent, at = NOW) => advance(inState(state), event, at);
  const unavailable = { kind: "unavailable", sent: true, detail: "" } as const;

  test("that was skipped extends the job's deadline by the wait before the next poll", () => {
    const event: JobEvent = { kind: "poll_held", waitMs: 5_000 };
    const job = inState(troubled);
    expect(advance(job, event, NOW)).toEqual({
      ...job,
      deadlineAt: job.deadlineAt + 5_000,
      state: { ...troubled, missingSince: TEST_START + 5_000, notBefore: NOW + 5_000 },
    });
  });

  test("that was skipped is not counted as failed", () => {
    const state = happens(aRunning(), { kind: "poll_held", waitMs: 5_000 }).state;
    expect(state).toMatchObject({ missing: "no_answer", missingSince: NOW + 5_000, misses: 0 });
  });

  test("happens at once if a new key is saved while the job waits for a key", () => {
    const job = inState({ ...troubled, waitingFor: "key" });
    expect(advance(job, { kind: "key_renewed" }, NOW)).toEqual({
      ...job,
      dueAt: NOW,
      state: aRunning({ waitingFor: null, notBefore: NOW }),
    });
  });

  test("adds the reported percentage, if any, to the job's recorded progress", () => {
    const seen = happens(aRunning({ since: TEST_START - 4_000 }), {
      kind: "polled",
      task: { status: "running", percent: 7 },
    });
    expect(seen.state).toMatchObject({ trace: [[5_000, 7]] });
    const next = advance(seen, { kind: "polled", task: { status: "running", percent: 9 } }, NOW + 1_000);
    expect(next.state).toHaveProperty("trace.1", [6_000, 9]);
    const unseen = happens(aRunning(), { kind: "polled", task: { status: "running", percent: null } });
    expect(unseen.state).not.toHaveProperty("trace");
  });

  test.for([
    ["gets no response", unavailable],
    ["is refused as an invalid request", { kind: "bad_request", detail: "" }],
    ["finds the service busy", { kind: "busy", detail: "" }],
    ["goes to a wrong address", { kind: "wrong_address", detail: "" }],
    ["is rate-limited", { kind: "rate_limited", retryAfterMs: null }],
  ] as const)("counts as one poll without a usable response if it %s", ([, refusal]) => {
    const since = NOW - 600_000;
    const { state } = happens(aRunning({ since }), { kind: "poll_refused", refusal });
    expect(state).toEqual(aRunning({ since, misses: 1, missing: "no_answer", missingSince: NOW, notBefore: NOW }));
  });

  test("increases the count of failed polls only if the previous polls failed in the same way", () => {
    const event: JobEvent = { kind: "poll_refused", refusal: unavailable };
    const silent = aRunning({ misses: 5, missing: "no_answer", missingSince: TEST_START });
    expect(happens(silent, event).state).toMatchObject({ misses: 6, missingSince: TEST_START });
    expect(happens(troubled, event).state).toMatchObject({ misses: 1, missingSince: NOW });
    const done: JobEvent = { kind: "polled", task: { status: "succeeded", videoUrl: null } };
    expect(happens(silent, done).state).toMatchObject({ status: "running", missing: "no_link", misses: 1 });
  });

  test("ends the job only if it is the fifth poll that reports an unknown task", () => {
    const late = TEST_START + 600_000;
    const unknownTask: JobEvent = { kind: "poll_refused", refusal: { kind: "unknown_task" } };
    const third = { ...troubled, misses: 3 };
    expect(happens(third, unknownTask, late).state).toMatchObject({ status: "running", misses: 4 });
    expect(happens({ ...troubled, misses: 4 }, unknownTask, late).state.status).toBe("announcing");
  });
});

const chained = aJob({ request: aRequest({ picture: frameOf({ job: aJobId(8), nth: 2 }) }), state: anAccepted() });
const brought: JobEvent = { kind: "kept_film_attached", reply: otherReply };

test.for<[which: string, what: string, job: Job, ...events: (JobEvent | Admission)[]]>([
  [
    "without a picture",
    "the result of a picture check",
    inState(anAccepted()),
    { kind: "picture_passed", aspectRatio: "9:16" },
  ],
  [
    "that still lacks the earlier video's last frame",
    "an attempt to start its paid call",
    chained,
    { kind: "submitting" },
  ],
  [
    "whose card may not have arrived",
    "a withdrawal",
    { ...chained, state: anAccepted({ answer: "unclear" }) },
    { kind: "withdrawn" },
  ],
  ["past its approval deadline", "a manager's decision", aWaitingJob({ until: A_MINUTE_ON }), approved, declined],
  [
    "before its approval deadline",
    "the end of the wait for an approval",
    aWaitingJob({ until: A_MINUTE_ON + 1 }),
    { kind: "wait_expired" },
  ],
  ["that waits for an approval", "the arrival of its turn", aWaitingJob(), { kind: "turn_came" }],
  [
    "that waits for an approval",
    "a second report that the managers can be reached",
    aWaitingJob(),
    { kind: "managers_reached", isReached: true },
  ],
  ["that has waited too long for its turn", "the arrival of its turn", aTurn(A_MINUTE_ON), { kind: "turn_came" }],
  [
    "in progress",
    "the removal of a person who is not on the list of people to notify",
    inState(aRunning()),
    { kind: "listener_left", userId: "cleo" },
  ],
  [
    "in a workspace that has removed Reelay",
    "a second removal of Reelay",
    { ...inState(aRunning()), isForgotten: true },
    { kind: "workspace_left" },
  ],
  [
    "that has succeeded",
    "a request for a new link that returns no link or the same link",
    endedAs(succeeded),
    { kind: "link_asked", videoUrl: null },
    { kind: "link_asked", videoUrl: succeeded.videoUrl },
  ],
  [
    "that has failed",
    "a new link and a stored video",
    endedAs(failed),
    { kind: "link_asked", videoUrl: "https://cdn.example.com/w.mp4" },
    brought,
  ],
  ["whose contents were deleted", "a stored video", aClosedJob({ isForgotten: true }), brought],
])("a job %s ignores %s", ([, , job, ...events]) => {
  for (const event of events) expect(advance(job, event, A_MINUTE_ON), event.kind).toBe(job);
});
