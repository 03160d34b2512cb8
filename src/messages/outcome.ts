import type { Button, ChatMessage, Sentence } from "../core/chat.ts";
import type { EpochMs } from "../core/clock.ts";
import type { Job, Outcome } from "../core/job.ts";
import { unreachable } from "../core/result.ts";
import { againButton, deleteButton, editButton, freshLinkButton, in720pButton, riskyButtons } from "./buttons.ts";
import { creditsText } from "./credits-text.ts";
import { maybeCharged, whereToLook } from "./maybe-charged.ts";
import { message, paragraphs } from "./message.ts";
import { refusedWords } from "./refusal.ts";

type Succeeded = Extract<Outcome, { kind: "succeeded" }>;

/** The final word on a card, without the quote and the small print. */
export function outcomeWords(job: Job, outcome: Outcome, now: EpochMs): ChatMessage {
  const buttons = [againButton(job.id), editButton(job.id), deleteButton(job.id)];
  switch (outcome.kind) {
    case "succeeded":
      return { ...succeededWords(job, outcome, now), buttons: succeededButtons(job) };
    case "failed":
      return message({
        tone: "bad",
        title: "Failed and refunded",
        body: paragraphs(`The video failed. ${refundText(outcome)} Try again, or change the prompt.`),
        buttons,
      });
    case "refused":
      return refusedWords(outcome.refusal, job);
    case "not_started":
      return message({
        tone: "bad",
        title: "Not started",
        body: paragraphs(notStartedText(outcome.why), "Press Again to start it now."),
        buttons,
      });
    case "unknown":
      return { ...maybeCharged(outcome.taskId, outcome.atMost), buttons: riskyButtons(job.id) };
    default:
      return unreachable(outcome);
  }
}

/** What came back: "95 credits came back to you." */
export function refundText({ refunded, creditsAreExact }: Extract<Outcome, { kind: "failed" }>): string {
  return `${creditsAreExact ? "" : "About "}${creditsText(refunded)} came back to you.`;
}

/** The finished video under a label of its own. */
export function videoLink(url: string): Sentence {
  return [{ kind: "link", label: "Watch or download the video", url }];
}

/** How long the link is sure to work; it may work a little longer. */
export function linkLife(expiresAt: EpochMs | null, now: EpochMs): Sentence {
  if (expiresAt === null)
    return ["The link was asked for anew just now. Nobody says how long it works: save the video soon."];
  const when = { kind: "time", at: expiresAt } as const;
  if (now < expiresAt) return ["The link expires ", when, "."];
  return [
    "The link has probably expired (",
    when,
    "). Look in the dashboard of your account at the video service, or make the video again.",
  ];
}

function succeededButtons({ id, request }: Job): readonly Button[] {
  const better = request.resolution === "480p" ? [in720pButton(id)] : [];
  return [againButton(id), editButton(id), ...better, freshLinkButton(id), deleteButton(id)];
}

function succeededWords({ video }: Job, outcome: Succeeded, now: EpochMs) {
  const { videoUrl, expiresAt, taskId, credits, creditsAreExact } = outcome;
  const cost: Sentence = [`${creditsAreExact ? "" : "About "}${creditsText(credits)} used.`];
  if (videoUrl === null) {
    return message({
      tone: "unsure",
      title: "The video is done, but there is no link",
      body: [["The video service says that it is done and gave no link to it."], whereToLook(taskId), cost],
    });
  }
  return message({
    tone: "good",
    title: "The video is ready",
    body: [...paragraphs(...linkAlone(video)), videoLink(videoUrl), linkLife(expiresAt, now), cost],
  });
}

/** Why the card has the link and not the video itself, where there is something to say. */
function linkAlone(video: Job["video"]): readonly string[] {
  switch (video) {
    case "too_large":
      return ["The video is too large for this chat, so here is the link alone."];
    case "not_taken":
      return ["The video could not be put into this chat, so here is the link alone."];
    default:
      return [];
  }
}

function notStartedText(why: Extract<Outcome, { kind: "not_started" }>["why"]): string {
  switch (why) {
    case "too_old":
      return "Reelay was away for too long, so this video was not started. Nothing was charged.";
    case "restart":
      return "Reelay was restarted before this video was begun, so it was not started. Nothing was charged.";
    case "answer_lost":
      return "It is not known whether you were shown the first card, so this video was not started. Nothing was charged.";
    case "answer_refused":
      return "The answer to your command did not arrive, so this video was not started. Nothing was charged.";
    case "store":
      return "Reelay could not save this in time, so this video was not started. Nothing was charged.";
    default:
      return unreachable(why);
  }
}
