import { type ButtonAction, readButtonId } from "../core/button.ts";
import type { Button, ChatMessage, Sentence } from "../core/chat.ts";
import type { EpochMs } from "../core/clock.ts";
import { type Job, type Owner, outcomeOf } from "../core/job.ts";
import type { Spending } from "../core/ledger.ts";
import type { Settings } from "../core/settings.ts";
import { addKeyButton, changeSettingsButton, checkKeyButton, makeVideoButton, removeKeyButton } from "./buttons.ts";
import { cardOf } from "./card.ts";
import { creditsText } from "./credits-text.ts";
import { excerpt } from "./excerpt.ts";
import { helpMessage } from "./help.ts";
import { jobStateText } from "./job-state.ts";
import { keyStored, noKeyStored } from "./keys.ts";
import { message, paragraphs } from "./message.ts";
import { videoLink } from "./outcome.ts";
import { settingsMessage } from "./settings.ts";
import { spendingText } from "./spending.ts";

const PROMPT_PART = 200;

export interface HomeFacts {
  readonly prefix: string;
  readonly platform: Owner["platform"];
  readonly retentionDays: number;
  readonly now: EpochMs;
  /** Newest first, as many as are shown. */
  readonly jobs: readonly Job[];
  /** null: no key is stored. */
  readonly keyEnding: string | null;
  readonly settings: Settings;
  readonly spent: Spending;
  readonly troubles: readonly string[];
}

/** A page of a person's own: their videos, what they cost, their key, their settings, and help. A title begins a part. */
export function homeOf(facts: HomeFacts): readonly ChatMessage[] {
  const { prefix, platform, retentionDays, spent, troubles, jobs, keyEnding } = facts;
  return [
    message({
      tone: "plain",
      title: "Make a video",
      body: paragraphs("From words, or from words and a picture."),
      buttons: [makeVideoButton],
    }),
    message({
      tone: "plain",
      title: "Your videos",
      body: jobs.length === 0 ? paragraphs("You have not asked for a video yet.") : [],
      facts: [[spendingText(spent)]],
    }),
    ...jobs.map((job) => lineOf(job, facts.now)),
    keyEnding === null
      ? { ...noKeyStored(), title: "Your API key" }
      : { ...keyStored(keyEnding), buttons: [checkKeyButton, replaceKeyButton, removeKeyButton] },
    { ...settingsMessage(facts.settings, "shown"), buttons: [changeSettingsButton] },
    helpMessage({ prefix, platform, retentionDays, spent, troubles, missing: [] }),
  ];
}

const replaceKeyButton: Button = { ...addKeyButton, label: "Replace it", style: "secondary" };

function lineOf(job: Job, now: EpochMs): ChatMessage {
  const outcome = outcomeOf(job);
  const url = outcome?.kind === "succeeded" ? outcome.videoUrl : null;
  const state: Sentence = [
    { kind: "strong", text: jobStateText(withoutProgress(job)) },
    ` · ${creditsText(job.price)} · `,
    { kind: "time", at: job.acceptedAt },
  ];
  return message({
    tone: "plain",
    title: "",
    quote: excerpt(job.request.prompt, PROMPT_PART),
    body: url === null ? [state] : [[...state, " · ", ...videoLink(url)]],
    buttons: cardOf(job, now).buttons.filter(({ id }) => !isOfCardAlone(readButtonId(id))),
  });
}

/** The page says when a video begins and ends; its card says how far it is. */
function withoutProgress(job: Job): Job {
  const { state } = job;
  return state.status === "running" ? { ...job, state: { ...state, percent: null } } : job;
}

/** Its person is told anyway, and there is no card to take away. */
function isOfCardAlone(action: ButtonAction | null): boolean {
  return action?.kind === "notify_me" || action?.kind === "delete";
}
