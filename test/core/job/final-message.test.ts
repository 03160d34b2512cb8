import { describe, expect, test } from "vitest";
import { advance } from "../../../src/core/job/advance.ts";
import {
  freshLinkFrom,
  isBeforeFile,
  isBeforeFinalMessage,
  isPastTrying,
  liveLink,
  mayBeCharged,
  mayPass,
  settle,
  withKnownCard,
} from "../../../src/core/job/final-message.ts";
import type { Attaching, Job, Keeping, Outcome } from "../../../src/core/job/job.ts";
import type { JobEvent } from "../../../src/core/job/job-event.ts";
import { aKeptFilm } from "../../fakes/film/kept-films.ts";
import {
  aClosed,
  aClosedJob,
  aDiscordReply,
  aFailed,
  aJob,
  aKeeping,
  aNotStarted,
  anAccepted,
  anAnnouncing,
  anAttaching,
  anUnknown,
  aPosting,
  aRefused,
  aRunning,
  aSeveral,
  aSubmitting,
  TEST_START,
} from "../../fakes/jobs.ts";
import { succeeded } from "../../messages/every-job.ts";

const NOW = TEST_START + 1_000;
const HOUR = 3_600_000;
const withFile = aDiscordReply({ files: [{ id: "1", name: "video.mp4" }] });
const failed = aFailed();
const refused = aRefused({ kind: "no_credits" });
const tooOld = aNotStarted("too_old");
const stepped = (job: Partial<Job>, event: JobEvent, now = NOW) => advance(aJob(job), event, now);
const announced: JobEvent = { kind: "announced", reply: aDiscordReply(), nonce: "n", called: "everybody" };
const attachFailed: Extract<JobEvent, { kind: "attach_failed" }> = {
  kind: "attach_failed",
  isClear: true,
  isCounted: true,
  waitMs: 0,
  fraction: 1,
};

const attaching = (over: Partial<Attaching> = {}) =>
  anAttaching({ outcome: succeeded, triedAt: TEST_START, attempts: 1, ...over });

function happens(
  event: JobEvent,
  { job = {}, now = NOW, ...over }: Partial<Attaching> & { job?: Partial<Job>; now?: number } = {},
) {
  return advance(aJob({ video: "due", state: attaching(over), ...job }), event, now);
}

describe("a job with a delivered final message", () => {
  const announce = (job: Partial<Job>, outcome: Outcome = succeeded, now = NOW) =>
    advance(aJob({ state: anAnnouncing(outcome), ...job }), announced, now);

  test("attaches the video's file before the final message is repeated", () => {
    const job = announce({ video: "due", isCardInDoubt: true });
    expect(job).toMatchObject({ isCardInDoubt: true, state: { status: "attaching", attempts: 0, notBefore: NOW } });
    const here = advance(job, { kind: "attached", reply: withFile }, NOW);
    expect(here).toMatchObject({ video: "here", reply: withFile, isCardInDoubt: false });
    expect(here.state).toMatchObject({ status: "announcing", newMessage: "done", notBefore: NOW + 25_000 });
    expect(advance(here, announced, NOW).state).toMatchObject({ status: "closed", isNotified: true });
  });

  test.for([
    ["its card needs no file", {}, succeeded, NOW],
    ["its video has no link", { video: "due" }, { ...succeeded, videoUrl: null }, NOW],
    ["its video's link has expired", { video: "due" }, succeeded, TEST_START + 2 * HOUR],
    ["its video failed", { video: "due" }, failed, NOW],
  ] as const)("is closed at once if %s", ([, job, outcome, now]) => {
    expect(announce(job, outcome, now).state).toMatchObject({ status: "closed", isNotified: true });
  });
});

describe("a failed edit with the final message", () => {
  const lost: JobEvent = { kind: "delivery_failed", isClear: false, waitMs: 0, fraction: 0 };
  const inDoubt = (job: Partial<Job>, event: JobEvent = lost) =>
    advance(aJob({ state: anAnnouncing(succeeded), ...job }), event, NOW).isCardInDoubt;
  const again = (link: { readonly expiresAt: number | null }) =>
    anAnnouncing({ ...succeeded, ...link }, { newMessage: "done" });

  test("is recorded as possibly arriving late if a file is still to be attached", () => {
    expect(inDoubt({ video: "due" })).toBe(true);
    expect(inDoubt({ video: "due", state: again({ expiresAt: null }) })).toBe(true);
  });

  test.for([
    ["no file is to be attached", {}, lost],
    ["the edit certainly had no effect", { video: "due" }, { ...lost, isClear: true }],
    ["the file is already attached", { video: "here" }, lost],
    [
      "the card already showed the final message and the video's link has expired",
      { video: "due", state: again({ expiresAt: NOW }) },
      lost,
    ],
  ] as const)("is not recorded as possibly arriving late if %s", ([, job, event]) => {
    expect(inDoubt(job, event)).toBe(false);
  });
});

