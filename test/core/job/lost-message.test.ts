import { expect, test } from "vitest";
import { advance } from "../../../src/core/job/advance.ts";
import type { Posting } from "../../../src/core/job/job.ts";
import type { JobEvent } from "../../../src/core/job/job-event.ts";
import { aJob, anAnnouncing, TEST_START as NOW } from "../../fakes/jobs.ts";

const failed = (isClear: boolean): JobEvent => ({ kind: "delivery_failed", isClear, waitMs: 0, fraction: 1 });

test("a job whose first card may have arrived remembers when it was posted last, until it surely did not", () => {
  const unclear = advance(aJob(), { kind: "answer_unclear" }, NOW);
  expect(unclear.state).toMatchObject({ answer: "unclear", triedAt: NOW });
  const putOff = advance(unclear, { kind: "look_put_off", waitMs: 29_000 }, NOW + 1_000);
  expect(putOff.state).toMatchObject({ answer: "unclear", triedAt: NOW, notBefore: NOW + 30_000 });
  const again = advance(putOff, { kind: "answer_retried" }, NOW + 31_000);
  const thrice = advance(again, { kind: "answer_retried" }, NOW + 70_000);
  expect(thrice.state).toMatchObject({ answer: "retried", triedAt: NOW + 70_000 });
  expect(advance(thrice, failed(false), NOW + 71_000).state).toMatchObject({ triedAt: NOW + 70_000 });
  expect(advance(thrice, failed(true), NOW + 71_000).state).not.toHaveProperty("triedAt");
});

test.for([
  { kind: "new_message_refused", waitMs: 0, fraction: 0 },
  { kind: "new_message_refused", waitMs: null, fraction: 0 },
  { kind: "undeliverable" },
] as const)("a job whose new card is begun remembers when, until that surely did not arrive: %o", (event) => {
  const state = anAnnouncing({ kind: "not_started", why: "too_old" });
  const begun = advance(aJob({ state }), { kind: "new_card_begun" }, NOW);
  expect(begun.state).toMatchObject({ newMessage: "begun", begunAt: NOW });
  expect(advance(begun, event, NOW + 1).state).not.toHaveProperty("begunAt");
});

test("a no that comes late, for the file of a process that stood still, has nobody called once more", () => {
  const state = anAnnouncing({ kind: "not_started", why: "too_old" }, { newMessage: "done" });
  expect(advance(aJob({ state }), { kind: "undeliverable" }, NOW).state).toMatchObject({
    status: "closed",
    told: true,
  });
});

test("a final word that is told when to come back waits for that time alone, however often", () => {
  const announcing = anAnnouncing({ kind: "not_started", why: "too_old" });
  const { outcome, settledAt } = announcing;
  const posting: Posting = {
    status: "posting",
    outcome,
    settledAt,
    nonce: "n",
    triedAt: NOW,
    attempts: 0,
    notBefore: NOW,
  };
  const told = { kind: "delivery_failed", isClear: true, waitMs: 2_000, fraction: 1, isToldWhen: true } as const;
  const whispered = { kind: "new_message_refused", waitMs: 2_000, fraction: 1, isToldWhen: true } as const;
  for (const [start, event] of [
    [aJob({ state: announcing }), told],
    [aJob({ state: posting }), told],
    [advance(aJob({ state: announcing }), { kind: "new_message_begun" }, NOW), whispered],
  ] as const) {
    let job = start;
    for (let n = 0; n < 20; n += 1) job = advance(job, event, NOW + n * 2_000);
    expect(job.state).toMatchObject({ attempts: 0, notBefore: NOW + 20 * 2_000 });
    expect(advance(start, { ...event, waitMs: 86_400_000 }, NOW).state).toMatchObject({ notBefore: NOW + 600_000 });
  }
});

test.for([
  [{ kind: "undeliverable" }, NOW + 1],
  [failed(true), NOW + 73 * 3_600_000],
] as const)(
  "a notification that is given up may have arrived by an earlier try, so nobody says that there is none: %o",
  ([event, now]) => {
    const { outcome, settledAt } = anAnnouncing({ kind: "not_started", why: "too_old" });
    const posting = {
      status: "posting",
      outcome,
      settledAt,
      nonce: "n",
      triedAt: NOW,
      attempts: 1,
      notBefore: NOW,
    } as const;
    const again = advance(aJob({ isCardInDoubt: true, state: posting }), event, now);
    expect(again.state.status).toBe("announcing");
    const said = advance(
      again,
      { kind: "announced", reply: again.reply, nonce: "m", called: "everybody" },
      now + 30_000,
    );
    expect(said.notification).toBe("lost");
  },
);
