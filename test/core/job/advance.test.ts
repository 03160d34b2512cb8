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
const standingUnconfirmed = (outcome: Outcome) => aClosed(outcome, { isNotified: false, closedAt: NOW });
const inState = (state: JobState): Job => aJob({ state });
const endedAs = (outcome: Outcome) => aClosedJob({ state: aClosed(outcome) });
const startRefused = (refusal: Extract<JobEvent, { kind: "start_refused" }>["refusal"], fraction = 0): JobEvent => ({
  kind: "start_refused",
  refusal,
  fraction,
});

describe("an accepted job", () => {
  test("is not submitted before its answer was delivered", () => {
    const answered = advance(inState(anAccepted({ answer: "unclear" })), { kind: "answered", reply: otherReply }, NOW);
    expect(answered.reply).toBe(otherReply);
    expect(advance(answered, { kind: "submitting" }, NOW).state).toEqual(aSubmitting({ since: NOW }));
  });

  test.for(["answer_refused", "store"] as const)(
    "whose owner sees no card (%s) is closed without a notification",
    (why) => {
      const { state, sealedKey } = advance(inState(anAccepted({ answer: "unclear" })), aNotStarted(why), NOW);
      expect(state).toEqual(standingUnconfirmed(aNotStarted(why)));
      expect(sealedKey).toBeNull();
    },
  );

  test("that another process answered is closed without a notification, even if somebody asked to be notified", () => {
    const job = { ...inState(anAccepted({ answer: "due" })), notify: ["200000000000000009"] };
    const { state } = advance(job, { kind: "not_started", why: "answered_elsewhere" }, NOW);
    expect(state).toEqual(standingUnconfirmed(aNotStarted("answered_elsewhere")));
  });

  test("that is too old to start is reported on its card", () => {
    const after = advance(inState(anAccepted()), { kind: "not_started", why: "too_old" }, NOW);
    expect(after.state).toMatchObject({ status: "announcing", outcome: { kind: "not_started", why: "too_old" } });
  });

  test.for([
    ["takes the picture's ratio if nobody", "9:16"],
    ["does not take the picture's ratio if somebody", "16:9"],
  ] as const)("%s chose one", ([start, aspectRatio]) => {
    const decidesRatio = start.startsWith("takes");
    const picture = { source: "address", url: "https://e.com/a.png", isChecked: false, decidesRatio } as const;
    const job = aJob({ request: aRequest({ picture }), state: anAccepted() });
    const { request } = advance(job, { kind: "picture_passed", aspectRatio: "9:16" }, NOW);
    expect(request).toMatchObject({ aspectRatio, picture: { isChecked: true } });
  });
});

