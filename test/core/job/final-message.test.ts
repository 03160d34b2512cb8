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

describe("once the final message is delivered,", () => {
  const announce = (job: Partial<Job>, outcome: Outcome = succeeded, now = NOW) =>
    advance(aJob({ state: anAnnouncing(outcome), ...job }), announced, now);

  test("a job attaches the video's file, once, and before the repeated final message", () => {
    const job = announce({ video: "due", isCardInDoubt: true });
    expect(job).toMatchObject({ isCardInDoubt: true, state: { status: "attaching", attempts: 0, notBefore: NOW } });
    const here = advance(job, { kind: "attached", reply: withFile }, NOW);
    expect(here).toMatchObject({ video: "here", reply: withFile, isCardInDoubt: false });
    expect(here.state).toMatchObject({ status: "announcing", newMessage: "done", notBefore: NOW + 25_000 });
    expect(advance(here, announced, NOW).state).toMatchObject({ status: "closed", isNotified: true });
  });

  test.for([
    ["wants no file", {}, succeeded, NOW],
    ["has no link", { video: "due" }, { ...succeeded, videoUrl: null }, NOW],
    ["has a link that has expired", { video: "due" }, succeeded, TEST_START + 2 * HOUR],
    ["failed", { video: "due" }, failed, NOW],
  ] as const)("a job that %s is closed at once", ([, job, outcome, now]) => {
    expect(announce(job, outcome, now).state).toMatchObject({ status: "closed", isNotified: true });
  });
});

describe("a final message whose delivery is unknown", () => {
  const lost: JobEvent = { kind: "delivery_failed", isClear: false, waitMs: 0, fraction: 0 };
  const inDoubt = (job: Partial<Job>, event: JobEvent = lost) =>
    advance(aJob({ state: anAnnouncing(succeeded), ...job }), event, NOW).isCardInDoubt;
  const again = (link: { readonly expiresAt: number | null }) =>
    anAnnouncing({ ...succeeded, ...link }, { newMessage: "done" });

  test("is repeated if a file follows it, because the file's edit could overwrite it", () => {
    expect(inDoubt({ video: "due" })).toBe(true);
    expect(inDoubt({ video: "due", state: again({ expiresAt: null }) })).toBe(true);
  });

  test.for([
    ["no file follows", {}, lost],
    ["it certainly did not arrive", { video: "due" }, { ...lost, isClear: true }],
    ["the file is attached", { video: "here" }, lost],
    ["it is a repetition and the link has expired", { video: "due", state: again({ expiresAt: NOW }) }, lost],
  ] as const)("is not repeated if %s", ([, job, event]) => {
    expect(inDoubt(job, event)).toBe(false);
  });
});

