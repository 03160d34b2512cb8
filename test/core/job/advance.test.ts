import { describe, expect, test } from "vitest";
import { advance, START_WITHIN_MS } from "../../../src/core/job/advance.ts";
import type { Job, JobState } from "../../../src/core/job/job.ts";
import type { JobEvent } from "../../../src/core/job/job-event.ts";
import { aClosedJob, aDiscordReply, aJob, anAnnouncing, aRequest, aSlackReply, TEST_START } from "../../fakes/jobs.ts";

const NOW = TEST_START + 1_000;
const HOUR = 3_600_000;
const otherReply = aDiscordReply({ messageId: "another card" });
const failed = { kind: "failed", taskId: "t", refunded: 95, creditsAreExact: true } as const;
const accepted = (
  answer: "due" | "unclear" | "given" = "given",
  attempts = 0,
): Extract<JobState, { status: "accepted" }> => ({
  status: "accepted",
  answer,
  attempts,
  waitingFor: null,
  notBefore: TEST_START,
});
const submitting = (attempts = 1): JobState => ({ status: "submitting", since: TEST_START, attempts, answer: null });
const announcing = anAnnouncing(failed);
const posting: JobState = {
  status: "posting",
  outcome: failed,
  settledAt: TEST_START,
  nonce: "n",
  triedAt: null,
  attempts: 0,
  notBefore: TEST_START,
};
const inState = (state: JobState): Job => aJob({ state });
const startRefused = (refusal: Extract<JobEvent, { kind: "start_refused" }>["refusal"], fraction = 0): JobEvent => ({
  kind: "start_refused",
  refusal,
  fraction,
});

describe("an accepted job", () => {
  test("is not submitted before its answer was given", () => {
    const job = inState(accepted("unclear"));
    expect(advance(job, { kind: "submitting" }, NOW)).toBe(job);
    const answered = advance(job, { kind: "answered", reply: otherReply }, NOW);
    expect(answered.reply).toBe(otherReply);
    expect(advance(answered, { kind: "submitting" }, NOW).state).toEqual({
      status: "submitting",
      since: NOW,
      attempts: 1,
      answer: null,
    });
  });

  test("whose answer may have been lost begins as soon as the answer is known, and else asks again in 3 s", () => {
    const unclear = aJob({ state: { ...accepted("unclear"), notBefore: NOW + 5_000 } });
    expect(advance(unclear, { kind: "answered", reply: otherReply }, NOW).state).toMatchObject({ notBefore: NOW });
    const event: JobEvent = { kind: "delivery_failed", isClear: true, waitMs: 0, fraction: 0 };
    const asked = advance(unclear, event, NOW);
    expect(asked.state).toMatchObject({ status: "accepted", answer: "unclear", notBefore: NOW + 3_000 });
    expect(advance(unclear, { ...event, waitMs: 9_000 }, NOW).state).toMatchObject({ notBefore: NOW + 9_000 });
  });

  test.for(["answer_refused", "store"] as const)("whose person sees no card (%s) is closed untold", (why) => {
    const { state, sealedKey } = advance(inState(accepted("unclear")), { kind: "not_started", why }, NOW);
    expect(state).toEqual({ status: "closed", outcome: { kind: "not_started", why }, told: false, closedAt: NOW });
    expect(sealedKey).toBeNull();
  });

  test("that is too old is told on its card", () => {
    const after = advance(inState(accepted()), { kind: "not_started", why: "too_old" }, NOW);
    expect(after.state).toMatchObject({ status: "announcing", outcome: { kind: "not_started", why: "too_old" } });
  });

  test.for([
    [true, "9:16"],
    [false, "16:9"],
  ] as const)("takes the picture's shape only where nobody named one (%s: %s)", ([decidesRatio, aspectRatio]) => {
    const picture = { source: "address", url: "https://e.com/a.png", isChecked: false, decidesRatio } as const;
    const job = aJob({ request: aRequest({ picture }), state: accepted() });
    const { request } = advance(job, { kind: "picture_passed", aspectRatio: "9:16" }, NOW);
    expect(request).toMatchObject({ aspectRatio, picture: { isChecked: true } });
  });
});

