import { describe, expect, test } from "vitest";
import { NO_CHAIN } from "../../../src/core/film/film-chain.ts";
import {
  APPROVAL_MS,
  isSettled,
  type Job,
  type JobRefusal,
  type JobState,
  type Outcome,
  type Running,
  TURN_MS,
} from "../../../src/core/job/job.ts";
import { LOCALES } from "../../../src/core/text/locale.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import { jobStateText } from "../../../src/messages/card/card-state.ts";
import { notificationOf } from "../../../src/messages/card/notification.ts";
import { jobList } from "../../../src/messages/pages/job-list.ts";
import { alreadyDecided, approvalEnded } from "../../../src/messages/team/approval-messages.ts";
import { en } from "../../../src/messages/words/en.ts";
import { wordsIn } from "../../../src/messages/words.ts";
import { aKeptFilm } from "../../fakes/film/kept-films.ts";
import {
  aClosed,
  aDiscordReply,
  aFailed,
  aGathering,
  aJob,
  aJobId,
  aNotStarted,
  anAccepted,
  anAnnouncing,
  anUnknown,
  aRefused,
  aRequest,
  aRunning,
  aSeveral,
  aSlackOwner,
  aSlackReply,
  aSubmitting,
  aWaiting,
  TEST_START as now,
  TEST_START,
} from "../../fakes/jobs.ts";
import { aTeam } from "../../fakes/teams.ts";
import { jobLabel, titled } from "../../fakes/titled.ts";
import { aDecidedJob, anAskedJob } from "../every-approval.ts";
import { aBatchOf, sixMade } from "../every-batch-asked.ts";
import { aChain } from "../every-chain.ts";
import { everyJob, failedWhy, freeOutcomes, settled, succeeded, unclearOutcomes } from "../every-job.ts";
import { labelsOf, wordsOf } from "../words-of.ts";

const NOW = TEST_START + 60_000;

describe("every card", () => {
  test.for(everyJob.map((job) => [jobLabel(job), job] as const))(
    "shows the prompt, the options and the requester (job: %s)",
    ([, job]) => {
      const card = cardOf(job, NOW);
      const words = wordsOf(card);
      expect(card.title).not.toBe("");
      expect(card.quote).toBe(job.request.prompt);
      expect(words).toContain("16:9 · 10 seconds · 480p");
      expect(words.includes("Price:")).toBe(!isSettled(job));
      expect(words).toContain(`Requested by @${job.owner.userId}`);
    },
  );

  test("has only buttons from a fixed list of ten", () => {
    const labels = new Set(
      [...everyJob, ...everyJob.map((job) => ({ ...job, team: aTeam }))].flatMap((job) => labelsOf(cardOf(job, NOW))),
    );
    expect([...labels].sort()).toEqual([
      ...["Add my key", "Again · 95 credits", "Delete", "Edit & run", "Fresh link", "In 720p"],
      ...["Leave the queue", "Notify me too", "Pay with my own key · 95 credits", "Withdraw"],
    ]);
  });

  test("mentions the team's key only if the key pays or may have paid", () => {
    const payerOn = (state: JobState) =>
      /^.*the team's key.*$/m.exec(wordsOf(cardOf(aJob({ team: aTeam, state }), NOW)))?.[0];
    for (const state of [aWaiting(), aWaiting({ for: "turn" }), anAccepted()])
      expect(payerOn(state)).toBe("Will be paid with the team's key");
    for (const state of [aRunning(), aClosed(succeeded)]) expect(payerOn(state)).toBe("Paid with the team's key");
    for (const outcome of unclearOutcomes)
      expect(payerOn(aClosed(outcome))).toBe("If it was charged, the team's key paid");
    for (const outcome of freeOutcomes)
      expect(wordsOf(cardOf(aJob({ team: aTeam, state: aClosed(outcome) }), NOW))).not.toMatch(
        /paid with the team's key/i,
      );
    const own = everyJob.map((job) => wordsOf(cardOf(job, NOW))).join("\n");
    expect(own).not.toMatch(/paid with/i);
  });

  test("shows “shape of your picture” instead of a ratio until the picture is loaded", () => {
    const url = "https://example.com/a.png";
    const picture = { source: "address", url, isChecked: false, decidesRatio: true } as const;
    const open = cardOf(aJob({ request: aRequest({ picture }) }), NOW);
    const seen = cardOf(aJob({ request: aRequest({ picture: { ...picture, isChecked: true } }) }), NOW);
    expect(wordsOf(open)).toContain("shape of your picture · 10 seconds · 480p · from a picture");
    expect(wordsOf(seen)).toContain("16:9 · 10 seconds · 480p · from a picture");
  });
});

