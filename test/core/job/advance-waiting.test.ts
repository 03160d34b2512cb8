import { describe, expect, test } from "vitest";
import { advance } from "../../../src/core/job/advance.ts";
import { dueNow, paced } from "../../../src/core/job/due.ts";
import type { Job, Waiting } from "../../../src/core/job/job.ts";
import { APPROVAL_MS, SERVICE_MS, TURN_MS, takesPlace } from "../../../src/core/job/job.ts";
import type { Admission, JobEvent } from "../../../src/core/job/job-event.ts";
import { accountOf } from "../../../src/core/team/account.ts";
import { aDiscordReply, aJob, aJobId, TEST_START } from "../../fakes/jobs.ts";

const NOW = TEST_START + 60_000;
const HOUR = 3_600_000;
const team = { platform: "discord", teamId: "300000000000000003" } as const;
const manager = "200000000000000009";

function aWaitingJob(over: Partial<Waiting> = {}): Job {
  const state: Waiting = {
    status: "waiting",
    for: "approval",
    answer: "given",
    until: TEST_START + APPROVAL_MS,
    notBefore: TEST_START,
    ...over,
  };
  const approval = { because: "ask_above", askedAt: TEST_START, decision: null } as const;
  return aJob({ team, approval, sealedKey: null, deadlineAt: TEST_START + 3_600_000, state });
}

const aTurn = (until = NOW + TURN_MS) => aWaitingJob({ for: "turn", until });
const approved: Admission = { kind: "approved", by: manager };
const words: readonly (JobEvent | Admission)[] = [
  approved,
  { kind: "declined", by: manager, note: "too long" },
  { kind: "withdrawn" },
];

describe("a job that waits for an approval", () => {
  test("as a video of a batch, about which the managers are asked as a whole, can be taken back by itself", () => {
    const { approval: _, ...part } = { ...aWaitingJob(), partOf: { job: aJobId(9), nth: 2 } };
    const after = advance(part, { kind: "withdrawn" }, NOW);
    expect(after.state).toMatchObject({ status: "closed", outcome: { kind: "not_started", why: "withdrawn" } });
  });

  test.for([1, HOUR])("%i ms before the clock stood so as it came, its managers are asked once", (backMs) => {
    const asked = aWaitingJob({ until: NOW + backMs + APPROVAL_MS });
    const after = paced(advance(asked, { kind: "managers_asked" }, NOW), NOW, { pollMinMs: 2_000 }, 0);
    expect(dueNow(after, NOW)).toBe(NOW + APPROVAL_MS);
  });

  test("holds nothing and takes no running place; approved, its price is held, and it waits for its turn", () => {
    const asked = aWaitingJob();
    expect([accountOf(asked).held, takesPlace(asked)]).toEqual([0, false]);
    const after = advance(asked, approved, NOW);
    expect(after.state).toMatchObject({ status: "waiting", for: "turn", until: NOW + TURN_MS, notBefore: NOW });
    expect(after.approval?.decision).toEqual({ word: "approved", by: manager, at: NOW });
    expect([accountOf(after).held, takesPlace(after)]).toEqual([after.price, false]);
  });

  test.for([
    [{ kind: "declined", by: manager, note: "too long" }, "declined", { by: manager, note: "too long" }],
    [{ kind: "declined", by: manager, note: null }, "declined", { by: manager }],
    [{ kind: "withdrawn" }, "withdrawn", { by: aJob().owner.userId }],
  ] as const)("ends unpaid by %j", ([event, word, said]) => {
    const after = advance(aWaitingJob(), event, NOW);
    expect(after.state).toMatchObject({ status: "announcing", outcome: { kind: "not_started", why: word } });
    expect(after.approval?.decision).toEqual({ word, at: NOW, ...said });
    expect(accountOf(after)).toMatchObject({ held: 0, videos: 0 });
  });

  test("notifies nobody who has taken it back themselves", () => {
    expect(advance(aWaitingJob(), { kind: "withdrawn" }, NOW).isSilent).toBe(true);
    expect(advance(aWaitingJob(), { kind: "declined", by: manager, note: null }, NOW).isSilent).toBeUndefined();
  });

  test("expires at its time and not before", () => {
    const asked = aWaitingJob({ until: NOW });
    expect(advance(asked, { kind: "waited_in_vain" }, NOW - 1)).toBe(asked);
    const after = advance(asked, { kind: "waited_in_vain" }, NOW);
    expect(after.state).toMatchObject({ status: "announcing", outcome: { kind: "not_started", why: "expired" } });
    expect(after.approval?.decision).toEqual({ word: "expired", by: null, at: NOW });
  });

  test.for(words.filter(({ kind }) => kind !== "withdrawn"))("is not decided after its time: %j", (event) => {
    const asked = aWaitingJob({ until: NOW });
    expect(advance(asked, event, NOW)).toBe(asked);
  });

  test.for(words)("keeps the first word, whatever comes after %j", (first) => {
    const decided = advance(aWaitingJob(), first, NOW);
    for (const later of words.filter(({ kind }) => kind !== "withdrawn"))
      expect(advance(decided, later, NOW + 1).approval?.decision).toEqual(decided.approval?.decision);
  });

  test("gets no running place before it is approved", () => {
    const asked = aWaitingJob();
    expect(advance(asked, { kind: "turn_came" }, NOW)).toBe(asked);
  });

  test("is woken a day later, however far away that is", () => {
    const asked = advance(aWaitingJob(), { kind: "managers_asked" }, NOW);
    const timed = paced(asked, NOW, { pollMinMs: 2_000 }, 0.5);
    expect(dueNow(timed, NOW)).toBe(TEST_START + APPROVAL_MS);
  });

  test("says on its card whether a way leads to the managers", () => {
    const lost = advance(aWaitingJob(), { kind: "managers_reached", isReached: false }, NOW);
    expect(lost.approval?.isUnreached).toBe(true);
    expect(advance(lost, { kind: "managers_reached", isReached: true }, NOW).approval).toEqual(aWaitingJob().approval);
  });

  test("that nobody has seen is not asked for: its first card is settled like any other", () => {
    const reply = aDiscordReply({ messageId: "a card" });
    const unseen = aWaitingJob({ answer: "due" });
    expect(advance(unseen, { kind: "answered", reply }, NOW).state).toMatchObject({
      status: "waiting",
      answer: "given",
    });
    const refused = advance(unseen, { kind: "not_started", why: "answer_refused" }, NOW);
    expect(refused.state).toMatchObject({ status: "closed", told: false });
  });
});