describe("a file to be attached", () => {
  test.for(["too_large", "not_taken"] as const)(
    "that is refused as %s is reported on the card at once, without a new message",
    (why) => {
      const job = happens({ kind: "attach_refused", why, isClear: true });
      expect(job).toMatchObject({ video: why, state: { status: "announcing", newMessage: "done", notBefore: NOW } });
      expect(advance(job, announced, NOW).state.status).toBe("closed");
    },
  );

  test("counts each attempt in advance, and keeps the time of the first attempt with an unknown result", () => {
    const tried = happens({ kind: "attaching" }, { triedAt: null, attempts: 0 });
    // If nothing more is reported, the next attempt waits until the file would have arrived.
    expect(tried.state).toMatchObject({ triedAt: NOW, attempts: 1, notBefore: NOW + 145_000 });
    const lost = advance(tried, { ...attachFailed, isClear: false }, NOW);
    expect(advance(lost, { kind: "attaching" }, NOW + 9_000).state).toMatchObject({ triedAt: NOW, attempts: 2 });
    expect(advance(lost, attachFailed, NOW).state).toMatchObject({ triedAt: null });
  });

  test.for([
    ["after at least half the time", { fraction: 0 }, 1, 5_000],
    ["after 10 s the first time", {}, 1, 10_000],
    ["after a minute the second time", {}, 2, 60_000],
    ["when a platform asks for it", { waitMs: 90_000 }, 1, 90_000],
    ["after ten minutes, if a platform asks for more", { waitMs: 5 * HOUR }, 1, 600_000],
    // An earlier attempt would replace a file that arrives late.
    ["when it would have arrived, if it still can", { isClear: false }, 1, 25_000],
  ] as const)("is tried again %s", ([, over, attempts, waitMs]) => {
    const state = { status: "attaching", attempts, notBefore: NOW + waitMs };
    expect(happens({ ...attachFailed, ...over }, { attempts }).state).toMatchObject(state);
  });

  test("is tried again after an uncounted attempt as if that attempt had not been made", () => {
    const { state } = happens({ ...attachFailed, isCounted: false }, { attempts: 1 });
    expect(state).toMatchObject({ attempts: 0, notBefore: NOW + 10_000 });
  });

  test("is not tried again if the link will have expired by then, and the card says so", () => {
    const job = happens(attachFailed, { since: TEST_START + HOUR, now: TEST_START + 2 * HOUR - 5_000 });
    expect(job).toMatchObject({ video: "not_taken", state: { status: "announcing" } });
  });

  test.for<JobEvent>([
    { kind: "attach_refused", why: "too_large", isClear: false },
    { ...attachFailed, isClear: false },
  ])(
    "that is no longer tried after the event $kind, but may still arrive, causes one more final message later",
    (event) => {
      const job = advance(happens(event, { attempts: 3 }), announced, NOW);
      expect(job.state).toMatchObject({ status: "announcing", notBefore: NOW + 25_000 });
      expect(advance(job, announced, NOW).state.status).toBe("closed");
    },
  );

  test.for([
    [{ kind: "attach_skipped" }, "skipped"],
    [{ kind: "undeliverable" }, "not_taken"],
  ] as const)("that ends with the event $kind needs no further message", ([event, video]) => {
    expect(happens(event)).toMatchObject({ video, state: { status: "closed", isNotified: true } });
  });

  test("whose link is replaced is attached from the new link, and the card is updated again", () => {
    const job = happens({ kind: "link_asked", videoUrl: "https://cdn.example.com/new.mp4" });
    expect(job).toMatchObject({
      isCardInDoubt: true,
      state: { outcome: { videoUrl: "https://cdn.example.com/new.mp4" } },
    });
  });
});

