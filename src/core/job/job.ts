import type { Posted, ReplyHandle } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import type { Credits } from "../request/price.ts";
import type { PictureProblem, VideoRequest } from "../request/video-request.ts";
import type { Locale } from "../text/locale.ts";
import type { ApiRefusal, RawAnswer } from "../video-service.ts";
import type { JobId, Owner, TaskId, Team, UserId } from "./ids.ts";

/** One accepted command, from its acceptance to its last word. Plain JSON. */
export interface Job {
  readonly v: 1;
  readonly id: JobId;
  readonly owner: Owner;
  /** Discord guild or Slack team; null in a direct message. MAX_JOBS_PER_WORKSPACE counts by it. */
  readonly workspace: string | null;
  readonly reply: ReplyHandle;
  readonly request: VideoRequest;
  readonly price: Credits;
  /** The team whose key pays; absent: its owner's own. */
  readonly team?: Team;
  /** Who was asked before a team pays; absent: nobody had to be. */
  readonly approval?: Approval;
  /** Where its command was used; absent: where its card is. */
  readonly askedIn?: AskedIn;
  /** The payer's key as sealed when the job began; null while it waits, and once closed. */
  readonly sealedKey: string | null;
  readonly acceptedAt: EpochMs;
  /** When its wait was over; absent: it did not wait. */
  readonly beganAt?: EpochMs;
  /** When it no longer waited for the service to be well again; absent: it never did. */
  readonly releasedAt?: EpochMs;
  /** From here on the card says "still not finished". */
  readonly deadlineAt: EpochMs;
  /** When the next step is due; null once closed. */
  readonly dueAt: EpochMs | null;
  /** When `dueAt` was worked out: ahead of the clock, that was set back since. Absent in new jobs. */
  readonly pacedAt?: EpochMs;
  /** Its person is notified of nothing. */
  readonly isSilent?: boolean;
  /**
   * The video's file in the card; absent: not wanted. "due" until it was tried;
   * "skipped": given up without a word, for it may be there, or is not wanted any more.
   */
  readonly video?: "due" | "here" | "too_large" | "not_taken" | "skipped";
  /** Where its notification stands, empty where none was sent; "lost", or absent: not known. */
  readonly notification?: readonly Posted[] | "lost";
  /** A batch: the jobs of its videos in their order, which its card shows. It pays for nothing itself, so its price is 0; absent: one video. */
  readonly parts?: readonly JobId[];
  /** The card of this job shows it, as its `nth` video, from 1; absent: it has a card of its own. */
  readonly partOf?: { readonly job: JobId; readonly nth: number };
  /** Its workspace has removed Reelay: what it was about is gone, and nobody is told of its end. */
  readonly isForgotten?: boolean;
  /** Others who want to be told. */
  readonly notify: readonly UserId[];
  /** An edit whose fate is not known may still land on the card, over newer words. The final word is then said twice. */
  readonly isCardInDoubt: boolean;
  /** Its person's language; absent: English. */
  readonly locale?: Locale;
  readonly state: JobState;
}

/** A channel, and the one that it is a thread of; "": none was chosen. */
export interface AskedIn {
  readonly channelId: string;
  readonly threadOf?: string;
}

export type JobState =
  | Waiting
  | Accepted
  /** A batch whose parts go their own ways. */
  | (FirstCard & { readonly status: "gathering" })
  | Submitting
  | Running
  | Announcing
  | Posting
  | Attaching
  /** `told`: the person has the final word. */
  | { readonly status: "closed"; readonly outcome: Outcome; readonly told: boolean; readonly closedAt: EpochMs };

/**
 * The answer is "given" once the platform took it, so that the person sees the card; "unclear" where it was sent and an
 * edit, or a search, can tell; "retried" where the card was posted once more. While it is "due", the person may have been
 * told anything.
 */
export interface FirstCard {
  readonly answer: "due" | "unclear" | "retried" | "given";
  /** When the card was posted whose fate is not known; absent: it cannot be looked for. */
  readonly triedAt?: EpochMs;
  readonly notBefore: EpochMs;
}

/**
 * Not begun, in no running place; it pays with the key that its payer has when it begins. While an approval is asked for,
 * nothing is held; a job that waits for its turn, for the film that it goes on from, or until the service is well again, has its
 * price held.
 */
export interface Waiting extends FirstCard {
  readonly status: "waiting";
  readonly for: "approval" | "turn" | "service" | "film";
  /** When it ends without having begun. */
  readonly until: EpochMs;
  /** Of a turn: where it stands in its owner's line, and when it is expected to begin, null where that is not known; absent: not looked at yet. */
  readonly place?: { readonly nth: number; readonly startsAt: EpochMs | null };
}

/** Surely not sent: may be sent (again). */
export interface Accepted extends FirstCard {
  readonly status: "accepted";
  readonly attempts: number;
  readonly waitingFor: "service" | "rate_limit" | null;
  /** How often the frame that it begins with was tried; absent: never, or it begins with none. */
  readonly frameTries?: number;
}