describe("the paid call", () => {
  test("that is answered with a task runs, with the credits named or the price", () => {
    const named = advance(inState(submitting()), { kind: "started", started: { taskId: "t", credits: 90 } }, NOW);
    const unnamed = advance(inState(submitting()), { kind: "started", started: { taskId: "t", credits: null } }, NOW);
    expect(named.state).toEqual({
      status: "running",
      taskId: "t",
      credits: 90,
      creditsAreExact: true,
      percent: null,
      since: NOW,
      lastRunningAt: NOW,
      misses: 0,
      missing: null,
      missingSince: null,
      waitingFor: null,
      notBefore: NOW,
    });
    expect(unnamed.state).toMatchObject({ credits: 95, creditsAreExact: false });
  });

  test.for<JobEvent>([{ kind: "interrupted" }, startRefused({ kind: "unavailable", sent: true, detail: "" })])(
    "whose answer is lost is never repeated: nobody can tell (%j)",
    (event) => {
      const { state } = advance(inState(submitting()), event, NOW);
      expect(state).toMatchObject({ status: "announcing", outcome: { kind: "unknown", taskId: null, atMost: 95 } });
    },
  );

  test("that the service answers with an error says so: nobody can tell", () => {
    const event = startRefused({ kind: "unavailable", sent: true, isError: true, detail: "http 503" });
    const { state } = advance(inState(submitting()), event, NOW);
    expect(state).toMatchObject({ outcome: { kind: "unknown", taskId: null, atMost: 95, isError: true } });
  });

  test.for([
    [1, 500],
    [2, 1_000],
    [3, 2_000],
  ] as const)("that surely did not leave is repeated after try %i, in %i ms at least", ([attempts, waitMs]) => {
    const event = startRefused({ kind: "unavailable", sent: false, detail: "" });
    expect(advance(inState(submitting(attempts)), event, NOW).state).toEqual({
      status: "accepted",
      answer: "given",
      attempts,
      waitingFor: "service",
      notBefore: NOW + waitMs,
    });
  });

  test("that did not leave four times is refused", () => {
    const { state } = advance(
      inState(submitting(4)),
      startRefused({ kind: "unavailable", sent: false, detail: "" }),
      NOW,
    );
    expect(state).toMatchObject({ status: "announcing", outcome: { kind: "refused" } });
  });

  test.for([
    [1, 7_000, 7_000],
    [1, 999_000, 120_000],
    [1, null, 5_000],
    [2, null, 10_000],
    [3, null, 20_000],
  ] as const)("that is told 429 at try %i (Retry-After %s) waits %i ms", ([attempts, retryAfterMs, waitMs]) => {
    const { state } = advance(inState(submitting(attempts)), startRefused({ kind: "rate_limited", retryAfterMs }), NOW);
    expect(state).toMatchObject({ status: "accepted", waitingFor: "rate_limit", notBefore: NOW + waitMs });
  });

  test("that would wait beyond ten minutes in all is refused", () => {
    const late = TEST_START + START_WITHIN_MS - 5_000;
    const { state } = advance(inState(submitting()), startRefused({ kind: "rate_limited", retryAfterMs: 5_000 }), late);
    expect(state).toMatchObject({
      status: "announcing",
      outcome: { kind: "refused", refusal: { kind: "rate_limited" } },
    });
  });

  test.for([
    { kind: "bad_key" },
    { kind: "no_key" },
    { kind: "no_credits" },
    { kind: "bad_request", detail: "" },
  ] as const)("that is refused with %j is over", (refusal) => {
    const { state } = advance(inState(submitting()), startRefused(refusal), NOW);
    expect(state).toMatchObject({ status: "announcing", outcome: { kind: "refused", refusal } });
  });
});

test.for<[string, JobState]>([
  ["submitting", submitting()],
  ["announcing", announcing],
])("a job that is %s learns where its card is, and stays where it stood", ([, state]) => {
  const job = aJob({ state });
  expect(advance(job, { kind: "answered", reply: otherReply }, NOW)).toEqual({ ...job, reply: otherReply });
  const closed = aClosedJob();
  expect(advance(closed, { kind: "answered", reply: otherReply }, NOW)).toBe(closed);
});

