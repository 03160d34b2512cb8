import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkBlocks, checkHome, checkModal } from "../../../../sandbox/src/slack/check-blocks.ts";
import { mentions } from "../../../../sandbox/src/slack/timeline.ts";
import type { ChatMessage } from "../../../../src/core/chat.ts";
import type { Job, JobState } from "../../../../src/core/job/job.ts";
import { nothingSpent } from "../../../../src/core/job/ledger.ts";
import { noSettings } from "../../../../src/core/request/settings.ts";
import { homeView } from "../../../../src/frontends/slack/out/slack-home.ts";
import { newMessage } from "../../../../src/frontends/slack/out/slack-ways.ts";
import { formView, messageView } from "../../../../src/frontends/slack/out/write-slack-form.ts";
import { writeMessage, writeNotification } from "../../../../src/frontends/slack/out/write-slack-message.ts";
import { mentioned, unmentioned } from "../../../../src/frontends/slack/out/write-slack-text.ts";
import { draftProblemOf } from "../../../../src/messages/ask/draft-problems.ts";
import { confirmAgain, confirmPrice } from "../../../../src/messages/ask/price-questions.ts";
import { defaultValues, editForm, videoForm } from "../../../../src/messages/ask/video-forms.ts";
import { cardOf } from "../../../../src/messages/card/card.ts";
import { refusedPrivately } from "../../../../src/messages/card/card-outcome.ts";
import { notificationOf } from "../../../../src/messages/card/notification.ts";
import { homeOf } from "../../../../src/messages/pages/home-page.ts";
import { jobList } from "../../../../src/messages/pages/job-list.ts";
import { badSetting } from "../../../../src/messages/pages/settings-page.ts";
import { en } from "../../../../src/messages/words/en.ts";
import { anyUrl } from "../../../fakes/any-url.ts";
import { slackWordsIn } from "../../../fakes/front-end-words.ts";
import { aJob, aJobId, aRequest, aRunning, aSlackOwner, TEST_START } from "../../../fakes/jobs.ts";
import { type Allowed, harmIn } from "../harm-in.ts";
import { evil } from "../hostile.ts";

const ada = "U00000ADA1";
const origin = { channelId: "C1", responseUrl: null, responseUrlUntil: 0, responseUrlUses: 0 };
/** Each life is written in a dozen ways. */
const RUNS = 30;
const now = TEST_START + 60_000;

/** A job in which everything that a person or the service writes means no good. */
const job: fc.Arbitrary<Job> = fc
  .record({ prompt: evil, taskId: evil, found: evil, videoUrl: fc.oneof(evil, anyUrl()), isChecked: fc.boolean() })
  .chain(({ prompt, taskId, found, videoUrl, isChecked }) => {
    const sure = { creditsAreExact: true };
    const closed = { status: "closed", told: true, closedAt: now } as const;
    const states: readonly JobState[] = [
      aRunning({ taskId, percent: 40 }),
      { ...closed, outcome: { kind: "succeeded", taskId, videoUrl, expiresAt: now, credits: 95, ...sure } },
      { ...closed, outcome: { kind: "succeeded", taskId, videoUrl: null, expiresAt: null, credits: 95, ...sure } },
      { ...closed, outcome: { kind: "unknown", taskId, atMost: 95 } },
      { ...closed, outcome: { kind: "refused", refusal: { kind: "bad_request", detail: found } } },
      {
        ...closed,
        outcome: { kind: "refused", refusal: { kind: "picture", problem: { kind: "not_a_picture", found } } },
      },
    ];
    const request = aRequest({ prompt });
    const owner = aSlackOwner(ada);
    return fc.constantFrom(...states).map((state) => aJob({ owner, request, state, id: aJobId(Number(isChecked)) }));
  });