/** Saved before the first byte of the paid call. Found after a restart, only a kept answer tells whether it was charged. */
export interface Submitting {
  readonly status: "submitting";
  readonly since: EpochMs;
  readonly attempts: number;
  /** The answer: saved before it is read. */
  readonly answer: RawAnswer | null;
}

/** Settled; the final word is due: an edit of the card, or for a refusal a private message in the card's place. */
export interface Announcing {
  readonly status: "announcing";
  readonly outcome: Outcome;
  readonly settledAt: EpochMs;
  /**
   * A new message that brings the word: a refusal's private one, or any outcome's whose card is gone. "begun": its fate
   * is not known, so nothing new is sent, unless a search says that it surely is not there, and only the card may say it; "impossible": a private one surely
   * cannot be sent, and the word goes the way of all others; "done": the person was told, and the card says it once more.
   */
  readonly newMessage: "due" | "begun" | "impossible" | "done";
  /** The notification went first, and the card has not said it yet; absent: no notification went before. */
  readonly isCardDue?: true;
  /** When it was begun, where it is a card, which can be looked for; absent: a private one. */
  readonly begunAt?: EpochMs;
  /** Every way was refused at that time; the person's next command is a new one. */
  readonly noWaySince: EpochMs | null;
  /** The service was asked for a new link because the one it gave was too old. */
  readonly isLinkAsked: boolean;
  readonly attempts: number;
  readonly notBefore: EpochMs;
}

/** The notification is due; the card says it already, or when its turn comes. */
export interface Posting {
  readonly status: "posting";
  readonly outcome: Outcome;
  readonly settledAt: EpochMs;
  readonly nonce: string;
  /** A new message has called the owner already: only the others are called. */
  readonly isOwnerTold?: boolean;
  /** The card does not say it yet, for its turn is far; absent: it does. */
  readonly isCardDue?: true;
  /** When a notification was begun whose fate is not known: another could be a second one. */
  readonly triedAt: EpochMs | null;
  readonly attempts: number;
  readonly notBefore: EpochMs;
}

/** The person has the final word; the video's file is on its way into the card, if it can be had. */
export interface Attaching {
  readonly status: "attaching";
  readonly outcome: Outcome;
  readonly settledAt: EpochMs;
  readonly since: EpochMs;
  /** When a try was begun whose fate is not known. */
  readonly triedAt: EpochMs | null;
  /** Tries that were begun. */
  readonly attempts: number;
  readonly notBefore: EpochMs;
}

export type Outcome =
  /** `videoUrl` is null where the service said "succeeded" and never named an address. */
  | {
      readonly kind: "succeeded";
      readonly taskId: TaskId;
      readonly videoUrl: string | null;
      /** null: the link was asked for anew, and nobody says how long that one works. */
      readonly expiresAt: EpochMs | null;
      readonly credits: Credits;
      readonly creditsAreExact: boolean;
    }
  | { readonly kind: "failed"; readonly taskId: TaskId; readonly refunded: Credits; readonly creditsAreExact: boolean }
  /** Nothing charged. */
  | { readonly kind: "refused"; readonly refusal: JobRefusal }
  /** `hasOwnKey`: a team was to pay and no longer does, and its person has a key of their own. */
  | { readonly kind: "not_started"; readonly why: NotStarted; readonly hasOwnKey?: true }
  /** May be charged, and the person is told so. */
  | {
      readonly kind: "unknown";
      readonly taskId: TaskId | null;
      readonly atMost: Credits;
      /** The service answered with an error; absent: its answer is lost. */
      readonly isError?: boolean;
    }
  /** All parts of a batch have ended, each with an outcome of its own. */
  | { readonly kind: "several" };

/**
 * "restart": it is not known any more whether its person was shown a card. "restored": the store is a backup that was put back,
 * and it may have been made, and paid for, since that was made.
 */
export type NotStarted =
  | "too_old"
  | "restart"
  | "restored"
  | "answer_lost"
  | "answer_refused"
  | "store"
  | NoFrame
  | NotBegun
  | TakenOff;

/** "no_turn": no running place was free in time; "still_down": nor was the service well again; "stopped": another part of its batch was refused; "broken": the one that it goes on from was not made. */
export type NotBegun = "declined" | "expired" | "withdrawn" | "no_turn" | "still_down" | "stopped" | "broken";

/**
 * While it waited, the operator's lists or its team stopped letting its person make videos there, or the team stopped paying for
 * them: "guest", "person" and "channel" are what its rules say of who may spend; "unknown": the platform does not say who its person is.
 */
export type TakenOff = (typeof TAKEN_OFF)[number];
export const TAKEN_OFF = [
  "not_allowed",
  "blocked",
  "paused",
  "guest",
  "person",
  "channel",
  "over_cap",
  "unknown",
] as const;

export function isTakenOff(why: NotStarted): why is TakenOff {
  return TAKEN_OFF.some((one) => one === why);
}

export type JobRefusal = ApiRefusal | { readonly kind: "picture"; readonly problem: PictureProblem };

export function isOpen(job: Job): boolean {
  return job.state.status !== "closed";
}

