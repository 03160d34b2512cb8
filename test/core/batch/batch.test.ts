import { describe, expect, test } from "vitest";
import {
  areSettled,
  asOne,
  haveEnded,
  partsToCancel,
  partsToRetry,
  partsToStop,
  paymentOf,
  priceOfAll,
  requestsOf,
  retryOf,
  spentOn,
} from "../../../src/core/batch/batch.ts";
import { chained } from "../../../src/core/film/film-chain.ts";
import { partIdFrom } from "../../../src/core/job/ids.ts";
import type { Job, JobState, Outcome } from "../../../src/core/job/job.ts";
import { aClosed, aGathering, aJob, aJobId, anAnnouncing, aRequest, aRunning, aSubmitting } from "../../fakes/jobs.ts";

function part(nth: number, state: JobState): Job {
  return { ...aJob(), id: aJobId(nth), partOf: { job: aJobId(99), nth }, state };
}

const ended = (nth: number, outcome: Outcome) => part(nth, aClosed(outcome));
const waits = (nth: number) => part(nth, { status: "waiting", for: "turn", answer: "given", notBefore: 0, until: 1 });
const task = { taskId: "t", creditsAreExact: true } as const;
const succeeded = { kind: "succeeded", ...task, videoUrl: null, expiresAt: null, credits: 95 } as const;
const failed = { kind: "failed", ...task, refunded: 95 } as const;
const broken = { kind: "not_started", why: "broken" } as const;
const unknown = { kind: "unknown", taskId: null, atMost: 95 } as const;
const refused = (kind: "no_credits" | "no_key" | "bad_key" | "busy") =>
  ended(2, { kind: "refused", refusal: kind === "busy" ? { kind, detail: "" } : { kind } });

describe("what a batch has cost", () => {
  test("is the sum of its videos", () => {
    const parts = [ended(1, succeeded), ended(2, failed), ended(3, unknown), waits(4)];
    expect(spentOn(parts)).toEqual({ charged: 190, refunded: 95, unknown: 95 });
  });

  test("is judged as one video of the whole price", () => {
    const parts = [waits(1), waits(2)];
    expect(asOne({ ...aJob(), price: 0 }, parts).price).toBe(priceOfAll(parts));
    expect(priceOfAll(parts)).toBe(190);
  });
});

describe("a payer", () => {
  const withdrawn = { kind: "not_started", why: "withdrawn" } as const;
  const unclear = { kind: "refused", refusal: { kind: "unavailable", sent: true, detail: "HTTP 502" } } as const;

  test.for([
    ["that waits", waits(1), "will"],
    ["whose paid call is under way", part(1, aSubmitting()), "will"],
    ["in progress", part(1, aRunning()), "paid"],
    ["that is ready", ended(1, succeeded), "paid"],
    ["that failed", ended(1, failed), "paid"],
    ["that was not started", ended(1, withdrawn), "never"],
    ["that was refused", refused("no_credits"), "never"],
    ["whose task was lost", ended(1, unknown), "perhaps"],
    ["whose paid call got no clear answer", ended(1, unclear), "perhaps"],
    ["that a backup brought back", ended(1, { kind: "not_started", why: "restored" }), "perhaps"],
  ] as const)("of a video %s", ([, job, payment]) => {
    expect(paymentOf(job, [])).toBe(payment);
  });

  test("of a batch has paid as soon as one of its videos is paid for, and never where none is and all have ended", () => {
    const [open, over] = [aGathering(), aClosed({ kind: "several" })].map((state) => {
      return { ...aJob({ state }), parts: [aJobId(1), aJobId(2)] };
    });
    if (!open || !over) throw new Error("no batch");
    expect(paymentOf(open, [waits(1), waits(2)])).toBe("will");
    expect(paymentOf(open, [ended(1, succeeded), waits(2)])).toBe("paid");
    expect(paymentOf(over, [ended(1, unknown), ended(2, withdrawn)])).toBe("perhaps");
    expect(paymentOf(over, [ended(1, unclear), ended(2, withdrawn)])).toBe("perhaps");
    expect(paymentOf(over, [ended(1, withdrawn), ended(2, withdrawn)])).toBe("never");
  });
});

describe("a refusal", () => {
  test.for(["no_credits", "no_key", "bad_key"] as const)("%s stops what was not sent yet", (kind) => {
    expect(partsToStop([ended(1, succeeded), refused(kind), waits(3)]).map(({ id }) => id)).toEqual([aJobId(3)]);
  });

  test("that concerns one video alone stops no other", () => {
    const bad = ended(1, { kind: "refused", refusal: { kind: "bad_request", detail: "" } });
    expect(partsToStop([bad, refused("busy"), waits(3)])).toEqual([]);
  });
});

