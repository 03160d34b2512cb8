import type { ChatMessage } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import { mayBeCharged } from "../../core/job/final-message.ts";
import { type Job, type NotStarted, outcomeOf } from "../../core/job/job.ts";
import { unreachable } from "../../core/result.ts";
import { message, paragraphs, textMessage } from "../message.ts";
import { type Words, wordsIn } from "../words.ts";
import { severalInShort } from "./batch-card.ts";
import { excerpt, isFilmShown } from "./card-facts.ts";
import { linkLife, type OwnOutcome, refundText, videoLink } from "./card-outcome.ts";

const QUOTE_MAX = 100;

export function notificationOf(job: Job, now: EpochMs, parts: readonly Job[] = []): ChatMessage {
  const outcome = outcomeOf(job);
  if (!outcome) throw new Error(`job ${job.id} is ${job.state.status} and has no outcome to tell`);
  const quote = job.parts ? null : excerpt(job.request.prompt, QUOTE_MAX);
  const summary =
    outcome.kind === "several"
      ? message(severalInShort(job, parts, wordsIn(job.locale)))
      : outcomeInShort(job, outcome, now);
  return { ...summary, quote, hidesPreview: isFilmShown(job), buttons: [] };
}

function outcomeInShort(job: Job, outcome: OwnOutcome, now: EpochMs): ChatMessage {
  const words = wordsIn(job.locale);
  const { notification } = words;
  switch (outcome.kind) {
    case "succeeded": {
      const { videoUrl, expiresAt } = outcome;
      if (videoUrl === null) return textMessage("unsure", notification.noLink);
      // The card has the link and its expiry. Repeat them only if the card is still to be updated.
      const isFirst = job.state.status === "posting" && job.state.isCardDue === true;
      const body = isFirst ? [videoLink(videoUrl, words), linkLife(expiresAt, now, words)] : [];
      return message({ tone: "good", title: notification.ready, body });
    }
    case "failed":
      return message({ tone: "bad", title: notification.failed, body: paragraphs(refundText(outcome, words)) });
    case "refused": {
      if (mayBeCharged(outcome)) return maybeChargedText(job.price, words);
      const { state, owner } = job;
      if (state.status !== "posting" || !state.isOwnerNotified) return textMessage("bad", notification.notStarted);
      // The owner was notified in private, and no card is left that could show more.
      const asked = notification.askedBy({ kind: "person", userId: owner.userId });
      return message({ tone: "bad", title: notification.notStartedForOthers, body: [asked] });
    }
    case "not_started":
      if (mayBeCharged(outcome)) return maybeChargedText(job.price, words);
      return textMessage("bad", notStartedInShort(job, outcome.why, words));
    case "unknown":
      return maybeChargedText(outcome.atMost, words);
    default:
      return unreachable(outcome);
  }
}

function notStartedInShort(
  { parts }: Job,
  why: NotStarted,
  { notification }: Words,
): Words["notification"]["notStarted"] {
  const wording = why === "declined" || why === "expired" ? why : "notStarted";
  const { title, body } = notification[wording];
  return { title: parts ? notification.ofSeveral[wording] : title, body };
}

function maybeChargedText(atMost: number, { notification, unknown }: Words): ChatMessage {
  return message({
    tone: "unsure",
    title: notification.unknown,
    body: paragraphs(notification.unknownText(unknown.mayBeCharged(atMost))),
  });
}
