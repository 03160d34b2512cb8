import type { ChatMessage } from "../core/chat.ts";
import type { EpochMs } from "../core/clock.ts";
import { type Job, type Outcome, outcomeOf } from "../core/job.ts";
import { unreachable } from "../core/result.ts";
import { creditsText } from "./credits-text.ts";
import { excerpt } from "./excerpt.ts";
import { message, paragraphs } from "./message.ts";
import { linkLife, refundText, videoLink } from "./outcome.ts";
import { refusalOf } from "./refusal.ts";

const QUOTE_MAX = 100;

/** The one new message that tells people a job has ended; only for a job whose outcome is known. */
export function notificationOf(job: Job, now: EpochMs): ChatMessage {
  const outcome = outcomeOf(job);
  if (!outcome) throw new Error(`job ${job.id} is ${job.state.status} and has no outcome to tell`);
  return { ...outcomeInShort(job, outcome, now), quote: excerpt(job.request.prompt, QUOTE_MAX), buttons: [] };
}

function outcomeInShort(job: Job, outcome: Outcome, now: EpochMs): ChatMessage {
  switch (outcome.kind) {
    case "succeeded":
      if (outcome.videoUrl === null) {
        const body = paragraphs("The card says where to look for it.");
        return message({ tone: "unsure", title: "Your video is done, but there is no link.", body });
      }
      return message({
        tone: "good",
        title: "Your video is ready.",
        body: [videoLink(outcome.videoUrl), linkLife(outcome.expiresAt, now)],
      });
    case "failed":
      return message({ tone: "bad", title: "Your video failed.", body: paragraphs(refundText(outcome)) });
    case "refused": {
      const { tone } = refusalOf(outcome.refusal, job);
      return tone === "unsure" ? cannotTell(job.price) : notStarted;
    }
    case "not_started":
      return notStarted;
    case "unknown":
      return cannotTell(outcome.atMost);
    default:
      return unreachable(outcome);
  }
}

const notStarted = message({
  tone: "bad",
  title: "Your video was not started.",
  body: paragraphs("Nothing was charged. The card says why."),
});

function cannotTell(atMost: number): ChatMessage {
  return message({
    tone: "unsure",
    title: "We cannot tell what became of your video.",
    body: paragraphs(`It may have been charged: ${creditsText(atMost)} at most. The card says where to look.`),
  });
}