describe("attaching a video file to the card", () => {
  test.for([
    ["is too large", "too_large"],
    ["is not accepted by the platform", "not_taken"],
  ] as const)("reports the missing file on the card at once if the file %s", ([, why]) => {
    const job = happens({ kind: "attach_refused", why, isClear: true });
    expect(job).toMatchObject({ video: why, state: { status: "announcing", newMessage: "done", notBefore: NOW } });
    expect(advance(job, announced, NOW).state.status).toBe("closed");
  });

  const tried = happens({ kind: "attaching" }, { triedAt: null, attempts: 0 });

  test("counts each attempt before the attempt begins", () => {
    // If nothing more is reported, the next attempt waits until the file would have arrived.
    expect(tried.state).toMatchObject({ triedAt: NOW, attempts: 1, notBefore: NOW + 145_000 });
  });

  test("keeps the recorded time of the first attempt until an attempt certainly fails", () => {
    const lost = advance(tried, { ...attachFailed, isClear: false }, NOW);
    expect(advance(lost, { kind: "attaching" }, NOW + 9_000).state).toMatchObject({ triedAt: NOW, attempts: 2 });
    expect(advance(lost, attachFailed, NOW).state).toMatchObject({ triedAt: null });
  });

  test.for([
    ["at least 5 s after the first failure", { fraction: 0 }, 1, 5_000],
    ["at most 10 s after the first failure", {}, 1, 10_000],
    ["at most a minute after the second failure", {}, 2, 60_000],
    ["after the wait that the platform asks for", { waitMs: 90_000 }, 1, 90_000],
    ["after ten minutes if the platform asks for a longer wait", { waitMs: 5 * HOUR }, 1, 600_000],
    // An earlier attempt would replace a file that arrives late.
    ["after 25 s if it is unclear whether the previous attempt succeeded", { isClear: false }, 1, 25_000],
  ] as const)("is tried again %s", ([, over, attempts, waitMs]) => {
    const state = { status: "attaching", attempts, notBefore: NOW + waitMs };
    expect(happens({ ...attachFailed, ...over }, { attempts }).state).toMatchObject(state);
  });

  test("does not count an attempt that a shutdown or a rate limit prevented", () => {
    const { state } = happens({ ...attachFailed, isCounted: false }, { attempts: 1 });
    expect(state).toMatchObject({ attempts: 0, notBefore: NOW + 10_000 });
  });

  test("is not tried again if the video's link would expire first", () => {
    const job = happens(attachFailed, { since: TEST_START + HOUR, now: TEST_START + 2 * HOUR - 5_000 });
    expect(job).toMatchObject({ video: "not_taken", state: { status: "announcing" } });
  });

  test.for<[end: string, event: JobEvent]>([
    ["was refused", { kind: "attach_refused", why: "too_large", isClear: false }],
    ["failed", { ...attachFailed, isClear: false }],
  ])("causes one more edit with the final message if the third attempt %s and a file may still arrive", ([, event]) => {
    const job = advance(happens(event, { attempts: 3 }), announced, NOW);
    expect(job.state).toMatchObject({ status: "announcing", notBefore: NOW + 25_000 });
    expect(advance(job, announced, NOW).state.status).toBe("closed");
  });

  test.for([
    ["the platform's cards cannot hold files", { kind: "attach_skipped" }, "skipped"],
    ["the card can no longer be edited", { kind: "undeliverable" }, "not_taken"],
  ] as const)("causes no further message if %s", ([, event, video]) => {
    expect(happens(event)).toMatchObject({ video, state: { status: "closed", isNotified: true } });
  });

  test("uses the new link if the video's link is replaced", () => {
    const job = happens({ kind: "link_asked", videoUrl: "https://cdn.example.com/new.mp4" });
    expect(job).toMatchObject({
      isCardInDoubt: true,
      state: { outcome: { videoUrl: "https://cdn.example.com/new.mp4" } },
    });
  });
});

test("a closed job no longer refers to a stored video after the video is deleted", () => {
  const closed = aClosedJob({ film: aKeptFilm() });
  expect(advance(closed, { kind: "film_gone" }, NOW)).toEqual(aClosedJob());
  expect(advance(aClosedJob({ keep: "due" }), { kind: "film_gone" }, NOW)).toEqual(aClosedJob({ keep: "due" }));
});

