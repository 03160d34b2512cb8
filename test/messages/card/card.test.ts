import { describe, expect, test } from "vitest";
import { NO_CHAIN } from "../../../src/core/film/film-chain.ts";
import type { Running } from "../../../src/core/job/job.ts";
import { isSettled, type JobState, type Outcome } from "../../../src/core/job/job.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import { aDiscordReply, aJob, aJobId, aRequest, aRunning, TEST_START } from "../../fakes/jobs.ts";
import { aChain } from "../every-chain.ts";
import { everyJob, freeOutcomes, settled, succeeded, unclearOutcomes } from "../every-job.ts";
import { labelsOf, wordsOf } from "../words-of.ts";

const NOW = TEST_START + 60_000;

describe("any card", () => {
  test.for(everyJob)("says its state in words, names the request and never an HTTP code: %j", (job) => {
    const card = cardOf(job, NOW);
    const words = wordsOf(card);
    expect(card.title).not.toBe("");
    expect(card.quote).toBe(job.request.prompt);
    expect(words).toContain("16:9 · 10 seconds · 480p");
    expect(words.includes("Price:")).toBe(!isSettled(job));
    expect(words).toContain(`Requested by @${job.owner.userId}`);
    expect(words).not.toMatch(/\b[45]\d\d\b|HTTP|ECONN|undefined|null|NaN|[a-z]+_[a-z]+/);
  });

  test("shows only the buttons that a press understands", () => {
    const labels = new Set(everyJob.flatMap((job) => labelsOf(cardOf(job, NOW))));
    expect([...labels].sort()).toEqual([
      "Add my key",
      "Again · 95 credits",
      "Delete",
      "Edit & run",
      "Fresh link",
      "In 720p",
      "Leave the queue",
      "Notify me too",
      "Pay with my own key · 95 credits",
      "Withdraw",
    ]);
  });

  test("says so when the picture decides the shape and was not seen yet", () => {
    const picture = {
      source: "address",
      url: "https://example.com/a.png",
      isChecked: false,
      decidesRatio: true,
    } as const;
    const open = cardOf(aJob({ request: aRequest({ picture }) }), NOW);
    const seen = cardOf(aJob({ request: aRequest({ picture: { ...picture, isChecked: true } }) }), NOW);
    expect(wordsOf(open)).toContain("shape of your picture · 10 seconds · 480p · from a picture");
    expect(wordsOf(seen)).toContain("16:9 · 10 seconds · 480p · from a picture");
  });
});

describe("a card before the video is begun", () => {
  const accepted = (waitingFor: "rate_limit" | "service" | null): JobState => ({
    status: "accepted",
    answer: "given",
    attempts: 1,
    waitingFor,
    notBefore: TEST_START,
  });

  test.for([
    [accepted(null), "Starting…", ""],
    [accepted("rate_limit"), "Queued", "The video service is busy"],
    [accepted("service"), "Starting…", "cannot be reached"],
    [{ status: "submitting", since: TEST_START, attempts: 1, answer: null }, "Starting…", ""],
  ] as const)("in %j is titled %s", ([state, title, sentence]) => {
    const card = cardOf(aJob({ state }), NOW);
    expect(card.title).toBe(title);
    expect(card.tone).toBe("waiting");
    expect(wordsOf(card)).toContain(sentence);
    expect(labelsOf(card)).toEqual(["Notify me too"]);
  });

  test.for(["rate_limit", "service"] as const)(
    "that waits for the %s says that nothing is charged yet",
    (waitingFor) => {
      expect(wordsOf(cardOf(aJob({ state: accepted(waitingFor) }), NOW))).toContain("Nothing charged yet");
    },
  );

  test("claims nothing about money while the paid call is under way", () => {
    const submitting = aJob({ state: { status: "submitting", since: TEST_START, attempts: 1, answer: null } });
    expect(wordsOf(cardOf(submitting, NOW))).not.toMatch(/charged/i);
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
  ] as const)("at %s percent with %s ms left says: %s", ([percent, leftMs, words]) => {
    const endsAt = leftMs === null ? null : NOW + leftMs;
    expect(running({ percent, endsAt }, NOW).bar).toEqual({ percent, words });
  });

  test("past its deadline is still not finished, is looked for, and guesses no time left", () => {
    const card = running({ percent: 40 }, TEST_START + 3_600_000);
    expect(card.title).toBe("Still not finished…");
    expect(wordsOf(card)).toContain("keeps checking");
    expect(card.bar?.words).toBe("40% done");
  });

  test("whose key is refused asks for a new one and says that it goes on", () => {
    const card = running({ waitingFor: "key" }, NOW);
    expect(wordsOf(card)).toContain("Add a new key, and this video continues by itself.");
    expect(labelsOf(card)).toEqual(["Add my key", "Notify me too"]);
  });
});

