import type { Button, ChatMessage, Piece, Sentence } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import { type Chain, joinEnd, NO_CHAIN, nthOf } from "../../core/film/film-chain.ts";
import { freshLinkFrom } from "../../core/job/final-word.ts";
import { isTakenOff, type Job, type NotStarted, type Outcome, type TakenOff } from "../../core/job/job.ts";
import { unreachable } from "../../core/result.ts";
import { message, paragraphs, told } from "../message.ts";
import { type Words, wordsIn } from "../words.ts";
import {
  againButton,
  continueButton,
  deleteButtons,
  editButton,
  freshLinkButton,
  in720pButton,
  joinButton,
  ownKeyButton,
  riskyButtons,
} from "./buttons.ts";
import { continuedIn } from "./chain.ts";
import { declinedWords } from "./decision.ts";
import { maybeCharged, whereToLook } from "./maybe-charged.ts";
import { refusedWords } from "./refusal.ts";

/** Of one video. */
export type OwnOutcome = Exclude<Outcome, { kind: "several" }>;
type Succeeded = Extract<Outcome, { kind: "succeeded" }>;

/** The final word on a card, without the quote and the small print. */
export function outcomeWords(job: Job, end: OwnOutcome, now: EpochMs, chain = NO_CHAIN): ChatMessage {
  const words = wordsIn(job.locale);
  const { outcome } = words;
  const buttons = [againButton(job, words), editButton(job.id, words), ...deleteButtons(job, words)];
  switch (end.kind) {
    case "succeeded":
      return succeededWords(job, end, { now, words, chain });
    case "failed": {
      const body = [outcome.failedText(refundText(end, words))];
      return told("bad", { title: outcome.failed, body }, { buttons });
    }
    case "refused":
      return refusedWords(end.refusal, job);
    case "not_started":
      if (end.why === "restored") {
        const perhaps = maybeCharged({ taskId: null, atMost: job.price }, words, outcome.why[end.why]);
        return { ...perhaps, buttons: riskyButtons(job, words) };
      }
      if (isTakenOff(end.why) && end.hasOwnKey) {
        const next = words.team.ownInstead(job.price);
        return notStartedWords(job, end.why, [next], [ownKeyButton(job, words), ...buttons]);
      }
      return notStartedWords(job, end.why, nextSteps(job, end.why, words), buttons);
    case "unknown":
      return { ...maybeCharged(end, words), buttons: riskyButtons(job, words) };
    default:
      return unreachable(end);
  }
}

/** Why nothing was started, and what can be done about it by those buttons. */
export function notStartedWords(
  job: Job,
  why: NotStarted,
  next: readonly string[],
  buttons: readonly Button[],
): ChatMessage {
  const words = wordsIn(job.locale);
  const said = reasonOf(job, why, words);
  return message({ tone: "bad", title: words.outcome.notStarted, body: [...said, ...paragraphs(...next)], buttons });
}

function reasonOf(job: Job, why: NotStarted, words: Words): readonly Sentence[] {
  if (why === "declined") return declinedWords(job, words);
  return isTakenOff(why) ? paragraphs(...takenOffText(why, words)) : paragraphs(words.outcome.why[why]);
}

function nextSteps({ approval }: Job, why: NotStarted, { outcome, approvals, chain }: Words): readonly string[] {
  if (isTakenOff(why)) return [];
  if (why === "film_gone" || why === "no_frame") return [chain.ownPicture];
  return [approval ? approvals.askAgain : outcome.pressAgain];
}

/** The same words as for a command that is not allowed. */
export function takenOffText(why: TakenOff, { denied, notices, team }: Words): readonly string[] {
  switch (why) {
    case "not_allowed":
      return notices.notAllowedHere.body;
    case "blocked":
    case "paused":
      return [denied[why], team.nothingCharged];
    case "guest":
    case "person":
    case "channel":
      return [team.mayNot[why], team.nothingCharged];
    case "over_cap":
      return [team.capLowered, team.nothingCharged];
    case "unknown":
      return [team.untold, team.nothingCharged];
    default:
      return unreachable(why);
  }
}

/** What came back: "95 credits were refunded." */
export function refundText(
  { refunded, creditsAreExact }: Extract<Outcome, { kind: "failed" }>,
  { outcome }: Words,
): string {
  return creditsAreExact ? outcome.refund(refunded) : outcome.refundAbout(refunded);
}

/** The finished video under a label of its own. */
export function videoLink(url: string, { outcome }: Words): Sentence {
  return [{ kind: "link", label: outcome.link, url }];
}

/** A point in time, which a platform words in this language. */
export function timeAt(at: EpochMs, { amounts }: Words): Extract<Piece, { kind: "time" }> {
  return { kind: "time", at, between: amounts.between };
}

/** How long the link is sure to work; it may work a little longer. */
export function linkLife(expiresAt: EpochMs | null, now: EpochMs, words: Words): Sentence {
  const { outcome } = words;
  if (expiresAt === null) return [outcome.linkIsNew];
  const when = timeAt(expiresAt, words);
  return now < expiresAt ? outcome.linkExpires(when) : outcome.linkHasExpired(when);
}

/** Buttons of a finished video's card: one row on Discord. */
const ROW = 5;

function succeededButtons(job: Job, end: Succeeded, { now, words, chain }: Ended): readonly Button[] {
  const { id, request } = job;
  const onward = chain.canContinue && end.videoUrl !== null ? [continueButton(id, words)] : [];
  const kept = [againButton(job, words), editButton(id, words), ...onward];
  const remove = deleteButtons(job, words);
  const more = [
    ...(now >= (freshLinkFrom(end) ?? 0) ? [freshLinkButton(id, words)] : []),
    ...(chain.canContinue && joinEnd(job, []) ? [joinButton(id, nthOf(job), words)] : []),
    ...(request.resolution === "480p" ? [in720pButton(id, words)] : []),
  ];
  return [...kept, ...more.slice(0, ROW - kept.length - remove.length), ...remove];
}

interface Ended {
  readonly now: EpochMs;
  readonly words: Words;
  readonly chain: Chain;
}

function succeededWords(job: Job, end: Succeeded, ended: Ended): ChatMessage {
  const { now, words, chain } = ended;
  const { outcome } = words;
  const { videoUrl, expiresAt, taskId, credits, creditsAreExact } = end;
  const buttons = succeededButtons(job, end, ended);
  const cost: Sentence = [creditsAreExact ? outcome.used(credits) : outcome.usedAbout(credits)];
  if (videoUrl === null) {
    const { title, body } = outcome.noLink;
    return message({
      tone: "unsure",
      title,
      body: [...paragraphs(...body), whereToLook(taskId, words), cost],
      buttons,
    });
  }
  const found = [videoLink(videoUrl, words), linkLife(expiresAt, now, words), cost, ...continuedIn(chain, words)];
  return message({
    tone: "good",
    title: outcome.ready,
    body: [...paragraphs(...linkAlone(job.video, words)), ...found],
    buttons,
  });
}

/** Why the card has the link and not the video itself, where there is something to say. */
function linkAlone(video: Job["video"], { outcome }: Words): readonly string[] {
  switch (video) {
    case "too_large":
      return [outcome.tooLarge];
    case "not_taken":
      return [outcome.notTaken];
    default:
      return [];
  }
}
