import { spentOn } from "../../src/core/batch/batch.ts";
import type { EpochMs } from "../../src/core/clock.ts";
import { liveLink } from "../../src/core/job/final-message.ts";
import type { Team } from "../../src/core/job/ids.ts";
import { APPROVAL_MS, isOpen, type Job, outcomeOf } from "../../src/core/job/job.ts";
import { PERIODS, periodOf } from "../../src/core/period.ts";
import type { Vault } from "../../src/core/stored-secrets.ts";
import { countedAt } from "../../src/core/team/spending.ts";
import { holderOf } from "../../src/core/team/team.ts";
import { noUsage, usedOf } from "../../src/core/team/usage.ts";
import { en } from "../../src/messages/words/en.ts";
import {
  brokenClaims,
  brokenMoneyClaims,
  type Claim,
  type CommandFacts,
  MESSAGE_CLAIMS,
  type MoneyFacts,
  type ServiceLedger,
  serviceLedgerOf,
} from "../claims/claims.ts";
import { type Facts, isAnswerKept, troublesOf } from "./facts.ts";
import type { ShownTexts } from "./shown-texts.ts";
import type { TeamBooks } from "./team/team-books.ts";
import { PEOPLE } from "./team/team-people.ts";
import type { Accounts } from "./world/accounts.ts";
import type { Bot } from "./world/boot.ts";
import type { Screen, Shown } from "./world/screen.ts";
import type { JobChange } from "./world/sim-disk.ts";
import type { Entry } from "./world/sim-service.ts";

export interface Evidence {
  readonly job: Job | null;
  readonly taken: ServiceLedger;
  /** Each task with the credits that the service charged for it. */
  readonly ledger: readonly Entry[];
  readonly screen: Screen;
  readonly texts: ShownTexts;
  readonly facts: Facts;
  /** True if the platform is reachable at the end of the run. */
  readonly isReachable: boolean;
  /** True if the platform is reachable before the bot gives up an overdue video. */
  readonly isReachableInTime: boolean;
  /** True if the machine's clock was set during the run. */
  readonly isClockSet: boolean;
  /** True if the bot can search the channel for a message whose response was lost. */
  readonly seesHistory: boolean;
  /** True if the service starts one task per idempotency key, and the operator has configured this. */
  readonly honorsKeys: boolean;
}

type Broken = (claim: string) => void;

const HOUR = 3_600_000;
/** A paid call that was certainly not sent is made once and repeated three times. */
const UNSENT_MAX = 4;
const CARDS_MAX = 2;
/** The bot gives up a task after at least this many poll responses of one kind in a row. */
const MISSES_LEAST = 5;
/** No run polls a finished video without a link more often than this. */
const LINKLESS_MAX = 100;
/** In the first two hours after the deadline the bot polls once a minute. It notices a clock change after 30 s. */
const END_LATE_MS = 95_000;
const RENEWED_LATE_MS = 5_000;

/** Checks what one transaction changes in a job. */
export function checkChange({ before, after }: JobChange, facts: Facts, broken: Broken): void {
  if (before === null) return;
  const outcome = fixedOutcome(before);
  if (outcome !== null && outcome !== fixedOutcome(after) && !facts.isLinkAsked) broken("a stored outcome changed");
  const isVisited = facts.isLinkAsked || facts.isUninstalled || facts.isFilmForgotten;
  if (before.state.status === "closed" && !isVisited) broken("a closed job was saved again");
}

/**
 * The part of the outcome that must never change. A link may be renewed, and the service's own text is deleted with the
 * prompt.
 */
function fixedOutcome(job: Job): string | null {
  const outcome = outcomeOf(job);
  if (outcome === null) return null;
  switch (outcome.kind) {
    case "succeeded":
      return JSON.stringify({ ...outcome, videoUrl: outcome.videoUrl !== null, expiresAt: null });
    case "failed":
      return JSON.stringify({ ...outcome, reason: null });
    case "refused":
      return JSON.stringify({ ...outcome, refusal: { ...outcome.refusal, serviceWords: null } });
    default:
      return JSON.stringify(outcome);
  }
}