describe("a film to be kept", () => {
  const film = aKeptFilm();
  const filmKept = (isLinkDue: boolean): JobEvent => ({ kind: "film_kept", film, isLinkDue });
  const keepFailed = { kind: "keep_failed", waitMs: 0, fraction: 1, isCounted: true } as const;
  const keeping = (over: Partial<Keeping> = {}) => aKeeping({ outcome: succeeded, attempts: 1, ...over });
  const keeps = (event: JobEvent, { job = {}, now = NOW, ...over }: Partial<Keeping> & At = {}) =>
    advance(aJob({ keep: "due", state: keeping(over), ...job }), event, now);
  interface At {
    readonly job?: Partial<Job>;
    readonly now?: number;
  }

  test("is stored after the final message, the file and the repeated message, while its link works", () => {
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
    ["is sent in private", { state: anAnnouncing(succeeded) }, { kind: "notified", at: "lost" }],
    ["is sent privately", { state: anAnnouncing(succeeded) }, { kind: "sent_privately", nonce: "n" }],
    ["has no card", { state: anAnnouncing(succeeded, { newMessage: "done" }) }, { kind: "undeliverable" }],
  ])("is also stored after a final message that %s", ([, job, event]) => {
    expect(stepped({ keep: "due", ...job }, event).state.status).toBe("keeping");
  });

  test("of a batch's part is stored as soon as the part ends, or after its file is attached or can no longer be attached", () => {
    const part = aJob({ keep: "due", partOf: { job: "b", nth: 1 } });
    expect(settle(part, succeeded, NOW).state).toEqual(
      keeping({ settledAt: NOW, since: NOW, attempts: 0, notBefore: NOW }),
    );
    expect(settle({ ...part, video: "due" }, succeeded, NOW).state.status).toBe("attaching");
    const refused: JobEvent = { kind: "attach_refused", why: "too_large", isClear: true };
    expect(advance({ ...part, video: "due", state: attaching() }, refused, NOW).state.status).toBe("keeping");
  });

  test("counts each attempt in advance", () => {
    expect(keeps({ kind: "keep_begun" }, { attempts: 0 }).state).toMatchObject({ status: "keeping", attempts: 1 });
  });

  test("makes the card show its link by repeating the final message", () => {
    const kept = keeps(filmKept(true));
    expect(kept).toMatchObject({
      film,
      keep: "over",
      state: { status: "announcing", newMessage: "done", notBefore: NOW },
    });
    const closed = { film, reply: announced.reply, state: { status: "closed", isNotified: true } };
    expect(advance(kept, announced, NOW)).toMatchObject(closed);
  });

  test("closes the job at once if the card does not show the link, or if a batch's card does", () => {
    expect(keeps(filmKept(false))).toMatchObject({ film, keep: "over", state: { status: "closed" } });
    const part = keeps(filmKept(true), { job: { partOf: { job: "b", nth: 1 } } });
    expect(part).toMatchObject({ film, state: { status: "closed" } });
  });

  test("is stored in the job's last step, so a video file that is not attached by then is never attached", () => {
    const job = aJob({ keep: "due", video: "due", film, state: keeping() });
    const ended = advance(job, { kind: "keep_ended" }, NOW);
    expect(ended).toMatchObject({ video: "skipped", state: { status: "closed" } });
    const here = advance({ ...job, video: "here" }, { kind: "keep_ended" }, NOW);
    expect(here).toMatchObject({ video: "here", state: { status: "closed" } });
  });

  test.for([
    [1, 0, 0, 5_000],
    [2, 0, 1, 60_000],
    [1, 5 * HOUR, 1, 600_000],
  ] as const)("is tried again after attempt %i", ([attempts, waitMs, fraction, expected]) => {
    const { state } = keeps({ ...keepFailed, waitMs, fraction }, { attempts });
    expect(state).toMatchObject({ status: "keeping", attempts, notBefore: NOW + expected });
  });

  test("does not count an attempt that a shutdown or a rate limit delayed", () => {
    expect(keeps({ ...keepFailed, isCounted: false }, { attempts: 3 }).state).toMatchObject({ attempts: 2 });
  });

  test("is not tried again after three attempts, or if the link will have expired by then", () => {
    expect(keeps(keepFailed, { attempts: 3 })).toMatchObject({ keep: "over", state: { status: "closed" } });
    const late = { since: TEST_START + HOUR, now: TEST_START + 2 * HOUR - 5_000 };
    expect(keeps(keepFailed, late).state.status).toBe("closed");
  });

  test("is stored from a new link if there is one", () => {
    const url = "https://cdn.example.com/new.mp4";
    expect(keeps({ kind: "link_asked", videoUrl: url }).state).toMatchObject({ outcome: { videoUrl: url } });
  });

  test("that is deleted is removed from the job, and a film that is not stored yet is then not kept", () => {
    const closed = aClosedJob({ film });
    expect(advance(closed, { kind: "film_gone" }, NOW)).toEqual(aClosedJob());
    expect(advance(aClosedJob({ keep: "due" }), { kind: "film_gone" }, NOW)).toEqual(aClosedJob({ keep: "due" }));
    const running = aJob({ keep: "due", state: aRunning() });
    expect(advance(running, { kind: "film_gone" }, NOW)).toEqual({ ...running, keep: "over" });
    const stopped = keeps({ kind: "film_gone" }, { job: { film } });
    expect(stopped).toMatchObject({ keep: "over", state: { status: "closed" } });
    expect(stopped).not.toHaveProperty("film");
  });
});

