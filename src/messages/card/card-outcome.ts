import type { Button, ChatMessage, Piece, Sentence } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import { type Chain, joinEnd, NO_CHAIN, nthOf } from "../../core/film/film-chain.ts";
import { freshLinkFrom } from "../../core/job/final-message.ts";
import type { TaskId } from "../../core/job/ids.ts";
import {
  type Decision,
  isTakenOff,
  type Job,
  type JobRefusal,
  mayBeMadeElsewhere,
  NOTE_MAX,
  type NotStarted,
  type Outcome,
  outcomeOf,
  type TakenOff,
} from "../../core/job/job.ts";
import { priceOf } from "../../core/request/price.ts";
import { unreachable } from "../../core/result.ts";
import { isAboutPaying } from "../../core/team/team.ts";
import { pictureProblemText } from "../ask/draft-problems.ts";
import { message, paragraphs, textMessage } from "../message.ts";
import { whereKeysAre } from "../pages/keys-page.ts";
import { type Words, wordsIn } from "../words.ts";
import {
  againButton,
  buttonFor,
  dashboardButtons,
  deleteButtons,
  oneRow,
  ownKeyButton,
  riskyButtons,
  unpaidButtons,
} from "./buttons.ts";
import { continuedIn, excerpt, payerText, settingsFacts } from "./card-facts.ts";

export type OwnOutcome = Exclude<Outcome, { kind: "several" }>;
type Succeeded = Extract<Outcome, { kind: "succeeded" }>;

export function outcomeMessage(job: Job, end: OwnOutcome, now: EpochMs, chain = NO_CHAIN): ChatMessage {
  const words = wordsIn(job.locale);
  const { outcome } = words;
  switch (end.kind) {
    case "succeeded":
      return succeededMessage(job, end, { now, words, chain });
    case "failed": {
      const body = [outcome.failedText(refundText(end, words)), ...reasonTexts(end, words)];
      return textMessage("bad", { title: outcome.failed, body }, { buttons: unpaidButtons(job, words) });
    }
    case "refused":
      return refusedMessage(end.refusal, job);
    case "not_started": {
      if (mayBeMadeElsewhere(end.why)) {
        const perhaps = maybeCharged({ taskId: null, atMost: job.price }, words, outcome.why[end.why]);
        return { ...perhaps, buttons: riskyButtons(job, words) };
      }
      const buttons = unpaidButtons(job, words);
      if (job.team && isTeamsRefusal(end)) {
        const next = words.team.ownInstead(job.price);
        return notStartedMessage(job, end.why, [next], [ownKeyButton(job, words), ...buttons]);
      }
      return notStartedMessage(job, end.why, nextSteps(job, end.why, words), buttons);
    }
    case "unknown":
      return { ...maybeCharged(end, words), buttons: riskyButtons(job, words) };
    default:
      return unreachable(end);
  }
}

export function notStartedMessage(
  job: Job,
  why: NotStarted,
  next: readonly string[],
  buttons: readonly Button[],
): ChatMessage {
  const words = wordsIn(job.locale);
  const reasons = whyNotStarted(job, why, words);
  return message({ tone: "bad", title: words.outcome.notStarted, body: [...reasons, ...paragraphs(...next)], buttons });
}

function whyNotStarted(job: Job, why: NotStarted, words: Words): readonly Sentence[] {
  if (why === "declined") return declinedTexts(job, words);
  return isTakenOff(why) ? paragraphs(...takenOffText(why, words)) : paragraphs(words.outcome.why[why]);
}

function nextSteps({ approval }: Job, why: NotStarted, { outcome, approvals, chain }: Words): readonly string[] {
  if (isTakenOff(why)) return [];
  if (why === "film_gone" || why === "no_frame") return [chain.ownPicture];
  return [approval ? approvals.askAgain : outcome.pressAgain];
}

/** The same text as for a command that is refused for this reason. */
export function takenOffText(
  why: TakenOff,
  { denied, shortReplies, outcome, team, nothingCharged }: Words,
): readonly string[] {
  switch (why) {
    case "barred":
      return shortReplies.blocked.body;
    case "not_this_team":
    case "not_this_channel":
    case "no_role":
      return [shortReplies.notAllowedHere.because[why], nothingCharged];
    case "blocked":
    case "paused":
      return [denied[why], nothingCharged];
    case "guest":
    case "person":
    case "channel":
      return [team.mayNot[why], nothingCharged];
    case "over_cap":
      return [team.capLowered, nothingCharged];
    case "dearer":
      return [outcome.dearer, nothingCharged];
    case "unknown":
      return [team.standingUnconfirmed, nothingCharged];
    default:
      return unreachable(why);
  }
}

/** "95 credits were refunded." */
export function refundText(
  { refunded, creditsAreExact }: Extract<Outcome, { kind: "failed" }>,
  { outcome }: Words,
): string {
  return creditsAreExact ? outcome.refund(refunded) : outcome.refundAbout(refunded);
}