/** Checks a finished run. `jobs` are the job of its command and, for a batch, the jobs of its videos. */
export function checkEnd(jobs: readonly Job[], evidence: Evidence, broken: Broken): void {
  const { job, taken, screen, facts } = evidence;
  for (const { state, partOf } of jobs.filter(isOpen))
    broken(`the run did not end: ${partOf ? "a part is " : ""}${state.status}`);
  if (facts.isRefusedUnsaved && taken.tasks > 0) broken("a command that could not be saved was charged");
  if (facts.isAnswerRefused && taken.tasks > 0) broken("a command whose answer was refused was charged");
  const videos = jobs.filter(({ parts }) => !parts);
  for (const claim of brokenClaims(commandFacts(videos, evidence), excusesOf(evidence))) broken(claim);
  if (facts.isUninstalled) {
    const isKept = jobs.some(({ request }) => request.prompt !== "" || request.picture !== null);
    if (isKept) broken("a person's text was kept after the bot was removed from the workspace");
    return;
  }
  for (const video of videos) for (const claim of brokenMoneyClaims(moneyFacts(video, evidence.ledger))) broken(claim);
  if (facts.cardsAnswered > 1) broken("one command was answered with two cards");
  // A first card that may have arrived is posted again if it cannot be found and edited.
  if (screen.cards() > CARDS_MAX) broken("a card was posted too often");
  if (isFinalDue(evidence) && job?.state.status === "closed" && !job.state.isNotified)
    broken("a job was closed without a notification although its person could be reached");
  checkListener(evidence, broken);
  if (!job || job.parts) return;
  checkOutcome(job, evidence, broken);
  checkPace(evidence, broken);
  checkFile(evidence, broken);
  if (!isTimeHidden(evidence)) checkNotification(job, screen, broken);
}

/** Checks each video's paid calls, and nothing else. */
export function checkCharges(ledger: readonly Entry[], broken: Broken): void {
  for (const prompt of new Set(ledger.map((entry) => entry.prompt))) {
    const service = serviceLedgerOf(ledger.filter((entry) => entry.prompt === prompt));
    for (const claim of brokenMoneyClaims({ service, isBatch: false, stored: null })) broken(claim);
  }
}

function commandFacts(
  videos: readonly Job[],
  { job, taken, screen, texts, facts, seesHistory }: Evidence,
): CommandFacts {
  const shown = screen.visible();
  const card = job && screen.cardOf(job.reply);
  const isCard = (id: string) => id === card || id === facts.notedCard;
  const isOnSlack = job?.reply.platform === "slack" && !facts.isMoved;
  const isFound = seesHistory && !facts.isNewMessageLost && !facts.isMoved;
  /**
   * A first card that was posted twice, and whose first message is unknown to the bot. The bot deletes it if it can search
   * the channel.
   */
  const isLeft = ({ id, kind, message }: Shown) =>
    kind === "card" && !isCard(id) && (isFound || (isOnSlack && /^Starting/.test(message.title)));
  return {
    service: taken,
    isBatch: job?.parts !== undefined,
    statements: texts.statements(),
    // On Slack the notification may come first. A person who deletes the unfinished card still has that message with the
    // link.
    finalMessages: shown.filter(({ kind, isFinal }) => isFinal && (kind !== "post" || facts.deleted !== null)).length,
    unfinishedCards: shown.filter((one) => !one.isFinal && (isCard(one.id) || isLeft(one))).length,
    notifications: screen.notifications().length,
    // A batch ends when the bot is removed from its workspace, whatever the outcomes of its videos.
    stored: job && { outcome: (!facts.isUninstalled && outcomeOf(job)?.kind) || null, costs: spentOn(videos) },
  };
}

function moneyFacts(job: Job, ledger: readonly Entry[]): MoneyFacts {
  return {
    service: serviceLedgerOf(ledger.filter(({ prompt }) => prompt === job.request.prompt)),
    isBatch: false,
    stored: { outcome: outcomeOf(job)?.kind ?? null, costs: spentOn([job]) },
  };
}

