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
import {
  aClosed,
  aFailed,
  aGathering,
  aJob,
  aJobId,
  aNotStarted,
  anAnnouncing,
  anUnknown,
  aRefused,
  aRequest,
  aRunning,
  aSeveral,
  aSubmitting,
  aSucceeded,
  aWaiting,
} from "../../fakes/jobs.ts";

function part(nth: number, state: JobState): Job {
  return { ...aJob(), id: aJobId(nth), partOf: { job: aJobId(99), nth }, state };
}

const ended = (nth: number, outcome: Outcome) => part(nth, aClosed(outcome));
const waits = (nth: number) => part(nth, aWaiting({ for: "turn" }));
const succeeded = aSucceeded({ videoUrl: null });
const failed = aFailed();
const broken = aNotStarted("broken");
const unknown = anUnknown();
const refused = (kind: "no_credits" | "no_key" | "bad_key" | "busy") =>
  ended(2, aRefused(kind === "busy" ? { kind, detail: "" } : { kind }));

describe("the cost of a batch", () => {
  test("is the sum of its videos' costs", () => {
    const parts = [ended(1, succeeded), ended(2, failed), ended(3, unknown), waits(4)];
    expect(spentOn(parts)).toEqual({ charged: 190, refunded: 95, unknown: 95 });
  });

  test("is the total price of its videos when a team's caps are checked", () => {
    const parts = [waits(1), waits(2)];
    expect(asOne({ ...aJob(), price: 0 }, parts).price).toBe(priceOfAll(parts));
    expect(priceOfAll(parts)).toBe(190);
  });
});

describe("the payer of a video or batch", () => {
  const withdrawn = aNotStarted("withdrawn");
  const unclear = aRefused({ kind: "unavailable", sent: true, detail: "HTTP 502" });

  test.for([
    ["will pay for", "a video that waits for its turn", waits(1)],
    ["will pay for", "a video that is being submitted", part(1, aSubmitting())],
    ["has paid for", "a video in progress", part(1, aRunning())],
    ["has paid for", "a finished video", ended(1, succeeded)],
    ["has paid for", "a failed video", ended(1, failed)],
    ["never pays for", "a cancelled video", ended(1, withdrawn)],
    ["never pays for", "a video that was refused for too few credits", refused("no_credits")],
    ["may have paid for", "a video with an unknown outcome", ended(1, unknown)],
    ["may have paid for", "a video whose submission was answered with HTTP 502", ended(1, unclear)],
    ["may have paid for", "a video that was restored from a backup", ended(1, aNotStarted("restored"))],
  ] as const)("%s %s", ([verb, , job]) => {
    const payments = {
      "has paid for": "paid",
      "will pay for": "will",
      "never pays for": "never",
      "may have paid for": "perhaps",
    } as const;
    expect(paymentOf(job, [])).toBe(payments[verb]);
  });

  const batchIn = (state: JobState): Job => ({ ...aJob({ state }), parts: [aJobId(1), aJobId(2)] });

  test("has paid for a batch as soon as one of its videos is charged", () => {
    const open = batchIn(aGathering());
    expect(paymentOf(open, [waits(1), waits(2)])).toBe("will");
    expect(paymentOf(open, [ended(1, succeeded), waits(2)])).toBe("paid");
  });

  test("may have paid for an ended batch if one of its videos may have been charged and the other was cancelled", () => {
    const over = batchIn(aClosed(aSeveral()));
    expect(paymentOf(over, [ended(1, unknown), ended(2, withdrawn)])).toBe("perhaps");
    expect(paymentOf(over, [ended(1, unclear), ended(2, withdrawn)])).toBe("perhaps");
  });

  test("never pays for a batch whose videos were all cancelled", () => {
    const over = batchIn(aClosed(aSeveral()));
    expect(paymentOf(over, [ended(1, withdrawn), ended(2, withdrawn)])).toBe("never");
  });
});

describe("the refusal of one video in a batch", () => {
  test.for([
    ["too few credits", "no_credits"],
    ["a missing key", "no_key"],
    ["an invalid key", "bad_key"],
  ] as const)("stops the videos that are not submitted yet if the cause is %s", ([, kind]) => {
    expect(partsToStop([ended(1, succeeded), refused(kind), waits(3)]).map(({ id }) => id)).toEqual([aJobId(3)]);
  });

  test("stops no other video if the request is invalid or the service is busy", () => {
    const bad = ended(1, aRefused({ kind: "bad_request", detail: "" }));
    expect(partsToStop([bad, refused("busy"), waits(3)])).toEqual([]);
  });
});

