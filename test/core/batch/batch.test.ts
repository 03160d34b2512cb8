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

  test("is checked against the team's caps as one video of the total price", () => {
    const parts = [waits(1), waits(2)];
    expect(asOne({ ...aJob(), price: 0 }, parts).price).toBe(priceOfAll(parts));
    expect(priceOfAll(parts)).toBe(190);
  });
});

describe("the payer", () => {
  const withdrawn = aNotStarted("withdrawn");
  const unclear = aRefused({ kind: "unavailable", sent: true, detail: "HTTP 502" });

  test.for([
    ["that waits", "will pay", waits(1)],
    ["whose paid call is in progress", "will pay", part(1, aSubmitting())],
    ["in progress", "has paid", part(1, aRunning())],
    ["that is ready", "has paid", ended(1, succeeded)],
    ["that failed", "has paid", ended(1, failed)],
    ["that was not started", "never pays", ended(1, withdrawn)],
    ["that was refused", "never pays", refused("no_credits")],
    ["whose task was lost", "may have paid", ended(1, unknown)],
    ["whose paid call got no clear answer", "may have paid", ended(1, unclear)],
    ["that a backup brought back", "may have paid", ended(1, aNotStarted("restored"))],
  ] as const)("of a video %s %s", ([, title, job]) => {
    const payments = {
      "has paid": "paid",
      "will pay": "will",
      "never pays": "never",
      "may have paid": "perhaps",
    } as const;
    expect(paymentOf(job, [])).toBe(payments[title]);
  });

  test("of a batch has paid as soon as one of its videos is paid, and never pays if all have ended unpaid", () => {
    const [open, over] = [aGathering(), aClosed(aSeveral())].map((state) => {
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

describe("a refusal of one video with", () => {
  test.for(["no_credits", "no_key", "bad_key"] as const)(
    "%s stops the batch's videos that are not submitted yet",
    (kind) => {
      expect(partsToStop([ended(1, succeeded), refused(kind), waits(3)]).map(({ id }) => id)).toEqual([aJobId(3)]);
    },
  );

  test("a reason that concerns only that video stops no other video of the batch", () => {
    const bad = ended(1, aRefused({ kind: "bad_request", detail: "" }));
    expect(partsToStop([bad, refused("busy"), waits(3)])).toEqual([]);
  });
});

test("a batch has ended when all its videos have, and only videos that are not submitted can be cancelled", () => {
  const running = part(2, aSubmitting());
  expect(haveEnded([ended(1, succeeded), running])).toBe(false);
  expect(haveEnded([ended(1, succeeded)])).toBe(true);
  expect(partsToCancel([ended(1, succeeded), running, waits(3)]).map(({ id }) => id)).toEqual([aJobId(3)]);
});

test("a batch is settled once each video's outcome is known, and a job without parts pays for itself", () => {
  const telling = part(1, anAnnouncing(failed));
  expect([areSettled([telling, ended(2, succeeded)]), haveEnded([telling])]).toEqual([true, false]);
  expect(areSettled([telling, waits(2)])).toBe(false);
  const alone = aJob();
  expect(asOne(alone, [])).toBe(alone);
});

test("the requests of a batch are those of its videos, and a single video has one request", () => {
  const parts = [part(1, waits(1).state), { ...waits(2), request: aRequest({ prompt: "two" }) }];
  expect(requestsOf({ ...aJob(), videos: parts }).map(({ prompt }) => prompt)).toEqual([aRequest().prompt, "two"]);
  expect(requestsOf(aJob())).toEqual([aRequest()]);
  expect(requestsOf({ ...aJob(), videos: [] })).toEqual([aRequest()]);
});

describe("Retry what failed", () => {
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
    ["does not repeat", "an unusable picture", aRefused(badPicture)],
    ["does not repeat", "a video that managers declined", aNotStarted("declined")],
    ["does not repeat", "a video that may have been made before a restore", aNotStarted("restored")],
    ["does not repeat", "a video that another process answered", aNotStarted("answered_elsewhere")],
    ["repeats", "a video whose turn did not come in time", aNotStarted("no_turn")],
    ["does not repeat", "a batch", aSeveral()],
    ["does not repeat", "a successful video", succeeded],
    ["repeats", "a failed video", failed],
    ["does not repeat", "a video that may have been charged", unknown],
    ["repeats", "a video refused for too few credits", aRefused({ kind: "no_credits" })],
    ["does not repeat", "a request that the service always refuses", aRefused({ kind: "bad_request", detail: "" })],
    ["repeats", "a video stopped by another's refusal", aNotStarted("stopped")],
    ["does not repeat", "a video that its person cancelled", aNotStarted("withdrawn")],
  ])("%s %s", ([verb, , outcome]) => {
    expect(partsToRetry([ended(1, outcome), waits(2)])).toHaveLength(verb === "repeats" ? 1 : 0);
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
    [[film, failed, aNotStarted("withdrawn"), broken], ["2"]],
    [[film, failed, null], ["2"]],
  ])(
    "on a chain repeats the videos after the last successful one, up to the first that cannot be repeated (row %#)",
    ([outcomes, tried]) => {
      expect(prompts(partsToRetry(chainOf(...outcomes)).map(({ request }) => request))).toEqual(tried);
    },
  );

  test("makes new requests, and a chain continues under the new batch's id from its last successful video", () => {
    const id = aJobId(50);
    expect(retryOf(id, [ended(1, succeeded)])).toEqual([]);
    expect(retryOf(id, [ended(1, failed), ended(2, succeeded), ended(3, failed)])).toEqual([aRequest(), aRequest()]);
    const again = retryOf(id, chainOf(film, failed, broken));
    expect(prompts(again)).toEqual(["2", "3"]);
    expect(again.map(({ picture }) => picture?.continues?.job)).toEqual([partIdFrom(aJobId(99), 1), partIdFrom(id, 1)]);
  });
});