describe("storing a finished video", () => {
  const film = aKeptFilm();
  const filmKept = (isLinkDue: boolean): JobEvent => ({ kind: "film_kept", film, isLinkDue });
  const keepFailed = { kind: "keep_failed", fraction: 1, isCounted: true } as const;
  const keeping = (over: Partial<Keeping> = {}) => aKeeping({ outcome: succeeded, attempts: 1, ...over });
  const keeps = (event: JobEvent, { job = {}, now = NOW, ...over }: Partial<Keeping> & At = {}) =>
    advance(aJob({ keep: "due", state: keeping(over), ...job }), event, now);
  interface At {
    readonly job?: Partial<Job>;
    readonly now?: number;
  }

  test("begins after all messages and files of the job are sent, if the video's link still works", () => {
    const nextOf = (job: Partial<Job>, event: JobEvent = announced, now = NOW) =>
      advance(aJob({ keep: "due", state: anAnnouncing(succeeded), ...job }), event, now).state;
    expect(nextOf({})).toEqual(keeping({ since: NOW, attempts: 0, notBefore: NOW }));
    expect(nextOf({ video: "due" }).status).toBe("attaching");
    expect(nextOf({ isCardInDoubt: true })).toMatchObject({ status: "announcing", notBefore: NOW + 25_000 });
    expect(nextOf({ keep: "over" }).status).toBe("closed");
    expect(nextOf({}, announced, succeeded.expiresAt ?? 0).status).toBe("closed");
    expect(nextOf({ state: anAnnouncing(failed) }).status).toBe("closed");
    expect(nextOf({ state: attaching(), video: "due" }, { kind: "attached", reply: withFile }).status).toBe("keeping");
  });

  test.for<[string, Partial<Job>, JobEvent]>([
    ["may already have arrived", { state: anAnnouncing(succeeded) }, { kind: "notified", at: "lost" }],
    ["was sent in private", { state: anAnnouncing(succeeded) }, { kind: "sent_privately", nonce: "n" }],
    ["could not be repeated", { state: anAnnouncing(succeeded, { newMessage: "done" }) }, { kind: "undeliverable" }],
  ])("begins after a final message that %s", ([, job, event]) => {
    expect(stepped({ keep: "due", ...job }, event).state.status).toBe("keeping");
  });

  const part = aJob({ keep: "due", partOf: { job: "b", nth: 1 } });

  test("begins as soon as the video ends if the video belongs to a batch and no file is to be attached", () => {
    expect(settle(part, succeeded, NOW).state).toEqual(
      keeping({ settledAt: NOW, since: NOW, attempts: 0, notBefore: NOW }),
    );
  });

  test("begins after the attempt to attach the video's file, even if the video belongs to a batch", () => {
    expect(settle({ ...part, video: "due" }, succeeded, NOW).state.status).toBe("attaching");
    const refused: JobEvent = { kind: "attach_refused", why: "too_large", isClear: true };
    expect(advance({ ...part, video: "due", state: attaching() }, refused, NOW).state.status).toBe("keeping");
  });

  test("counts each attempt to store before the attempt begins", () => {
    expect(keeps({ kind: "keep_begun" }, { attempts: 0 }).state).toMatchObject({ status: "keeping", attempts: 1 });
  });

  test("repeats the final message to show the stored video's link on the card", () => {
    const kept = keeps(filmKept(true));
    expect(kept).toMatchObject({
      film,
      keep: "over",
      state: { status: "announcing", newMessage: "done", notBefore: NOW },
    });
    const closed = { film, reply: announced.reply, state: { status: "closed", isNotified: true } };
    expect(advance(kept, announced, NOW)).toMatchObject(closed);
  });

  test("closes the job at once if the card needs no link to the stored video", () => {
    expect(keeps(filmKept(false))).toMatchObject({ film, keep: "over", state: { status: "closed" } });
  });

  test("closes the job at once if the video belongs to a batch", () => {
    const { partOf } = part;
    const stored = keeps(filmKept(true), { job: { ...(partOf && { partOf }) } });
    expect(stored).toMatchObject({ film, state: { status: "closed" } });
  });

  test("closes the job if the bot gives up, and skips the video file only if it is not attached yet", () => {
    const job = aJob({ keep: "due", video: "due", film, state: keeping() });
    const ended = advance(job, { kind: "keep_ended" }, NOW);
    expect(ended).toMatchObject({ video: "skipped", state: { status: "closed" } });
    const here = advance({ ...job, video: "here" }, { kind: "keep_ended" }, NOW);
    expect(here).toMatchObject({ video: "here", state: { status: "closed" } });
  });

  test.for([
    ["at least 5 s after the first attempt", 1, 0, 5_000],
    ["at most 60 s after the second attempt", 2, 1, 60_000],
  ] as const)("is tried again %s", ([, attempts, fraction, expected]) => {
    const { state } = keeps({ ...keepFailed, fraction }, { attempts });
    expect(state).toMatchObject({ status: "keeping", attempts, notBefore: NOW + expected });
  });

  test("does not count an attempt that a shutdown interrupted", () => {
    expect(keeps({ ...keepFailed, isCounted: false }, { attempts: 3 }).state).toMatchObject({ attempts: 2 });
  });

  test("is not tried again after three attempts", () => {
    expect(keeps(keepFailed, { attempts: 3 })).toMatchObject({ keep: "over", state: { status: "closed" } });
  });

  test("is not tried again if the video's link would expire first", () => {
    const late = { since: TEST_START + HOUR, now: TEST_START + 2 * HOUR - 5_000 };
    expect(keeps(keepFailed, late).state.status).toBe("closed");
  });

  test("uses the new link if the video's link is replaced", () => {
    const url = "https://cdn.example.com/new.mp4";
    expect(keeps({ kind: "link_asked", videoUrl: url }).state).toMatchObject({ outcome: { videoUrl: url } });
  });

  test("does not happen if the deletion of the video is requested first", () => {
    const running = aJob({ keep: "due", state: aRunning() });
    expect(advance(running, { kind: "film_gone" }, NOW)).toEqual({ ...running, keep: "over" });
    const stopped = keeps({ kind: "film_gone" }, { job: { film } });
    expect(stopped).toMatchObject({ keep: "over", state: { status: "closed" } });
    expect(stopped).not.toHaveProperty("film");
  });
});