describe("a job that waits for its turn", () => {
  test("begins with the whole time of a job that begins now", () => {
    const after = advance(aTurn(), { kind: "turn_came" }, NOW);
    expect(after.state).toMatchObject({ status: "accepted", answer: "given", attempts: 0, notBefore: NOW });
    expect([after.beganAt, after.deadlineAt]).toEqual([NOW, NOW + 3_600_000]);
    expect(takesPlace(after)).toBe(true);
  });

  test("does not begin when its time is over", () => {
    const late = aTurn(NOW);
    expect(advance(late, { kind: "turn_came" }, NOW)).toBe(late);
    const after = advance(late, { kind: "waited_in_vain" }, NOW);
    expect(after.state).toMatchObject({ outcome: { kind: "not_started", why: "no_turn" } });
    expect(accountOf(after).held).toBe(0);
  });

  test("can be taken back, and what was decided about it stays said", () => {
    const decided = advance(aWaitingJob(), approved, NOW);
    const after = advance(decided, { kind: "withdrawn" }, NOW + 1);
    expect(after.state).toMatchObject({ outcome: { kind: "not_started", why: "withdrawn" } });
    expect(after.approval?.decision?.word).toBe("approved");
  });
});

test.for([aWaitingJob(), aTurn()])("a workspace that leaves ends what waits in it, unpaid", (job) => {
  const after = advance(job, { kind: "workspace_left" }, NOW);
  expect(after.state).toMatchObject({ status: "closed", told: false, outcome: { kind: "not_started" } });
});

test("a clock that was set back leaves an approval as much time as it had", () => {
  const back = 7_200_000;
  const asked = { ...aWaitingJob(), pacedAt: NOW };
  const after = advance(asked, { kind: "clock_set_back" }, NOW - back);
  expect(after.state).toMatchObject({ until: TEST_START + APPROVAL_MS - back, notBefore: NOW - back });
});

describe("a job that waits until the service is well again", () => {
  const held = (until = NOW + SERVICE_MS) => aWaitingJob({ for: "service", until });

  test("holds its price, and takes no running place; released, it waits for its turn like any other", () => {
    expect([accountOf(held()).held, takesPlace(held())]).toEqual([held().price, false]);
    const after = advance(held(), { kind: "released" }, NOW);
    expect(after.state).toMatchObject({ status: "waiting", for: "turn", until: NOW + TURN_MS, notBefore: NOW });
    expect(after.releasedAt).toBe(NOW);
    expect(advance(after, { kind: "released" }, NOW + 1)).toBe(after);
  });

  test.for<JobEvent | Admission>([
    approved,
    { kind: "turn_came" },
    { kind: "line_moved", place: { nth: 1, startsAt: null } },
    { kind: "waited_in_vain" },
  ])("is not moved by %j", (event) => {
    expect(advance(held(), event, NOW)).toEqual(held());
  });

  test("is not released after its time, nor before its person has its card, nor where it waits for a manager", () => {
    const late = held(NOW);
    expect(advance(late, { kind: "released" }, NOW)).toBe(late);
    const unseen = aWaitingJob({ for: "service", until: NOW + 1, answer: "unclear" });
    expect(advance(unseen, { kind: "released" }, NOW)).toBe(unseen);
    const asked = aWaitingJob();
    expect(advance(asked, { kind: "released" }, NOW)).toBe(asked);
  });

  test("ends unpaid after an hour", () => {
    const after = advance(held(NOW), { kind: "waited_in_vain" }, NOW);
    expect(after.state).toMatchObject({ status: "announcing", outcome: { kind: "not_started", why: "still_down" } });
    expect(accountOf(after).held).toBe(0);
  });
});