describe("the card of a video that is not started yet", () => {
  const accepted = (waitingFor: "rate_limit" | "service" | null): JobState => {
    return anAccepted({ attempts: 1, waitingFor });
  };

  test.for([
    ["Starting…", "right after the command", accepted(null), /^Starting…/],
    [
      "Queued",
      "while the service limits requests",
      accepted("rate_limit"),
      /The video service is busy.*Nothing charged yet/s,
    ],
    ["Starting…", "while the service is down", accepted("service"), /cannot be reached.*Nothing charged yet/s],
    // No statement about money while the paid call is in progress.
    ["Starting…", "during the paid call", aSubmitting(), /^(?!.*charged)/is],
  ] as const)("has the title “%s” %s", ([title, , state, words]) => {
    const card = cardOf(aJob({ state }), NOW);
    expect(card.title).toBe(title);
    expect(card.tone).toBe("waiting");
    expect(wordsOf(card)).toMatch(words);
    expect(labelsOf(card)).toEqual(["Notify me too"]);
  });
});

describe("the card of a running video", () => {
  const running = (state: Partial<Running>, now: number) => cardOf(aJob({ state: aRunning(state) }), now);

  test.for([
    ["unknown progress", "In progress", null, null],
    ["3 % without an estimated end", "3% done", 3, null],
    ["40 % and 120 s left", "40% done, about 2 minutes left", 40, 120_000],
    ["50 % and 60 s left", "50% done, about 1 minute left", 50, 60_000],
    ["90 % and 7 s left", "90% done, less than a minute left", 90, 7_000],
  ] as const)("shows %s as “%s”", ([, words, percent, leftMs]) => {
    const endsAt = leftMs === null ? null : NOW + leftMs;
    expect(running({ percent, endsAt }, NOW).bar).toEqual({ percent, words });
  });

  test("says that Reelay keeps checking, and shows no remaining time, if the video is not finished within an hour", () => {
    const card = running({ percent: 40 }, TEST_START + 3_600_000);
    expect(card.title).toBe("Still not finished…");
    expect(wordsOf(card)).toContain("keeps checking");
    expect(card.bar?.words).toBe("40% done");
  });

  test("asks for a new key if the service refuses the key", () => {
    const card = running({ waitingFor: "key" }, NOW);
    expect(wordsOf(card)).toContain("Add a new key, and this video continues by itself.");
    expect(labelsOf(card)).toEqual(["Add my key", "Notify me too"]);
  });

  test("says that the video is already paid for if the service answers polls with “too few credits”", () => {
    const card = running({ percent: 40, waitingFor: "credits" }, NOW);
    expect([card.tone, card.bar?.words]).toEqual(["running", "40% done"]);
    expect(wordsOf(card)).toContain("already paid for, and Reelay keeps checking");
    expect(labelsOf(card)).toEqual(["Notify me too"]);
  });

  const { no_answer, no_link } = en.card.silent;
  test.for([
    ["no remaining time", "gives no usable response", { missing: "no_answer" }, [no_answer]],
    ["no remaining time", "does not know the task", { missing: "unknown_task" }, [no_answer]],
    ["no remaining time", "reports a finished video without a link", { missing: "no_link" }, [no_link]],
    ["the remaining time", "responds normally", { missing: null }, []],
    ["no remaining time", "refuses the key", { missing: "bad_key", waitingFor: "key" }, [en.card.needsKey]],
    [
      "no remaining time",
      "reports too few credits",
      { missing: "no_answer", waitingFor: "credits" },
      [en.card.needsCredits],
    ],
  ] as const)("shows %s after a minute in which the service %s", ([, , state, texts]) => {
    const late = { ...state, percent: 40, lastRunningAt: NOW - 60_000, endsAt: NOW + 120_000 };
    const card = running(late, NOW);
    expect(card.body.map(textOf)).toEqual(texts);
    expect(card.bar?.words).toBe(texts.length === 0 ? "40% done, about 2 minutes left" : "40% done");
    expect(card.tone).not.toBe("bad");
  });

  test("still shows the remaining time if the service stopped responding less than a minute ago", () => {
    const state = { missing: "no_answer", percent: 40, lastRunningAt: NOW - 59_999, endsAt: NOW + 120_000 } as const;
    const card = running(state, NOW);
    expect([card.body, card.bar?.words]).toEqual([[], "40% done, about 2 minutes left"]);
  });
});

describe("the warning that a card will stop updating", () => {
  const until = TEST_START + 900_000;
  const aCard = (reply: Parameters<typeof aDiscordReply>[0], now: number, state: JobState = aRunning({})) =>
    wordsOf(cardOf(aJob({ state, reply: aDiscordReply(reply) }), now));
  const warning = "This card will stop updating soon. You'll get the result as a direct message.";

  test("appears two minutes before the card can no longer be edited", () => {
    expect(aCard({ editableUntil: until }, until - 120_001)).not.toContain(warning);
    expect(aCard({ editableUntil: until }, until - 120_000)).toContain(warning);
  });

  test.for([
    ["on a card without a time limit for edits", { editableUntil: null }, aRunning()],
    [
      "on a card that was moved to another channel",
      { editableUntil: until, movedTo: { channelId: "1", messageId: "2" } },
      aRunning(),
    ],
    ["on a card that has its final message", { editableUntil: until }, anAnnouncing(succeeded)],
  ] as const)("does not appear %s", ([, reply, state]) => {
    expect(aCard(reply, until, state)).not.toContain(warning);
  });
});