/** Its outcome is known, whether or not its person knows it. */
export function isSettled(job: Job): boolean {
  return outcomeOf(job) !== null;
}

/** No part of it was sent to the video service. */
export function isBeforePaid({ state }: Job): boolean {
  return state.status === "waiting" || state.status === "accepted";
}

/** A team's managers are asked whether it may begin. */
export function needsApproval({ state }: Job): boolean {
  return state.status === "waiting" && state.for === "approval";
}

/** It waits for a running place, and its price is held. */
export function waitsForTurn({ state }: Job): boolean {
  return state.status === "waiting" && state.for === "turn";
}

/** It waits until the service is well again, and its price is held. */
export function waitsForService({ state }: Job): boolean {
  return state.status === "waiting" && state.for === "service";
}

/** It is in a running place, of which a person and a workspace have a limited number. */
export function takesPlace(job: Job): boolean {
  const { status } = job.state;
  return !isSettled(job) && status !== "waiting" && status !== "gathering";
}

export function outcomeOf(job: Job): Outcome | null {
  const { state } = job;
  return "outcome" in state ? state.outcome : null;
}

export interface Running {
  readonly status: "running";
  readonly taskId: TaskId;
  readonly credits: Credits;
  /** False where the service did not say what it charged and `credits` is the price from the table. */
  readonly creditsAreExact: boolean;
  /** 0 to 99, never falling; null before the service named one. */
  readonly percent: number | null;
  readonly since: EpochMs;
  /** How its progress was seen to go; absent before the first percentage. */
  readonly trace?: Trace;
  /** When the task should end, as the last poll let expect; null where nothing could be said, absent before the first one. */
  readonly endsAt?: EpochMs | null;
  /** The last poll that still said running: a link lives 2 h from the end, which is not before this. */
  readonly lastRunningAt: EpochMs;
  /** Polls in a row that brought no news, what was amiss with them, and since when. */
  readonly misses: number;
  readonly missing: Miss | null;
  readonly missingSince: EpochMs | null;
  readonly waitingFor: "key" | null;
  /** When its person gave another key, or the old one worked again: no refusal of a key from before counts. Absent: never. */
  readonly keyRenewedAt?: EpochMs;
  readonly notBefore: EpochMs;
}

/** Why a poll brought no news. */
export type Miss = "no_answer" | "unknown_task" | "no_link" | "bad_key";

/** A team's manager is asked before the team pays: the video costs more than it may without a question, or its person's cap is reached. */
export interface Approval {
  readonly because: "ask_above" | "person_month";
  readonly askedAt: EpochMs;
  /** Its person was a manager who may approve their own; absent: nobody may. */
  readonly mayBeOwn?: true;
  /** No way leads to its managers now; absent: they were asked, or are about to be. */
  readonly isUnreached?: true;
  /** The first word, which stays; null: nobody has said one. */
  readonly decision: Decision | null;
}

/** The one word in which an approval ends. */
export interface Decision {
  readonly word: "approved" | "declined" | "expired" | "withdrawn";
  /** null: the time has passed. */
  readonly by: UserId | null;
  readonly at: EpochMs;
  /** The manager's note, one line; absent: none. */
  readonly note?: string;
}

/** Longest line that is said with a decision, in characters. */
export const NOTE_MAX = 300;

/** An approval that nobody answers is asked for this long. */
export const APPROVAL_MS = 86_400_000;
/** A job waits this long for a running place. */
export const TURN_MS = 7_200_000;
/** A job waits this long until the service is well again. */
export const SERVICE_MS = 3_600_000;

/** One poll of a task: milliseconds since it began, and its percentage, 0 to 99. */
export type Sight = readonly [elapsedMs: number, percent: number];

/** How a task's progress was seen to go: the first sight of each percentage, in order; thinned where they are many. */
export type Trace = readonly Sight[];

/** Sights that are kept of one task: a poll every 8 s brings no more in most lives. */
export const TRACE_MAX = 64;

/** The trace with what was just seen; the same one where that is no news. */
export function traced(trace: Trace, elapsedMs: number, percent: number): Trace {
  const last = trace.at(-1);
  if (last && percent <= last[1]) return trace;
  return [...(trace.length < TRACE_MAX ? trace : thinned(trace)), [Math.max(0, Math.round(elapsedMs)), percent]];
}

/** The first sight that shows the task moving: before it, it may have waited in a queue. */
export function firstMove(trace: Trace): Sight | undefined {
  return trace.find(([, percent]) => percent > 0);
}

/** Every other one goes; where the movement began must stay. */
function thinned(trace: Trace): Trace {
  const start = firstMove(trace);
  return trace.filter((sight, index) => index % 2 === 0 || sight === start);
}

/** A job in the store that is not what Reelay saves, or of another version; the log has been told once. */
export class UnreadableJob extends Error {
  constructor(id: JobId) {
    super(`job ${id} in the store cannot be read`);
  }
}

/**
 * Why a video that goes on from another was not started. "film_gone": no place has that one's film any more; "no_frame": its
 * last frame could not be taken, or not be brought to the video service.
 */
export type NoFrame = "film_gone" | "no_frame";