describe("a card that can soon be changed no more", () => {
  const until = TEST_START + 900_000;
  const aCard = (reply: Parameters<typeof aDiscordReply>[0], now: number, state: JobState = aRunning({})) =>
    wordsOf(cardOf(aJob({ state, reply: aDiscordReply(reply) }), now));
  const told = "This card will stop updating soon. You'll get the result as a direct message.";

  test("says so from two minutes before, and where the result will come", () => {
    expect(aCard({ editableUntil: until }, until - 120_001)).not.toContain(told);
    expect(aCard({ editableUntil: until }, until - 120_000)).toContain(told);
  });

  test.for([
    ["that the bot can always edit", { editableUntil: null }],
    ["that was moved", { editableUntil: until, movedTo: { channelId: "1", messageId: "2" } }],
  ] as const)("does not say so where it is one %s", ([, reply]) => {
    expect(aCard(reply, until)).not.toContain(told);
  });

  test("does not say so once it has its final word", () => {
    const job = { ...settled(succeeded), reply: aDiscordReply({ editableUntil: until }) };
    expect(wordsOf(cardOf(job, until))).not.toContain(told);
  });
});

describe("a finished card", () => {
  test("has the link, its time left, the credits used, and its buttons", () => {
    const card = cardOf(settled(succeeded), NOW);
    const until = new Date(TEST_START + 7_200_000).toISOString();
    expect(card.tone).toBe("good");
    expect(card.body[0]).toEqual([
      { kind: "link", label: "Watch or download the video", url: "https://cdn.example.com/v.mp4" },
    ]);
    expect(wordsOf(card)).toContain(`The link expires time:${until}.`);
    expect(wordsOf(card)).toContain("\n95 credits used.");
    expect(card.buttons.map(({ label, id }) => [label, id])).toEqual([
      ["Again · 95 credits", `again:${aJobId()}`],
      ["Edit & run", `edit:${aJobId()}`],
      ["In 720p", `in_720p:${aJobId()}`],
      ["Delete", `delete:${aJobId()}`],
    ]);
  });

  test.for([
    ["too_large", "The video is too large for this chat, so here is just the link."],
    ["not_taken", "The video could not be posted in this chat, so here is just the link."],
  ] as const)("whose video is %s says so, and has the link", ([video, why]) => {
    const words = wordsOf(cardOf({ ...settled(succeeded), video }, NOW));
    expect(words).toContain(`${why}\n[Watch or download the video](https://cdn.example.com/v.mp4)`);
  });

  test.for(["due", "here", "skipped"] as const)("whose video is %s says nothing of it", (video) => {
    const shown = cardOf({ ...settled(succeeded), video }, NOW);
    expect({ ...shown, hidesPreview: false }).toEqual(cardOf(settled(succeeded), NOW));
  });

  test("has room for the video where there is one, described by its prompt", () => {
    const videoOf = (outcome: Outcome) => cardOf(settled(outcome), NOW).video;
    expect(videoOf(succeeded)).toEqual({ description: aRequest().prompt });
    expect(videoOf({ ...succeeded, videoUrl: null })).toBeNull();
    expect([...freeOutcomes, ...unclearOutcomes].map(videoOf)).toEqual(
      [...freeOutcomes, ...unclearOutcomes].map(() => null),
    );
  });

  test.for([
    ["half an hour before its link ends", 5_400_000, true],
    ["a moment earlier", 5_399_999, false],
    ["after its end", 7_200_001, true],
  ] as const)(
    "offers a fresh link from half an hour before the end of the one that it has on: %s",
    ([, ageMs, offers]) => {
      expect(labelsOf(cardOf(settled(succeeded), TEST_START + ageMs)).includes("Fresh link")).toBe(offers);
    },
  );

  test.for([
    ["without a link", { ...succeeded, videoUrl: null }],
    ["with a link of which nobody says how long it works", { ...succeeded, expiresAt: null }],
  ] as const)("%s offers a fresh one", ([, outcome]) => {
    expect(labelsOf(cardOf(settled(outcome), NOW))).toContain("Fresh link");
  });

  test("has one row of buttons at most, whatever can be done, and deletes in grey", () => {
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
    expect(labelsOf(cardOf(third, late, [], chain))).toEqual([
      "Again · 95 credits",
      "Edit & run",
      "Continue",
      "Fresh link",
      "Delete",
    ]);
  });

  test("of a video in 720p offers no better one", () => {
    const job = { ...settled(succeeded), request: aRequest({ resolution: "720p" }) };
    expect(labelsOf(cardOf(job, NOW))).not.toContain("In 720p");
  });

  test("says about how many credits where the service did not name them", () => {
    expect(wordsOf(cardOf(settled({ ...succeeded, creditsAreExact: false }), NOW))).toContain("About 95 credits used.");
  });

  test("shown after two hours says that its link has probably expired", () => {
    const words = wordsOf(cardOf(settled(succeeded), TEST_START + 7_200_000));
    expect(words).toContain("The link has probably expired");
    expect(words).not.toContain("The link expires");
  });

  test("without a link names the task and where to look", () => {
    const card = cardOf(settled({ ...succeeded, videoUrl: null }), NOW);
    expect(card.body.flat()).toContainEqual({ kind: "code", text: "task-7" });
    expect(wordsOf(card)).toMatch(/^Done, but no link/);
    expect(wordsOf(card)).toContain("Check your dashboard at the video service");
    expect(wordsOf(card)).toContain("95 credits used.");
  });

  test("of a failed video claims the refund and says what to do", () => {
    const card = cardOf(settled({ kind: "failed", taskId: "t", refunded: 95, creditsAreExact: true }), NOW);
    expect(wordsOf(card)).toContain("The video failed. 95 credits were refunded. Try again, or change the prompt.");
    expect(labelsOf(card)).toEqual(["Again · 95 credits", "Edit & run", "Delete"]);
  });

  test("of a failed video with an unsaid charge claims about as much", () => {
    const card = cardOf(settled({ kind: "failed", taskId: "t", refunded: 143, creditsAreExact: false }), NOW);
    expect(wordsOf(card)).toContain("About 143 credits were refunded.");
  });

  test.for(freeOutcomes)("says that nothing was charged, and offers Again: %j", (outcome) => {
    const card = cardOf(settled(outcome), NOW);
    expect(wordsOf(card)).toContain("Nothing was charged.");
    expect(wordsOf(card)).not.toContain("refunded");
    expect(labelsOf(card)).toEqual(expect.arrayContaining(["Again · 95 credits", "Edit & run", "Delete"]));
  });

  test.for(unclearOutcomes)(
    "never says that nothing was charged when nobody knows, and its Again asks first: %j",
    (outcome) => {
      const card = cardOf(settled(outcome), NOW);
      expect(wordsOf(card)).not.toMatch(/nothing was charged|not charged|refunded/i);
      expect(wordsOf(card)).toContain("It may have been charged: up to 95 credits.");
      expect(wordsOf(card)).toContain("Check your dashboard at the video service");
      expect(card.tone).toBe("unsure");
      expect(labelsOf(card)).toEqual(["Again · 95 credits", "Edit & run"]);
    },
  );

  test("of a video that nobody can tell about names the task where it is known", () => {
    const card = cardOf(settled({ kind: "unknown", taskId: "task-7", atMost: 95 }), NOW);
    expect(card.body.flat()).toContainEqual({ kind: "code", text: "task-7" });
  });
});