const notTaken = (isClear: boolean): JobEvent => ({ kind: "delivery_failed", isClear, waitMs: 0, fraction: 1 });

test("a job whose first card may have arrived remembers the last posting time until the card certainly did not arrive", () => {
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
  { kind: "new_message_refused", waitMs: 0, fraction: 0 },
  { kind: "new_message_refused", waitMs: null, fraction: 0 },
  { kind: "undeliverable" },
] as const)(
  "a job no longer stores when it began a new card after the event $kind, because that card certainly did not arrive (row %#)",
  (event) => {
    const state = anAnnouncing(aNotStarted("too_old"));
    const begun = advance(aJob({ state }), { kind: "new_card_begun" }, TEST_START);
    expect(begun.state).toMatchObject({ newMessage: "begun", begunAt: TEST_START });
    expect(advance(begun, event, TEST_START + 1).state).not.toHaveProperty("begunAt");
  },
);

test("a final message that is postponed to a given time waits until exactly that time, however often", () => {
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
  [{ kind: "undeliverable" }, TEST_START + 1],
  [notTaken(true), TEST_START + 73 * 3_600_000],
] as const)(
  "a notification with an earlier unclear attempt counts as lost, not as missing, after the event $kind",
  ([event, now]) => {
    const posting = aPosting(tooOld, { triedAt: TEST_START, attempts: 1 });
    const again = advance(aJob({ isCardInDoubt: true, state: posting }), event, now);
    expect(again.state.status).toBe("announcing");
    expect(advance(again, announced, now + 30_000).notification).toBe("lost");
  },
);

describe("a file that is too large", () => {
  const due = (isClear: boolean) => happens({ kind: "copy_due", maxBytes: 9, isClear }, { attempts: 3 });

  test("is tried as a smaller copy at once, and the original that may still arrive is remembered", () => {
    expect(due(true).state).toMatchObject({ copyBytes: 9, triedAt: null, attempts: 0, notBefore: NOW });
    expect(due(false).state).toMatchObject({ copyBytes: 9, triedAt: TEST_START });
  });

  test("ends with the mark “copy” if the copy was attached, but not if the file itself was", () => {
    const attached = { kind: "attached", reply: withFile } as const;
    expect(advance(due(true), attached, NOW).video).toBe("copy");
    expect(happens(attached).video).toBe("here");
  });
});

describe("a notification that precedes the card's edit", () => {
  const held: JobEvent = { kind: "edit_held", nonce: "n" };

  test("is due, and the card's edit stays due after the notification", () => {
    const notified = stepped({ state: anAnnouncing(failed) }, held);
    expect(notified.state).toEqual(aPosting(failed, { isCardDue: true, notBefore: NOW }));
    const due = advance(notified, { kind: "notified", at: [] }, NOW);
    expect(due).toMatchObject({ notification: [] });
    expect(due.state).toEqual(anAnnouncing(failed, { newMessage: "done", isCardDue: true, notBefore: NOW }));
  });

  test.for([
    ["its private message was started", { state: anAnnouncing(failed, { newMessage: "begun" }) }],
    ["every way of delivery was refused", { state: anAnnouncing(failed, { noWaySince: TEST_START }) }],
    ["it is a refusal, which is sent in private", { state: anAnnouncing(refused) }],
    ["nobody is to be notified", { state: anAnnouncing(failed), isSilent: true }],
  ] as const)("is not due if %s", ([, over]) => {
    const job = aJob(over);
    expect(advance(job, held, NOW)).toBe(job);
  });

  test("is due for listeners of a silent job", () => {
    expect(stepped({ state: anAnnouncing(failed), isSilent: true, notify: ["ada"] }, held).state.status).toBe(
      "posting",
    );
  });

  test.for([
    [{ kind: "undeliverable" }, NOW, "impossible"],
    [{ kind: "undeliverable", isClear: true }, NOW, "impossible"],
    [{ kind: "undeliverable", isClear: false }, NOW, "done"],
    [notTaken(true), TEST_START + 73 * HOUR, "impossible"],
    [notTaken(false), TEST_START + 73 * HOUR, "done"],
  ] as const)(
    "and can no longer be sent after the event $kind leaves the final message to the card (row %#)",
    ([event, now, newMessage]) => {
      const { state } = stepped({ state: aPosting(failed, { isCardDue: true }) }, event, now);
      expect(state).toMatchObject({ status: "announcing", newMessage, isLinkAsked: false, notBefore: now });
      expect("isCardDue" in state).toBe(newMessage === "done");
    },
  );
});