describe("the card of an ended job", () => {
  test("shows the link, the link's expiry, the used credits and four buttons if the video succeeded", () => {
    const card = cardOf(settled(succeeded), NOW);
    const until = new Date(TEST_START + 7_200_000).toISOString();
    expect(card.tone).toBe("good");
    expect(card.body[0]).toEqual([
      { kind: "link", label: "Watch or download the video", url: "https://cdn.example.com/v.mp4" },
    ]);
    expect(wordsOf(card)).toContain(`The link expires time:${until}.`);
    expect(wordsOf(card)).toContain("\n95 credits used.");
    expect(wordsOf({ ...card, buttons: [] }).match(/95 credits/g)).toHaveLength(1);
    expect(wordsOf(cardOf(settled({ ...succeeded, creditsAreExact: false }), NOW))).toContain("About 95 credits used.");
    expect(card.buttons.map(({ label, id }) => [label, id])).toEqual([
      ["Again · 95 credits", `again:${aJobId()}`],
      ["Edit & run", `edit:${aJobId()}`],
      ["In 720p", `in_720p:${aJobId()}`],
      ["Delete", `delete:${aJobId()}`],
    ]);
  });

  test.for([
    ["a smaller copy is attached", "copy", "A smaller copy plays here; the link has the original."],
    [
      "the file is too large for the chat",
      "too_large",
      "The video is too large for this chat, so here is just the link.",
    ],
    [
      "the file could not be posted",
      "not_taken",
      "The video could not be posted in this chat, so here is just the link.",
    ],
  ] as const)("says above the link that %s", ([, video, why]) => {
    const words = wordsOf(cardOf({ ...settled(succeeded), video }, NOW));
    expect(words).toContain(`${why}\n[Watch or download the video](https://cdn.example.com/v.mp4)`);
  });

  test("with an expired link shows until when the bot keeps the stored video", () => {
    const end = succeeded.expiresAt ?? 0;
    const film = aKeptFilm();
    const until = new Date(film.until).toISOString();
    const linkLifeOf = (job: Job, now: number) => wordsOf(cardOf(job, now)).split("\n")[3];
    expect(linkLifeOf({ ...settled(succeeded), film }, end)).toMatch(
      new RegExp(
        `^The link has probably expired \\(.*\\)\\. Reelay keeps the video until time:${until}: press Fresh link\\.$`,
      ),
    );
    expect(linkLifeOf({ ...settled(succeeded), film }, end - 1)).toContain("The link expires");
    expect(linkLifeOf(settled(succeeded), end)).toContain("make the video again");
  });

  test.for([
    ["is not attached yet", "due"],
    ["is attached", "here"],
    ["was left out", "skipped"],
  ] as const)("does not mention the video file if the file %s", ([, video]) => {
    const shown = cardOf({ ...settled(succeeded), video }, NOW);
    expect({ ...shown, hidesPreview: false }).toEqual(cardOf(settled(succeeded), NOW));
  });

  test("reserves a place for the video file, with the prompt as its description, if there is a link", () => {
    const videoOf = (outcome: Outcome) => cardOf(settled(outcome), NOW).video;
    expect(videoOf(succeeded)).toEqual({ description: aRequest().prompt });
    expect(videoOf({ ...succeeded, videoUrl: null })).toBeNull();
    expect([...freeOutcomes, ...unclearOutcomes].map(videoOf)).toEqual(
      [...freeOutcomes, ...unclearOutcomes].map(() => null),
    );
  });

  test.for([
    ["has the", "half an hour before the link expires", succeeded, 5_400_000],
    ["has no", "more than half an hour before the link expires", succeeded, 5_399_999],
    ["has the", "at any time if there is no link", { ...succeeded, videoUrl: null }, 0],
    ["has the", "at any time if the link's expiry is unknown", { ...succeeded, expiresAt: null }, 0],
  ] as const)("%s button “Fresh link” %s", ([verb, , outcome, ageMs]) => {
    expect(labelsOf(cardOf(settled(outcome), TEST_START + ageMs)).includes("Fresh link")).toBe(verb === "has the");
  });

  test("has at most five buttons, and no red button", () => {
    const late = TEST_START + 7_200_000;
    const chain = { ...NO_CHAIN, canContinue: true };
    const { first, ended, third } = aChain();
    const cards = [...everyJob, first, ended, third]
      .filter(isSettled)
      .flatMap((job) => [cardOf(job, NOW, [], chain), cardOf(job, late, [], chain)]);
    for (const { buttons } of cards) {
      expect(buttons.length).toBeLessThanOrEqual(5);
      expect(new Set(buttons.map(({ style }) => style))).not.toContain("danger");
    }
    const labels = ["Again · 95 credits", "Edit & run", "Continue", "Fresh link", "Delete"];
    expect(labelsOf(cardOf(third, late, [], chain))).toEqual(labels);
  });

  test("says that the link has probably expired when the link's expiry has passed", () => {
    const words = wordsOf(cardOf(settled(succeeded), TEST_START + 7_200_000));
    expect(words).toContain("The link has probably expired");
    expect(words).not.toContain("The link expires");
  });

  test("shows the task's id and mentions the service's dashboard if there is no link", () => {
    const card = cardOf(settled({ ...succeeded, videoUrl: null }), NOW);
    expect(card.body.flat()).toContainEqual({ kind: "code", text: "task-7" });
    expect(wordsOf(card)).toMatch(/^Done, but no link/);
    expect(wordsOf(card)).toContain("Check your dashboard at the video service");
    expect(wordsOf(card)).toContain("95 credits used.");
  });

  test.for([
    ["exact", 95, "The video failed. 95 credits were refunded. Try again, or change the prompt."],
    ["estimated", 143, "About 143 credits were refunded."],
  ] as const)("shows the %s refund of %i credits if the video failed", ([kind, refunded, words]) => {
    const creditsAreExact = kind === "exact";
    const card = cardOf(settled(aFailed({ refunded, creditsAreExact })), NOW);
    expect(wordsOf(card)).toContain(words);
    expect(labelsOf(card)).toEqual(["Again · 95 credits", "Edit & run", "Delete"]);
  });

  test.for(titled(freeOutcomes))(
    "says that nothing was charged, and has the button “Again” (outcome: %s)",
    ([, outcome]) => {
      const card = cardOf(settled(outcome), NOW);
      expect(wordsOf(card)).toContain("Nothing was charged.");
      expect(wordsOf(card)).not.toContain("refunded");
      expect(labelsOf(card)).toEqual(expect.arrayContaining(["Again · 95 credits", "Edit & run", "Delete"]));
    },
  );

  test.for(titled(unclearOutcomes))("says that the video may have been charged (outcome: %s)", ([, outcome]) => {
    const card = cardOf(settled(outcome), NOW);
    expect(wordsOf(card)).not.toMatch(/nothing was charged|not charged|refunded/i);
    expect(wordsOf(card)).toContain("It may have been charged: up to 95 credits.");
    expect(card.tone).toBe("unsure");
    expect(wordsOf({ ...card, buttons: [] }).match(/dashboard|check/gi)).toEqual(["Check", "dashboard"]);
    expect(wordsOf(card)).toContain("Asking again makes a second video, which costs extra.");
    const taskId = "taskId" in outcome ? outcome.taskId : null;
    if (taskId !== null) expect(card.body.flat()).toContainEqual({ kind: "code", text: taskId });
    expect(labelsOf(card)).toEqual(["Again · 95 credits", "Edit & run"]);
  });

  test.for([
    ["hides", "is not attached yet", "due"],
    ["hides", "is attached", "here"],
    ["hides", "is attached as a smaller copy", "copy"],
    ["shows", "was left out", "skipped"],
    ["shows", "is too large", "too_large"],
    ["shows", "could not be posted", "not_taken"],
  ] as const)("%s the preview of the link if the video file %s", ([verb, , video]) => {
    const hides = verb === "hides";
    const job = { ...settled(succeeded), video };
    expect(cardOf(job, NOW).hidesPreview).toBe(hides);
    expect(notificationOf(job, NOW).hidesPreview).toBe(hides);
  });

  test("has no button “In 720p” if the video is in 720p", () => {
    const job = { ...settled(succeeded), request: aRequest({ resolution: "720p", duration: 15 }) };
    expect(labelsOf(cardOf(job, NOW))).toEqual(["Again · 308 credits", "Edit & run", "Delete"]);
  });
});

