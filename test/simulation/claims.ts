import { spentOn } from "../../src/core/batch/batch.ts";
import type { EpochMs } from "../../src/core/clock.ts";
import { liveLink } from "../../src/core/job/final-word.ts";
import type { Team } from "../../src/core/job/ids.ts";
import { APPROVAL_MS, isOpen, type Job, outcomeOf } from "../../src/core/job/job.ts";
import { monthOf } from "../../src/core/job/ledger.ts";
import type { Vault } from "../../src/core/ports.ts";
import { emptyAccount, usedOf } from "../../src/core/team/account.ts";
import { holderOf } from "../../src/core/team/team.ts";
import { en } from "../../src/messages/words/en.ts";
import { type Facts, isAnswerKept, troublesOf } from "./facts.ts";
import type { ShownTexts } from "./shown-texts.ts";
import type { TeamBooks } from "./team/team-books.ts";
import { PEOPLE } from "./team/team-people.ts";
import type { Accounts } from "./world/accounts.ts";
import type { Bot } from "./world/boot.ts";
import type { Screen, Shown } from "./world/screen.ts";
import type { JobChange } from "./world/sim-disk.ts";
import { COST, type Entry, type Taken } from "./world/sim-service.ts";

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
  const isBeside = (each: Shown) => each.kind === "card" && !isCard(each.id) && !each.isFinal;
  if (seesHistory && !facts.isNewMessageLost && !facts.isMoved && screen.visible().some(isBeside))
    broken("a lost first card stands beside the card that has the final message");
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

export interface TeamEvidence {
  readonly team: Team;
  readonly books: TeamBooks;
  readonly accounts: Accounts;
  /** Lists each task with the credits that the service took for it. */
  readonly ledger: readonly Entry[];
  readonly screen: Screen;
  readonly bot: Bot;
  readonly vault: Vault;
  /** A manager last entered the team's key then. */
  readonly keyEnteredAt: EpochMs;
  /** From then on nothing went wrong. */
  readonly healedAt: EpochMs;
}

const BEFORE_ASKED = ["too_old", "answer_lost", "answer_refused", "store"] as const;

/** A video without an open approval ends within two hours in the queue and the time of the longest video. */
const ENDS_WITHIN_MS = 5 * 3_600_000;

type KeyEvidence = Pick<TeamEvidence, "team" | "vault" | "bot" | "accounts" | "keyEnteredAt">;

/** Judges a team's life that is over: everything is drained, and the books are the service's own to the credit. */
export async function checkTeamEnd(evidence: TeamEvidence, broken: Broken): Promise<void> {
  const { books, ledger, screen, healedAt } = evidence;
  const jobs = [...books.jobs.values()];
  for (const job of jobs) {
    if (job.state.status !== "closed") broken(`a video did not end: ${job.state.status}`);
    if (
      job.state.status === "closed" &&
      job.state.closedAt > Math.max(healedAt, decidedBy(job, books)) + ENDS_WITHIN_MS
    )
      broken("a video ended late although nothing stood in its way");
    if (job.approval?.decision === null && !isUnseen(job)) broken("an approval ended without a word");
    if (job.parts) checkTeamBatch(job, evidence, broken);
    else checkEntry(job, ledger.find(({ prompt }) => prompt === job.request.prompt) ?? null, broken);
  }
  const notices = screen.visible().flatMap(({ kind, message }) => (kind === "notice" && message.job) || []);
  if (new Set(notices).size < notices.length) broken("managers were told the same twice");
  await checkMonths(evidence, broken);
  await checkKey(evidence, broken);
}

/** Returns when the approval, its own or its batch's, was decided or had expired. */
function decidedBy({ approval, partOf }: Job, { jobs }: TeamBooks): EpochMs {
  const asked = approval ?? (partOf && jobs.get(partOf.job)?.approval);
  return asked ? asked.askedAt + APPROVAL_MS : 0;
}

/** Returns whether the person never saw the card, so that nobody was asked. */
function isUnseen({ state }: Job): boolean {
  const outcome = "outcome" in state ? state.outcome : null;
  return outcome?.kind === "not_started" && BEFORE_ASKED.some((why) => why === outcome.why);
}

/** Judges that the job says what the service took, or that its outcome is unknown. */
function checkEntry(job: Job, entry: Entry | null, broken: Broken): void {
  if (job.state.status !== "closed") return;
  const { outcome } = job.state;
  const credits = entry?.credits ?? 0;
  const refunded = entry?.refunded ?? 0;
  const isTold =
    outcome.kind === "unknown" ||
    (outcome.kind === "succeeded" && credits === outcome.credits && refunded === 0) ||
    (outcome.kind === "failed" && credits === outcome.refunded && refunded === credits) ||
    ((outcome.kind === "refused" || outcome.kind === "not_started") && entry === null);
  if (!isTold) broken("a job does not tell what the service took");
}

