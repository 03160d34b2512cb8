import { type ButtonAction, readButtonId } from "../../core/button.ts";
import type { Button, ChatMessage, Sentence } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { Trouble } from "../../core/health.ts";
import type { Owner } from "../../core/job/ids.ts";
import { outcomeOf, type Whole } from "../../core/job/job.ts";
import type { Spending } from "../../core/job/ledger.ts";
import type { Settings } from "../../core/request/settings.ts";
import { troubleText } from "../ask/price-questions.ts";
import { buttonFor } from "../card/buttons.ts";
import { cardOf } from "../card/card.ts";
import { excerpt, promptsOf } from "../card/card-facts.ts";
import { quotedReason, timeAt, videoLink } from "../card/card-outcome.ts";
import { jobStateText } from "../card/card-state.ts";
import { message, paragraphs, textMessage } from "../message.ts";
import type { Words } from "../words.ts";
import { operatorLines } from "./help-page.ts";
import { spendingText } from "./job-list.ts";
import { keyStored, noKeyStored } from "./keys-page.ts";
import { settingsMessage } from "./settings-page.ts";

const PROMPT_PART = 200;

export interface HomeFacts {
  readonly platform: Owner["platform"];
  readonly now: EpochMs;
  readonly jobs: readonly Whole[];
  readonly keyEnding: string | null;
  readonly settings: Settings;
  readonly spent: Spending;
  readonly trouble: Trouble | null;
}

export function homeMessages(facts: HomeFacts, words: Words): readonly ChatMessage[] {
  const { platform, spent, jobs, keyEnding, trouble } = facts;
  const keyButtons = [
    buttonFor({ kind: "show_key" }, words),
    replaceKeyButton(words),
    buttonFor({ kind: "ask_remove_key" }, words),
  ];
  return [
    textMessage(
      "plain",
      { title: words.buttons.makeVideo, body: [...(trouble ? [troubleText(trouble, words)] : []), words.home.make] },
      { buttons: [buttonFor({ kind: "make_video" }, words), buttonFor({ kind: "make_batch" }, words)] },
    ),
    message({
      tone: "plain",
      title: words.list.title,
      body: jobs.length === 0 ? paragraphs(words.list.none) : [],
      facts: [[spendingText(spent, words)]],
    }),
    ...jobs.map((job) => lineOf(job, facts.now, words)),
    keyEnding === null
      ? { ...noKeyStored(words), title: words.keys.yours }
      : { ...keyStored(keyEnding, words), buttons: keyButtons },
    settingsMessage(facts.settings, { platform, isNew: "shown" }, words),
    message({ tone: "plain", title: "", body: operatorLines(words), buttons: [buttonFor({ kind: "help" }, words)] }),
  ];
}

function replaceKeyButton(words: Words): Button {
  return { ...buttonFor({ kind: "add_key" }, words), label: words.buttons.replaceKey, style: "secondary" };
}

function lineOf(job: Whole, now: EpochMs, words: Words): ChatMessage {
  const outcome = outcomeOf(job);
  const url = outcome?.kind === "succeeded" ? outcome.videoUrl : null;
  const reason = quotedReason(outcome, words);
  const state: Sentence = [
    { kind: "strong", text: jobStateText(withoutProgress(job), words) },
    ...(reason === null ? [] : [` · ${reason}`]),
    ` · ${words.amounts.credits(job.price)} · `,
    timeAt(job.acceptedAt, words),
  ];
  const { buttons } = cardOf({ ...job, locale: words.locale }, now, job.videos);
  return message({
    tone: "plain",
    title: "",
    quote: excerpt(promptsOf(job), PROMPT_PART),
    body: url === null ? [state] : [[...state, " · ", ...videoLink(url, words)]],
    buttons: buttons.filter(({ id }) => !isOfCardAlone(readButtonId(id))),
  });
}

/** The page updates only when a video begins and ends. */
function withoutProgress(job: Whole): Whole {
  const { state } = job;
  return state.status === "running" ? { ...job, state: { ...state, percent: null } } : job;
}

/** The owner is notified anyway, and there is no card here to delete. */
function isOfCardAlone(action: ButtonAction | null): boolean {
  return action?.kind === "notify_me" || action?.kind === "delete";
}