const linksIn = (card: ReturnType<typeof cardOf>) =>
  [...card.body, ...card.facts]
    .flat()
    .flatMap((piece) => (typeof piece !== "string" && piece.kind === "link" ? [piece] : []));

test("the card of a video that continues another video links to the earlier card and shows the part number", () => {
  const { first, second } = aChain();
  const card = cardOf(second, NOW, [], { ...NO_CHAIN, before: first, parts: 4 });
  expect(wordsOf(card)).toContain("Part 2 of 4 · [continues this card]");
  expect(linksIn(card)).toMatchObject([
    {
      label: "continues this card",
      url: "https://discord.com/channels/300000000000000003/400000000000000004/500000000000000005",
    },
  ]);
  expect(wordsOf(cardOf(second, NOW))).toContain("Part 2 · continues an earlier video");
});

test("if a video was continued, its card links to the card of the next part", () => {
  const { first, second } = aChain({ reply: aSlackReply({ cardChannelId: "C1", ts: "1.5" }) });
  const card = cardOf(first, NOW, [], { ...NO_CHAIN, after: second, parts: 2 });
  expect(linksIn(card)).toContainEqual({
    kind: "link",
    label: "Continued in part 2",
    url: "https://slack.com/app_redirect?team=T0000000001&channel=C1&message_ts=1.5",
  });
});