/** Every message in which something of a job, or of what was typed, is said again. */
function messagesOf(one: Job, typed: string): readonly ChatMessage[] {
  const isRefused = one.state.status === "closed" && one.state.outcome.kind === "refused";
  const spent = { thisMonth: nothingSpent, lastMonth: nothingSpent };
  return [
    cardOf(one, now),
    confirmAgain(one, 1, en),
    confirmPrice(one.id, { request: one.request, above: 10, noticed: [], trouble: null }, en),
    jobList({ page: 0, jobs: [one], spent }, en),
    draftProblemOf({ kind: "bad_ratio", given: typed }, en).message,
    badSetting({ field: "ratio", given: typed }, en).message,
    ...(isRefused ? [refusedPrivately(one)] : []),
  ];
}

function allowedIn({ state }: Job): Allowed {
  const url = "outcome" in state && state.outcome.kind === "succeeded" ? state.outcome.videoUrl : null;
  return { userId: ada, url, markup: [] };
}

describe("what a person or the service wrote", () => {
  it("pings, formats and links nothing in a card, a private message or a direct one", () => {
    fc.assert(
      fc.property(job, evil, (one, typed) => {
        for (const message of messagesOf(one, typed)) {
          for (const naming of [mentioned, unmentioned(new Map([[ada, typed]]))]) {
            const written = newMessage(message, { naming });
            expect(harmIn(written, allowedIn(one))).toEqual([]);
            expect(checkBlocks(written.blocks, "message")).toMatchObject({ ok: true });
            expect(written).toMatchObject({ unfurl_links: false, parse: "none" });
            expect(written).not.toHaveProperty("link_names");
          }
          expect(mentions(writeMessage(message, { naming: unmentioned() }), [ada])).toEqual([]);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it("pings nobody but those whom a notification calls", () => {
    fc.assert(
      fc.property(job, (one) => {
        if (one.state.status !== "closed") return;
        const message = notificationOf(one, now);
        const called = newMessage(message, { naming: unmentioned(), calling: [ada] }, writeNotification);
        expect(harmIn(called, allowedIn(one))).toEqual([]);
        expect(mentions(called, [ada, "U00000BEN2"])).toEqual([ada]);
        expect(mentions(writeNotification(message, { naming: unmentioned() }), [ada])).toEqual([]);
        expect(checkBlocks(called.blocks, "message")).toMatchObject({ ok: true });
        // The card has the video's link.
        expect(called.unfurl_media).toBe(false);
      }),
      { numRuns: RUNS },
    );
  });

  it("formats and links nothing in a form, nor in a message in a form's place", () => {
    fc.assert(
      fc.property(job, evil, (one, typed) => {
        const values = { ...defaultValues({}), prompt: typed, ratio: typed, image_url: typed };
        const forms = [
          videoForm(values, en),
          editForm(one, { edits: { jobId: one.id, nth: 1 }, isRisky: true, isPictureGone: false }, en),
        ];
        const words = slackWordsIn("en").form;
        const views = [
          ...forms.map((form) => formView(form, origin, { takesFiles: true, words })),
          ...messagesOf(one, typed).map((message) => messageView(message, origin, words)),
        ];
        for (const view of views) {
          expect(harmIn({ ...view, text: "" }, allowedIn(one))).toEqual([]);
          expect(checkModal(view)).toMatchObject({ ok: true });
        }
      }),
      { numRuns: RUNS },
    );
  });

  it("pings, formats and links nothing in the Home tab", () => {
    const about = { prefix: "video", platform: "slack", retentionDays: 90, now, keyEnding: "1234" } as const;
    const spent = { thisMonth: nothingSpent, lastMonth: nothingSpent };
    fc.assert(
      fc.property(job, (one) => {
        const view = homeView(homeOf({ ...about, jobs: [one], trouble: null, settings: noSettings, spent }, en));
        expect(JSON.stringify(view)).toContain("Your videos");
        expect(harmIn({ ...view, text: "" }, allowedIn(one))).toEqual([]);
        expect(checkHome(view)).toMatchObject({ ok: true });
      }),
      { numRuns: RUNS },
    );
  });
});