describe("a new message that notified the owner", () => {
  test.for([
    [{ kind: "sent_privately", nonce: "w" }, {}, { status: "closed", isNotified: true }],
    [
      { kind: "sent_privately", nonce: "w" },
      { notify: ["ada"] },
      aPosting(failed, { isOwnerNotified: true, nonce: "w", notBefore: NOW }),
    ],
    [{ ...announced, called: "owner" }, {}, { status: "closed", isNotified: true }],
    [
      { ...announced, called: "owner" },
      { notify: ["ada"] },
      aPosting(failed, { isOwnerNotified: true, notBefore: NOW }),
    ],
    [{ ...announced, called: "everybody" }, { notify: ["ada"] }, { status: "closed", isNotified: true }],
    [{ ...announced, called: "nobody" }, { isSilent: true }, { status: "closed", isNotified: true }],
    [{ ...announced, called: "nobody" }, { isSilent: true, notify: ["ada"] }, aPosting(failed, { notBefore: NOW })],
    [{ ...announced, called: "nobody" }, {}, aPosting(failed, { notBefore: NOW })],
  ] as const)("leaves the other listeners to be notified, if there are any (row %#)", ([event, job, state]) => {
    const next = stepped({ state: anAnnouncing(failed), ...job } as Partial<Job>, event as JobEvent).state;
    if (state.status === "closed") expect(next).toMatchObject(state);
    else expect(next).toEqual(state);
  });

  test("counts as the notification, unless an earlier one is recorded", () => {
    expect(stepped({ state: anAnnouncing(failed) }, announced).notification).toEqual([]);
    expect(stepped({ state: anAnnouncing(failed), notification: "lost" }, announced).notification).toBe("lost");
    expect(stepped({ state: aPosting(failed) }, { kind: "notified", at: "lost" }).notification).toBe("lost");
  });
});

describe("a lost first card", () => {
  const unclear = anAccepted({ answer: "unclear" });
  const accepted = { acceptedAt: TEST_START - 9_000 };

  test.for<readonly [string, Partial<Job>, number | undefined]>([
    ["the first loss is recorded", { lostCardAt: 5, state: { ...unclear, triedAt: 7 } }, 5],
    ["the last attempt is recorded", { state: { ...unclear, triedAt: 7 } }, 7],
    ["no attempt is recorded", { state: unclear }, accepted.acceptedAt],
    ["the card exists", { state: anAccepted() }, undefined],
    ["the card may show an end from before a restore", { restored: "unread", state: unclear }, undefined],
    ["the paid call is in progress", { state: aSubmitting() }, undefined],
    ["the job runs", { state: aRunning() }, undefined],
  ])("is dated as precisely as possible when its job ends and %s", ([, over, at]) => {
    const job = settle(aJob({ ...accepted, ...over }), tooOld, NOW);
    expect(job.lostCardAt).toBe(at);
    expect("lostCardAt" in job).toBe(at !== undefined);
  });

  test("is searched for after the final message, and the job closes once the search is over", () => {
    const told = stepped({ lostCardAt: 5, state: anAnnouncing(tooOld) }, announced);
    expect(told.state).toEqual(anAnnouncing(tooOld, { newMessage: "done", isLinkAsked: true, notBefore: NOW }));
    const settled = advance(told, { kind: "lost_card_settled" }, NOW);
    expect(settled).not.toHaveProperty("lostCardAt");
    expect(advance(settled, announced, NOW).state.status).toBe("closed");
  });

  test("no longer counts as lost once a search has found it, or if the card cannot be reached", () => {
    const state = anAnnouncing(tooOld, { newMessage: "done" });
    const found = stepped({ lostCardAt: 5, state }, { kind: "shown", reply: withFile });
    expect(found).not.toHaveProperty("lostCardAt");
    const closed = stepped({ lostCardAt: 5, state }, { kind: "undeliverable" });
    expect(closed).not.toHaveProperty("lostCardAt");
    expect(closed.state.status).toBe("closed");
  });
});