test("the card of a video that continues another video does not link to the earlier card if that card is private", () => {
  const { first, second } = aChain({ reply: aDiscordReply({ isPrivate: true }) });
  expect(linksIn(cardOf(second, NOW, [], { ...NO_CHAIN, before: first, parts: 2 }))).toEqual([]);
});

test("the button “Continue” is only on the card of a successful video that can be continued", () => {
  const { first, second } = aChain();
  const chain = { ...NO_CHAIN, canContinue: true };
  const labels = ["Again · 95 credits", "Edit & run", "Continue", "In 720p", "Delete"];
  expect(labelsOf(cardOf(first, NOW, [], chain))).toEqual(labels);
  expect(labelsOf(cardOf(first, NOW))).not.toContain("Continue");
  expect(labelsOf(cardOf(second, NOW, [], chain))).not.toContain("Continue");
});

test("the button “Join” is only on the card of a successful video that continues another video", () => {
  const { first, second, ended, third } = aChain();
  const chain = { ...NO_CHAIN, canContinue: true };
  const joins = (job: Job, ofChain = chain) =>
    labelsOf(cardOf(job, NOW, [], ofChain)).filter((one) => /Join/.test(one));
  expect(joins(ended)).toEqual(["Join · 2 parts"]);
  expect(joins(third)).toEqual(["Join · 3 parts"]);
  expect(joins(first)).toEqual([]);
  expect(joins(second)).toEqual([]);
  expect(joins({ ...third, partOf: { job: first.id, nth: 3 } })).toEqual([]);
  expect(joins(third, NO_CHAIN)).toEqual([]);
});

test("a batch's card has the button “Join” if all videos have ended and at least two succeeded", () => {
  const { first, ended, third } = aChain();
  const batch = aJob({ id: aJobId(7), parts: [first.id, ended.id, third.id] });
  const parts = [first, ended, third].map((job, index) => ({ ...job, partOf: { job: batch.id, nth: index + 1 } }));
  const done = { ...batch, state: aClosed(aSeveral()) };
  const joins = (job: Job, of: readonly Job[], ofChain = { ...NO_CHAIN, canContinue: true }) =>
    labelsOf(cardOf(job, NOW, of, ofChain)).filter((one) => /Join/.test(one));
  expect(joins(done, parts)).toEqual(["Join · 3 parts"]);
  expect(joins(done, parts.slice(0, 2))).toEqual(["Join · 2 parts"]);
  expect(joins(done, parts.slice(0, 1))).toEqual([]);
  expect(joins(done, parts, NO_CHAIN)).toEqual([]);
  expect(joins({ ...batch, state: aGathering() }, parts)).toEqual([]);
});

test("the card of a video that continues another video reserves a place for the first frame until the video has ended", () => {
  const { second, ended, first } = aChain();
  expect(cardOf(second, NOW).frames).toEqual([{ description: second.request.prompt }]);
  expect(cardOf(ended, NOW).frames).toBeUndefined();
  expect(cardOf(first, NOW).frames).toBeUndefined();
});

test.for([
  ["pending", "due"],
  ["unclear", "unclear"],
  ["repeated", "retried"],
] as const)(
  "on Slack a new card has the title “Request received” until the card's delivery is confirmed (delivery: %s)",
  ([, answer]) => {
    const state = anAccepted({ answer });
    const titleOf = (over: Parameters<typeof aJob>[0]) => cardOf(aJob(over), TEST_START).title;
    const card = cardOf(aJob({ state, reply: aSlackReply() }), TEST_START);
    expect([card.title, card.tone]).toEqual(["Request received", "plain"]);
    expect(wordsOf(card)).toContain("If it can't, you'll get a new message instead.");
    expect(titleOf({ state })).toBe("Starting…");
    expect(titleOf({ state: { ...state, answer: "given" }, reply: aSlackReply() })).toBe("Starting…");
  },
);

const listed: readonly (readonly [Job, string])[] = [
  [aJob(), "Starting"],
  [aJob({ state: anAccepted({ waitingFor: "rate_limit" }) }), "Waiting to start"],
  [aJob({ state: aRunning() }), "Running"],
  [aJob({ state: aRunning({ percent: 42 }) }), "42% done"],
  [aJob({ state: aRunning({ waitingFor: "key" }) }), "Waiting for your key"],
  [aJob({ state: aRunning({ waitingFor: "credits" }) }), "Not enough credits, still checking"],
  [anAskedJob(), "Waiting for approval"],
  [aDecidedJob("approved"), "Waiting for its turn"],
  [settled(succeeded), "Ready"],
  [settled(aFailed()), "Failed, 95 credits refunded"],
  ...freeOutcomes.map((outcome) => [settled(outcome), "nothing charged"] as const),
  ...unclearOutcomes.map((outcome) => [settled(outcome), "may have been charged"] as const),
];

