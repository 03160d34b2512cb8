import { spentOn } from "../../src/core/batch/batch.ts";
import { liveLink } from "../../src/core/job/final-word.ts";
import { isOpen, type Job, outcomeOf } from "../../src/core/job/job.ts";
import { type Facts, isAnswerKept, troublesOf } from "./facts.ts";
import type { ShownTexts } from "./shown-texts.ts";
import type { Screen, Shown } from "./world/screen.ts";
import type { JobChange } from "./world/sim-disk.ts";
import { COST, type Taken } from "./world/sim-service.ts";

export interface Evidence {
  readonly job: Job | null;
  readonly taken: Taken;
  readonly screen: Screen;
  readonly texts: ShownTexts;
  readonly facts: Facts;
  /** The platform can be reached in the end. */
  readonly isReachable: boolean;
  /** The platform can be reached before an overdue video is given up. */
  readonly isReachableInTime: boolean;
  /** The machine's clock was set during the life. */
  readonly isClockSet: boolean;
  /** The bot can search for a message of its own whose answer was lost. */
  readonly seesHistory: boolean;
}

type Broken = (claim: string) => void;

const HOUR = 3_600_000;
/** A paid call that certainly did not leave is made once and repeated three times. */
const UNSENT_MAX = 4;
const CARDS_MAX = 2;
/** A poll gives up after this many answers of one kind in a row. */
const MISSES_LEAST = 5;
/** No life with a video without a link is polled more often. */
const LINKLESS_MAX = 100;
/** A poll each minute in the first two hours past the deadline; a clock that is set is noticed after 30 s. */
const END_LATE_MS = 95_000;
const RENEWED_LATE_MS = 5_000;

/** Judges what one transaction makes of a job. */
export function checkChange({ before, after }: JobChange, facts: Facts, broken: Broken): void {
  if (before === null) return;
  const outcome = fixedOutcome(before);
  if (outcome !== null && outcome !== fixedOutcome(after) && !facts.isLinkAsked)
    broken("an outcome that is stored changed");
  const isVisited = facts.isLinkAsked || facts.isUninstalled || facts.isFilmForgotten;
  if (before.state.status === "closed" && !isVisited) broken("a closed job was written again");
}

/** The outcome as far as it must never change; a link may be renewed. */
function fixedOutcome(job: Job): string | null {
  const outcome = outcomeOf(job);
  if (outcome?.kind !== "succeeded") return outcome && JSON.stringify(outcome);
  return JSON.stringify({ ...outcome, videoUrl: outcome.videoUrl !== null, expiresAt: null });
}

/** Judges a life that is over. */
export function checkEnd(evidence: Evidence, broken: Broken): void {
  const { job, taken, screen, texts, facts } = evidence;
  if (facts.isRefusedUnsaved && taken.charges > 0) broken("a command that could not be saved was charged");
  if (facts.isAnswerRefused && taken.charges > 0) broken("a command whose answer was refused was charged");
  if (texts.showedNothingCharged() && taken.charges > taken.refunds)
    broken("“nothing was charged” stands beside a charge");
  if (facts.cardsAnswered > 1) broken("one command was answered with two cards");
  if (job && job.state.status !== "closed") broken(`the life did not end: ${job.state.status}`);
  if (facts.isUninstalled) {
    if (job && (job.request.prompt !== "" || job.request.picture !== null))
      broken("what a person wrote was kept when their workspace had left");
    if (job) checkLedger([job], taken, broken);
    return;
  }
  // A first card that may have arrived is posted once more where no edit can find it.
  if (screen.cards() > CARDS_MAX) broken("a card was posted again and again");
  const calls = screen.notifications();
  // Who takes the message away that brought the last word is told it anew.
  if (calls.length > 1 && !isTimeHidden(evidence) && facts.deleted !== "final")
    broken(`the person was called more than once: ${calls.slice(0, 3).join(", ")}`);
  if (job) checkLedger([job], taken, broken);
  if (job) checkOutcome(job, evidence, broken);
  checkLastWord(evidence, broken);
  checkListener(evidence, broken);
  checkPace(evidence, broken);
  checkFile(evidence, broken);
  if (job && !isTimeHidden(evidence)) checkNotification(job, screen, broken);
}