const notTaken = (isClear: boolean): JobEvent => ({ kind: "delivery_failed", isClear, waitMs: 0, fraction: 1 });

test("the recorded time of the latest attempt to post a first card is kept until an attempt certainly fails", () => {
  const unclear = advance(aJob(), { kind: "answer_unclear" }, TEST_START);
  expect(unclear.state).toMatchObject({ answer: "unclear", triedAt: TEST_START });
  const putOff = advance(unclear, { kind: "search_postponed", waitMs: 29_000 }, TEST_START + 1_000);
  expect(putOff.state).toMatchObject({ answer: "unclear", triedAt: TEST_START, notBefore: TEST_START + 30_000 });
  const again = advance(putOff, { kind: "answer_retried" }, TEST_START + 31_000);
  const thrice = advance(again, { kind: "answer_retried" }, TEST_START + 70_000);
  expect(thrice.state).toMatchObject({ answer: "retried", triedAt: TEST_START + 70_000 });
  expect(advance(thrice, notTaken(false), TEST_START + 71_000).state).toMatchObject({ triedAt: TEST_START + 70_000 });
  expect(advance(thrice, notTaken(true), TEST_START + 71_000).state).not.toHaveProperty("triedAt");
});

test.for([
  ["the platform refuses the message for now", { kind: "new_message_refused", waitMs: 0, fraction: 0 }],
  ["the platform refuses all new messages", { kind: "new_message_refused", waitMs: null, fraction: 0 }],
  ["no message can reach the owner", { kind: "undeliverable" }],
] as const)("the recorded time of an attempt to send a new message is deleted if %s", ([, event]) => {
  const state = anAnnouncing(aNotStarted("too_old"));
  const begun = advance(aJob({ state }), { kind: "new_card_begun" }, TEST_START);
  expect(begun.state).toMatchObject({ newMessage: "begun", begunAt: TEST_START });
  expect(advance(begun, event, TEST_START + 1).state).not.toHaveProperty("begunAt");
});

test("a final message is delayed exactly as long as the platform asks, but at most ten minutes", () => {
  const inTwoSeconds = { waitMs: 2_000, fraction: 1, hasRetryTime: true } as const;
  const refusedWhenTold = { kind: "delivery_failed", isClear: true, ...inTwoSeconds } as const;
  const refusedPrivately = { kind: "new_message_refused", ...inTwoSeconds } as const;
  for (const [start, event] of [
    [aJob({ state: anAnnouncing(tooOld) }), refusedWhenTold],
    [aJob({ state: aPosting(tooOld) }), refusedWhenTold],
    [aJob({ state: anAnnouncing(tooOld, { newMessage: "begun" }) }), refusedPrivately],
  ] as const) {
    let job = start;
    for (let n = 0; n < 20; n += 1) job = advance(job, event, TEST_START + n * 2_000);
    expect(job.state).toMatchObject({ attempts: 0, notBefore: TEST_START + 20 * 2_000 });
    expect(advance(start, { ...event, waitMs: 86_400_000 }, TEST_START).state).toMatchObject({
      notBefore: TEST_START + 600_000,
    });
  }
});

test.for([
  ["the notification can no longer be delivered anywhere", { kind: "undeliverable" }, TEST_START + 1],
  ["another attempt fails after three days", notTaken(true), TEST_START + 73 * 3_600_000],
] as const)("a notification that may have arrived is recorded as possibly sent if %s", ([, event, now]) => {
  const posting = aPosting(tooOld, { triedAt: TEST_START, attempts: 1 });
  const again = advance(aJob({ isCardInDoubt: true, state: posting }), event, now);
  expect(again.state.status).toBe("announcing");
  expect(advance(again, announced, now + 30_000).notification).toBe("lost");
});