test.for(listed.map(([job, words]) => [words, jobLabel(job), job] as const))(
  "the list of a person's videos shows “%s” (job: %s)",
  ([words, , job]) => {
    expect(jobStateText(job, en)).toContain(words);
  },
);

const textOf = (pieces: readonly unknown[]) =>
  pieces.map((piece) => (typeof piece === "string" ? piece : "<>")).join("");

test("a batch's card has a line for each video with the number, the start of the prompt and the state", () => {
  const { batch, parts } = aBatchOf(
    [{ state: aRunning({ percent: 40 }) }, { state: anAnnouncing(succeeded) }, { state: anAnnouncing(aFailed()) }],
    aGathering(),
  );
  const { sections = [], body } = cardOf(batch, now, parts);
  expect(sections.map(({ title }) => title.slice(0, 3))).toEqual(["1. ", "2. ", "3. "]);
  for (const { title, isItem } of sections) {
    expect(title.replace(/ \(\d+ more characters\)$/, "").length).toBeLessThanOrEqual(63);
    expect(isItem).toBe(true);
  }
  expect(sections[0]?.bar?.percent).toBe(40);
  expect(sections.slice(1).map((section) => section.body.map(textOf).join())).toEqual([
    "Ready · 95 credits · <>",
    "Failed, 95 credits refunded",
  ]);
  expect(body.map(textOf)).toEqual(["285 credits charged · 95 credits refunded · 190 credits used"]);
});

test("a batch's card reserves a place for the file of each successful video", () => {
  const { batch, parts } = aBatchOf(
    [{ state: aRunning() }, { state: anAnnouncing(succeeded), video: "due" }],
    aGathering(),
  );
  const { videos, hidesPreview } = cardOf(batch, now, parts);
  expect(videos).toEqual([{ nth: 2, description: parts[1]?.request.prompt }]);
  expect(hidesPreview).toBe(true);
});

test.for<[label: string, JobRefusal, string]>([
  [
    "the service's reason for a refusal",
    { kind: "bad_request", detail: "", serviceWords: "no weapons" },
    "Refused, nothing charged · “no weapons”",
  ],
  ["a refusal without a reason", { kind: "bad_request", detail: "" }, "Refused, nothing charged · Request rejected"],
  ["a possible charge", { kind: "unavailable", sent: true, detail: "" }, "Unknown: may have been charged"],
])("a batch's card has a short text about %s", ([, refusal, says]) => {
  const { batch, parts } = aBatchOf([{ state: anAnnouncing(aRefused(refusal)) }], aGathering());
  expect(cardOf(batch, now, parts).sections?.map(({ body }) => body.map(textOf).join())).toEqual([says]);
});

const quoted = "“The prompt violates the content policy”";

test("the service's reason for a failure is quoted on the cards, in the list of videos and in the messages to managers", () => {
  const job = settled(failedWhy);
  expect(wordsOf(cardOf(job, now))).toContain(`Reason given by the video service: ${quoted}`);
  const { batch, parts } = aBatchOf([{ state: anAnnouncing(failedWhy) }], aGathering());
  const line = `Failed, 95 credits refunded · ${quoted}`;
  expect(cardOf(batch, now, parts).sections?.map(({ body }) => body.map(textOf).join())).toEqual([line]);
  const spent = { charged: 95, refunded: 95, unknown: 0 };
  const listed = jobList({ page: 0, jobs: [job], spent: { thisMonth: spent, lastMonth: spent } }, en);
  expect(wordsOf(listed)).toContain(`95 credits refunded · ${quoted} · `);
  const { approval } = aDecidedJob("approved");
  const ended = wordsOf(approvalEnded({ ...job, ...(approval && { approval }) }, en));
  expect(ended).toContain(`Failed, 95 credits refunded\nReason given by the video service: ${quoted}`);
  const whole = { ...batch, ...(approval && { approval }), videos: parts };
  for (const message of [approvalEnded(whole, en), alreadyDecided(whole, en)])
    expect(wordsOf(message)).toContain(`1. ${line}`);
});

test("the card of a failed video shows no reason if the service gave no reason", () => {
  const { reason: _, ...failed } = failedWhy;
  expect(cardOf(settled(failed), now).body.map(textOf)).toEqual([
    "The video failed. 95 credits were refunded. Try again, or change the prompt.",
  ]);
});

test("a batch's card says in a single line that several videos could not be posted", () => {
  const failureLines = (video: NonNullable<Job["video"]>) => {
    const { batch, parts } = sixMade(video);
    return cardOf(batch, now, parts)
      .body.map(textOf)
      .filter((text) => text.includes("could not be posted"));
  };
  expect(failureLines("too_large")).toHaveLength(1);
  expect(failureLines("not_taken")).toHaveLength(1);
  expect(failureLines("here")).toEqual([]);
});