test("a job whose final message was sent in private is closed, and its card stays unchanged", () => {
  const job = aJob({ state: anAnnouncing(failed) });
  const closed = { ...job, sealedKey: null, state: aClosed(failed, { closedAt: NOW }) };
  expect(advance(job, { kind: "sent_privately", nonce: "w" }, NOW)).toEqual(closed);
  expect(advance({ ...job, notify: ["ada"] }, { kind: "notified", at: "lost" }, NOW)).toEqual(closed);
});

test("marking a card as known changes nothing for a job that was not restored, and clears the mark of a restored job", () => {
  const job = aJob();
  expect(withKnownCard(job)).toBe(job);
  expect(withKnownCard({ ...job, restored: "unread" })).toEqual(job);
});

test("a batch attaches its videos' files after its final message", () => {
  const several = aSeveral();
  const { state } = stepped({ video: "due", state: anAnnouncing(several) }, announced);
  expect(state).toEqual(anAttaching({ outcome: several, since: NOW, notBefore: NOW }));
});

describe("an undeliverable final message", () => {
  const never: JobEvent = { kind: "undeliverable" };

  test("is tried once a day, and the day of the first refusal is kept", () => {
    const { state } = stepped({ state: anAnnouncing(failed, { noWaySince: TEST_START, newMessage: "begun" }) }, never);
    expect(state).toEqual(
      anAnnouncing(failed, { noWaySince: TEST_START, newMessage: "due", notBefore: NOW + 24 * HOUR }),
    );
  });

  test("closes the job after a week without a notification, or at once if the owner was already notified", () => {
    const week = TEST_START + 168 * HOUR;
    expect(stepped({ state: anAnnouncing(failed) }, never, week - 1).state.status).toBe("announcing");
    expect(stepped({ state: anAnnouncing(failed) }, never, week).state).toEqual(
      aClosed(failed, { isNotified: false, closedAt: week }),
    );
    expect(stepped({ state: anAnnouncing(failed, { newMessage: "done" }) }, never).state).toEqual(
      aClosed(failed, { closedAt: NOW }),
    );
  });

  test("is tried less often after three days, and the notification is then no longer tried", () => {
    const begun = stepped({ state: anAnnouncing(failed) }, { kind: "new_message_begun" });
    const posting = aJob({ state: aPosting(failed) });
    const refused = { kind: "new_message_refused", waitMs: 0, fraction: 0 } as const;
    const late = TEST_START + 72 * HOUR + 1;
    const stateAfter = (event: JobEvent, job: Job, now = late) => advance(job, event, now).state;
    expect(begun.state).toEqual(anAnnouncing(failed, { newMessage: "begun" }));
    expect(stateAfter({ ...refused, waitMs: null }, begun)).toMatchObject({ newMessage: "impossible" });
    for (const event of [refused, notTaken(true)]) {
      expect(stateAfter(event, begun, late - 1)).toMatchObject({ noWaySince: null });
      expect(stateAfter(event, begun)).toMatchObject({ noWaySince: late });
    }
    expect(stateAfter(notTaken(true), posting, late - 1).status).toBe("posting");
    expect(stateAfter(notTaken(true), posting)).toMatchObject({ status: "closed", isNotified: true });
  });

  test("waits longer after each attempt, at most five seconds, or as long as the platform asks", () => {
    const wait = (attempts: number, fraction: number, waitMs = 0) => {
      const event: JobEvent = { kind: "delivery_failed", isClear: true, waitMs, fraction };
      const { state } = stepped({ state: anAnnouncing(failed, { attempts }) }, event);
      expect(state).toMatchObject({ attempts: attempts + 1 });
      return "notBefore" in state && state.notBefore - NOW;
    };
    expect([wait(0, 1), wait(1, 0), wait(9, 1)]).toEqual([1_000, 1_000, 5_000]);
    expect([wait(0, 1, 9_000), wait(0, 1, 999_000)]).toEqual([9_000, 600_000]);
  });
});