describe("a file that is too large", () => {
  const due = (isClear: boolean) => happens({ kind: "copy_due", maxBytes: 9, isClear }, { attempts: 3 });

  test("is replaced by a smaller copy at once", () => {
    expect(due(true).state).toMatchObject({ copyBytes: 9, triedAt: null, attempts: 0, notBefore: NOW });
    expect(due(false).state).toMatchObject({ copyBytes: 9, triedAt: TEST_START });
  });

  test("is recorded as replaced by a copy only if a smaller copy was attached", () => {
    const attached = { kind: "attached", reply: withFile } as const;
    expect(advance(due(true), attached, NOW).video).toBe("copy");
    expect(happens(attached).video).toBe("here");
  });
});

describe("a notification that precedes the edit with the final message", () => {
  const held: JobEvent = { kind: "edit_held", nonce: "n" };

  test("is followed by the edit", () => {
    const notified = stepped({ state: anAnnouncing(failed) }, held);
    expect(notified.state).toEqual(aPosting(failed, { isCardDue: true, notBefore: NOW }));
    const due = advance(notified, { kind: "notified", at: [] }, NOW);
    expect(due).toMatchObject({ notification: [] });
    expect(due.state).toEqual(anAnnouncing(failed, { newMessage: "done", isCardDue: true, notBefore: NOW }));
  });

  test.for([
    ["the bot has already begun to send a new message", { state: anAnnouncing(failed, { newMessage: "begun" }) }],
    [
      "every way to send the final message has already failed",
      { state: anAnnouncing(failed, { noWaySince: TEST_START }) },
    ],
    ["the video was refused", { state: anAnnouncing(refused) }],
    ["nobody wants to be notified", { state: anAnnouncing(failed), isSilent: true }],
  ] as const)("is not sent if %s", ([, over]) => {
    const job = aJob(over);
    expect(advance(job, held, NOW)).toBe(job);
  });

  test("is sent to other people who asked for a notification, even if the owner did not ask for one", () => {
    expect(stepped({ state: anAnnouncing(failed), isSilent: true, notify: ["ada"] }, held).state.status).toBe(
      "posting",
    );
  });

  test.for([
    ["does not count as sent", "is undeliverable", { kind: "undeliverable" }, NOW, "impossible"],
    ["does not count as sent", "certainly did not arrive", { kind: "undeliverable", isClear: true }, NOW, "impossible"],
    ["counts as sent", "may have arrived", { kind: "undeliverable", isClear: false }, NOW, "done"],
    ["does not count as sent", "certainly failed for three days", notTaken(true), TEST_START + 73 * HOUR, "impossible"],
    ["counts as sent", "failed for three days but may have arrived", notTaken(false), TEST_START + 73 * HOUR, "done"],
  ] as const)("%s if the notification %s", ([, , event, now, newMessage]) => {
    const { state } = stepped({ state: aPosting(failed, { isCardDue: true }) }, event, now);
    expect(state).toMatchObject({ status: "announcing", newMessage, isLinkAsked: false, notBefore: now });
    expect("isCardDue" in state).toBe(newMessage === "done");
  });
});

describe("a final message", () => {
  test.for([
    [
      "that was sent in private closes the job if nobody else asked to be notified",
      { kind: "sent_privately", nonce: "w" },
      {},
      { status: "closed", isNotified: true },
    ],
    [
      "that was sent in private is followed by a notification of the other people who asked to be notified",
      { kind: "sent_privately", nonce: "w" },
      { notify: ["ada"] },
      aPosting(failed, { isOwnerNotified: true, nonce: "w", notBefore: NOW }),
    ],
    [
      "that mentions the owner closes the job if nobody else asked to be notified",
      { ...announced, called: "owner" },
      {},
      { status: "closed", isNotified: true },
    ],
    [
      "that mentions only the owner is followed by a notification of the other people who asked to be notified",
      { ...announced, called: "owner" },
      { notify: ["ada"] },
      aPosting(failed, { isOwnerNotified: true, notBefore: NOW }),
    ],
    [
      "that mentions all people to notify closes the job",
      { ...announced, called: "everybody" },
      { notify: ["ada"] },
      { status: "closed", isNotified: true },
    ],
    [
      "without mentions closes a job that notifies nobody",
      { ...announced, called: "nobody" },
      { isSilent: true },
      { status: "closed", isNotified: true },
    ],
    [
      "without mentions is followed by a notification of the other people who asked to be notified",
      { ...announced, called: "nobody" },
      { isSilent: true, notify: ["ada"] },
      aPosting(failed, { notBefore: NOW }),
    ],
    [
      "without mentions is followed by a notification of the owner",
      { ...announced, called: "nobody" },
      {},
      aPosting(failed, { notBefore: NOW }),
    ],
  ] as const)("%s", ([, event, job, state]) => {
    const next = stepped({ state: anAnnouncing(failed), ...job } as Partial<Job>, event as JobEvent).state;
    if (state.status === "closed") expect(next).toMatchObject(state);
    else expect(next).toEqual(state);
  });

  test("is recorded as the job's notification, and does not replace a notification that is already recorded", () => {
    expect(stepped({ state: anAnnouncing(failed) }, announced).notification).toEqual([]);
    expect(stepped({ state: anAnnouncing(failed), notification: "lost" }, announced).notification).toBe("lost");
  });

  test("is recorded as lost if it was posted as a separate notification whose message is unknown", () => {
    expect(stepped({ state: aPosting(failed) }, { kind: "notified", at: "lost" }).notification).toBe("lost");
  });
});