test.for([
  ["60 letters completely", "a".repeat(60), `1. ${"a".repeat(60)}`],
  [
    "61 letters shortened, with the number of missing letters",
    "a".repeat(61),
    `1. ${"a".repeat(59)}… (2 more characters)`,
  ],
  [
    "1,200 emoji shortened, with the number of missing characters",
    `a  b\n${"🎬".repeat(1_200)}`,
    `1. a b ${"🎬".repeat(55)}… (1,145 more characters)`,
  ],
] as const)("a batch's card shows a prompt of %s", ([, prompt, title]) => {
  const { batch, parts } = aBatchOf([{ request: aRequest({ prompt }) }], aGathering());
  expect(cardOf(batch, now, parts).sections?.map((section) => section.title)).toEqual([title]);
});

test("the other videos on a batch's card keep their numbers if one video's record cannot be read", () => {
  const { batch, parts } = sixMade();
  const { sections = [] } = cardOf(batch, now, parts.slice(1));
  expect(sections.map(({ title }) => title.slice(0, 2))).toEqual(["2.", "3.", "4.", "5.", "6."]);
});

test.for([
  ["time limit for the start passed", "too_old", "Press Retry what failed to start them now."],
  ["not approved in time", "expired", "Press Retry what failed to start them now."],
  ["withdrawn", "withdrawn", null],
] as const)(
  "the card of a batch that was not started mentions only buttons that the card has (reason: %s)",
  ([, why, next]) => {
    const outcome = aNotStarted(why);
    const { batch, parts } = aBatchOf(
      [1, 2, 3].map(() => ({ state: anAnnouncing(outcome) })),
      anAnnouncing(outcome),
    );
    const card = cardOf(batch, now, parts);
    const text = card.body.map(textOf).join("\n");
    expect(text).not.toMatch(/this video|Press Again/);
    expect(card.buttons.some(({ label }) => label.startsWith("Retry what failed"))).toBe(next !== null);
    if (next === null) expect(text).not.toContain("Press");
    else expect(text).toContain(next);
  },
);

test.for([
  ["the person's key is refused", "key", { team: undefined }, en.card.needsKey, "key", ["Add my key"]],
  ["the team's key is refused", "key", { team: aTeam }, en.team.needsKey, "key", []],
  ["the person has too few credits", "credits", { team: undefined }, en.card.needsCredits, "running", []],
  ["the team has too few credits", "credits", { team: aTeam }, en.team.needsCredits, "running", []],
] as const)(
  "a batch's card says in one line that %s, even if two videos are affected",
  ([, waitingFor, { team: payer }, says, tone, labels]) => {
    const needy = { state: aRunning({ waitingFor }) };
    const made = aBatchOf([needy, needy, { state: aRunning() }], aGathering());
    const shown = cardOf({ ...made.batch, ...(payer && { team: payer }) }, now, made.parts);
    expect(shown.body.map(textOf).filter((text) => text === says)).toHaveLength(1);
    expect([shown.tone, labelsOf(shown).filter((label) => label !== "Notify me too")]).toEqual([tone, labels]);
  },
);

test("a batch's card says in one line that the service does not respond, even if two videos are affected", () => {
  const silent = { state: aRunning({ missing: "no_answer", lastRunningAt: now - 60_000 }) };
  const { batch, parts } = aBatchOf([silent, silent, { state: aRunning() }], aGathering());
  const texts = cardOf(batch, now, parts).body.map(textOf);
  expect(texts.filter((text) => text === en.card.silent.no_answer)).toHaveLength(1);
});

test("the card of a partly successful batch has a question mark as its icon only if an outcome is unknown", () => {
  const failed = aFailed();
  const unknown = anUnknown();
  const toneOf = (other: typeof failed | typeof unknown) => {
    const { batch, parts } = aBatchOf(
      [{ state: anAnnouncing(succeeded) }, { state: anAnnouncing(other) }],
      anAnnouncing(aSeveral()),
    );
    return cardOf(batch, now, parts).tone;
  };
  expect([toneOf(failed), toneOf(unknown)]).toEqual(["plain", "unsure"]);
});

const timeOf = (at: number) => `time:${new Date(at).toISOString()}`;

