import { ACCESS_REFUSALS } from "../access.ts";
import type { Posted, ReplyHandle } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import type { KeptFilm } from "../film/kept-film.ts";
import type { Credits } from "../request/price.ts";
import type { PictureProblem, VideoRequest } from "../request/video-request.ts";
import type { Locale } from "../text/locale.ts";
import type { ApiRefusal, RawAnswer } from "../video-service.ts";
import type { JobId, Owner, TaskId, Team, UserId } from "./ids.ts";

/** Plain JSON. */
export interface Job {
  readonly v: 1;
  readonly id: JobId;
  readonly mark: number;
  readonly owner: Owner;
  /** Discord guild or Slack team; null in a direct message. */
  readonly workspace: string | null;
  readonly reply: ReplyHandle;
  readonly request: VideoRequest;
  readonly price: Credits;
  /** The team whose key pays. Default: the owner's key. */
  readonly team?: Team;
  readonly approval?: Approval;
  readonly askedIn?: AskedIn;
  /** The payer's key, encrypted. A waiting or closed job has none. */
  readonly sealedKey: string | null;
  readonly acceptedAt: EpochMs;
  /** When a manager approved it. The team's sums of that day and month include it. Default: `acceptedAt`. */
  readonly countsAt?: EpochMs;
  readonly beganAt?: EpochMs;
  /** After this, the card says "still not finished". */
  readonly deadlineAt: EpochMs;
  readonly dueAt: EpochMs | null;
  readonly isSilent?: boolean;
  /** "skipped": given up silently, because the file may be there or is no longer wanted. */
  readonly video?: "due" | "here" | "copy" | "too_large" | "not_taken" | "skipped";
  /** "over": stored, given up or not wanted. */
  readonly keep?: "due" | "over";
  readonly film?: KeptFilm;
  /** Not known before the final message. */
  readonly notification?: SentNotification;
  /** The jobs of a batch, which pays for nothing itself. */
  readonly parts?: readonly JobId[];
  readonly partOf?: { readonly job: JobId; readonly nth: number };
  /** Its workspace removed Reelay: the content is deleted, and nobody is notified. */
  readonly isForgotten?: boolean;
  readonly notify: readonly UserId[];
  /** An earlier edit may still arrive and overwrite newer text. The final message will then be repeated. */
  readonly isCardInDoubt: boolean;
  /** When a first card was posted that may not have arrived. It is deleted once it is found. */
  readonly lostCardAt?: EpochMs;
  /** Set for a job from a backup until its card is known to show no end. */
  readonly restored?: Restored;
  readonly locale?: Locale;
  readonly state: JobState;
}

/**
 * "unread": the card may be newer than the job, so nothing replaces it. "running": the same, and a later poll showed a
 * running task. "ended": the card shows an end and is never edited again. "hidden": the bot cannot read the card.
 */
export type Restored = "unread" | "running" | "ended" | "hidden";

/** "lost": the message may exist, but its place is unknown. */
export type SentNotification = readonly Posted[] | "lost";

export type Whole = Job & { readonly videos?: readonly Job[] };

export interface AskedIn {
  readonly channelId: string;
  readonly threadOf?: string;
}

export type JobState =
  | Waiting
  | Accepted
  | (FirstCard & { readonly status: "gathering" })
  | Submitting
  | Running
  | Announcing
  | Posting
  | Attaching
  | Keeping
  | { readonly status: "closed"; readonly outcome: Outcome; readonly isNotified: boolean; readonly closedAt: EpochMs };

export const JOB_STATUSES = {
  waiting: "waiting",
  accepted: "accepted",
  gathering: "gathering",
  submitting: "submitting",
  running: "running",
  announcing: "announcing",
  posting: "posting",
  attaching: "attaching",
  keeping: "keeping",
  closed: "closed",
} as const satisfies { readonly [Status in JobState["status"]]: Status };

/**
 * "given": the platform took the card. "unclear": it was sent, and an edit or a search can tell whether it arrived.
 * "retried": it was posted again.
 */
export interface FirstCard {
  readonly answer: "due" | "unclear" | "retried" | "given";
  /** When a card was posted that may not have arrived, if it can be searched for. */
  readonly triedAt?: EpochMs;
  readonly notBefore: EpochMs;
}

/** Takes no running place and has no key yet. The price is reserved, except while managers are asked. */
export interface Waiting extends FirstCard {
  readonly status: "waiting";
  readonly for: "approval" | "turn" | "film";
  readonly until: EpochMs;
  /** The job's place in the owner's queue. */
  readonly place?: { readonly nth: number; readonly startsAt: EpochMs | null };
}

/** Before the paid call, or after a call that was certainly not sent. */
export interface Accepted extends FirstCard {
  readonly status: "accepted";
  readonly attempts: number;
  readonly waitingFor: "service" | "rate_limit" | null;
  readonly pictureTries?: number;
}