function excusesOf(evidence: Evidence): readonly Claim[] {
  const { job, facts } = evidence;
  if (facts.isUninstalled) return MESSAGE_CLAIMS;
  // The final message is shown again to a person who has deleted it, and a copy of the card wherever its person requests one.
  const excused: Claim[] = ["more than one final message"];
  if (!isFinalDue(evidence))
    excused.push("no final message", "no notification", "a card still shows the video as under way");
  if (isTimeHidden(evidence) || facts.deleted === "final") excused.push("more than one notification");
  const isLost = facts.isNotificationLost || facts.isNewMessageLost || facts.isWayShut || troublesOf(facts) > 0;
  if (isLost || job?.isSilent) excused.push("no notification");
  return excused;
}

/** Returns true if the person must have the final message at the end. */
function isFinalDue({ job, screen, facts, isReachable, seesHistory }: Evidence): boolean {
  if (job?.state.status !== "closed" || facts.isRefusedUnsaved || !isReachable) return false;
  // Deleting the final card also deletes the final message. After deleting an unfinished card, the person gets a new one if
  // possible.
  if (facts.deleted === "final") return false;
  if (facts.deleted !== null && (facts.isNewMessageLost || troublesOf(facts) > 0)) return false;
  const outcome = outcomeOf(job);
  if (outcome?.kind !== "not_started") return true;
  // Nothing was charged, and nobody has an unfinished card. The bot does not repeat such a message if it cannot search for the
  // first one.
  const isTold = outcome.why !== "answer_refused" && outcome.why !== "store";
  return isTold && (screen.cardOf(job.reply) !== null || (seesHistory && !facts.isWayShut));
}

/** Checks that *Delete* would delete the notification, or say that it cannot. */
function checkNotification({ state, notification = "lost" }: Job, screen: Screen, broken: Broken): void {
  if (state.status !== "closed" || notification === "lost") return;
  const notified = notification.map((one) => (one.platform === "slack" ? one.ts : one.messageId));
  const isLeft = screen.visible().some(({ id, kind }) => kind === "post" && !notified.includes(id));
  if (isLeft) broken("Delete would leave the notification and say that nothing is left");
}

/** After the clock was set and a process ended, the bot cannot know how long ago an attempt was. */
function isTimeHidden({ facts, isClockSet }: Evidence): boolean {
  return isClockSet && facts.crashes + facts.stops > 0;
}

/** Checks that a person who pressed *Notify me too* is notified exactly once, and nobody else is. */
function checkListener(evidence: Evidence, broken: Broken): void {
  const { job, facts, isReachable } = evidence;
  if (facts.listenerCalls > 1 && !isTimeHidden(evidence)) broken("a listener was notified more than once");
  if (!facts.isListenerPromised && facts.listenerCalls > 0) broken("a person was notified without asking for it");
  const isLost = facts.isNotificationLost || facts.isNewMessageLost || facts.isWayShut;
  if (!facts.isListenerPromised || facts.unlistenedAt !== null || !isReachable || isLost) return;
  if (job?.state.status === "closed" && facts.listenerCalls === 0 && troublesOf(facts) === 0)
    broken("a listener was not notified");
}

/** Checks that, without faults, the bot notices the end of a video soon and tries a new key at once. */
function checkPace({ facts, isClockSet }: Evidence, broken: Broken): void {
  const troubles = troublesOf(facts) + facts.readFaults;
  if (troubles > 0) return;
  const isKeyAlone = facts.pollFaults === facts.keyFaults;
  if (isKeyAlone && facts.renewedLateMs !== null && facts.renewedLateMs > RENEWED_LATE_MS)
    broken("a new key was not tried at once");
  if (
    facts.pollFaults === 0 &&
    facts.endSeenLateMs !== null &&
    facts.endSeenLateMs > (isClockSet ? 4 : 1) * END_LATE_MS
  )
    broken("the end of a video was noticed late");
}

function checkOutcome(job: Job, { facts, texts, isReachableInTime, honorsKeys }: Evidence, broken: Broken): void {
  const outcome = outcomeOf(job);
  if (facts.unsent > UNSENT_MAX) broken("an unsent call was retried too often");
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
    broken("the response to the paid call was lost");
  if (outcome.taskId === null && honorsKeys && !facts.isRefusedForGood)
    broken("the outcome is unknown although the service supports idempotency keys");
  if (outcome.taskId === null) return;

  if (!isOverdue && facts.unknownTasks < MISSES_LEAST) broken("a task was given up that may still be running");
  if (facts.linkless > LINKLESS_MAX) broken("a finished video was reported as unknown");
  const isWatched = isReachableInTime && facts.deleted === null && !facts.isWayShut;
  if (isOverdue && isWatched && !texts.showedOverdue()) broken("the person did not see that the video takes too long");
}