describe("the card of a video that waits for an approval", () => {
  const card = cardOf(anAskedJob(), NOW);

  test("says who decides, what the managers can see of the request, and when the request expires", () => {
    expect([card.title, card.tone]).toEqual(["Waiting for approval", "waiting"]);
    expect(wordsOf(card)).toContain("Your team's managers have to approve this video first.");
    expect(wordsOf(card)).toContain("nothing is charged or reserved");
    expect(wordsOf(card)).toContain("Managers can see your prompt, and your picture if there is one.");
    expect(wordsOf(card)).toContain(`The request expires ${timeOf(TEST_START + APPROVAL_MS)}.`);
  });

  test("has the buttons “Withdraw” and “Notify me too”", () => {
    expect(card.buttons.map(({ label, id }) => [label, id])).toEqual([
      ["Withdraw", `withdraw:${aJobId()}`],
      ["Notify me too", `notify_me:${aJobId()}`],
    ]);
  });

  test.for([
    ["pending", "due"],
    ["unclear", "unclear"],
    ["repeated", "retried"],
  ] as const)(
    "has the title “Request received” on Slack until the card's delivery is confirmed (delivery: %s)",
    ([, answer]) => {
      const job = anAskedJob({ owner: aSlackOwner(), state: aWaiting({ answer }) });
      const blind = cardOf(job, NOW);
      expect([blind.title, blind.tone]).toEqual(["Request received", "plain"]);
      expect(wordsOf(blind)).toContain("If it can't, you'll get a new message instead.");
      expect(wordsOf(blind)).toContain("Your team's managers have to approve this video first.");
      expect(wordsOf(blind)).toContain("Managers can see your prompt");
      expect(wordsOf(blind)).not.toContain("expires");
      expect(labelsOf(blind)).toEqual(["Withdraw", "Notify me too"]);
      // The same text if it was approved in the meantime.
      expect(cardOf({ ...job, state: aWaiting({ for: "turn", answer }) }, NOW).body).toEqual(blind.body);
    },
  );
});

test("the card of an approved video in the queue shows the reserved credits and who approved the video", () => {
  const card = cardOf(aDecidedJob("approved"), NOW);
  expect([card.title, card.tone]).toEqual(["Waiting for its turn", "waiting"]);
  expect(wordsOf(card)).toContain("Approved by @200000000000000002.");
  expect(wordsOf(card)).toContain("Reserved for it: 205 credits.");
  expect(wordsOf(card)).toContain("If there is no room within 2 hours, it won't be started.");
  expect(wordsOf(card)).not.toContain("expires");
  expect(labelsOf(card)).toEqual(["Leave the queue", "Notify me too"]);
});

describe("the final message of a video that was not started", () => {
  test("mentions the manager who declined the video and shows the manager's reason as plain text", () => {
    const card = cardOf(aDecidedJob("declined", { note: "too dear,\n<@1> **sorry**" }), NOW);
    expect(card.body).toEqual([
      ["Declined by ", { kind: "person", userId: "200000000000000002" }, ". Nothing was charged."],
      ["Reason: “too dear, <@1> **sorry**”"],
      ["Press Edit & run to change it, or Again to ask once more."],
    ]);
  });

  test("shows no reason if the manager gave no reason", () => {
    expect(wordsOf(cardOf(aDecidedJob("declined"), NOW))).not.toContain("Reason");
  });

  test("says “your team's managers” if it is unknown which manager declined the video", () => {
    const unnamed = cardOf(settled(aNotStarted("declined")), NOW);
    expect(wordsOf(unnamed)).toContain("Declined by your team's managers. Nothing was charged.");
  });

  test.for([
    ["Nobody approved this within 24 hours", "no manager decided", "expired"],
    ["This was withdrawn before it started.", "the person withdrew the video", "withdrawn"],
    ["There was no room for this within 2 hours", "the video waited too long in the queue", "no_turn"],
  ] as const)("contains “%s” if %s", ([words, , why]) => {
    const card = cardOf(anAskedJob({ state: anAnnouncing(aNotStarted(why)) }), NOW);
    expect(wordsOf(card)).toContain(words);
    expect(wordsOf(card)).toContain("Nothing was charged.");
    expect(labelsOf(card)).toEqual(["Again · 205 credits", "Edit & run", "Delete"]);
  });
});

test.for(LOCALES)(
  "the texts about expired requests contain the time limits that the code applies (language: %s)",
  (locale) => {
    const { outcome, approvals, queue } = wordsIn(locale);
    const hours = (ms: number) => new RegExp(`(?<!\\d)${ms / 3_600_000}(?!\\d)`);
    expect(outcome.why.expired).toMatch(hours(APPROVAL_MS));
    expect(outcome.why.no_turn).toMatch(hours(TURN_MS));
    expect(queue.noRoom).toMatch(hours(TURN_MS));
    expect(approvals.ended.expired("").join("")).toMatch(hours(APPROVAL_MS));
  },
);

test.for([
  ["Next in your queue.", "first", 1, null],
  ["In the queue, 2nd. It starts in about 6 minutes.", "second, with an estimated start", 2, 6],
  ["In the queue, 3rd. It starts in less than a minute.", "third, with an estimated start in the past", 3, -1],
  ["In the queue, 11th.", "eleventh, without an estimated start", 11, null],
] as const)("the card of a queued video shows “%s” (place in the queue: %s)", ([sentence, , nth, minutes]) => {
  const place = { nth, startsAt: minutes === null ? null : NOW + minutes * 60_000 };
  const own = aJob({ state: aWaiting({ for: "turn", place }) });
  expect(wordsOf(cardOf(own, NOW))).toContain(sentence);
  expect(wordsOf(cardOf(own, NOW))).toContain("Nothing is charged before that.");
  expect(wordsOf(cardOf(own, NOW))).not.toContain("Reserved");
});