/** Saved before the first byte of the paid call. After a restart, only a stored answer tells whether it was charged. */
export interface Submitting {
  readonly status: "submitting";
  readonly since: EpochMs;
  readonly attempts: number;
  readonly answer: RawAnswer | null;
  /** A call whose answer was lost is repeated only if this is set. */
  readonly idempotency?: Idempotency;
}

export interface Idempotency {
  readonly key: string;
  /** The service that got the idempotency key, see `VideoApi`. Another service does not know the key. */
  readonly place: string;
  readonly firstAt: EpochMs;
  /** No repetition is sent after this. */
  readonly until: EpochMs;
  readonly lost: number;
  /** When the next repetition is due, unless a call is in progress. */
  readonly againAt: EpochMs | null;
}

export interface Announcing {
  readonly status: "announcing";
  readonly outcome: Outcome;
  readonly settledAt: EpochMs;
  /**
   * The final message as a new message. "begun": it may have arrived, so nothing new is sent unless a search proves that
   * it is missing. "impossible": no private message can be sent. "done": the person was notified, and the card repeats it.
   */
  readonly newMessage: "due" | "begun" | "impossible" | "done";
  /** The notification was sent first, so the card does not show the outcome yet. */
  readonly isCardDue?: true;
  /** Only for a message that can be searched for, so not for a private one. */
  readonly begunAt?: EpochMs;
  /** When every way to the person was refused. Their next command opens another way. */
  readonly noWaySince: EpochMs | null;
  readonly isLinkAsked: boolean;
  readonly attempts: number;
  readonly notBefore: EpochMs;
}

/** The notification is due. The card shows the outcome, unless `isCardDue`. */
export interface Posting {
  readonly status: "posting";
  readonly outcome: Outcome;
  readonly settledAt: EpochMs;
  readonly nonce: string;
  /** A new message already notified the owner, so only the others are mentioned. */
  readonly isOwnerNotified?: boolean;
  readonly isCardDue?: true;
  /** When a notification was begun that may have arrived: another one could be a duplicate. */
  readonly triedAt: EpochMs | null;
  readonly attempts: number;
  readonly notBefore: EpochMs;
}

export interface Attaching {
  readonly status: "attaching";
  readonly outcome: Outcome;
  readonly settledAt: EpochMs;
  readonly since: EpochMs;
  readonly triedAt: EpochMs | null;
  /** Attempts begun with the file, or with the copy once `copyBytes` is set. */
  readonly attempts: number;
  /** The whole file is too large, so a copy of at most this size is tried. */
  readonly copyBytes?: number;
  readonly notBefore: EpochMs;
}

export interface Keeping {
  readonly status: "keeping";
  readonly outcome: Outcome;
  readonly settledAt: EpochMs;
  readonly since: EpochMs;
  readonly attempts: number;
  readonly notBefore: EpochMs;
}

export type Outcome =
  /** The service may report "succeeded" without a `videoUrl`. */
  | {
      readonly kind: "succeeded";
      readonly taskId: TaskId;
      readonly videoUrl: string | null;
      /** Unknown for a renewed link. */
      readonly expiresAt: EpochMs | null;
      readonly renewedAt?: EpochMs;
      readonly credits: Credits;
      readonly creditsAreExact: boolean;
    }
  | {
      readonly kind: "failed";
      readonly taskId: TaskId;
      readonly refunded: Credits;
      readonly creditsAreExact: boolean;
      readonly reason?: string;
    }
  /** Nothing charged. */
  | { readonly kind: "refused"; readonly refusal: JobRefusal }
  | { readonly kind: "not_started"; readonly why: NotStarted }
  /** It may have been charged. */
  | {
      readonly kind: "unknown";
      readonly taskId: TaskId | null;
      readonly atMost: Credits;
    }
  | { readonly kind: "several" };

/**
 * "answer_lost": it is unknown whether a card was shown. "answered_elsewhere": another process with the same credentials
 * answered. "restored": the backup is older than the job's end, so the video may have been paid for.
 */
export type NotStarted =
  | "too_old"
  | "restored"
  | "answer_lost"
  | "answer_refused"
  | "answered_elsewhere"
  | "store"
  | NoFrame
  | NotBegun
  | TakenOff;

export function mayBeMadeElsewhere(why: NotStarted): why is "restored" | "answered_elsewhere" {
  return why === "restored" || why === "answered_elsewhere";
}

/**
 * "no_turn": no place was free in time. "stopped": another part of its batch was refused. "broken": the video it continues
 * was not made.
 */
export type NotBegun = "declined" | "expired" | "withdrawn" | "no_turn" | "stopped" | "broken";

/**
 * "guest", "person", "channel": excluded by *Who may spend*. "dearer": the price has risen. "unknown": the platform does
 * not report who the person is.
 */