describe("the possibly lost first card of an ended job", () => {
  const unclear = anAccepted({ answer: "unclear" });
  const accepted = { acceptedAt: TEST_START - 9_000 };

  test.for<readonly [string, Partial<Job>, number | undefined]>([
    ["keeps the time of the loss that was already recorded", { lostCardAt: 5, state: { ...unclear, triedAt: 7 } }, 5],
    [
      "is recorded as lost at the time of the latest attempt to post the card",
      { state: { ...unclear, triedAt: 7 } },
      7,
    ],
    [
      "is recorded as lost at the time of the job's acceptance if no attempt to post the card is recorded",
      { state: unclear },
      accepted.acceptedAt,
    ],
    ["is not recorded as lost if the card certainly exists", { state: anAccepted() }, undefined],
    [
      "is not recorded as lost if the job was restored from a backup and the card may show an outcome",
      { restored: "unread", state: unclear },
      undefined,
    ],
    ["is not recorded as lost if the job ended during its paid call", { state: aSubmitting() }, undefined],
    ["is not recorded as lost if the job ended after its task started", { state: aRunning() }, undefined],
  ])("%s", ([, over, at]) => {
    const job = settle(aJob({ ...accepted, ...over }), tooOld, NOW);
    expect(job.lostCardAt).toBe(at);
    expect("lostCardAt" in job).toBe(at !== undefined);
  });

  test("is searched for after the final message, before the job is closed", () => {
    const told = stepped({ lostCardAt: 5, state: anAnnouncing(tooOld) }, announced);
    expect(told.state).toEqual(anAnnouncing(tooOld, { newMessage: "done", isLinkAsked: true, notBefore: NOW }));
    const settled = advance(told, { kind: "lost_card_settled" }, NOW);
    expect(settled).not.toHaveProperty("lostCardAt");
    expect(advance(settled, announced, NOW).state.status).toBe("closed");
  });

  const state = anAnnouncing(tooOld, { newMessage: "done" });

  test("no longer counts as lost after a search has found the card", () => {
    const found = stepped({ lostCardAt: 5, state }, { kind: "shown", reply: withFile });
    expect(found).not.toHaveProperty("lostCardAt");
  });

  test("is not searched for if no message can reach the owner", () => {
    const closed = stepped({ lostCardAt: 5, state }, { kind: "undeliverable" });
    expect(closed).not.toHaveProperty("lostCardAt");
    expect(closed.state.status).toBe("closed");
  });
});

test("a job is closed as soon as its final message is sent in private or its notification may have been sent", () => {
  const job = aJob({ state: anAnnouncing(failed) });
  const closed = { ...job, sealedKey: null, state: aClosed(failed, { closedAt: NOW }) };
  expect(advance(job, { kind: "sent_privately", nonce: "w" }, NOW)).toEqual(closed);
  expect(advance({ ...job, notify: ["ada"] }, { kind: "notified", at: "lost" }, NOW)).toEqual(closed);
});

test("the mark “restored from a backup” can be removed from a job, and a job without the mark stays unchanged", () => {
  const job = aJob();
  expect(withKnownCard(job)).toBe(job);
  expect(withKnownCard({ ...job, restored: "unread" })).toEqual(job);
});

test("a batch attaches the files of its videos after its final message", () => {
  const several = aSeveral();
  const { state } = stepped({ video: "due", state: anAnnouncing(several) }, announced);
  expect(state).toEqual(anAttaching({ outcome: several, since: NOW, notBefore: NOW }));
});

describe("an undeliverable final message", () => {
  const never: JobEvent = { kind: "undeliverable" };

  test("is tried again a day later", () => {
    const { state } = stepped({ state: anAnnouncing(failed, { noWaySince: TEST_START, newMessage: "begun" }) }, never);
    expect(state).toEqual(
      anAnnouncing(failed, { noWaySince: TEST_START, newMessage: "due", notBefore: NOW + 24 * HOUR }),
    );
  });

  test("closes the job a week after the job's end", () => {
    const week = TEST_START + 168 * HOUR;
    expect(stepped({ state: anAnnouncing(failed) }, never, week - 1).state.status).toBe("announcing");
    expect(stepped({ state: anAnnouncing(failed) }, never, week).state).toEqual(
      aClosed(failed, { isNotified: false, closedAt: week }),
    );
  });

  test("closes the job at once if the owner was already notified", () => {
    expect(stepped({ state: anAnnouncing(failed, { newMessage: "done" }) }, never).state).toEqual(
      aClosed(failed, { closedAt: NOW }),
    );
  });
});

