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
import { titled } from "../../fakes/titled.ts";
import { aDecidedJob, anAskedJob } from "../every-approval.ts";
import { aBatchOf, sixMade } from "../every-batch-asked.ts";
import { aChain } from "../every-chain.ts";
import { everyJob, failedWhy, freeOutcomes, settled, succeeded, unclearOutcomes } from "../every-job.ts";
import { labelsOf, wordsOf } from "../words-of.ts";

const NOW = TEST_START + 60_000;

describe("every card", () => {
  test.for(everyJob)("shows the request and the state $state.status in words (job %#)", (job) => {
    const card = cardOf(job, NOW);
    const words = wordsOf(card);
    expect(card.title).not.toBe("");
    expect(card.quote).toBe(job.request.prompt);
    expect(words).toContain("16:9 · 10 seconds · 480p");
    expect(words.includes("Price:")).toBe(!isSettled(job));
    expect(words).toContain(`Requested by @${job.owner.userId}`);
  });

  test("has only buttons whose presses are understood", () => {
    const labels = new Set(
      [...everyJob, ...everyJob.map((job) => ({ ...job, team: aTeam }))].flatMap((job) => labelsOf(cardOf(job, NOW))),
    );
    expect([...labels].sort()).toEqual([
      ...["Add my key", "Again · 95 credits", "Delete", "Edit & run", "Fresh link", "In 720p"],
      ...["Leave the queue", "Notify me too", "Pay with my own key · 95 credits", "Withdraw"],
    ]);
  });

  test("shows that a team pays or has paid, and nothing if nobody paid", () => {
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

  test("says that the picture will decide the ratio while the picture is not loaded yet", () => {
    const url = "https://example.com/a.png";
    const picture = { source: "address", url, isChecked: false, decidesRatio: true } as const;
    const open = cardOf(aJob({ request: aRequest({ picture }) }), NOW);
    const seen = cardOf(aJob({ request: aRequest({ picture: { ...picture, isChecked: true } }) }), NOW);
    expect(wordsOf(open)).toContain("shape of your picture · 10 seconds · 480p · from a picture");
    expect(wordsOf(seen)).toContain("16:9 · 10 seconds · 480p · from a picture");
  });
});

describe("a card before the video is started", () => {
  const accepted = (waitingFor: "rate_limit" | "service" | null): JobState => {
    return anAccepted({ attempts: 1, waitingFor });
  };

  test.for([
    [accepted(null), "Starting…", /^Starting…/],
    [accepted("rate_limit"), "Queued", /The video service is busy.*Nothing charged yet/s],
    [accepted("service"), "Starting…", /cannot be reached.*Nothing charged yet/s],
    // No statement about money while the paid call is in progress.
    [aSubmitting(), "Starting…", /^(?!.*charged)/is],
  ] as const)("in the state $status has the title $1 (row %#)", ([state, title, words]) => {
    const card = cardOf(aJob({ state }), NOW);
    expect(card.title).toBe(title);
    expect(card.tone).toBe("waiting");
    expect(wordsOf(card)).toMatch(words);
    expect(labelsOf(card)).toEqual(["Notify me too"]);
  });
});

describe("a card of a running video", () => {
  const running = (state: Partial<Running>, now: number) => cardOf(aJob({ state: aRunning(state) }), now);

  test.for([
    [null, null, "In progress"],
    [3, null, "3% done"],
    [40, 120_000, "40% done, about 2 minutes left"],
    [50, 60_000, "50% done, about 1 minute left"],
    [90, 7_000, "90% done, less than a minute left"],
  ] as const)("says $2, according to the percentage and the time left", ([percent, leftMs, words]) => {
    const endsAt = leftMs === null ? null : NOW + leftMs;
    expect(running({ percent, endsAt }, NOW).bar).toEqual({ percent, words });
  });

  test("past its deadline says that the video is not finished and is still checked, and shows no time left", () => {
    const card = running({ percent: 40 }, TEST_START + 3_600_000);
    expect(card.title).toBe("Still not finished…");
    expect(wordsOf(card)).toContain("keeps checking");
    expect(card.bar?.words).toBe("40% done");
  });

  test("whose key is refused asks for a new key and says that the video will continue", () => {
    const card = running({ waitingFor: "key" }, NOW);
    expect(wordsOf(card)).toContain("Add a new key, and this video continues by itself.");
    expect(labelsOf(card)).toEqual(["Add my key", "Notify me too"]);
  });

  test("whose account has too few credits is still polled and does not ask for a key", () => {
    const card = running({ percent: 40, waitingFor: "credits" }, NOW);
    expect([card.tone, card.bar?.words]).toEqual(["running", "40% done"]);
    expect(wordsOf(card)).toContain("already paid for, and Reelay keeps checking");
    expect(labelsOf(card)).toEqual(["Notify me too"]);
  });

  const { no_answer, no_link } = en.card.silent;
  test.for([
    ["answers nothing usable", { missing: "no_answer" }, [no_answer]],
    ["does not know the task", { missing: "unknown_task" }, [no_answer]],
    ["names no link to a finished video", { missing: "no_link" }, [no_link]],
    ["answers normally", { missing: null }, []],
    ["refuses the key", { missing: "bad_key", waitingFor: "key" }, [en.card.needsKey]],
    ["names too few credits", { missing: "no_answer", waitingFor: "credits" }, [en.card.needsCredits]],
  ] as const)("shows exactly what is missing, and no time left, if for a minute the service %s", ([, state, texts]) => {
    const late = { ...state, percent: 40, lastRunningAt: NOW - 60_000, endsAt: NOW + 120_000 };
    const card = running(late, NOW);
    expect(card.body.map(textOf)).toEqual(texts);
    expect(card.bar?.words).toBe(texts.length === 0 ? "40% done, about 2 minutes left" : "40% done");
    expect(card.tone).not.toBe("bad");
  });

  test("says nothing if the service has been silent for less than a minute", () => {
    const state = { missing: "no_answer", percent: 40, lastRunningAt: NOW - 59_999, endsAt: NOW + 120_000 } as const;
    const card = running(state, NOW);
    expect([card.body, card.bar?.words]).toEqual([[], "40% done, about 2 minutes left"]);
  });
});

describe("a card that can soon no longer be edited", () => {
  const until = TEST_START + 900_000;
  const aCard = (reply: Parameters<typeof aDiscordReply>[0], now: number, state: JobState = aRunning({})) =>
    wordsOf(cardOf(aJob({ state, reply: aDiscordReply(reply) }), now));
  const warning = "This card will stop updating soon. You'll get the result as a direct message.";

  test("says two minutes before that its edits will end, and where the result will be sent", () => {
    expect(aCard({ editableUntil: until }, until - 120_001)).not.toContain(warning);
    expect(aCard({ editableUntil: until }, until - 120_000)).toContain(warning);
  });

  test.for([
    ["that the bot can always edit", { editableUntil: null }, aRunning()],
    ["that was moved", { editableUntil: until, movedTo: { channelId: "1", messageId: "2" } }, aRunning()],
    ["that has its final message", { editableUntil: until }, anAnnouncing(succeeded)],
  ] as const)("does not say that its edits will end if it is a card %s", ([, reply, state]) => {
    expect(aCard(reply, until, state)).not.toContain(warning);
  });
});

describe("the card of a finished video", () => {
  test("has the link, its remaining time, the credits used, and its buttons", () => {
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
    ["copy", "A smaller copy plays here; the link has the original."],
    ["too_large", "The video is too large for this chat, so here is just the link."],
    ["not_taken", "The video could not be posted in this chat, so here is just the link."],
  ] as const)("with the file state %s explains that and has the link", ([video, why]) => {
    const words = wordsOf(cardOf({ ...settled(succeeded), video }, NOW));
    expect(words).toContain(`${why}\n[Watch or download the video](https://cdn.example.com/v.mp4)`);
  });

  test("with an expired link shows until when the bot keeps the video, if the bot keeps it", () => {
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

  test.for(["due", "here", "skipped"] as const)("with the file state %s does not mention the file", (video) => {
    const shown = cardOf({ ...settled(succeeded), video }, NOW);
    expect({ ...shown, hidesPreview: false }).toEqual(cardOf(settled(succeeded), NOW));
  });

  test("has a place for the file, described by the prompt", () => {
    const videoOf = (outcome: Outcome) => cardOf(settled(outcome), NOW).video;
    expect(videoOf(succeeded)).toEqual({ description: aRequest().prompt });
    expect(videoOf({ ...succeeded, videoUrl: null })).toBeNull();
    expect([...freeOutcomes, ...unclearOutcomes].map(videoOf)).toEqual(
      [...freeOutcomes, ...unclearOutcomes].map(() => null),
    );
  });

  test.for([
    ["offers", "half an hour before its link expires", succeeded, 5_400_000],
    ["does not offer", "more than half an hour before its link expires", succeeded, 5_399_999],
    ["offers", "at any time without a link", { ...succeeded, videoUrl: null }, 0],
    ["offers", "at any time if the link's expiry is unknown", { ...succeeded, expiresAt: null }, 0],
  ] as const)("%s a fresh link %s", ([verb, , outcome, ageMs]) => {
    expect(labelsOf(cardOf(settled(outcome), TEST_START + ageMs)).includes("Fresh link")).toBe(verb === "offers");
  });

  test("has at most one row of buttons in every state, with a gray Delete", () => {
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

  test("says after two hours that its link has probably expired", () => {
    const words = wordsOf(cardOf(settled(succeeded), TEST_START + 7_200_000));
    expect(words).toContain("The link has probably expired");
    expect(words).not.toContain("The link expires");
  });

  test("without a link shows the task and where to find it", () => {
    const card = cardOf(settled({ ...succeeded, videoUrl: null }), NOW);
    expect(card.body.flat()).toContainEqual({ kind: "code", text: "task-7" });
    expect(wordsOf(card)).toMatch(/^Done, but no link/);
    expect(wordsOf(card)).toContain("Check your dashboard at the video service");
    expect(wordsOf(card)).toContain("95 credits used.");
  });

  test.for([
    ["exact", 95, "The video failed. 95 credits were refunded. Try again, or change the prompt."],
    ["estimated", 143, "About 143 credits were refunded."],
  ] as const)("that failed shows the %s refund of %i credits", ([kind, refunded, words]) => {
    const creditsAreExact = kind === "exact";
    const card = cardOf(settled(aFailed({ refunded, creditsAreExact })), NOW);
    expect(wordsOf(card)).toContain(words);
    expect(labelsOf(card)).toEqual(["Again · 95 credits", "Edit & run", "Delete"]);
  });

  test.for(titled(freeOutcomes))(
    "for the outcome “%s” says that nothing was charged, and offers Again",
    ([, outcome]) => {
      const card = cardOf(settled(outcome), NOW);
      expect(wordsOf(card)).toContain("Nothing was charged.");
      expect(wordsOf(card)).not.toContain("refunded");
      expect(labelsOf(card)).toEqual(expect.arrayContaining(["Again · 95 credits", "Edit & run", "Delete"]));
    },
  );

  test.for(titled(unclearOutcomes))(
    "for the unclear outcome “%s” never says that nothing was charged, and its Again asks first",
    ([, outcome]) => {
      const card = cardOf(settled(outcome), NOW);
      expect(wordsOf(card)).not.toMatch(/nothing was charged|not charged|refunded/i);
      expect(wordsOf(card)).toContain("It may have been charged: up to 95 credits.");
      expect(card.tone).toBe("unsure");
      expect(wordsOf({ ...card, buttons: [] }).match(/dashboard|check/gi)).toEqual(["Check", "dashboard"]);
      expect(wordsOf(card)).toContain("Asking again makes a second video, which costs extra.");
      const taskId = "taskId" in outcome ? outcome.taskId : null;
      if (taskId !== null) expect(card.body.flat()).toContainEqual({ kind: "code", text: taskId });
      expect(labelsOf(card)).toEqual(["Again · 95 credits", "Edit & run"]);
    },
  );

  test.for([
    ["due", "hides"],
    ["here", "hides"],
    ["copy", "hides"],
    ["skipped", "shows"],
    ["too_large", "shows"],
    ["not_taken", "shows"],
  ] as const)("with the file state %s %s the preview of its link, so that the video is shown once", ([video, verb]) => {
    const hides = verb === "hides";
    const job = { ...settled(succeeded), video };
    expect(cardOf(job, NOW).hidesPreview).toBe(hides);
    expect(notificationOf(job, NOW).hidesPreview).toBe(hides);
  });

  test("in 720p shows the price of Again for the same request, and offers no better version", () => {
    const job = { ...settled(succeeded), request: aRequest({ resolution: "720p", duration: 15 }) };
    expect(labelsOf(cardOf(job, NOW))).toEqual(["Again · 308 credits", "Edit & run", "Delete"]);
  });
});

const linksIn = (card: ReturnType<typeof cardOf>) =>
  [...card.body, ...card.facts]
    .flat()
    .flatMap((piece) => (typeof piece !== "string" && piece.kind === "link" ? [piece] : []));

test("a part's card shows the part's number and links to the previous part", () => {
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

test("an earlier part's card shows that the video was continued and links to the next part", () => {
  const { first, second } = aChain({ reply: aSlackReply({ cardChannelId: "C1", ts: "1.5" }) });
  const card = cardOf(first, NOW, [], { ...NO_CHAIN, after: second, parts: 2 });
  expect(linksIn(card)).toContainEqual({
    kind: "link",
    label: "Continued in part 2",
    url: "https://slack.com/app_redirect?team=T0000000001&channel=C1&message_ts=1.5",
  });
});

test("a card that others cannot see is mentioned without a link", () => {
  const { first, second } = aChain({ reply: aDiscordReply({ isPrivate: true }) });
  expect(linksIn(cardOf(second, NOW, [], { ...NO_CHAIN, before: first, parts: 2 }))).toEqual([]);
});

test("Continue is only on the card of a successful video that can be continued", () => {
  const { first, second } = aChain();
  const chain = { ...NO_CHAIN, canContinue: true };
  const labels = ["Again · 95 credits", "Edit & run", "Continue", "In 720p", "Delete"];
  expect(labelsOf(cardOf(first, NOW, [], chain))).toEqual(labels);
  expect(labelsOf(cardOf(first, NOW))).not.toContain("Continue");
  expect(labelsOf(cardOf(second, NOW, [], chain))).not.toContain("Continue");
});

test("Join is on a successful part with the number of parts, and not on a first part, an unfinished part or a private part of a batch", () => {
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

test("the card of a chain has Join once all parts have ended and two of them succeeded", () => {
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

test("a card has a place for the frame until its outcome is known", () => {
  const { second, ended, first } = aChain();
  expect(cardOf(second, NOW).frames).toEqual([{ description: second.request.prompt }]);
  expect(cardOf(ended, NOW).frames).toBeUndefined();
  expect(cardOf(first, NOW).frames).toBeUndefined();
});

test.for(["due", "unclear", "retried"] as const)(
  "on Slack a card whose answer is %s shows only text that cannot become wrong, because it may never be edited again",
  (answer) => {
    const state = anAccepted({ answer });
    const titleOf = (over: Parameters<typeof aJob>[0]) => cardOf(aJob(over), TEST_START).title;
    const card = cardOf(aJob({ state, reply: aSlackReply() }), TEST_START);
    expect([card.title, card.tone]).toEqual(["Request received", "plain"]);
    expect(wordsOf(card)).toContain("If it can't, you'll get a new message instead.");
    expect(titleOf({ state })).toBe("Starting…");
    expect(titleOf({ state: { ...state, answer: "given" }, reply: aSlackReply() })).toBe("Starting…");
  },
);

test.for([
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
] as const)("the list of a person's videos shows the state $state.status as $1", ([job, words]) => {
  expect(jobStateText(job, en)).toContain(words);
});

const textOf = (pieces: readonly unknown[]) =>
  pieces.map((piece) => (typeof piece === "string" ? piece : "<>")).join("");

test("each video of a batch has a line with its number, the beginning of its prompt and its state", () => {
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

test("a video of a batch has a place on the card as soon as it succeeds, under its number", () => {
  const { batch, parts } = aBatchOf(
    [{ state: aRunning() }, { state: anAnnouncing(succeeded), video: "due" }],
    aGathering(),
  );
  const { videos, hidesPreview } = cardOf(batch, now, parts);
  expect(videos).toEqual([{ nth: 2, description: parts[1]?.request.prompt }]);
  expect(hidesPreview).toBe(true);
});

test.for<[JobRefusal, string]>([
  [{ kind: "bad_request", detail: "", serviceWords: "no weapons" }, "Refused, nothing charged · “no weapons”"],
  [{ kind: "bad_request", detail: "" }, "Refused, nothing charged · Request rejected"],
  [{ kind: "unavailable", sent: true, detail: "" }, "Unknown: may have been charged"],
])("a refused video's line gives the reason in a few words: $1", ([refusal, says]) => {
  const { batch, parts } = aBatchOf([{ state: anAnnouncing(aRefused(refusal)) }], aGathering());
  expect(cardOf(batch, now, parts).sections?.map(({ body }) => body.map(textOf).join())).toEqual([says]);
});

const quoted = "“The prompt violates the content policy”";

test("a failed video's card, its lines in a batch and in the list, and the managers' message quote the reason", () => {
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

test("the card of a failed video without a reason shows no reason", () => {
  const { reason: _, ...failed } = failedWhy;
  expect(cardOf(settled(failed), now).body.map(textOf)).toEqual([
    "The video failed. 95 credits were refunded. Try again, or change the prompt.",
  ]);
});

test("a batch's card says only once that videos could not be posted, for any number of videos", () => {
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
  ["a".repeat(60), `1. ${"a".repeat(60)}`],
  ["a".repeat(61), `1. ${"a".repeat(59)}… (2 more characters)`],
  [`a  b\n${"🎬".repeat(1_200)}`, `1. a b ${"🎬".repeat(55)}… (1,145 more characters)`],
] as const)("a line of a batch's card shows the prompt, and how much of it is missing, as $1", ([prompt, title]) => {
  const { batch, parts } = aBatchOf([{ request: aRequest({ prompt }) }], aGathering());
  expect(cardOf(batch, now, parts).sections?.map((section) => section.title)).toEqual([title]);
});

test("an unreadable video does not change the numbers of the other videos in a batch", () => {
  const { batch, parts } = sixMade();
  const { sections = [] } = cardOf(batch, now, parts.slice(1));
  expect(sections.map(({ title }) => title.slice(0, 2))).toEqual(["2.", "3.", "4.", "5.", "6."]);
});

test.for([
  ["too_old", "Press Retry what failed to start them now."],
  ["expired", "Press Retry what failed to start them now."],
  ["withdrawn", null],
] as const)(
  "the card of several videos that were not started (%s) mentions a button only if it shows that button",
  ([why, next]) => {
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
  ["key", { team: undefined }, en.card.needsKey, "key", ["Add my key"]],
  ["key", { team: aTeam }, en.team.needsKey, "key", []],
  ["credits", { team: undefined }, en.card.needsCredits, "running", []],
  ["credits", { team: aTeam }, en.team.needsCredits, "running", []],
] as const)("a batch with a video that needs %s says once $2", ([waitingFor, { team: payer }, says, tone, labels]) => {
  const needy = { state: aRunning({ waitingFor }) };
  const made = aBatchOf([needy, needy, { state: aRunning() }], aGathering());
  const shown = cardOf({ ...made.batch, ...(payer && { team: payer }) }, now, made.parts);
  expect(shown.body.map(textOf).filter((text) => text === says)).toHaveLength(1);
  expect([shown.tone, labelsOf(shown).filter((label) => label !== "Notify me too")]).toEqual([tone, labels]);
});

test("a batch with two videos about which the service is silent says that the service is silent only once", () => {
  const silent = { state: aRunning({ missing: "no_answer", lastRunningAt: now - 60_000 }) };
  const { batch, parts } = aBatchOf([silent, silent, { state: aRunning() }], aGathering());
  const texts = cardOf(batch, now, parts).body.map(textOf);
  expect(texts.filter((text) => text === en.card.silent.no_answer)).toHaveLength(1);
});

test("a batch with some successful videos is uncertain only if an outcome is unknown", () => {
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

describe("a card that waits for an approval", () => {
  const card = cardOf(anAskedJob(), NOW);

  test("says who decides, what they see, that nothing is charged or reserved, and until when", () => {
    expect([card.title, card.tone]).toEqual(["Waiting for approval", "waiting"]);
    expect(wordsOf(card)).toContain("Your team's managers have to approve this video first.");
    expect(wordsOf(card)).toContain("nothing is charged or reserved");
    expect(wordsOf(card)).toContain("Managers can see your prompt, and your picture if there is one.");
    expect(wordsOf(card)).toContain(`The request expires ${timeOf(TEST_START + APPROVAL_MS)}.`);
  });

  test("has a button to withdraw the video, and its text also makes sense to other people", () => {
    expect(card.buttons.map(({ label, id }) => [label, id])).toEqual([
      ["Withdraw", `withdraw:${aJobId()}`],
      ["Notify me too", `notify_me:${aJobId()}`],
    ]);
  });

  test.for(["due", "unclear", "retried"] as const)(
    "whose answer is %s on Slack shows only text that cannot become wrong, and has the button to withdraw",
    (answer) => {
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

test("a card that waits for its turn shows who approved it, what is reserved, and that nothing is charged yet", () => {
  const card = cardOf(aDecidedJob("approved"), NOW);
  expect([card.title, card.tone]).toEqual(["Waiting for its turn", "waiting"]);
  expect(wordsOf(card)).toContain("Approved by @200000000000000002.");
  expect(wordsOf(card)).toContain("Reserved for it: 205 credits.");
  expect(wordsOf(card)).toContain("If there is no room within 2 hours, it won't be started.");
  expect(wordsOf(card)).not.toContain("expires");
  expect(labelsOf(card)).toEqual(["Leave the queue", "Notify me too"]);
});

describe("the final message of a video that was not approved or started in time", () => {
  test("shows who declined the video, and quotes the reason as plain text on one line", () => {
    const card = cardOf(aDecidedJob("declined", { note: "too dear,\n<@1> **sorry**" }), NOW);
    expect(card.body).toEqual([
      ["Declined by ", { kind: "person", userId: "200000000000000002" }, ". Nothing was charged."],
      ["Reason: “too dear, <@1> **sorry**”"],
      ["Press Edit & run to change it, or Again to ask once more."],
    ]);
  });

  test("has no reason if none was given, and no name if it is unknown who declined the video", () => {
    expect(wordsOf(cardOf(aDecidedJob("declined"), NOW))).not.toContain("Reason");
    const unnamed = cardOf(settled(aNotStarted("declined")), NOW);
    expect(wordsOf(unnamed)).toContain("Declined by your team's managers. Nothing was charged.");
  });

  test.for([
    ["expired", "Nobody approved this within 24 hours"],
    ["withdrawn", "This was withdrawn before it started."],
    ["no_turn", "There was no room for this within 2 hours"],
  ] as const)("that was %s says: %s", ([why, words]) => {
    const card = cardOf(anAskedJob({ state: anAnnouncing(aNotStarted(why)) }), NOW);
    expect(wordsOf(card)).toContain(words);
    expect(wordsOf(card)).toContain("Nothing was charged.");
    expect(labelsOf(card)).toEqual(["Again · 205 credits", "Edit & run", "Delete"]);
  });

  test.for(LOCALES)("says in %s how long the video waited, and this equals the real limit", (locale) => {
    const { outcome, approvals, queue } = wordsIn(locale);
    const hours = (ms: number) => new RegExp(`(?<!\\d)${ms / 3_600_000}(?!\\d)`);
    expect(outcome.why.expired).toMatch(hours(APPROVAL_MS));
    expect(outcome.why.no_turn).toMatch(hours(TURN_MS));
    expect(queue.noRoom).toMatch(hours(TURN_MS));
    expect(approvals.ended.expired("").join("")).toMatch(hours(APPROVAL_MS));
  });
});

test.for([
  [1, null, "Next in your queue."],
  [2, 6, "In the queue, 2nd. It starts in about 6 minutes."],
  [3, -1, "In the queue, 3rd. It starts in less than a minute."],
  [11, null, "In the queue, 11th."],
] as const)(
  "a card in the queue shows its place, and its start time as far as known, as $2",
  ([nth, minutes, sentence]) => {
    const place = { nth, startsAt: minutes === null ? null : NOW + minutes * 60_000 };
    const own = aJob({ state: aWaiting({ for: "turn", place }) });
    expect(wordsOf(cardOf(own, NOW))).toContain(sentence);
    expect(wordsOf(cardOf(own, NOW))).toContain("Nothing is charged before that.");
    expect(wordsOf(cardOf(own, NOW))).not.toContain("Reserved");
  },
);