/** Judges that *Delete* would take away the notification, or say that it cannot. */
function checkNotification({ state, notification = "lost" }: Job, screen: Screen, broken: Broken): void {
  if (state.status !== "closed" || notification === "lost") return;
  const notified = notification.map((one) => (one.platform === "slack" ? one.ts : one.messageId));
  const isLeft = screen.visible().some(({ id, kind }) => kind === "post" && !notified.includes(id));
  if (isLeft) broken("Delete would leave the notification, and say that nothing is left");
}

/** A clock that was set while nobody looked hides how long ago something was tried. */
function isTimeHidden({ facts, isClockSet }: Evidence): boolean {
  return isClockSet && facts.crashes + facts.stops > 0;
}

/** Judges that somebody who asked to be notified, and nobody else, is notified once. */
function checkListener(evidence: Evidence, broken: Broken): void {
  const { job, facts, isReachable } = evidence;
  if (facts.listenerCalls > 1 && !isTimeHidden(evidence))
    broken("somebody who wants to be told was called more than once");
  if (!facts.isListenerPromised && facts.listenerCalls > 0) broken("somebody was called who never asked for it");
  const isLost = facts.isNotificationLost || facts.isNewMessageLost || facts.isWayShut;
  if (!facts.isListenerPromised || facts.unlistenedAt !== null || !isReachable || isLost) return;
  if (job?.state.status === "closed" && facts.listenerCalls === 0 && troublesOf(facts) === 0)
    broken("somebody who wants to be told was forgotten");
}

/** Judges that, where nothing goes wrong, an end is seen soon and a new key is tried at once. */
function checkPace({ facts, isClockSet }: Evidence, broken: Broken): void {
  const troubles = troublesOf(facts) + facts.readFaults;
  if (troubles > 0) return;
  const isKeyAlone = facts.pollFaults === facts.keyFaults;
  if (isKeyAlone && facts.renewedLateMs !== null && facts.renewedLateMs > RENEWED_LATE_MS)
    broken("a new key waited to be tried");
  if (
    facts.pollFaults === 0 &&
    facts.endSeenLateMs !== null &&
    facts.endSeenLateMs > (isClockSet ? 4 : 1) * END_LATE_MS
  )
    broken("the end of a video was seen late");
}

/** Judges that the jobs' own costs are what the service took. */
function checkLedger(jobs: readonly Job[], taken: Taken, broken: Broken): void {
  const { charged, refunded, unknown } = spentOn(jobs);
  const net = COST * (taken.charges - taken.refunds);
  if (net < charged - refunded || net > charged - refunded + unknown) broken("the ledger does not tell what was taken");
}

function checkOutcome(job: Job, { facts, texts, isReachableInTime }: Evidence, broken: Broken): void {
  const outcome = outcomeOf(job);
  if (facts.unsent > UNSENT_MAX) broken("a call that does not leave was repeated too often");
  const settledLateMs = (job.state.status === "closed" ? job.state.closedAt : 0) - job.deadlineAt;
  const isOverdue = settledLateMs > 12 * HOUR;
  if (
    outcome?.kind === "succeeded" &&
    outcome.videoUrl === null &&
    facts.linkless + facts.unknownTasks < MISSES_LEAST &&
    !isOverdue
  )
    broken("a link was given up at once");
  if (outcome?.kind !== "unknown") return;
  if (outcome.taskId === null && facts.isStartHeard && isAnswerKept(facts))
    broken("the answer of the paid call was forgotten");
  if (outcome.taskId === null) return;

  if (!isOverdue && facts.unknownTasks < MISSES_LEAST) broken("a task was given up that may go on");
  if (facts.linkless > LINKLESS_MAX) broken("a video that is done was told as unknown");
  const isWatched = isReachableInTime && facts.deleted === null && !facts.isWayShut;
  if (isOverdue && isWatched && !texts.showedOverdue()) broken("nobody was told that the video takes too long");
}