test("a new link is requested only once, whatever the result", () => {
  const event: JobEvent = { kind: "link_asked", videoUrl: null };
  expect(stepped({ state: anAnnouncing(succeeded) }, event).state).toEqual(
    anAnnouncing(succeeded, { isLinkAsked: true }),
  );
  const posting = aJob({ state: aPosting(succeeded) });
  expect(advance(posting, event, NOW)).toBe(posting);
});

test("a card that a search has found becomes the job's card", () => {
  expect(stepped({ state: anAnnouncing(failed) }, { kind: "shown", reply: withFile }).reply).toBe(withFile);
  expect(happens({ kind: "shown", reply: withFile }).reply).toBe(withFile);
});

test("a notification keeps the time of its first attempt, which limits its nonce", () => {
  const tried = stepped({ state: aPosting(failed) }, { kind: "notifying" });
  expect(tried.state).toEqual(aPosting(failed, { triedAt: NOW }));
  expect(advance(tried, { kind: "notifying" }, NOW + 1).state).toEqual(aPosting(failed, { triedAt: NOW }));
});

test("a batch whose videos have ended is closed, or updates its card again if a file is missing", () => {
  const several = { outcome: aSeveral() } as const;
  const closed = happens({ kind: "parts_ended", isCardOld: false }, several);
  expect(closed).toMatchObject({ video: "here", state: { status: "closed", isNotified: true } });
  const missing = happens({ kind: "parts_ended", isCardOld: true }, several);
  expect(missing.video).toBe("here");
  expect(missing.state).toEqual(
    anAnnouncing(several.outcome, { newMessage: "done", isLinkAsked: true, notBefore: NOW }),
  );
});

test.for([
  ["is attempted", "after no attempt", {}, 0],
  ["is attempted", "after two attempts in less than two hours", { attempts: 2 }, 2 * HOUR - 1],
  ["is not attempted", "after three attempts", { attempts: 3 }, 0],
  ["is attempted", "less than two hours after the end", { outcome: { ...succeeded, expiresAt: null } }, 2 * HOUR - 1],
  ["is not attempted", "two hours after the end", { outcome: { ...succeeded, expiresAt: null } }, 2 * HOUR],
  ["is not attempted", "after its link expired", { outcome: { ...succeeded, expiresAt: TEST_START + HOUR } }, HOUR],
] as const)("attaching a file %s %s", ([verb, , over, afterMs]) => {
  expect(isPastTrying(attaching(over), TEST_START + afterMs)).toBe(verb === "is not attempted");
});