function checkFile({ job, screen, facts, isReachable, isClockSet }: Evidence, broken: Broken): void {
  if (facts.filesTooSoon > 0) broken("a file was attached before the final message");
  if (job?.state.status !== "closed") return;
  if (job.reply.platform === "slack" && facts.filesPut > 1) broken("a file was attached twice on Slack");
  const { video } = job;
  const id = screen.cardOf(job.reply);
  const card = screen.visible().find((each) => each.id === id);
  const hasFile = screen.filesOf(job.reply).some(({ isFrame }) => !isFrame);
  if ((video === "here" || video === "copy") && card && !hasFile) broken("the card lost its file");

  const isWatched = isReachable && card !== undefined && facts.deleted === null && !facts.isWayShut;
  if (!isWatched) return;
  // A clock that is set forward shortens the time for which the bot retries an upload.
  const isAlone = (video === "too_large" || video === "not_taken") && !isClockSet;
  if (isAlone && !/so here is just the link/.test(card.text)) broken("the card does not say why it has only a link");
  if (isAlone && job.reply.platform === "discord" && hasFile)
    broken("the card says that its file is missing, but it is there");
  if (isAlone && facts.attachFaults + facts.crashes + facts.stops + facts.writeFaults + facts.readFaults === 0)
    broken("a file was given up without a reason");
  const { outcome, closedAt } = job.state;
  if (video === "due" && !facts.isLinkAsked && liveLink(outcome, closedAt) !== null)
    broken("the file was never attached");
}

/** Returns true if the part's paid call may have reached the service. */
function wasSent(part: Job): boolean {
  const outcome = outcomeOf(part);
  return outcome !== null && outcome.kind !== "not_started" && outcome.kind !== "refused";
}

export interface TeamEvidence {
  readonly team: Team;
  readonly books: TeamBooks;
  readonly accounts: Accounts;
  /** Each task with the credits that the service charged for it. */
  readonly ledger: readonly Entry[];
  readonly screen: Screen;
  readonly bot: Bot;
  readonly vault: Vault;
  /** The time when a manager last entered the team's key. */
  readonly keyEnteredAt: EpochMs;
  /** The time after which no fault happened. */
  readonly healedAt: EpochMs;
}

const BEFORE_ASKED = ["too_old", "answer_lost", "answer_refused", "store"] as const;

/** A video without an open approval ends within two hours in the queue and the duration of the longest task. */
const ENDS_WITHIN_MS = 5 * 3_600_000;

type KeyEvidence = Pick<TeamEvidence, "team" | "vault" | "bot" | "accounts" | "keyEnteredAt">;

/** Checks a team's finished run: every job is closed, and the stored sums equal what the service charged. */
export async function checkTeamEnd(evidence: TeamEvidence, broken: Broken): Promise<void> {
  const { books, ledger, screen, healedAt } = evidence;
  const jobs = [...books.jobs.values()];
  for (const job of jobs) {
    if (job.state.status !== "closed") broken(`a video did not end: ${job.state.status}`);
    if (
      job.state.status === "closed" &&
      job.state.closedAt > Math.max(healedAt, decidedBy(job, books)) + ENDS_WITHIN_MS
    )
      broken("a video ended late after all faults had ended");
    if (job.approval?.decision === null && !isUnseen(job)) broken("an approval ended without a decision");
    if (job.parts) checkTeamBatch(job, evidence, broken);
    else for (const claim of brokenMoneyClaims(teamMoneyFacts(job, ledger))) broken(claim);
  }
  const notices = screen.visible().flatMap(({ kind, message }) => (kind === "notice" && message.job) || []);
  if (new Set(notices).size < notices.length) broken("managers received the same notice twice");
  await checkSums(evidence, broken);
  await checkKey(evidence, broken);
}

/** The service may charge a team more than its price. If the response was lost, the bot cannot know this. */
function teamMoneyFacts(job: Job, ledger: readonly Entry[]): MoneyFacts {
  const facts = moneyFacts(job, ledger);
  return outcomeOf(job)?.kind === "unknown" ? { ...facts, stored: null } : facts;
}