export function videoLink(url: string, { outcome }: Words): Sentence {
  return [{ kind: "link", label: outcome.link, url }];
}

/** The platform formats the time in this language. */
export function timeAt(at: EpochMs, { amounts }: Words): Extract<Piece, { kind: "time" }> {
  return { kind: "time", at, between: amounts.between };
}

/** The link may work a little longer. */
export function linkLife(expiresAt: EpochMs | null, now: EpochMs, words: Words): Sentence {
  const { outcome } = words;
  if (expiresAt === null) return [outcome.linkIsNew];
  const when = timeAt(expiresAt, words);
  return now < expiresAt ? outcome.linkExpires(when) : outcome.linkHasExpired(when);
}

function succeededButtons(job: Job, end: Succeeded, { now, words, chain }: Ended): readonly Button[] {
  const { id, request } = job;
  const isFreshLinkDue = now >= (freshLinkFrom(end) ?? 0);
  return oneRow({
    always: [
      againButton(job, words),
      buttonFor({ kind: "edit", jobId: id }, words),
      ...(chain.canContinue && end.videoUrl !== null ? [buttonFor({ kind: "continue", jobId: id }, words)] : []),
      ...(isFreshLinkDue ? [buttonFor({ kind: "fresh_link", jobId: id }, words)] : []),
    ],
    withRoom: [
      ...(chain.canContinue && joinEnd(job, []) ? [buttonFor({ kind: "join", jobId: id }, words, nthOf(job))] : []),
      ...(request.resolution === "480p" ? [buttonFor({ kind: "in_720p", jobId: id }, words)] : []),
    ],
    last: deleteButtons(job, words),
  });
}

interface Ended {
  readonly now: EpochMs;
  readonly words: Words;
  readonly chain: Chain;
}

function succeededMessage(job: Job, end: Succeeded, ended: Ended): ChatMessage {
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
  const { film } = job;
  const isOutlived = film !== undefined && expiresAt !== null && now >= expiresAt;
  const life = isOutlived
    ? outcome.linkHasExpiredKept(timeAt(expiresAt, words), timeAt(film.until, words))
    : linkLife(expiresAt, now, words);
  const sentences = [videoLink(videoUrl, words), life, cost, ...continuedIn(chain, words)];
  return message({
    tone: "good",
    title: outcome.ready,
    body: [...paragraphs(...fileTexts(job.video, words)), ...sentences],
    buttons,
  });
}

function fileTexts(video: Job["video"], { outcome }: Words): readonly string[] {
  switch (video) {
    case "copy":
      return [outcome.copyHere];
    case "too_large":
      return [outcome.tooLarge];
    case "not_taken":
      return [outcome.notTaken];
    default:
      return [];
  }
}

/** `why` overrides the reason given by `end`. */
function maybeCharged(
  end: Omit<Extract<Outcome, { kind: "unknown" }>, "kind">,
  words: Words,
  why = end.taskId === null ? words.unknown.answerLost : words.unknown.silent,
): ChatMessage {
  const { unknown } = words;
  const { taskId, atMost } = end;
  return message({
    tone: "unsure",
    title: unknown.title,
    body: [...paragraphs(why, unknown.mayBeCharged(atMost)), whereToLook(taskId, words), [unknown.secondCosts]],
  });
}

export function whereToLook(taskId: TaskId | null, { unknown }: Words): Sentence {
  return taskId === null ? unknown.whereToLook : unknown.whereToLookFor({ kind: "code", text: taskId });
}

type Asked = Pick<Job, "request" | "price" | "team">;

export function explainRefusal(refused: JobRefusal, asked: Asked, words: Words): ChatMessage {
  const { refusal } = words;
  if (asked.team && isOfPayer(refused)) return teamRefusal(refused.kind, asked, words);
  switch (refused.kind) {
    case "no_key":
      return { ...keyRefusal(refusal.noKey, words, [whereKeysAre(words)]), tone: "key" };
    case "bad_key":
      return keyRefusal(refusal.badKey, words);
    case "no_credits":
      return textMessage(
        "bad",
        { title: refusal.noCredits, body: noCreditsBody(asked, words) },
        { buttons: dashboardButtons("checkCredits", words) },
      );
    case "bad_request": {
      const { title, body, reason, edit } = refusal.badRequest;
      if (refused.serviceWords !== undefined)
        return textMessage("bad", { title, body: [reason(refused.serviceWords), edit] });
      const next = asked.request.picture ? refusal.changePromptOrPicture : refusal.changePrompt;
      return textMessage("bad", { title, body: [...body, next] });
    }
    case "busy":
    case "rate_limited":
      return textMessage("bad", refusal.rateLimited);
    case "wrong_address":
      return textMessage("bad", refusal.wrongAddress);
    case "unavailable":
      return refused.sent
        ? maybeCharged({ taskId: null, atMost: asked.price }, words)
        : textMessage("bad", refusal.unavailable);
    case "picture": {
      const body = [pictureProblemText(refused.problem, words), words.nothingCharged];
      return textMessage("bad", { title: refusal.picture, body });
    }
    default:
      return unreachable(refused);
  }
}

