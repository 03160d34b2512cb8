import assert from "node:assert/strict";
import fc from "fast-check";
import { checkHome, checkModal } from "../../sandbox/src/slack/check-blocks.ts";
import type { Form } from "../../src/core/chat.ts";
import { nothingSpent } from "../../src/core/job/ledger.ts";
import { noSettings } from "../../src/core/request/settings.ts";
import { offering } from "../../src/frontends/discord/in/discord-answer.ts";
import { writeForm } from "../../src/frontends/discord/out/write-discord-form.ts";
import { homeView } from "../../src/frontends/slack/out/slack-home.ts";
import { formView } from "../../src/frontends/slack/out/write-slack-form.ts";
import { animateForm, defaultValues, editForm } from "../../src/messages/ask/video-forms.ts";
import { homeMessages } from "../../src/messages/pages/home-page.ts";
import { en } from "../../src/messages/words/en.ts";
import { fiveMb } from "../fakes/drafts.ts";
import { slackWordsIn } from "../fakes/front-end-words.ts";
import { aClosedJob, aJob, aRequest, TEST_START } from "../fakes/jobs.ts";
import { harmIn } from "./harm-in.ts";
import { hostile, SLACK_ADA } from "./hostile.ts";
import type { Kind } from "./kinds.ts";
import { plainText, stringsOf, UNSEEN } from "./sound-discord.ts";

const ID = "0123456789abcdef0123";
const origin = { channelId: "C1", responseUrl: null, responseUrlUntil: 0, responseUrlUses: 0 };
/** The App Home may link the finished video. */
const allowed = { userId: SLACK_ADA, url: "https://cdn.example.com/video.mp4" };

function soundForm(form: Form): void {
  const data = writeForm(form);
  assert.ok(data.components.length <= 5 && JSON.stringify(data).isWellFormed());
  for (const text of stringsOf(data, "content")) {
    assert.ok(text.length <= 4_000, "a form's note");
    plainText(text);
  }
  for (const label of stringsOf(data, "label")) {
    assert.ok(label !== "" && label.length <= 100, "a label");
    assert.doesNotMatch(label, UNSEEN);
  }
  for (const value of stringsOf(data, "value")) assert.ok(value !== "" && value.length <= 4_000, "a field's value");
  soundView(formView(form, origin, { takesFiles: true, words: slackWordsIn("en").form }), checkModal);
}

function soundView(view: object, check: typeof checkModal | typeof checkHome): void {
  const checked = check(view);
  assert.ok(checked.ok, checked.ok ? "" : checked.problems.join("; "));
  assert.deepEqual(harmIn(view, allowed), []);
  assert.ok(JSON.stringify(view).isWellFormed());
}

const about = { prefix: "video", platform: "slack", retentionDays: 90, now: TEST_START, keyEnding: "1234" } as const;
const spent = { thisMonth: nothingSpent, lastMonth: nothingSpent };

/** Uses the text as a prompt that is edited, suggested or listed, or as the name of one or more pictures. */
const forms = fc.property(fc.tuple(hostile, fc.nat(4)), ([text, which]) => {
  const request = aRequest({ prompt: text });
  switch (which) {
    case 0:
      return soundForm(
        editForm(
          { request, price: 95 },
          { edits: { jobId: ID, nth: 1 }, isRisky: true, isPictureGone: false, limits: fiveMb },
          en,
        ),
      );
    case 1:
      return soundChoices(offering([{ label: text, value: text }]));
    case 2: {
      const jobs = [aJob({ request }), aClosedJob({ request })];
      return soundView(
        homeView(homeMessages({ ...about, jobs, trouble: null, settings: noSettings, spent }, en)),
        checkHome,
      );
    }
    default: {
      const file = { url: "https://a.example", sizeBytes: 9 };
      const one = { source: "attachment", name: text, width: 640, height: 480, file } as const;
      const pictures = Array.from({ length: which - 2 }, () => one);
      const values = { ...defaultValues({}), ratio: "as_picture", prompt: text.slice(0, 3_000) };
      return soundForm(animateForm({ id: ID, pictures, values, leftOut: 1 }, en));
    }
  }
});

function soundChoices(offered: unknown): void {
  for (const name of stringsOf(offered, "name")) {
    assert.ok(name !== "" && name.length <= 100 && name.isWellFormed(), "a choice's name");
    assert.doesNotMatch(name, UNSEEN);
  }
  assert.ok(stringsOf(offered, "value").every((value) => value.length <= 100));
}

export const formKinds: readonly Kind[] = [{ name: "form fields", property: forms }];
