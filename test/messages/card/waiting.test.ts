import { describe, expect, test } from "vitest";
import { APPROVAL_MS, TURN_MS } from "../../../src/core/job/job.ts";
import { LOCALES } from "../../../src/core/text/locale.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import { jobStateText } from "../../../src/messages/card/card-state.ts";
import { notificationOf } from "../../../src/messages/card/notification.ts";
import { en } from "../../../src/messages/words/en.ts";
import { wordsIn } from "../../../src/messages/words.ts";
import { aJob, aJobId, anAnnouncing, aSlackOwner, TEST_START } from "../../fakes/jobs.ts";
import { aDecidedJob, anAskedJob, aWaiting } from "../every-approval.ts";
import { settled } from "../every-job.ts";
import { labelsOf, wordsOf } from "../words-of.ts";

const NOW = TEST_START + 60_000;
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

  test("can be withdrawn, and tells others", () => {
    expect(card.buttons.map(({ label, id }) => [label, id])).toEqual([
      ["Withdraw", `withdraw:${aJobId()}`],
      ["Notify me too", `notify_me:${aJobId()}`],
    ]);
  });

  test.for(["due", "unclear", "retried"] as const)(
    "and whose answer is %s on Slack says what stays true, and can be withdrawn there",
    (answer) => {
      const job = anAskedJob({ owner: aSlackOwner(), state: aWaiting("approval", { answer }) });
      const blind = cardOf(job, NOW);
      expect([blind.title, blind.tone]).toEqual(["Request received", "plain"]);
      expect(wordsOf(blind)).toContain("If it can't, you'll get a new message instead.");
      expect(wordsOf(blind)).toContain("Your team's managers have to approve this video first.");
      expect(wordsOf(blind)).toContain("Managers can see your prompt");
      expect(wordsOf(blind)).not.toContain("expires");
      expect(labelsOf(blind)).toEqual(["Withdraw", "Notify me too"]);
      // The same words when it was approved meanwhile.
      expect(cardOf({ ...job, state: aWaiting("turn", { answer }) }, NOW).body).toEqual(blind.body);
    },
  );
});

test("a card that waits for its turn says who approved it, what is reserved, and that nothing is charged yet", () => {
  const card = cardOf(aDecidedJob("approved"), NOW);
  expect([card.title, card.tone]).toEqual(["Waiting for its turn", "waiting"]);
  expect(wordsOf(card)).toContain("Approved by @200000000000000002.");
  expect(wordsOf(card)).toContain("Reserved for it: 205 credits. Nothing charged yet.");
  expect(wordsOf(card)).toContain("If there is no room within 2 hours, it won't be started.");
  expect(wordsOf(card)).not.toContain("expires");
  expect(labelsOf(card)).toEqual(["Leave the queue", "Notify me too"]);
});

test("the list of one's videos says what each waits for", () => {
  expect(jobStateText(anAskedJob(), en)).toBe("Waiting for approval");
  expect(jobStateText(aDecidedJob("approved"), en)).toBe("Waiting for its turn");
});

describe("the final word of a video that waited in vain", () => {
  test("names who declined it, and what they wrote, as plain text on one line", () => {
    const card = cardOf(aDecidedJob("declined", { note: "too dear,\n<@1> **sorry**" }), NOW);
    expect(card.body).toEqual([
      ["Declined by ", { kind: "person", userId: "200000000000000002" }, ". Nothing was charged."],
      ["Reason: “too dear, <@1> **sorry**”"],
      ["Press Edit & run to change it, or Again to ask once more."],
    ]);
  });

  test("has no reason where none was given, and names no one where it is not known who declined it", () => {
    expect(wordsOf(cardOf(aDecidedJob("declined"), NOW))).not.toContain("Reason");
    const unnamed = cardOf(settled({ kind: "not_started", why: "declined" }), NOW);
    expect(wordsOf(unnamed)).toContain("Declined by your team's managers. Nothing was charged.");
  });

  test.for([
    ["expired", "Nobody approved this within 24 hours"],
    ["withdrawn", "This was withdrawn before it started."],
    ["no_turn", "There was no room for this within 2 hours"],
  ] as const)("that was %s says: %s", ([why, words]) => {
    const card = cardOf(anAskedJob({ state: anAnnouncing({ kind: "not_started", why }) }), NOW);
    expect(wordsOf(card)).toContain(words);
    expect(wordsOf(card)).toContain("Nothing was charged.");
    expect(labelsOf(card)).toEqual(["Again · 205 credits", "Edit & run", "Delete"]);
  });

  test.for([
    ["declined", "Your video was declined."],
    ["expired", "Your video was not approved in time."],
    ["withdrawn", "Your video was not started."],
  ] as const)("that was %s is told as: %s", ([word, title]) => {
    const told = notificationOf(aDecidedJob(word), NOW);
    expect(told.title).toBe(title);
    expect(wordsOf(told)).toContain("Nothing was charged.");
  });

  test.for(LOCALES)("says in %s for how long it waited, as long as it really does", (locale) => {
    const { outcome, approvals, queue } = wordsIn(locale);
    const hours = (ms: number) => new RegExp(`(?<!\\d)${ms / 3_600_000}(?!\\d)`);
    expect(outcome.why.expired).toMatch(hours(APPROVAL_MS));
    expect(outcome.why.no_turn).toMatch(hours(TURN_MS));
    expect(queue.noRoom).toMatch(hours(TURN_MS));
    expect(approvals.ended.expired("").join("")).toMatch(hours(APPROVAL_MS));
  });
});

test.for([
  [1, null, "In the queue, 1st."],
  [2, 6, "In the queue, 2nd. It starts in about 6 minutes."],
  [3, -1, "In the queue, 3rd. It starts in less than a minute."],
  [11, null, "In the queue, 11th."],
] as const)(
  "a card in the queue says its place, and when it starts as far as that is known: %j",
  ([nth, minutes, said]) => {
    const place = { nth, startsAt: minutes === null ? null : NOW + minutes * 60_000 };
    const own = aJob({ state: aWaiting("turn", { place }) });
    expect(wordsOf(cardOf(own, NOW))).toContain(said);
    expect(wordsOf(cardOf(own, NOW))).toContain("Nothing is charged before that.");
    expect(wordsOf(cardOf(own, NOW))).not.toContain("Reserved");
  },
);