export function reasonTexts({ reason }: Extract<Outcome, { kind: "failed" }>, { outcome }: Words): readonly string[] {
  return reason === undefined ? [] : [outcome.reason(reason)];
}

export function refusalReason(refused: JobRefusal, asked: Asked, words: Words): string {
  return quotedReason({ kind: "refused", refusal: refused }, words) ?? explainRefusal(refused, asked, words).title;
}

export function quotedReason(outcome: Outcome | null, { amounts }: Words): string | null {
  const reason = outcome === null ? undefined : serviceReason(outcome);
  return reason === undefined ? null : amounts.quoted(excerpt(reason, REASON_MAX));
}

function serviceReason(outcome: Outcome): string | undefined {
  if (outcome.kind === "failed") return outcome.reason;
  return outcome.kind === "refused" && outcome.refusal.kind === "bad_request"
    ? outcome.refusal.serviceWords
    : undefined;
}

const REASON_MAX = 60;

type OfPayer = Extract<JobRefusal, { readonly kind: "no_key" | "bad_key" | "no_credits" }>;

function isOfPayer(refused: JobRefusal): refused is OfPayer {
  return refused.kind === "no_key" || refused.kind === "bad_key" || refused.kind === "no_credits";
}

function teamRefusal(kind: OfPayer["kind"], { price }: Asked, { team }: Words): ChatMessage {
  const { noKey, badKey, noCredits, costs, next } = team.refused;
  const { title, body } =
    kind === "no_key" ? noKey : kind === "bad_key" ? badKey : { title: noCredits, body: [costs(price)] };
  return textMessage("bad", { title, body: [...body, next] });
}

/** A team was to pay and only its key or rules prevented it, so another key may help. */
export function isTeamsRefusal(outcome: Outcome): boolean {
  if (outcome.kind === "refused") return isOfPayer(outcome.refusal);
  return outcome.kind === "not_started" && isTakenOff(outcome.why) && isAboutPaying(outcome.why);
}

export function refusedMessage(refusal: JobRefusal, job: Job): ChatMessage {
  const words = wordsIn(job.locale);
  const explanation = explainRefusal(refusal, job, words);
  if (explanation.tone === "unsure") return { ...explanation, buttons: riskyButtons(job, words) };
  const others = [...explanation.buttons, ...unpaidButtons(job, words)];
  return { ...explanation, buttons: [...payerButtons(refusal, job, words), ...others] };
}

function payerButtons(refusal: JobRefusal, job: Job, words: Words): readonly Button[] {
  if (!isOfPayer(refusal)) return [];
  if (job.team) return [ownKeyButton(job, words)];
  return refusal.kind === "no_credits" ? [] : [buttonFor({ kind: "renew_key", jobId: job.id }, words)];
}

/** Replaces a deleted card; only for a refused job. */
export function refusedPrivately(job: Job): ChatMessage {
  const outcome = outcomeOf(job);
  if (outcome?.kind !== "refused") throw new Error(`job ${job.id} is ${job.state.status}, not refused`);
  const words = wordsIn(job.locale);
  const payer = payerText(job, [], words);
  const facts = [...settingsFacts(job.request, words), ...(payer === null ? [] : [[payer]])];
  return { ...refusedMessage(outcome.refusal, job), quote: job.request.prompt, facts };
}

function keyRefusal(why: Words["refusal"]["noKey"], words: Words, where: ChatMessage["body"] = []): ChatMessage {
  const next: Sentence = words.refusal.addKeyThen({ kind: "strong", text: words.buttons.again });
  const body = [...paragraphs(...why.body), ...where, next];
  return message({ tone: "bad", title: why.title, body, buttons: dashboardButtons("getKey", words) });
}

function noCreditsBody({ request, price }: Asked, { refusal }: Words): readonly string[] {
  const cheapest = priceOf({ resolution: "480p", duration: 10 });
  return [refusal.costs(price), priceOf(request) === cheapest ? refusal.topUp : refusal.topUpOr(cheapest)];
}

function declinedTexts({ approval }: Job, words: Words): readonly Sentence[] {
  const decision = approval?.decision ?? null;
  return [words.approvals.declinedBy(deciderOf(decision, words)), ...reasonOf(decision, words)];
}

/** "your team's managers" if it is unknown who decided. */
export function deciderOf(decision: Decision | null, { approvals }: Words): Piece {
  return decision?.by ? { kind: "person", userId: decision.by } : approvals.managers;
}

export function reasonOf(decision: Decision | null, { approvals }: Words): readonly Sentence[] {
  const note = excerpt(decision?.note ?? "", NOTE_MAX);
  return note === "" ? [] : [[approvals.reason(note)]];
}