/** Judges the sums by which the caps are judged, by person and month. */
async function checkMonths({ team, books, bot }: TeamEvidence, broken: Broken): Promise<void> {
  const months = new Set([...books.jobs.values()].map(({ acceptedAt }) => monthOf(acceptedAt)));
  for (const month of months) {
    const { all, people } = await bot.stores.teams.month(team, month);
    if (all.held !== 0) broken("credits stayed held when nothing was under way any more");
    if (usedOf(all) !== usedOf(books.takenIn(month, null))) broken("a month's sum is not what its videos took");
    for (const userId of PEOPLE)
      if (usedOf(people.get(userId) ?? emptyAccount) !== usedOf(books.takenIn(month, userId)))
        broken("a person's sum is not what their videos took");
  }
}

/** Judges that a late refusal of a replaced key does not count against the present one. */
export async function checkKey(
  { team, vault, bot, accounts, keyEnteredAt }: KeyEvidence,
  broken: Broken,
): Promise<void> {
  const present = await vault.get(holderOf(team));
  if (!present || !(await bot.refused.has(team, present))) return;
  if (!accounts.hasRefused(present.reveal(), keyEnteredAt)) broken("a key that was not refused is out of use");
}

/**
 * On Slack one card is posted once more where its answer was lost and nobody can look for it. Where the answer was lost for
 * good, and a restart came too late, the word that nothing was started is a message of its own.
 */
function cardsMost({ state, reply }: Job): number {
  const isToldAnew = state.status === "closed" && state.outcome.kind === "not_started";
  return (reply.platform === "slack" ? 2 : 1) + (isToldAnew ? 1 : 0);
}

function partsIn({ jobs }: TeamBooks, { parts = [] }: Job): readonly Job[] {
  return parts.flatMap((id) => jobs.get(id) ?? []);
}

/** One card for all, one notification, and a sum line that is what the service took. */
function checkTeamBatch(batch: Job, { books, ledger, screen }: TeamEvidence, broken: (claim: string) => void): void {
  const parts = partsIn(books, batch);
  if (parts.length !== batch.parts?.length) broken("a batch has lost a video");
  const cardsOf = (job: Job) =>
    screen.visible().filter(({ kind, message }) => kind !== "post" && message.job === job.id);
  if (parts.some((part) => cardsOf(part).length > 0)) broken("one video of several has a card of its own");
  const card = screen.cardOf(batch.reply, batch.id);
  const rings = screen.visible().filter(({ kind, about }) => kind === "post" && about !== null && about === card);
  if (rings.length > 1) broken("a batch rang more than once");
  const cards = cardsOf(batch);
  if (cards.length > cardsMost(batch)) broken("a batch has card after card");
  if (batch.state.status !== "closed") return;
  const { outcome, isNotified } = batch.state;
  if (outcome.kind === "not_started" && parts.some(wasSent)) broken("a batch that was not started paid for a video");
  if (outcome.kind !== "several" || !isNotified) return;
  const sumTexts = cards.map(({ message }) => (message.body[0] ?? []).join(""));
  const sum = sumLine(parts, ledger);
  const isRight = sum === "" ? !sumTexts.some((text) => /\d/.test(text)) : sumTexts.includes(sum);
  if (!isRight) broken(`the sum line is not what the service took: ${sumTexts.join(" / ")}`);
}

/** Returns the sum line by the service's own ledger; an unknown outcome counts as a possible charge. */
function sumLine(parts: readonly Job[], ledger: readonly Entry[]): string {
  let [charged, refunded, perhaps] = [0, 0, 0];
  for (const { request, state } of parts) {
    const entry = ledger.find(({ prompt }) => prompt === request.prompt);
    const outcome = state.status === "closed" ? state.outcome : null;
    if (outcome?.kind === "unknown") perhaps += outcome.atMost;
    else charged += entry?.credits ?? 0;
    if (outcome?.kind !== "unknown") refunded += entry?.refunded ?? 0;
  }
  const { several } = en;
  return [
    ...(charged > 0 ? [several.charged(charged)] : []),
    ...(refunded > 0 ? [several.cameBack(refunded), several.net(charged - refunded)] : []),
    ...(perhaps > 0 ? [several.perhaps(perhaps)] : []),
  ].join(" · ");
}