test("a batch has ended only if all of its videos have ended", () => {
  expect(haveEnded([ended(1, succeeded), part(2, aSubmitting())])).toBe(false);
  expect(haveEnded([ended(1, succeeded)])).toBe(true);
});

test("in a batch, only videos that are not submitted yet can be cancelled", () => {
  const parts = [ended(1, succeeded), part(2, aSubmitting()), waits(3)];
  expect(partsToCancel(parts).map(({ id }) => id)).toEqual([aJobId(3)]);
});

test("a batch has an outcome if each of its videos has an outcome, even before the final messages are sent", () => {
  const announcing = part(1, anAnnouncing(failed));
  expect([areSettled([announcing, ended(2, succeeded)]), haveEnded([announcing])]).toEqual([true, false]);
  expect(areSettled([announcing, waits(2)])).toBe(false);
});

test("a single video is checked against a team's caps at its own price", () => {
  const alone = aJob();
  expect(asOne(alone, [])).toBe(alone);
});

test("a batch has one request for each of its videos", () => {
  const parts = [part(1, waits(1).state), { ...waits(2), request: aRequest({ prompt: "two" }) }];
  expect(requestsOf({ ...aJob(), videos: parts }).map(({ prompt }) => prompt)).toEqual([aRequest().prompt, "two"]);
});

test("a single video has exactly one request", () => {
  expect(requestsOf(aJob())).toEqual([aRequest()]);
  expect(requestsOf({ ...aJob(), videos: [] })).toEqual([aRequest()]);
});

describe("the button “Retry what failed”", () => {
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
  test.for<[verb: "repeats" | "does not repeat", what: string, outcome: Outcome]>([
    ["does not repeat", "a video with an unusable picture", aRefused(badPicture)],
    ["does not repeat", "a video that managers declined", aNotStarted("declined")],
    [
      "does not repeat",
      "a video that was restored from a backup and may have been made already",
      aNotStarted("restored"),
    ],
    ["does not repeat", "a video whose command another process answered", aNotStarted("answered_elsewhere")],
    ["repeats", "a video that waited too long in the queue", aNotStarted("no_turn")],
    ["does not repeat", "the job of the batch itself", aSeveral()],
    ["does not repeat", "a successful video", succeeded],
    ["repeats", "a failed video", failed],
    ["does not repeat", "a video that may have been charged", unknown],
    ["repeats", "a video that was refused for too few credits", aRefused({ kind: "no_credits" })],
    [
      "does not repeat",
      "a video that the service refused as an invalid request",
      aRefused({ kind: "bad_request", detail: "" }),
    ],
    ["repeats", "a video that was stopped because another video was refused", aNotStarted("stopped")],
    ["does not repeat", "a video that its owner cancelled", aNotStarted("withdrawn")],
  ])("%s %s", ([verb, , outcome]) => {
    expect(partsToRetry([ended(1, outcome), waits(2)])).toHaveLength(verb === "repeats" ? 1 : 0);
  });

  test.for<[label: string, outcomes: readonly (Outcome | null)[], repeated: readonly string[]]>([
    ["all three videos of a chain if the first video failed", [failed, broken, broken], ["1", "2", "3"]],
    ["the second and third video of a chain if the second video failed", [film, failed, broken], ["2", "3"]],
    ["only the third video of a chain if the fourth video may have been charged", [film, film, failed, unknown], ["3"]],
    ["no video of a chain if the second video may have been charged", [film, unknown, broken], []],
    ["no video of a chain if the second video succeeded without a link", [film, succeeded, broken], []],
    [
      "only the second video of a chain if the third video was cancelled",
      [film, failed, aNotStarted("withdrawn"), broken],
      ["2"],
    ],
    ["only the second video of a chain if the third video has not ended", [film, failed, null], ["2"]],
  ])("repeats %s", ([, outcomes, repeated]) => {
    expect(prompts(partsToRetry(chainOf(...outcomes)).map(({ request }) => request))).toEqual(repeated);
  });

  test("makes one new request for each failed video", () => {
    const id = aJobId(50);
    expect(retryOf(id, [ended(1, succeeded)])).toEqual([]);
    expect(retryOf(id, [ended(1, failed), ended(2, succeeded), ended(3, failed)])).toEqual([aRequest(), aRequest()]);
  });

  test("retries the rest of a chain in order, starting from the last successful video", () => {
    const id = aJobId(50);
    const again = retryOf(id, chainOf(film, failed, broken));
    expect(prompts(again)).toEqual(["2", "3"]);
    expect(again.map(({ picture }) => picture?.continues?.job)).toEqual([partIdFrom(aJobId(99), 1), partIdFrom(id, 1)]);
  });
});