/** Returns the time by which the approval of the job or its batch was decided or had expired. */
function decidedBy({ approval, partOf }: Job, { jobs }: TeamBooks): EpochMs {
  const asked = approval ?? (partOf && jobs.get(partOf.job)?.approval);
  return asked ? asked.askedAt + APPROVAL_MS : 0;
}

/** Returns true if the person never saw the card, so nobody was asked for an approval. */
function isUnseen({ state }: Job): boolean {
  const outcome = "outcome" in state ? state.outcome : null;
  return outcome?.kind === "not_started" && BEFORE_ASKED.some((why) => why === outcome.why);
}

/** Checks the sums that the caps use, by person, day and month. */
async function checkSums({ team, books, bot }: TeamEvidence, broken: Broken): Promise<void> {
  const jobs = [...books.jobs.values()];
  const periods = new Set(jobs.flatMap((job) => PERIODS.map((kind) => periodOf(kind, countedAt(job)))));
  for (const period of periods) {
    const { all, people } = await bot.stores.teams.spent(team, period);
    if (all.held !== 0) broken("credits are still reserved although every job has ended");
    if (usedOf(all) !== usedOf(books.takenIn(period, null)))
      broken("the sum of a day or month differs from its videos' costs");
    for (const userId of PEOPLE)
      if (usedOf(people.get(userId) ?? noUsage) !== usedOf(books.takenIn(period, userId)))
        broken("a person's sum differs from their videos' costs");
  }
}

/** Checks that a late refusal of a replaced key does not mark the current key as refused. */
export async function checkKey(
  { team, vault, bot, accounts, keyEnteredAt }: KeyEvidence,
  broken: Broken,
): Promise<void> {
  const present = await vault.get(holderOf(team));
  if (!present || !(await bot.refused.has(team, present))) return;
  if (!accounts.hasRefused(present.reveal(), keyEnteredAt)) broken("a key that was not refused is marked as refused");
}

/**
 * On Slack a card whose response was lost is posted again if the bot cannot search for it. If the bot restarted too late to
 * start the job, the message that nothing was started is one more.
 */
function cardsMost({ state, reply }: Job): number {
  const isToldAnew = state.status === "closed" && state.outcome.kind === "not_started";
  return (reply.platform === "slack" ? 2 : 1) + (isToldAnew ? 1 : 0);
}

function partsIn({ jobs }: TeamBooks, { parts = [] }: Job): readonly Job[] {
  return parts.flatMap((id) => jobs.get(id) ?? []);
}

/** Checks that a batch has one card and one notification, and that its sum line shows what the service charged. */
function checkTeamBatch(batch: Job, { books, ledger, screen }: TeamEvidence, broken: (claim: string) => void): void {
  const parts = partsIn(books, batch);
  if (parts.length !== batch.parts?.length) broken("a batch has lost a video");
  const cardsOf = (job: Job) =>
    screen.visible().filter(({ kind, message }) => kind !== "post" && message.job === job.id);
  if (parts.some((part) => cardsOf(part).length > 0)) broken("a video of a batch has its own card");
  const card = screen.cardOf(batch.reply, batch.id);
  const rings = screen.visible().filter(({ kind, about }) => kind === "post" && about !== null && about === card);
  if (rings.length > 1) broken("a batch sent more than one notification");
  const cards = cardsOf(batch);
  if (cards.length > cardsMost(batch)) broken("a batch has too many cards");
  if (batch.state.status !== "closed") return;
  const { outcome, isNotified } = batch.state;
  if (outcome.kind === "not_started" && parts.some(wasSent)) broken("a batch that was not started paid for a video");
  if (outcome.kind !== "several" || !isNotified) return;
  const sumTexts = cards.map(({ message }) => (message.body[0] ?? []).join(""));
  const sum = sumLine(parts, ledger);
  const isRight = sum === "" ? !sumTexts.some((text) => /\d/.test(text)) : sumTexts.includes(sum);
  if (!isRight) broken(`the sum line differs from what the service charged: ${sumTexts.join(" / ")}`);
}

/** The sum line as the service's ledger has it. An unknown outcome counts as a possible charge. */
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