describe("a paid call", () => {
  test("that returns a task makes the job run, with the service's charge or else the price", () => {
    const named = advance(inState(aSubmitting()), { kind: "started", started: { taskId: "t", credits: 90 } }, NOW);
    const unnamed = advance(inState(aSubmitting()), { kind: "started", started: { taskId: "t", credits: null } }, NOW);
    expect(named.state).toEqual(aRunning({ taskId: "t", credits: 90, since: NOW }));
    expect(unnamed.state).toMatchObject({ credits: 95, creditsAreExact: false });
  });

  test.for<JobEvent>([{ kind: "interrupted" }, startRefused({ kind: "unavailable", sent: true, detail: "" })])(
    "whose response is lost is never repeated, and its outcome is unknown ($kind)",
    (event) => {
      const { state } = advance(inState(aSubmitting()), event, NOW);
      const outcome = anUnknown();
      expect(state).toMatchObject({ status: "announcing", outcome });
    },
  );

  test.for([
    [1, 500],
    [3, 2_000],
  ] as const)(
    "that certainly was not sent is repeated after attempt %i, at least %i ms later",
    ([attempts, waitMs]) => {
      const event = startRefused({ kind: "unavailable", sent: false, detail: "" });
      expect(advance(inState(aSubmitting({ attempts })), event, NOW).state).toEqual(
        anAccepted({ attempts, waitingFor: "service", notBefore: NOW + waitMs }),
      );
    },
  );

  test("that was not sent four times is refused", () => {
    const unsent = startRefused({ kind: "unavailable", sent: false, detail: "" });
    const { state } = advance(inState(aSubmitting({ attempts: 4 })), unsent, NOW);
    expect(state).toMatchObject({ status: "announcing", outcome: { kind: "refused" } });
  });

  test.for([
    ["asks for 7 s", 1, 7_000, 7_000],
    ["asks for 999 s", 1, 999_000, 120_000],
    ["asks for no wait", 1, null, 5_000],
    ["asks for no wait", 3, null, 20_000],
  ] as const)(
    "that gets a 429 which %s at attempt %i is repeated after $3 ms",
    ([, attempts, retryAfterMs, waitMs]) => {
      const { state } = advance(
        inState(aSubmitting({ attempts })),
        startRefused({ kind: "rate_limited", retryAfterMs }),
        NOW,
      );
      expect(state).toMatchObject({ status: "accepted", waitingFor: "rate_limit", notBefore: NOW + waitMs });
    },
  );

  test("that would have to wait more than ten minutes in total is refused", () => {
    const late = TEST_START + START_WITHIN_MS - 5_000;
    const { state } = advance(
      inState(aSubmitting()),
      startRefused({ kind: "rate_limited", retryAfterMs: 5_000 }),
      late,
    );
    expect(state).toMatchObject({ status: "announcing", outcome: { refusal: { kind: "rate_limited" } } });
  });

  test.for([{ kind: "bad_key" }, { kind: "bad_request", detail: "" }] as const)(
    "that is refused with $kind ends the job",
    (refusal) => {
      const { state } = advance(inState(aSubmitting()), startRefused(refusal), NOW);
      expect(state).toMatchObject({ status: "announcing", outcome: { kind: "refused", refusal } });
    },
  );
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
const declined: JobEvent = { kind: "declined", by: manager, note: "too long" };
const decisions: readonly (JobEvent | Admission)[] = [approved, declined, { kind: "withdrawn" }];

describe("a job that waits for an approval", () => {
  test.for([
    ["when the time to decide ends", TEST_START + APPROVAL_MS, TEST_START + APPROVAL_MS],
    ["after at most a day", A_MINUTE_ON + HOUR + APPROVAL_MS, A_MINUTE_ON + APPROVAL_MS],
  ] as const)("whose managers were asked is woken %s, so that they are asked only once", ([, until, dueAt]) => {
    const asked = advance(aWaitingJob({ until }), { kind: "managers_asked" }, A_MINUTE_ON);
    expect(dueNow(paced(asked, A_MINUTE_ON, { pollMinMs: 2_000 }, 0), A_MINUTE_ON)).toBe(dueAt);
  });

  test("reserves nothing; once approved, its price is reserved and it waits for its turn", () => {
    const after = advance(aWaitingJob(), approved, A_MINUTE_ON);
    expect(after.state).toEqual(aWaiting(itsTurn));
    expect(after.approval?.decision).toEqual({ word: "approved", by: manager, at: A_MINUTE_ON });
    expect([usageOf(aWaitingJob()).held, usageOf(after).held]).toEqual([0, after.price]);
  });

  test.for([
    [{ kind: "declined", by: manager, note: "too long" }, "declined", { by: manager, note: "too long" }],
    [{ kind: "declined", by: manager, note: null }, "declined", { by: manager }],
    [{ kind: "withdrawn" }, "withdrawn", { by: aJob().owner.userId }],
  ] as const)("ends without a charge after being $1 (row %#)", ([event, word, reason]) => {
    const after = advance(aWaitingJob(), event, A_MINUTE_ON);
    expect(after.state).toMatchObject({ status: "announcing", outcome: { kind: "not_started", why: word } });
    expect(after.approval?.decision).toEqual({ word, at: A_MINUTE_ON, ...reason });
    expect(usageOf(after)).toMatchObject({ held: 0, videos: 0 });
  });

  test("notifies nobody if the owner withdrew it", () => {
    expect(advance(aWaitingJob(), { kind: "withdrawn" }, A_MINUTE_ON).isSilent).toBe(true);
    expect(advance(aWaitingJob(), { kind: "declined", by: manager, note: null }, A_MINUTE_ON).isSilent).toBeUndefined();
  });

  test("expires when the time to decide ends, and not earlier", () => {
    const asked = aWaitingJob({ until: A_MINUTE_ON });
    const after = advance(asked, { kind: "wait_expired" }, A_MINUTE_ON);
    expect(after.state).toMatchObject({ status: "announcing", outcome: { kind: "not_started", why: "expired" } });
    expect(after.approval?.decision).toEqual({ word: "expired", by: null, at: A_MINUTE_ON });
  });

  test.for(decisions)("keeps the first decision, $kind, whatever is decided later", (first) => {
    const decided = advance(aWaitingJob(), first, A_MINUTE_ON);
    for (const later of decisions.filter(({ kind }) => kind !== "withdrawn"))
      expect(advance(decided, later, A_MINUTE_ON + 1).approval?.decision).toEqual(decided.approval?.decision);
  });

  test("shows on its card whether the managers can be reached", () => {
    const lost = advance(aWaitingJob(), { kind: "managers_reached", isReached: false }, A_MINUTE_ON);
    expect(lost.approval?.isUnreached).toBe(true);
    expect(advance(lost, { kind: "managers_reached", isReached: true }, A_MINUTE_ON).approval).toEqual(
      aWaitingJob().approval,
    );
  });
});

describe("a job that waits for its turn", () => {
  test("has the full time to finish, counted from its start", () => {
    const after = advance(aTurn(), { kind: "turn_came" }, A_MINUTE_ON);
    expect(after.state).toMatchObject({ status: "accepted", answer: "given", attempts: 0, notBefore: A_MINUTE_ON });
    expect([after.beganAt, after.deadlineAt]).toEqual([A_MINUTE_ON, A_MINUTE_ON + 3_600_000]);
    expect(takesPlace(after)).toBe(true);
  });

  test("can be withdrawn, and the earlier approval stays recorded", () => {
    const decided = advance(aWaitingJob(), approved, A_MINUTE_ON);
    const after = advance(decided, { kind: "withdrawn" }, A_MINUTE_ON + 1);
    expect(after.state).toMatchObject({ outcome: { kind: "not_started", why: "withdrawn" } });
    expect(after.approval?.decision?.word).toBe("approved");
  });
});

test.for([
  ["turn", "no_turn"],
  ["film", "broken"],
] as const)("a job that waits for its %s ends without a charge when its time is over, as %s", ([cause, why]) => {
  const after = advance(aWaitingJob({ for: cause, until: A_MINUTE_ON }), { kind: "wait_expired" }, A_MINUTE_ON);
  expect(after.state).toMatchObject({ status: "announcing", outcome: { kind: "not_started", why } });
  expect(usageOf(after).held).toBe(0);
});

describe("a person who asks to be notified", () => {
  const listen = (job: Job, ...people: readonly string[]) =>
    people.reduce((one, userId) => advance(one, { kind: "notify_me", userId }, NOW), job);
  const crowd = Array.from({ length: 39 }, (_, n) => `person ${n}`);

  test.for([aJob(), aJob({ state: aRunning() })])("is added to the list once, and the owner is not added", (job) => {
    expect(listen(job, "ben", "ben", anOwner().userId, "cleo")).toEqual({ ...job, notify: ["ben", "cleo"] });
  });

  test("is not added to a list that has 39 people", () => {
    expect(listen(aJob(), ...crowd, "ada").notify).toEqual(crowd);
  });

  test("is added as the owner if the video is silent", () => {
    expect(listen(aJob({ isSilent: true }), anOwner().userId).notify).toEqual([anOwner().userId]);
  });

  test("can be removed from the list", () => {
    const job = aJob({ notify: ["ada", "ben"] });
    expect(advance(job, { kind: "listener_left", userId: "ada" }, NOW).notify).toEqual(["ben"]);
  });
});

test.for([endedAs(succeeded), aJob({ state: aPosting(succeeded) }), aJob({ state: anAnnouncing(succeeded) })])(
  "a new link replaces the old link, and the expiry of the new link is unknown",
  (job) => {
    const videoUrl = "https://cdn.example.com/w.mp4";
    const after = advance(job, { kind: "link_asked", videoUrl }, NOW);
    expect(outcomeOf(after)).toEqual({ ...succeeded, videoUrl, expiresAt: null, renewedAt: NOW });
    expect(after.state.status).toBe(job.state.status);
  },
);

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

  test("that succeeded has a link until two hours after it was last seen running", () => {
    const task = { status: "succeeded", videoUrl: "https://e.com/v.mp4" } as const;
    const { state } = poll(aRunning({ lastRunningAt: TEST_START + 500 }), { kind: "polled", task });
    expect(state).toMatchObject({
      outcome: { kind: "succeeded", expiresAt: TEST_START + 500 + 2 * HOUR, credits: 95 },
    });
  });

  test("that succeeded without a link is polled five more times, then ends without a link", () => {
    let job = inState(aRunning());
    for (let n = 0; n < 5; n += 1) job = advance(job, done, NOW + n);
    expect(job.state).toMatchObject({ status: "running", missing: "no_link", misses: 5 });
    expect(outcomeOf(advance(job, done, NOW + 5))).toMatchObject({ kind: "succeeded", videoUrl: null });
  });

  test.for([
    ["on every second poll", [unknownTask, done]],
    ["from then on", [unknownTask]],
  ] as const)(
    "that succeeded without a link stays without a link if the service reports an unknown task %s",
    ([, told]) => {
      let job = poll(aRunning(), done, TEST_START + 120_000);
      for (let n = 0; n < 4; n += 1)
        job = advance(job, told[n % told.length] ?? done, TEST_START + 150_000 + n * 30_000);
      expect(job.state).toMatchObject({ status: "running", missing: "no_link", misses: 5 });
      expect(outcomeOf(advance(job, unknownTask, TEST_START + 300_000))).toMatchObject({
        kind: "succeeded",
        videoUrl: null,
      });
    },
  );

  test("ends as succeeded a day after its deadline if only the link was missing", () => {
    const late = TEST_START + 25 * HOUR + 1;
    const silent: JobEvent = { kind: "poll_refused", refusal: { kind: "busy", detail: "" } };
    const noLink = aRunning({ misses: 2, missing: "no_link", missingSince: TEST_START });
    expect(outcomeOf(poll(noLink, silent, late))).toMatchObject({ kind: "succeeded", videoUrl: null });
    expect(outcomeOf(poll(aRunning(), silent, late))).toMatchObject({ kind: "unknown" });
    expect(outcomeOf(poll(noLink, silent, late - 2))).toBeNull();
  });

  test("that failed is refunded its cost", () => {
    const { state } = poll(aRunning({ credits: 143 }), { kind: "polled", task: { status: "failed" } });
    expect(state).toMatchObject({ status: "announcing", outcome: { kind: "failed", refunded: 143 } });
    expect(state).not.toHaveProperty("outcome.reason");
  });

  test("that failed keeps the service's reason until the workspace removes Reelay", () => {
    const ended = advance(inState(aRunning()), { kind: "polled", task: { status: "failed", reason: "No faces" } }, NOW);
    expect(outcomeOf(ended)).toMatchObject({ reason: "No faces" });
    expect(JSON.stringify(advance(ended, { kind: "workspace_left" }, NOW))).not.toContain("No faces");
    const refusal = { kind: "bad_request", detail: "http 400", serviceWords: "No faces" } as const;
    const refused = inState(anAnnouncing(aRefused(refusal)));
    expect(JSON.stringify(advance(refused, { kind: "workspace_left" }, NOW))).not.toContain("No faces");
  });

  test.for(["no_key", "bad_key"] as const)("whose poll is refused with %s waits for a key", (kind) => {
    expect(poll(aRunning(), { kind: "poll_refused", refusal: { kind } }).state).toMatchObject({
      waitingFor: "key",
      misses: 1,
    });
  });

  test("whose poll reports too few credits is polled again, as after a poll without an answer", () => {
    const poor: JobEvent = { kind: "poll_refused", refusal: { kind: "no_credits" } };
    const { state } = poll(aRunning(), poor);
    expect(state).toMatchObject({ waitingFor: "credits", missing: "no_answer", misses: 1 });
    const refusedKey = poll(aRunning({ waitingFor: "credits" }), {
      kind: "poll_refused",
      refusal: { kind: "bad_key" },
    });
    expect(refusedKey.state).toMatchObject({ waitingFor: "key" });
  });

  test.for(["key", "credits"] as const)(
    "no longer waits for %s once the service answers, even without a link",
    (need) => {
      const done: JobEvent = { kind: "polled", task: { status: "succeeded", videoUrl: null } };
      for (const event of [polled(50), done])
        expect(poll(aRunning({ waitingFor: need }), event).state).toMatchObject({ waitingFor: null });
    },
  );

  test("that gets a 429 waits as long as requested, at most two minutes", () => {
    const event: JobEvent = { kind: "poll_refused", refusal: { kind: "rate_limited", retryAfterMs: 999_000 } };
    expect(poll(aRunning(), event).state).toMatchObject({ notBefore: NOW + 120_000 });
  });

  test("that the service does not know is lost only after five polls over two minutes", () => {
    let job = inState(aRunning());
    const at = (n: number) => TEST_START + 60_000 + n * 30_000;
    for (let n = 0; n < 4; n += 1) job = advance(job, unknownTask, at(n));
    expect(job.state).toMatchObject({ status: "running", missing: "unknown_task", misses: 4 });
    expect(outcomeOf(advance(job, unknownTask, at(3) + 1))).toBeNull();
    expect(outcomeOf(advance(job, unknownTask, at(4)))).toEqual(anUnknown({ taskId: "task-1" }));
  });

  test("that was unanswered for a long time is not lost after one poll that reports an unknown task", () => {
    const silent = aRunning({ misses: 10, missing: "no_answer", missingSince: TEST_START });
    expect(poll(silent, unknownTask, TEST_START + 300_000).state).toMatchObject({ missing: "unknown_task", misses: 1 });
  });

  test("that succeeded without a link keeps the count of its polls if the key is refused in between", () => {
    const noLink = aRunning({ misses: 4, missing: "no_link", missingSince: TEST_START });
    const { state } = poll(noLink, { kind: "poll_refused", refusal: { kind: "bad_key" } });
    expect(state).toMatchObject({ missing: "no_link", misses: 4, waitingFor: "key" });
  });

  test("may be unknown to the service during its first minute", () => {
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
  ["an outcome stays, and its pending notification is not sent", anAnnouncing(failed), failed],
])("when a workspace removes Reelay, %s", ([, state, outcome]) => {
  const job = left(state);
  expect(job.state).toEqual(standingUnconfirmed(outcome));
  expect(job.sealedKey).toBeNull();
  expect(contents(job)).toEqual(none);
});

test("when a workspace removes Reelay, the service's text is deleted from a refusal, and a refusal without such text stays unchanged", () => {
  const refusal = { kind: "bad_request", detail: "http 400" } as const;
  const worded = aRefused({ ...refusal, serviceWords: "No faces" });
  expect(left(anAnnouncing(worded)).state).toEqual(standingUnconfirmed(aRefused(refusal)));
  const wordless = aRefused({ kind: "no_credits" });
  expect(outcomeOf(left(anAnnouncing(wordless)))).toBe(wordless);
});

test("when a workspace removes Reelay, a paid call that waits for its repetition ends as unknown without a notification", () => {
  const idempotency = anIdempotency({ lost: 1, againAt: NOW });
  const { state } = left(aSubmitting({ idempotency }));
  expect(state).toEqual(standingUnconfirmed(anUnknown()));
});

test("a paid call is not repeated at the very end of the time for repetitions", () => {
  const refusal = { kind: "rate_limited", retryAfterMs: 60_000 } as const;
  const status = (until: number) => {
    const idempotency = anIdempotency({ lost: 1, until });
    return advance(inState(aSubmitting({ idempotency })), startRefused(refusal), NOW).state.status;
  };
  expect([status(NOW + 60_000), status(NOW + 60_001)]).toEqual(["announcing", "submitting"]);
});

test("when a workspace removes Reelay, a running job loses its contents, keeps its key for polls, and ends without a notification", () => {
  const job = left(aRunning());
  expect(contents(job)).toEqual(none);
  expect(job).toMatchObject({ isForgotten: true, state: { status: "running" } });
  expect(job.sealedKey).not.toBeNull();
  const ended = advance(job, { kind: "polled", task: { status: "failed" } }, NOW + 1);
  expect(ended.state).toMatchObject({ status: "closed", isNotified: false, outcome: { kind: "failed" } });
});

test("a kept film can be added to the card of an ended job, and to the card of an ended batch", () => {
  const brought: JobEvent = { kind: "kept_film_attached", reply: aDiscordReply({ messageId: "m" }) };
  const { reply } = brought;
  expect(advance(aClosedJob(), brought, NOW)).toEqual(aClosedJob({ reply, video: "here" }));
  const batch = aClosedJob({ parts: [aJobId(2)], state: aClosed(aSeveral()) });
  expect(advance(batch, brought, NOW)).toEqual({ ...batch, reply });
});

const parts = [aJobId(2), aJobId(3)];

const COULD_PAY: readonly JobState[] = [
  ...(["approval", "turn", "film"] as const).map((cause) => aWaiting({ for: cause })),
  ...(["due", "unclear", "retried", "given"] as const).map((answer) => anAccepted({ answer })),
  aGathering({ answer: "unclear" }),
];

test.for(COULD_PAY)(
  "after a restore a job that is $status ends as possibly made, and counts as not charged",
  (state) => {
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
  },
);

describe("an event that only records something", () => {
  const asked = aWaitingJob();
  const running = inState(aRunning());

  test("changes nothing else in the job", () => {
    expect(advance(running, { kind: "edit_unclear" }, NOW)).toEqual({ ...running, isCardInDoubt: true });
    expect(advance(running, { kind: "shown", reply: otherReply }, NOW)).toEqual({ ...running, reply: otherReply });
    expect(advance(asked, { kind: "shown", reply: otherReply }, NOW)).toEqual({ ...asked, reply: otherReply });
    const listed = aJob({ state: announcing, notify: ["ada", "ben"] });
    expect(advance(listed, { kind: "listeners_called" }, NOW)).toEqual({ ...listed, notify: [], notification: "lost" });
  });

  test("adds a joined film to a card's files on Slack, and leaves a joined film a separate message on other platforms", () => {
    const joined = { id: "F1", isJoined: true } as const;
    const event: JobEvent = { kind: "film_joined", fileId: "F1" };
    const onSlack = (files?: readonly { readonly id: string }[]) =>
      advance(aClosedJob({ reply: { ...aSlackReply(), ...(files && { files }) } }), event, NOW);
    expect(onSlack()).toEqual(aClosedJob({ reply: { ...aSlackReply(), files: [joined] } }));
    expect(onSlack([{ id: "F0" }]).reply.files).toEqual([{ id: "F0" }, joined]);
  });

  test("updates the place in the queue", () => {
    const place = { nth: 2, startsAt: null };
    const turn = aTurn();
    expect(advance(turn, { kind: "place_changed", place }, NOW)).toEqual({ ...turn, state: { ...turn.state, place } });
  });

  test("stores the service's response before it is parsed", () => {
    const answer = { text: "{}", isWhole: true };
    const job = inState(aSubmitting());
    expect(advance(job, { kind: "answer_kept", answer }, NOW)).toEqual({ ...job, state: { ...job.state, answer } });
  });
});

describe("a picture that the service does not accept as it is", () => {
  const picture = { source: "address", url: "https://e.com/a.heic", isChecked: false, decidesRatio: true } as const;
  const accepted = (over: Partial<VideoRequest>) => aJob({ request: aRequest(over), state: anAccepted() });
  const copy = { url: "https://bot.test/copy.jpg", width: 360, height: 640 };
  const brought: JobEvent = { kind: "picture_prepared", ...copy };

  test("needs a fitting copy, unless there is no picture or the bot makes the picture itself", () => {
    const job = accepted({ picture });
    const due = advance(job, { kind: "picture_must_fit" }, NOW);
    expect(due).toEqual({ ...job, request: aRequest({ picture: { ...picture, fit: "due" } }) });
    for (const other of [null, frameOf({ job: aJobId(8), nth: 2 }), { ...picture, fit: copy }]) {
      const unchanged = accepted({ picture: other });
      expect(advance(unchanged, { kind: "picture_must_fit" }, NOW)).toBe(unchanged);
    }
  });

  test.for([
    ["decides the ratio if nobody chose one", true, copy, "9:16"],
    ["does not decide the ratio if somebody chose one", false, copy, "16:9"],
    ["does not decide the ratio if its size is unknown", true, { ...copy, width: 0 }, "16:9"],
  ] as const)("is checked once its copy exists, which %s", ([, decidesRatio, fit, aspectRatio]) => {
    const job = accepted({ picture: { ...picture, decidesRatio, fit: "due" } });
    const after = advance(job, { ...brought, ...fit }, NOW);
    const fitted = { ...picture, decidesRatio, fit, isChecked: true };
    expect(after).toEqual({ ...job, request: aRequest({ aspectRatio, picture: fitted }) });
  });
});

describe("a first card", () => {
  test("that is posted again records when the first lost card was posted, if that time is known", () => {
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

  test("that moves changes only its place", () => {
    expect(advance(given, { kind: "answered", reply: otherReply }, NOW)).toEqual({ ...given, reply: otherReply });
    const unseen = advance(unclear, { kind: "answered", reply: otherReply }, NOW);
    expect(unseen).toMatchObject({ reply: otherReply, state: { answer: "given", notBefore: NOW } });
  });

  test("whose delivery is unknown stays unknown, whatever else is reported about the card", () => {
    expect(advance(unclear, refused(true), NOW).state).toEqual({ ...unclear.state, notBefore: NOW + 3_000 });
    expect(advance(unclear, refused(true), NOW).isCardInDoubt).toBe(false);
    const doubted = advance(unclear, refused(false), NOW);
    expect(doubted).toMatchObject({ isCardInDoubt: true, state: { answer: "unclear", triedAt: TEST_START } });
    expect(advance(doubted, refused(true), NOW).isCardInDoubt).toBe(true);
  });

  test("that was not shown to the owner ends the job without a notification, unless somebody asked for one", () => {
    const event: JobEvent = { kind: "not_started", why: "answer_refused" };
    const outcome = aNotStarted("answer_refused");
    expect(advance(given, event, NOW).state).toEqual(standingUnconfirmed(outcome));
    const listed = { ...given, notify: ["ada"] };
    expect(advance(listed, event, NOW).state).toMatchObject({ status: "announcing", outcome });
  });

  test("keeps files that arrived in the meantime, unless the platform's answer lists files", () => {
    const files = [{ id: "1", name: "frame.png" }];
    const named = aDiscordReply({ files: [{ id: "2", name: "video.mp4" }] });
    for (const state of [anAccepted({ answer: "unclear" }), aSubmitting()]) {
      const job = aJob({ state, reply: aDiscordReply({ files }) });
      const answered = (reply: typeof otherReply) => advance(job, { kind: "answered", reply }, NOW);
      expect(answered(otherReply)).toMatchObject({ reply: { ...otherReply, files }, state: { status: state.status } });
      expect(answered(named).reply).toBe(named);
    }
  });

  test("that arrives after its job ended without a charge shows the outcome at once; any other outcome is shown at its scheduled time", () => {
    const late = (state: JobState) => advance(inState(state), { kind: "answered", reply: otherReply }, NOW).state;
    const unpaid = anAnnouncing(aNotStarted("too_old"), { notBefore: NOW + 9_000 });
    expect(late(unpaid)).toEqual({ ...unpaid, notBefore: NOW });
    const tried = { ...unpaid, attempts: 1 };
    expect(late(tried)).toEqual(tried);
    const paid = anAnnouncing(failed, { notBefore: NOW + 9_000 });
    expect(late(paid)).toEqual(paid);
  });

  test("that is in flight when its job is withdrawn is edited, and no second message is sent", () => {
    const taken = (over: Partial<Waiting>) =>
      advance(aWaitingJob({ notBefore: A_MINUTE_ON + 5_000, ...over }), { kind: "withdrawn" }, A_MINUTE_ON).state;
    expect(taken({ answer: "due" })).toMatchObject({ status: "announcing", notBefore: A_MINUTE_ON + 5_000 });
    expect(taken({ answer: "due", notBefore: TEST_START })).toMatchObject({ notBefore: A_MINUTE_ON });
    expect(taken({ answer: "given" })).toMatchObject({ status: "announcing", notBefore: A_MINUTE_ON });
    const part = { ...aWaitingJob({ answer: "due" }), partOf: { job: aJobId(9), nth: 2 } };
    expect(advance(part, { kind: "withdrawn" }, A_MINUTE_ON).state).toEqual(
      aClosed(aNotStarted("withdrawn"), { closedAt: A_MINUTE_ON }),
    );
  });
});

describe("a batch", () => {
  const batch = aJob({ price: 0, parts: [aJobId(2)], state: aGathering() });

  test("whose videos have all ended sends its notification, and posts its films if they are due", () => {
    const after = advance(batch, { kind: "parts_settled", areFilmsDue: true }, NOW);
    expect(after).toMatchObject({ video: "due", state: { status: "announcing", outcome: { kind: "several" } } });
    expect(after.id).toBe(batch.id);
    expect(advance(batch, { kind: "parts_settled", areFilmsDue: false }, NOW)).not.toHaveProperty("video");
  });

  test("that is approved lets each video wait for its turn, or for the previous film", () => {
    const asked = { ...aWaitingJob(), price: 0, parts: [aJobId(2)] };
    expect(advance(asked, approved, A_MINUTE_ON).state).toEqual(aGathering({ notBefore: A_MINUTE_ON }));
    const { approval: _, ...video } = { ...aWaitingJob(), partOf: { job: aJobId(9), nth: 2 } };
    expect(advance(video, approved, A_MINUTE_ON)).toEqual({
      ...video,
      countsAt: A_MINUTE_ON,
      state: aWaiting(itsTurn),
    });
    const continues = { job: partIdFrom(aJobId(9), 1), nth: 2 };
    const chained = { ...video, request: aRequest({ picture: frameOf(continues) }) };
    const film = aWaiting({ for: "film", until: A_MINUTE_ON + FILM_MS, notBefore: A_MINUTE_ON });
    expect(advance(chained, approved, A_MINUTE_ON)).toEqual({ ...chained, countsAt: A_MINUTE_ON, state: film });
  });

  test("stores the place of its first card like any other job", () => {
    const unseen = aJob({ parts: [aJobId(2)], state: aGathering({ answer: "due" }) });
    const state = aGathering({ notBefore: NOW });
    expect(advance(unseen, { kind: "answered", reply: otherReply }, NOW)).toMatchObject({ reply: otherReply, state });
  });

  test("whose workspace removes Reelay is closed without a notification", () => {
    expect(advance(batch, { kind: "workspace_left" }, NOW).state).toEqual(
      standingUnconfirmed(aNotStarted("answer_refused")),
    );
  });

  test("without a pending approval cannot be approved or declined", () => {
    const { approval: _, ...unasked } = aWaitingJob();
    expect(() => advance(unasked, approved, A_MINUTE_ON)).toThrow("waits for an approval that it does not know of");
  });
});

describe("a video that continues another", () => {
  const frame = frameOf({ job: aJobId(8), nth: 2 });
  const job = aJob({ request: aRequest({ picture: frame }), state: anAccepted() });
  const waits = aWaitingJob({ for: "film" });
  const came: JobEvent = { kind: "film_arrived", aspectRatio: "9:16" };

  test("waits for its turn once the earlier film exists, with that film's ratio", () => {
    const picture = { ...frame, decidesRatio: true };
    const before = { ...waits, request: aRequest({ picture }) };
    expect(advance(before, came, A_MINUTE_ON)).toEqual({
      ...before,
      request: aRequest({ picture: { ...picture, decidesRatio: false }, aspectRatio: "9:16" }),
      state: aWaiting(itsTurn),
    });
    expect(advance(waits, came, A_MINUTE_ON).request).toEqual(aRequest({ aspectRatio: "9:16" }));
  });

  test("is not submitted before its frame is extracted", () => {
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

  test("counts the attempts to extract its frame, and waits longer each time, at most two minutes on request", () => {
    const once = advance(job, { kind: "picture_begun" }, NOW);
    expect(once).toEqual({ ...job, state: { ...job.state, pictureTries: 1 } });
    const twice = advance(once, { kind: "picture_begun" }, NOW);
    expect(twice.state).toMatchObject({ pictureTries: 2 });
    const waitMs = (tried: Job, askedMs: number) => {
      const after = advance(tried, { kind: "picture_postponed", waitMs: askedMs, fraction: 1 }, NOW);
      expect(after).toEqual({ ...tried, state: { ...tried.state, notBefore: expect.any(Number) } });
      return "notBefore" in after.state ? after.state.notBefore - NOW : null;
    };
    expect([waitMs(job, 0), waitMs(once, 0), waitMs(twice, 0)]).toEqual([1_000, 1_000, 2_000]);
    expect([waitMs(once, 60_000), waitMs(once, 999_000)]).toEqual([60_000, 120_000]);
  });

  test("can be withdrawn until its frame is extracted, and keeps its card", () => {
    const after = advance(job, { kind: "withdrawn" }, NOW);
    expect(after).toMatchObject({ id: job.id, isSilent: true });
    expect(outcomeOf(after)).toEqual(aNotStarted("withdrawn"));
  });
});

describe("a job that starts", () => {
  test("is refused with the reason if its picture cannot be used", () => {
    const refusal = { kind: "picture", problem: { kind: "picture_unreachable" } } as const;
    expect(outcomeOf(advance(inState(anAccepted()), { kind: "refused", refusal }, NOW))).toEqual(aRefused(refusal));
  });

  test("pays with the payer's current key if it waited without a key", () => {
    const begun = (sealedKey?: string) =>
      advance(aJob({ state: anAccepted() }), { kind: "submitting", ...(sealedKey && { sealedKey }) }, NOW).sealedKey;
    expect([begun("sealed"), begun()]).toEqual(["sealed", aJob().sealedKey]);
  });
});

describe("a poll", () => {
  const troubled = aRunning({ misses: 2, missing: "unknown_task", missingSince: TEST_START });
  const happens = (state: ReturnType<typeof aRunning>, event: JobEvent, at = NOW) => advance(inState(state), event, at);
  const unavailable = { kind: "unavailable", sent: true, detail: "" } as const;

  test("that was skipped does not count against the job", () => {
    const event: JobEvent = { kind: "poll_held", waitMs: 5_000 };
    const job = inState(troubled);
    expect(advance(job, event, NOW)).toEqual({
      ...job,
      deadlineAt: job.deadlineAt + 5_000,
      state: { ...troubled, missingSince: TEST_START + 5_000, notBefore: NOW + 5_000 },
    });
  });

  test("that was skipped counts as unanswered from the end of the wait, and not as a miss", () => {
    const state = happens(aRunning(), { kind: "poll_held", waitMs: 5_000 }).state;
    expect(state).toMatchObject({ missing: "no_answer", missingSince: NOW + 5_000, misses: 0 });
  });

  test("is due at once when the key works again, and earlier problems are cleared", () => {
    const job = inState({ ...troubled, waitingFor: "key" });
    expect(advance(job, { kind: "key_renewed" }, NOW)).toEqual({
      ...job,
      dueAt: NOW,
      state: aRunning({ waitingFor: null, notBefore: NOW }),
    });
  });

  test("with a percentage adds to the trace, and a poll without a percentage does not", () => {
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
    unavailable,
    { kind: "bad_request", detail: "" },
    { kind: "busy", detail: "" },
    { kind: "wrong_address", detail: "" },
    { kind: "rate_limited", retryAfterMs: null },
  ] as const)("without an answer ($kind) counts as one miss, however old the task is", (refusal) => {
    const since = NOW - 600_000;
    const { state } = happens(aRunning({ since }), { kind: "poll_refused", refusal });
    expect(state).toEqual(aRunning({ since, misses: 1, missing: "no_answer", missingSince: NOW, notBefore: NOW }));
  });

  test("that fails adds to the count of earlier polls that failed the same way, and otherwise restarts the count", () => {
    const event: JobEvent = { kind: "poll_refused", refusal: unavailable };
    const silent = aRunning({ misses: 5, missing: "no_answer", missingSince: TEST_START });
    expect(happens(silent, event).state).toMatchObject({ misses: 6, missingSince: TEST_START });
    expect(happens(troubled, event).state).toMatchObject({ misses: 1, missingSince: NOW });
    const done: JobEvent = { kind: "polled", task: { status: "succeeded", videoUrl: null } };
    expect(happens(silent, done).state).toMatchObject({ status: "running", missing: "no_link", misses: 1 });
  });

  test("that finds no task does not end the job before the fifth such poll, however long that takes", () => {
    const late = TEST_START + 600_000;
    const unknownTask: JobEvent = { kind: "poll_refused", refusal: { kind: "unknown_task" } };
    const third = { ...troubled, misses: 3 };
    expect(happens(third, unknownTask, late).state).toMatchObject({ status: "running", misses: 4 });
    expect(happens({ ...troubled, misses: 4 }, unknownTask, late).state.status).toBe("announcing");
  });
});

const chained = aJob({ request: aRequest({ picture: frameOf({ job: aJobId(8), nth: 2 }) }), state: anAccepted() });
const brought: JobEvent = { kind: "kept_film_attached", reply: otherReply };

test.for<[what: string, job: Job, ...events: (JobEvent | Admission)[]]>([
  ["the job has no picture", inState(anAccepted()), { kind: "picture_passed", aspectRatio: "9:16" }],
  ["the job's frame is missing", chained, { kind: "submitting" }],
  [
    "the job's frame and card are missing",
    { ...chained, state: anAccepted({ answer: "unclear" }) },
    { kind: "withdrawn" },
  ],
  ["the time to decide is over", aWaitingJob({ until: A_MINUTE_ON }), approved, declined],
  ["the time to decide is not over", aWaitingJob({ until: A_MINUTE_ON + 1 }), { kind: "wait_expired" }],
  [
    "the job waits for an approval",
    aWaitingJob(),
    { kind: "turn_came" },
    { kind: "managers_reached", isReached: true },
  ],
  ["the time to wait for a turn is over", aTurn(A_MINUTE_ON), { kind: "turn_came" }],
  ["the job runs", inState(aRunning()), { kind: "listener_left", userId: "cleo" }],
  [
    "the job ran in a workspace that has removed Reelay",
    { ...inState(aRunning()), isForgotten: true },
    { kind: "workspace_left" },
  ],
  [
    "the job is closed",
    endedAs(succeeded),
    { kind: "link_asked", videoUrl: null },
    { kind: "link_asked", videoUrl: succeeded.videoUrl },
  ],
  ["no video was made", endedAs(failed), { kind: "link_asked", videoUrl: "https://cdn.example.com/w.mp4" }, brought],
  ["the job's contents are forgotten", aClosedJob({ isForgotten: true }), brought],
])("an event that does not fit changes nothing in a job, because %s", ([, job, ...events]) => {
  for (const event of events) expect(advance(job, event, A_MINUTE_ON), event.kind).toBe(job);
});