test.for([
  ["due, with a file", "is the first one and precedes a file", { state: anAnnouncing(succeeded), video: "due" }],
  [
    "due, for a batch with files",
    "is the first one and precedes a file",
    { state: anAnnouncing(aSeveral()), video: "due" },
  ],
  ["due, without a file", "is the first one and precedes no file", { state: anAnnouncing(succeeded) }],
  ["due, for a failed video", "is the first one and precedes no file", { state: anAnnouncing(failed), video: "due" }],
  [
    "on the card, with its notification due",
    "is not the first one and precedes no file",
    { state: aPosting(succeeded), video: "due" },
  ],
  [
    "not on the card, because its notification goes first",
    "is the first one and precedes no file",
    { state: aPosting(failed, { isCardDue: true }) },
  ],
  [
    "to be shown after its notification, before a file",
    "is the first one and precedes a file",
    { state: aPosting(succeeded, { isCardDue: true }), video: "due" },
  ],
  [
    "to be shown after its notification",
    "is the first one and precedes no file",
    { state: anAnnouncing(failed, { newMessage: "done", isCardDue: true }) },
  ],
  [
    "shown once more",
    "is not the first one and precedes a file",
    { state: anAnnouncing(succeeded, { newMessage: "done" }), video: "due" },
  ],
  [
    "shown once more, without a file",
    "is not the first one and precedes no file",
    { state: anAnnouncing(succeeded, { newMessage: "done" }) },
  ],
  ["not due yet", "is not the first one and precedes no file", {}],
] as const)("a final message that is %s %s", ([, verbs, over]) => {
  const [isFirst, isBefore] = [verbs.startsWith("is the first"), verbs.endsWith("precedes a file")];
  const job = aJob(over);
  expect([isBeforeFinalMessage(job), isBeforeFile(job, TEST_START)]).toEqual([isFirst, isBefore]);
});

test("a link works until it expires, and a fresh one can be requested half an hour earlier", () => {
  const url = succeeded.videoUrl;
  const end = succeeded.expiresAt ?? 0;
  expect([liveLink(succeeded, end - 1), liveLink(succeeded, end), liveLink(failed, 0)]).toEqual([url, null, null]);
  expect(liveLink({ ...succeeded, expiresAt: null }, end)).toBe(url);
  expect([freshLinkFrom(succeeded), freshLinkFrom(failed)]).toEqual([end - 1_800_000, null]);
  expect([freshLinkFrom({ ...succeeded, videoUrl: null }), freshLinkFrom({ ...succeeded, expiresAt: null })]).toEqual([
    0, 0,
  ]);
});

const renewed = { ...succeeded, expiresAt: null, renewedAt: TEST_START };
test.for<readonly [string, Outcome, number, boolean]>([
  ["may be temporary just before the link expires", succeeded, (succeeded.expiresAt ?? 0) - 1, true],
  ["is final once the link has expired", succeeded, succeeded.expiresAt ?? 0, false],
  ["may be temporary until two hours after the link was renewed", renewed, TEST_START + 2 * HOUR - 1, true],
  ["is final two hours after the link was renewed", renewed, TEST_START + 2 * HOUR, false],
  ["is final if the video failed", failed, TEST_START, false],
])("a host's refusal of a video's link %s", ([, outcome, at, isIt]) => {
  expect([mayPass({ kind: "refused" }, outcome, at), mayPass({ kind: "unreachable" }, outcome, at)]).toEqual([
    isIt,
    true,
  ]);
  for (const kind of ["not_public", "not_a_video"] as const) expect(mayPass({ kind }, outcome, at)).toBe(false);
});

test.for<["may" | "cannot", string, Outcome]>([
  ["may", "has an unknown outcome", anUnknown()],
  ["may", "was not started because of a restore", aNotStarted("restored")],
  ["may", "was not started because another process answered", aNotStarted("answered_elsewhere")],
  ["cannot", "was not started because it was too old", aNotStarted("too_old")],
  ["may", "was refused after a call without an answer", aRefused({ kind: "unavailable", sent: true, detail: "" })],
  ["cannot", "was refused after a call that was not sent", aRefused({ kind: "unavailable", sent: false, detail: "" })],
  ["cannot", "was refused for lack of credits", refused],
  ["cannot", "failed", failed],
])("a video %s have been charged if it %s", ([verb, , outcome]) => {
  expect(mayBeCharged(outcome)).toBe(verb === "may");
});