/** Judges that the person has the final word, where they could be reached. */
function checkLastWord({ job, screen, texts, facts, isReachable, seesHistory }: Evidence, broken: Broken): void {
  if (job?.state.status !== "closed") return;
  const outcome = outcomeOf(job);
  const card = screen.cardOf(job.reply);
  // Nothing was charged, and nobody has a card that waits; a post that nobody can look for is not repeated for that.
  const isTold = outcome?.kind === "not_started" && outcome.why !== "answer_refused" && outcome.why !== "store";
  const isExpected = card !== null || (seesHistory && !facts.isWayShut);
  const isSilent = outcome?.kind === "not_started" && !(isTold && isExpected);
  if (isSilent || facts.isRefusedUnsaved) return;
  if (!isReachable) return;
  // A person who takes the card away takes the last word with it; what stood there before is told anew, if it can be.
  if (facts.deleted === "final") return;
  const troubles = troublesOf(facts);
  if (facts.deleted !== null && (facts.isNewMessageLost || troubles > 0)) return;

  const isCard = (id: string) => id === card || id === facts.notedCard;
  const isStale = screen.visible().some((each) => isCard(each.id) && !each.isFinal);
  const isLeft = (each: Shown) => each.kind === "card" && !isCard(each.id) && /^Starting/.test(each.message.title);
  if (job.reply.platform === "slack" && !facts.isMoved && screen.visible().some(isLeft))
    broken("a card that nobody can find says for ever that the video is starting");
  if (!texts.showedEnd()) broken("the person never got the final word");
  else if (!screen.visible().some(({ isFinal }) => isFinal)) broken("the final word is nowhere to be seen");
  if (isStale) broken("the card stands there as if it were still under way");
  if (!job.state.isNotified) broken("a job was closed without a notification although its person could be reached");
}

function checkFile({ job, screen, facts, isReachable, isClockSet }: Evidence, broken: Broken): void {
  if (facts.filesTooSoon > 0) broken("a file went before the final word");
  if (job?.state.status !== "closed") return;
  if (job.reply.platform === "slack" && facts.filesPut > 1) broken("a file was put twice where none is replaced");
  const { video } = job;
  const id = screen.cardOf(job.reply);
  const card = screen.visible().find((each) => each.id === id);
  const hasFile = screen.filesOf(job.reply).some(({ isFrame }) => !isFrame);
  if ((video === "here" || video === "copy") && card && !hasFile) broken("the card lost its file");

  const isWatched = isReachable && card !== undefined && facts.deleted === null && !facts.isWayShut;
  if (!isWatched) return;
  // A clock that is set forward cuts short how long an old file is waited for.
  const isAlone = (video === "too_large" || video === "not_taken") && !isClockSet;
  if (isAlone && !/so here is just the link/.test(card.text)) broken("nobody can read why the link is alone");
  if (isAlone && job.reply.platform === "discord" && hasFile) broken("the file is there, and the card says no");
  if (isAlone && facts.attachFaults + facts.crashes + facts.stops + facts.writeFaults + facts.readFaults === 0)
    broken("a file was given up for nothing");
  const { outcome, closedAt } = job.state;
  if (video === "due" && !facts.isLinkAsked && liveLink(outcome, closedAt) !== null)
    broken("nobody tried to bring the file");
}

/** Judges the life of a batch that is over; `jobs`: its own and those of its videos. */
export function checkBatchEnd(jobs: readonly Job[], evidence: Evidence, broken: (claim: string) => void): void {
  const { taken, screen, texts, facts } = evidence;
  const parts = jobs.filter(({ partOf }) => partOf);
  const open = jobs.filter(isOpen);
  for (const { state, partOf } of open)
    broken(`the life did not end: ${partOf ? "a part is" : "a batch is"} ${state.status}`);
  const paid = parts.filter((part) => wasSent(part));
  if (taken.charges > paid.length) broken("a video was charged twice, or is not known to be charged");
  if ((facts.isRefusedUnsaved || facts.isAnswerRefused) && taken.charges > 0)
    broken("a batch was charged whose person was told that nothing would be");
  checkLedger(parts, taken, broken);
  if (facts.isUninstalled) {
    const isKept = jobs.some(({ request }) => request.prompt !== "" || request.picture !== null);
    if (isKept) broken("what a person wrote was kept when their workspace had left");
    return;
  }
  if (texts.showedNothingCharged() && taken.charges > taken.refunds)
    broken("“nothing was charged” stands beside a charge");
  if (screen.cards() > CARDS_MAX) broken("a card was posted again and again");
  const isDeleted = facts.deleted === "final";
  if (screen.notifications().length > 1 && !isTimeHidden(evidence) && !isDeleted)
    broken("the person was called more than once");
  checkLastWord(evidence, broken);
  checkListener(evidence, broken);
}

/** Returns whether the part's paid call may have reached the service. */
function wasSent(part: Job): boolean {
  const outcome = outcomeOf(part);
  return outcome !== null && outcome.kind !== "not_started" && outcome.kind !== "refused";
}