test("a batch has ended when each of its videos has; only what was not sent can be cancelled", () => {
  const running = part(2, aSubmitting());
  expect(haveEnded([ended(1, succeeded), running])).toBe(false);
  expect(haveEnded([ended(1, succeeded)])).toBe(true);
  expect(partsToCancel([ended(1, succeeded), running, waits(3)]).map(({ id }) => id)).toEqual([aJobId(3)]);
});

test("a batch is settled once the outcome of each video is known, and one without videos pays for itself", () => {
  const telling = part(1, anAnnouncing(failed));
  expect([areSettled([telling, ended(2, succeeded)]), haveEnded([telling])]).toEqual([true, false]);
  expect(areSettled([telling, waits(2)])).toBe(false);
  const alone = aJob();
  expect(asOne(alone, [])).toBe(alone);
});

test("a whole has the requests of its videos, or its own", () => {
  const parts = [part(1, waits(1).state), { ...waits(2), request: aRequest({ prompt: "two" }) }];
  expect(requestsOf({ ...aJob(), videos: parts }).map(({ prompt }) => prompt)).toEqual([aRequest().prompt, "two"]);
  expect(requestsOf(aJob())).toEqual([aRequest()]);
  expect(requestsOf({ ...aJob(), videos: [] })).toEqual([aRequest()]);
});

describe("what is tried again", () => {
  const film = { ...succeeded, videoUrl: "https://e.com/v.mp4" };
  const prompts = (each: readonly { readonly prompt: string }[]) => each.map(({ prompt }) => prompt);
  const [one, ...others] = ["1", "2", "3", "4"].map((prompt) => aRequest({ prompt }));
  const chain = chained(aJobId(99), [one ?? aRequest(), ...others]);
  const chainOf = (...outcomes: readonly (Outcome | null)[]): Job[] =>
    outcomes.map((outcome, index) => ({
      ...(outcome === null ? waits(index + 1) : ended(index + 1, outcome)),
      id: partIdFrom(aJobId(99), index + 1),
      request: chain[index] ?? aRequest(),
    }));

  const badPicture = { kind: "picture", problem: { kind: "picture_unreachable" } } as const;
  test.for<[what: string, outcome: Outcome, isTried: boolean]>([
    ["a picture that could not be used", { kind: "refused", refusal: badPicture }, false],
    ["what managers declined", { kind: "not_started", why: "declined" }, false],
    ["what may have been made", { kind: "not_started", why: "restored" }, false],
    ["what was answered elsewhere", { kind: "not_started", why: "answered_elsewhere" }, false],
    ["what waited in vain", { kind: "not_started", why: "no_turn" }, true],
    ["several", { kind: "several" }, false],
    ["what was made", succeeded, false],
    ["what failed", failed, true],
    ["what may have been charged", unknown, false],
    ["what the payer's credits did not pay", { kind: "refused", refusal: { kind: "no_credits" } }, true],
    ["what the service refuses always", { kind: "refused", refusal: { kind: "bad_request", detail: "" } }, false],
    ["what was stopped", { kind: "not_started", why: "stopped" }, true],
    ["what its person cancelled", { kind: "not_started", why: "withdrawn" }, false],
  ])("is %s: %s", ([, outcome, isTried]) => {
    expect(partsToRetry([ended(1, outcome), waits(2)])).toHaveLength(isTried ? 1 : 0);
  });

  test.for<[outcomes: readonly (Outcome | null)[], tried: readonly string[]]>([
    [
      [failed, broken, broken],
      ["1", "2", "3"],
    ],
    [
      [film, failed, broken],
      ["2", "3"],
    ],
    [[film, film, failed, unknown], ["3"]],
    [[film, unknown, broken], []],
    [[film, succeeded, broken], []],
    [[film, failed, { kind: "not_started", why: "withdrawn" }, broken], ["2"]],
    [[film, failed, null], ["2"]],
  ])("of a chain is what comes after its last film, as far as all of it may be: %#", ([outcomes, tried]) => {
    expect(prompts(partsToRetry(chainOf(...outcomes)).map(({ request }) => request))).toEqual(tried);
  });

  test("has requests of its own, and a chain goes on under the new id from its last film", () => {
    const id = aJobId(50);
    expect(retryOf(id, [ended(1, succeeded)])).toEqual([]);
    expect(retryOf(id, [ended(1, failed), ended(2, succeeded), ended(3, failed)])).toEqual([aRequest(), aRequest()]);
    const again = retryOf(id, chainOf(film, failed, broken));
    expect(prompts(again)).toEqual(["2", "3"]);
    expect(again.map(({ picture }) => picture?.continues?.job)).toEqual([partIdFrom(aJobId(99), 1), partIdFrom(id, 1)]);
  });
});