describe("a final message with a failed delivery", () => {
  const begun = stepped({ state: anAnnouncing(failed) }, { kind: "new_message_begun" });
  const newRefused = { kind: "new_message_refused", waitMs: 0, fraction: 0 } as const;
  const late = TEST_START + 72 * HOUR + 1;
  const stateAfter = (event: JobEvent, job: Job, now = late) => advance(job, event, now).state;

  test("is not sent as a new message if the platform refuses all new messages", () => {
    expect(begun.state).toEqual(anAnnouncing(failed, { newMessage: "begun" }));
    expect(stateAfter({ ...newRefused, waitMs: null }, begun)).toMatchObject({ newMessage: "impossible" });
  });

  test("is tried again only daily after three days of failed attempts", () => {
    for (const event of [newRefused, notTaken(true)]) {
      expect(stateAfter(event, begun, late - 1)).toMatchObject({ noWaySince: null });
      expect(stateAfter(event, begun)).toMatchObject({ noWaySince: late });
    }
  });

  test("closes the job after three days if only the notification failed", () => {
    const posting = aJob({ state: aPosting(failed) });
    expect(stateAfter(notTaken(true), posting, late - 1).status).toBe("posting");
    expect(stateAfter(notTaken(true), posting)).toMatchObject({ status: "closed", isNotified: true });
  });

  const wait = (attempts: number, fraction: number, waitMs = 0) => {
    const event: JobEvent = { kind: "delivery_failed", isClear: true, waitMs, fraction };
    const { state } = stepped({ state: anAnnouncing(failed, { attempts }) }, event);
    expect(state).toMatchObject({ attempts: attempts + 1 });
    return "notBefore" in state && state.notBefore - NOW;
  };

  test("is repeated after a wait that grows with each attempt, up to five seconds", () => {
    expect([wait(0, 1), wait(1, 0), wait(9, 1)]).toEqual([1_000, 1_000, 5_000]);
  });

  test("is repeated after the wait that the platform asks for, at most ten minutes", () => {
    expect([wait(0, 1, 9_000), wait(0, 1, 999_000)]).toEqual([9_000, 600_000]);
  });
});

test("a new link to a video is not requested again if the first request returned no link", () => {
  const event: JobEvent = { kind: "link_asked", videoUrl: null };
  expect(stepped({ state: anAnnouncing(succeeded) }, event).state).toEqual(
    anAnnouncing(succeeded, { isLinkAsked: true }),
  );
  const posting = aJob({ state: aPosting(succeeded) });
  expect(advance(posting, event, NOW)).toBe(posting);
});

test("a card found by a search becomes the job's card", () => {
  expect(stepped({ state: anAnnouncing(failed) }, { kind: "shown", reply: withFile }).reply).toBe(withFile);
  expect(happens({ kind: "shown", reply: withFile }).reply).toBe(withFile);
});

test("repeating a notification keeps the recorded time of the first attempt", () => {
  const tried = stepped({ state: aPosting(failed) }, { kind: "notifying" });
  expect(tried.state).toEqual(aPosting(failed, { triedAt: NOW }));
  expect(advance(tried, { kind: "notifying" }, NOW + 1).state).toEqual(aPosting(failed, { triedAt: NOW }));
});

const several = { outcome: aSeveral() } as const;

test("a batch is closed after the files of all its videos are attached", () => {
  const closed = happens({ kind: "parts_ended", isCardOld: false }, several);
  expect(closed).toMatchObject({ video: "here", state: { status: "closed", isNotified: true } });
});

test("a batch edits its card once more if the card is out of date after all its files were attached", () => {
  const missing = happens({ kind: "parts_ended", isCardOld: true }, several);
  expect(missing.video).toBe("here");
  expect(missing.state).toEqual(
    anAnnouncing(several.outcome, { newMessage: "done", isLinkAsked: true, notBefore: NOW }),
  );
});

test.for([
  ["is tried again", "after one failed attempt", {}, 0],
  ["is tried again", "after two failed attempts in less than two hours", { attempts: 2 }, 2 * HOUR - 1],
  ["is not tried again", "after three failed attempts", { attempts: 3 }, 0],
  [
    "is tried again",
    "less than two hours after the job's end if the link's expiry is unknown",
    { outcome: { ...succeeded, expiresAt: null } },
    2 * HOUR - 1,
  ],
  [
    "is not tried again",
    "two hours after the job's end if the link's expiry is unknown",
    { outcome: { ...succeeded, expiresAt: null } },
    2 * HOUR,
  ],
  ["is not tried again", "after the link expired", { outcome: { ...succeeded, expiresAt: TEST_START + HOUR } }, HOUR],
] as const)("attaching a video's file %s %s", ([verb, , over, afterMs]) => {
  expect(isPastTrying(attaching(over), TEST_START + afterMs)).toBe(verb === "is not tried again");
});