export type TakenOff = (typeof TAKEN_OFF)[number];
export const TAKEN_OFF = [
  ...ACCESS_REFUSALS,
  "blocked",
  "paused",
  "guest",
  "person",
  "channel",
  "over_cap",
  "dearer",
  "unknown",
] as const;

export function isTakenOff(why: NotStarted): why is TakenOff {
  return TAKEN_OFF.some((one) => one === why);
}

export type JobRefusal = ApiRefusal | { readonly kind: "picture"; readonly problem: PictureProblem };

export function isOpen(job: Job): boolean {
  return job.state.status !== "closed";
}

export function isKeepDue(job: Job): boolean {
  return job.keep === "due" && isOpen(job);
}

/** The person might not know the outcome yet. */
export function isSettled(job: Job): boolean {
  return outcomeOf(job) !== null;
}

/** Nothing was sent to the video service yet. */
export function isBeforePaid({ state }: Job): boolean {
  return state.status === "waiting" || state.status === "accepted";
}

/** The answer of a paid call will be saved over any other change. */
export function isCallUnderWay({ state }: Job): boolean {
  return state.status === "submitting" && (state.idempotency?.againAt ?? null) === null;
}

export function isRepeating({ state }: Job): boolean {
  return state.status === "submitting" && (state.idempotency?.lost ?? 0) > 0;
}

export function needsApproval({ state }: Job): boolean {
  return state.status === "waiting" && state.for === "approval";
}

export function waitsForTurn({ state }: Job): boolean {
  return state.status === "waiting" && state.for === "turn";
}

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
  /** False: the service did not report what it charged, so `credits` is the price from the table. */
  readonly creditsAreExact: boolean;
  /** 0 to 99, never decreasing. */
  readonly percent: number | null;
  readonly since: EpochMs;
  readonly trace?: Trace;
  /** Estimated at the last poll. */
  readonly endsAt: EpochMs | null;
  /** The video ended after this time. Its link works for 2 h after the end. */
  readonly lastRunningAt: EpochMs;
  readonly misses: number;
  readonly missing: Miss | null;
  readonly missingSince: EpochMs | null;
  /** Why the last poll was refused. */
  readonly waitingFor: "key" | "credits" | null;
  readonly notBefore: EpochMs;
}

export type Miss = "no_answer" | "unknown_task" | "no_link" | "bad_key";

/** After this, the card explains the silence. */
const SILENT_AFTER_MS = 60_000;

/**
 * Why the service has reported nothing usable for a minute. Null if it reported something, or if the polls fail because
 * of the key or the credits.
 */
export function silenceOf(
  { missing, waitingFor, lastRunningAt }: Running,
  now: EpochMs,
): "no_answer" | "no_link" | null {
  if (missing === null || waitingFor !== null || now - lastRunningAt < SILENT_AFTER_MS) return null;
  return missing === "no_link" ? "no_link" : "no_answer";
}

export interface Approval {
  readonly because: "ask_above" | "person_day" | "person_month";
  readonly askedAt: EpochMs;
  readonly mayBeOwn?: true;
  readonly isUnreached?: true;
  /** The first decision counts. */
  readonly decision: Decision | null;
}

export interface Decision {
  readonly word: "approved" | "declined" | "expired" | "withdrawn";
  readonly by: UserId | null;
  readonly at: EpochMs;
  readonly note?: string;
}

export const NOTE_MAX = 300;

export const APPROVAL_MS = 86_400_000;
export const TURN_MS = 7_200_000;

/** `percent`: 0 to 99. */
export type ProgressPoint = readonly [elapsedMs: number, percent: number];

/** The first poll that saw each percentage. Long traces are thinned out. */
export type Trace = readonly ProgressPoint[];

export const TRACE_MAX = 64;

export function traced(trace: Trace, elapsedMs: number, percent: number): Trace {
  const last = trace.at(-1);
  if (last && percent <= last[1]) return trace;
  return [...(trace.length < TRACE_MAX ? trace : thinned(trace)), [Math.max(0, Math.round(elapsedMs)), percent]];
}

/** Before its first move, the task may have waited in a queue. */
export function firstMove(trace: Trace): ProgressPoint | undefined {
  return trace.find(([, percent]) => percent > 0);
}

/** Drops every other poll, except the first move. */
function thinned(trace: Trace): Trace {
  const start = firstMove(trace);
  return trace.filter((point, index) => index % 2 === 0 || point === start);
}

/** The stored job is invalid or from another version. This is already logged. */
export class UnreadableJob extends Error {
  constructor(id: JobId) {
    super(`job ${id} in the store cannot be read`);
  }
}

/** "film_gone": the continued video's file is gone. "no_frame": its last frame could not be taken or delivered. */
export type NoFrame = "film_gone" | "no_frame";