test("a late word about the first card takes no file away that was put beside it meanwhile", () => {
  const reply = { ...aSlackReply(), files: [{ id: "F1", isFrame: true }] } as const;
  const late = { ...aSlackReply(), ts: "9.9" };
  for (const state of [accepted("unclear"), submitting()])
    expect(advance(aJob({ state, reply }), { kind: "answered", reply: late }, NOW).reply).toEqual({
      ...late,
      files: reply.files,
    });
});

describe("a settled job", () => {
  const failedDelivery = (isClear: boolean): JobEvent => ({ kind: "delivery_failed", isClear, waitMs: 0, fraction: 1 });

  test("whose new message told its owner is closed, told", () => {
    const event: JobEvent = { kind: "announced", reply: otherReply, nonce: "n", called: "everybody" };
    const after = advance(inState(announcing), event, NOW);
    expect(after).toMatchObject({
      reply: otherReply,
      sealedKey: null,
      state: { status: "closed", told: true, outcome: failed },
    });
  });

  test("whose card was edited has its notification due, under one nonce", () => {
    const event: JobEvent = { kind: "announced", reply: otherReply, nonce: "n", called: "nobody" };
    expect(advance(inState(announcing), event, NOW).state).toMatchObject({
      status: "posting",
      nonce: "n",
      triedAt: null,
    });
  });

  test("that is begun to be whispered remembers it", () => {
    expect(advance(inState(announcing), { kind: "new_message_begun" }, NOW).state).toMatchObject({
      newMessage: "begun",
    });
  });

  test("whose whisper surely did not arrive may be whispered again, later", () => {
    const whispered = advance(inState(announcing), { kind: "new_message_begun" }, NOW);
    const refused = advance(whispered, { kind: "new_message_refused", waitMs: 7_000, fraction: 0 }, NOW);
    expect(refused.state).toMatchObject({ newMessage: "due", attempts: 1, notBefore: NOW + 7_000 });
    const never = advance(whispered, { kind: "new_message_refused", waitMs: null, fraction: 0 }, NOW);
    expect(never.state).toMatchObject({ newMessage: "impossible" });
  });

  test.for([
    [true, null],
    [false, NOW],
  ] as const)("whose notification failed (surely not arrived: %s) was tried at %s", ([isClear, triedAt]) => {
    const tried = advance(inState(posting), { kind: "notifying" }, NOW);
    expect(advance(tried, failedDelivery(isClear), NOW + 1).state).toMatchObject({
      triedAt,
      attempts: 1,
      notBefore: NOW + 1_001,
    });
  });

  test("that cannot be delivered for 72 h is tried once a day, and after a week closed untold", () => {
    const fails = (hours: number) => {
      const at = TEST_START + hours * HOUR;
      return { at, ...advance(inState(announcing), failedDelivery(true), at) };
    };
    expect(fails(72).state).toMatchObject({ notBefore: fails(72).at + 1_000, noWaySince: null });
    expect(fails(73).state).toMatchObject({ notBefore: fails(97).at, noWaySince: fails(73).at });
    expect(fails(7 * 24).state).toMatchObject({ status: "closed", told: false });
  });

  test("whose notification cannot be delivered for 72 h is closed, for the card says it", () => {
    expect(advance(inState(posting), failedDelivery(true), TEST_START + 72 * HOUR).state.status).toBe("posting");
    const after = advance(inState(posting), failedDelivery(true), TEST_START + 72 * HOUR + 1);
    expect(after.state).toMatchObject({ status: "closed", told: true });
  });

  test.for([
    [announcing, "notified", true],
    [posting, "undeliverable", true],
    [posting, "notified", true],
  ] as const)("in %j that is %s is closed, told: %s", ([state, kind, told]) => {
    expect(advance(inState(state), { kind }, NOW).state).toMatchObject({ status: "closed", told });
  });

  const late: readonly JobEvent[] = [{ kind: "submitting" }, { kind: "notified" }, { kind: "undeliverable" }];
  test.for(late)("that is closed is not reopened by %j", (event) => {
    const job = aClosedJob();
    expect(advance(job, event, NOW)).toBe(job);
  });
});