test.for([
  [
    "a video with a file has ended",
    "shows the final message, and a file follows",
    { state: anAnnouncing(succeeded), video: "due" },
  ],
  [
    "a batch with files has ended",
    "shows the final message, and a file follows",
    { state: anAnnouncing(aSeveral()), video: "due" },
  ],
  [
    "a video without a file has ended",
    "shows the final message, and no file follows",
    { state: anAnnouncing(succeeded) },
  ],
  ["a video has failed", "shows the final message, and no file follows", { state: anAnnouncing(failed), video: "due" }],
  [
    "the notification must be sent before the file",
    "does not show the final message",
    { state: aPosting(succeeded), video: "due" },
  ],
  [
    "the notification of a failed video is sent before the card's edit",
    "shows the final message, and no file follows",
    { state: aPosting(failed, { isCardDue: true }) },
  ],
  [
    "the notification of a video with a file is sent before the card's edit",
    "shows the final message, and a file follows",
    { state: aPosting(succeeded, { isCardDue: true }), video: "due" },
  ],
  [
    "the notification of a failed video was already sent",
    "shows the final message, and no file follows",
    { state: anAnnouncing(failed, { newMessage: "done", isCardDue: true }) },
  ],
  [
    "the final message is already on the card and the file is missing",
    "repeats the final message, and a file follows",
    { state: anAnnouncing(succeeded, { newMessage: "done" }), video: "due" },
  ],
  [
    "the final message is already on the card and no file is wanted",
    "does not show the final message",
    { state: anAnnouncing(succeeded, { newMessage: "done" }) },
  ],
  ["the job has not ended", "does not show the final message", {}],
] as const)("if %s, the card's next edit %s", ([, verb, over]) => {
  const job = aJob(over);
  expect([isBeforeFinalMessage(job), isBeforeFile(job, TEST_START)]).toEqual([
    verb.startsWith("shows"),
    verb.endsWith("a file follows"),
  ]);
});

const end = succeeded.expiresAt ?? 0;

test("the link of a successful video counts as working until its expiry, if the expiry is known", () => {
  const url = succeeded.videoUrl;
  expect([liveLink(succeeded, end - 1), liveLink(succeeded, end), liveLink(failed, 0)]).toEqual([url, null, null]);
  expect(liveLink({ ...succeeded, expiresAt: null }, end)).toBe(url);
});

test("a fresh link can be requested in the last half hour before the old link expires", () => {
  expect([freshLinkFrom(succeeded), freshLinkFrom(failed)]).toEqual([end - 1_800_000, null]);
});

test("a fresh link can be requested at any time if the old link is missing or its expiry is unknown", () => {
  expect([freshLinkFrom({ ...succeeded, videoUrl: null }), freshLinkFrom({ ...succeeded, expiresAt: null })]).toEqual([
    0, 0,
  ]);
});

const renewed = { ...succeeded, expiresAt: null, renewedAt: TEST_START };
test.for<readonly [string, Outcome, number, boolean]>([
  ["is treated as temporary just before the link expires", succeeded, (succeeded.expiresAt ?? 0) - 1, true],
  ["is treated as permanent once the link has expired", succeeded, succeeded.expiresAt ?? 0, false],
  ["is treated as temporary until two hours after the link was renewed", renewed, TEST_START + 2 * HOUR - 1, true],
  ["is treated as permanent two hours after the link was renewed", renewed, TEST_START + 2 * HOUR, false],
  ["is treated as permanent if no video was made", failed, TEST_START, false],
])("a refused download of a video %s", ([, outcome, at, isIt]) => {
  expect([mayPass({ kind: "refused" }, outcome, at), mayPass({ kind: "unreachable" }, outcome, at)]).toEqual([
    isIt,
    true,
  ]);
  for (const kind of ["not_public", "not_a_video"] as const) expect(mayPass({ kind }, outcome, at)).toBe(false);
});

test.for<["may" | "cannot", string, Outcome]>([
  ["may", "has an unknown outcome", anUnknown()],
  ["may", "was restored from a backup before it started", aNotStarted("restored")],
  ["may", "was not started after another process answered its command", aNotStarted("answered_elsewhere")],
  ["cannot", "was too old to start", aNotStarted("too_old")],
  ["may", "was refused after a call without a response", aRefused({ kind: "unavailable", sent: true, detail: "" })],
  ["cannot", "was refused after a call that was not sent", aRefused({ kind: "unavailable", sent: false, detail: "" })],
  ["cannot", "was refused for lack of credits", refused],
  ["cannot", "failed", failed],
])("a video %s have been charged if it %s", ([verb, , outcome]) => {
  expect(mayBeCharged(outcome)).toBe(verb === "may");
});
