import { ACCESS_REFUSALS } from "../access.ts";
import type { Posted, ReplyHandle } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import type { KeptFilm } from "../film/kept-film.ts";
import type { Credits } from "../request/price.ts";
import type { PictureProblem, VideoRequest } from "../request/video-request.ts";
import type { Locale } from "../text/locale.ts";
import type { ApiRefusal, RawAnswer } from "../video-service.ts";
import type { JobId, Owner, TaskId, Team, UserId } from "./ids.ts";

/** One accepted command, from its acceptance to its final message. Plain JSON. */
export interface Job {
  readonly v: 1;
  readonly id: JobId;
  /** The card's mark, see `newMark`. */
  readonly mark: number;
  readonly owner: Owner;
  /** Discord guild or Slack team; null in a direct message. MAX_JOBS_PER_WORKSPACE counts per workspace. */
  readonly workspace: string | null;
  readonly reply: ReplyHandle;
  readonly request: VideoRequest;
  readonly price: Credits;
  /** The team whose key pays. Not set: the owner's own key pays. */
  readonly team?: Team;
  /** Set if managers were asked before the team pays. */
  readonly approval?: Approval;
  /** Where the command was used. Not set: where the card is. */
  readonly askedIn?: AskedIn;
  /** The payer's key, encrypted when the job began; null while it waits and once it is closed. */
  readonly sealedKey: string | null;
  readonly acceptedAt: EpochMs;
  /** When a manager approved it: it counts in the team's sums of that day and month. Not set: in those of its acceptance. */
  readonly countsAt?: EpochMs;
  /** When its wait ended, if it waited. */
  readonly beganAt?: EpochMs;
  /** From then on the card says "still not finished". */
  readonly deadlineAt: EpochMs;
  /** When its next step is due; null once closed. */
  readonly dueAt: EpochMs | null;
  /** Nobody is notified. */
  readonly isSilent?: boolean;
  /**
   * The video's file in the card, if wanted. "due": not tried yet. "copy": a smaller copy is there. "skipped": given up
   * silently, because it may be there or is no longer wanted.
   */
  readonly video?: "due" | "here" | "copy" | "too_large" | "not_taken" | "skipped";
  /** Whether its film is to be kept: "due" before that was tried, then "over". */
  readonly keep?: "due" | "over";
  /** The film kept by the bot, if any. */
  readonly film?: KeptFilm;
  /** Where its notification is; empty if none was sent. "lost" or not set: unknown. */
  readonly notification?: readonly Posted[] | "lost";
  /** For a batch: the jobs of its videos in order. The batch pays for nothing itself, so its price is 0. */
  readonly parts?: readonly JobId[];
  /** The batch whose card shows this job as its `nth` video, from 1. Not set: it has its own card. */
  readonly partOf?: { readonly job: JobId; readonly nth: number };
  /** Its workspace removed Reelay: the content is deleted, and nobody is notified of the end. */
  readonly isForgotten?: boolean;
  /** Others who want to be notified. */
  readonly notify: readonly UserId[];
  /** An earlier edit may still arrive and overwrite newer text, so the final message will be repeated. */
  readonly isCardInDoubt: boolean;
  /** When a lost first card was posted. It may be visible beside the present card, and is deleted once it is found. */
  readonly lostCardAt?: EpochMs;
  /** Set for a job from a restored backup until its card is known to show no end. */
  readonly restored?: Restored;
  /** The owner's language. Not set: English. */
  readonly locale?: Locale;
  readonly state: JobState;
}

/**
 * What is known of a restored job's card, which may be newer than the job. "unread": nothing, so nothing may replace it yet.
 * "running": the same, but its task was seen running since. "ended": it shows an end and is never edited again. "hidden":
 * the bot cannot read it, so the final message is a new one.
 */
export type Restored = "unread" | "running" | "ended" | "hidden";

/** A job with all its videos: for a batch, its parts. */
export type Whole = Job & { readonly videos?: readonly Job[] };

/** A channel and its parent if it is a thread; "": none was chosen. */
export interface AskedIn {
  readonly channelId: string;
  readonly threadOf?: string;
}

export type JobState =
  | Waiting
  | Accepted
  /** A batch whose parts are in progress. */
  | (FirstCard & { readonly status: "gathering" })
  | Submitting
  | Running
  | Announcing
  | Posting
  | Attaching
  | Keeping
  /** `isNotified`: the person received the final message. */
  | { readonly status: "closed"; readonly outcome: Outcome; readonly isNotified: boolean; readonly closedAt: EpochMs };

/** Lists each status once. A missing one does not compile. */
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
 * The state of the first card. "given": the platform took it, so the person sees it. "unclear": it was sent, and an edit or
 * a search can tell whether it arrived. "retried": it was posted again. "due": unknown.
 */
export interface FirstCard {
  readonly answer: "due" | "unclear" | "retried" | "given";
  /** When a card of unknown fate was posted. Not set: it cannot be searched for. */
  readonly triedAt?: EpochMs;
  readonly notBefore: EpochMs;
}

/**
 * The job has not begun and takes no running place. It will pay with the key that its payer has when it begins. The price is
 * reserved while it waits for its turn or for the video it continues, but not while managers are asked.
 */
export interface Waiting extends FirstCard {
  readonly status: "waiting";
  readonly for: "approval" | "turn" | "film";
  /** It ends then if it has not begun. */
  readonly until: EpochMs;
  /**
   * Its place in the owner's queue and when it should begin (null: unknown), while it waits for its turn. Not set: not
   * checked yet.
   */
  readonly place?: { readonly nth: number; readonly startsAt: EpochMs | null };
}

/** Certainly not sent, so it may be sent (again). */
export interface Accepted extends FirstCard {
  readonly status: "accepted";
  readonly attempts: number;
  readonly waitingFor: "service" | "rate_limit" | null;
  /** How often the picture was tried. */
  readonly pictureTries?: number;
}

/** Submitting is saved before the first byte of the paid call. After a restart, only a stored answer tells whether it was charged. */
export interface Submitting {
  readonly status: "submitting";
  readonly since: EpochMs;
  readonly attempts: number;
  /** The answer, saved before it is parsed. */
  readonly answer: RawAnswer | null;
  /** The service starts one task for this key, so a call whose answer was lost is made again. Absent: it is made once. */
  readonly idempotency?: Idempotency;
}

export interface Idempotency {
  /** Sent with the first call and with each repetition. */
  readonly key: string;
  /** Where the key was sent, see `VideoApi`; another service does not know it. */
  readonly place: string;
  readonly firstAt: EpochMs;
  /** No repetition is sent after this. */
  readonly until: EpochMs;
  /** This many answers were lost. */
  readonly lost: number;
  /** The next repetition is due then; null while a call is under way. */
  readonly againAt: EpochMs | null;
}

/** Settled. The final message is due: an edit of the card, or a private message for a refusal. */
export interface Announcing {
  readonly status: "announcing";
  readonly outcome: Outcome;
  readonly settledAt: EpochMs;
  /**
   * A new message with the final message: private for a refusal, or for any outcome if the card is gone. "begun": it may
   * have arrived, so nothing new is sent unless a search proves that it is missing. "impossible": a private message cannot
   * be sent, so use the usual ways. "done": the person was notified, and the card repeats it.
   */
  readonly newMessage: "due" | "begun" | "impossible" | "done";
  /** The notification was sent first, and the card does not show the outcome yet. */
  readonly isCardDue?: true;
  /** When the new message was begun, if it can be searched for. Not set: a private one. */
  readonly begunAt?: EpochMs;
  /** When every way was refused. The person's next command opens another way. */
  readonly noWaySince: EpochMs | null;
  /** The service was asked for a new link because its first one was too old. */
  readonly isLinkAsked: boolean;
  readonly attempts: number;
  readonly notBefore: EpochMs;
}

/** The notification is due. The card shows the outcome already, or will when its turn comes. */
export interface Posting {
  readonly status: "posting";
  readonly outcome: Outcome;
  readonly settledAt: EpochMs;
  readonly nonce: string;
  /** A new message already notified the owner, so only the others are mentioned. */
  readonly isOwnerTold?: boolean;
  /** The card's turn is far away, so it does not show the outcome yet. */
  readonly isCardDue?: true;
  /** When a notification of unknown fate was begun: another one could be a duplicate. */
  readonly triedAt: EpochMs | null;
  readonly attempts: number;
  readonly notBefore: EpochMs;
}

/** The final message was delivered. The file is being posted, if possible. */
export interface Attaching {
  readonly status: "attaching";
  readonly outcome: Outcome;
  readonly settledAt: EpochMs;
  readonly since: EpochMs;
  /** When an attempt of unknown fate was begun. */
  readonly triedAt: EpochMs | null;
  /** The number of attempts begun; those of the copy, once it is tried. */
  readonly attempts: number;
  /** The file is too large, so a copy of at most this size is tried. */
  readonly copyBytes?: number;
  readonly notBefore: EpochMs;
}

/** The final message was delivered, and the file if possible. The film is being kept. */
export interface Keeping {
  readonly status: "keeping";
  readonly outcome: Outcome;
  readonly settledAt: EpochMs;
  readonly since: EpochMs;
  /** The number of attempts begun. */
  readonly attempts: number;
  readonly notBefore: EpochMs;
}

export type Outcome =
  /** `videoUrl`: null if the service said "succeeded" without an address. */
  | {
      readonly kind: "succeeded";
      readonly taskId: TaskId;
      readonly videoUrl: string | null;
      /** null: this link replaced an older one at `renewedAt`, and its expiry is unknown. */
      readonly expiresAt: EpochMs | null;
      readonly renewedAt?: EpochMs;
      readonly credits: Credits;
      readonly creditsAreExact: boolean;
    }
  /** `reason`: the service's own sentence, cleaned to one line. It is shown to people and never logged. */
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
  /** It may have been charged, and the person is told so. */
  | {
      readonly kind: "unknown";
      readonly taskId: TaskId | null;
      readonly atMost: Credits;
    }
  /** All parts of a batch have ended, with outcomes of their own. */
  | { readonly kind: "several" };

/**
 * "answer_lost": it is unknown whether a card was shown. "answered_elsewhere": another process with the same credentials
 * answered, and the card is that one's. "restored": the backup is older than the job's end, so the video may have been made
 * and paid for.
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

/** Returns whether another process may have made the video, and paid for it. */
export function mayBeMadeElsewhere(why: NotStarted): why is "restored" | "answered_elsewhere" {
  return why === "restored" || why === "answered_elsewhere";
}

/**
 * "no_turn": no place was free in time. "stopped": another part of its batch was refused. "broken": the video it continues
 * was not made.
 */
export type NotBegun = "declined" | "expired" | "withdrawn" | "no_turn" | "stopped" | "broken";

/**
 * Why a waiting video was removed by the operator's lists or its team's rules. "guest", "person", "channel": who may spend.
 * "dearer": the price has risen. "unknown": the platform does not say who the person is.
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

/** Returns whether its film may still be kept. */
export function isKeepDue(job: Job): boolean {
  return job.keep === "due" && isOpen(job);
}

/** Returns whether its outcome is known, even if the person does not know it yet. */
export function isSettled(job: Job): boolean {
  return outcomeOf(job) !== null;
}

/** Returns whether nothing was sent to the video service. */
export function isBeforePaid({ state }: Job): boolean {
  return state.status === "waiting" || state.status === "accepted";
}

/** Returns whether a paid call is under way, as far as anybody knows: its answer is saved over the job. */
export function isCallUnderWay({ state }: Job): boolean {
  return state.status === "submitting" && (state.idempotency?.againAt ?? null) === null;
}

/** Returns whether the answer of the paid call was lost and the call is made again. */
export function isRepeating({ state }: Job): boolean {
  return state.status === "submitting" && (state.idempotency?.lost ?? 0) > 0;
}

/** Returns whether a team's managers are asked to approve it. */
export function needsApproval({ state }: Job): boolean {
  return state.status === "waiting" && state.for === "approval";
}

/** Returns whether it waits for a running place; its price is then reserved. */
export function waitsForTurn({ state }: Job): boolean {
  return state.status === "waiting" && state.for === "turn";
}

/** Returns whether it takes a running place. Places are limited per person and workspace. */
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
  /** False if the service did not say what it charged, so `credits` is the price from the table. */
  readonly creditsAreExact: boolean;
  /** 0 to 99, never decreasing; null before the service reported one. */
  readonly percent: number | null;
  readonly since: EpochMs;
  /** The progress that polls saw. */
  readonly trace?: Trace;
  /** The estimated end, from the last poll; null if unknown. */
  readonly endsAt?: EpochMs | null;
  /** The last poll that found it running. The link works for 2 h after the end, which is later than this. */
  readonly lastRunningAt: EpochMs;
  /** Polls in a row without a usable answer, what was wrong with them, and since when. */
  readonly misses: number;
  readonly missing: Miss | null;
  readonly missingSince: EpochMs | null;
  /** What the last such answer said: the key was refused, or there are too few credits. */
  readonly waitingFor: "key" | "credits" | null;
  readonly notBefore: EpochMs;
}

/** Why a poll had no usable answer. */
export type Miss = "no_answer" | "unknown_task" | "no_link" | "bad_key";

/** The card explains why a running video shows no progress once the last useful answer is this old. */
const SILENT_AFTER_MS = 60_000;

/**
 * Returns what the service has not delivered for a while: any usable answer, or the link of a finished video. Returns null if
 * its answers are usable, or if the key or the credits are the reason.
 */
export function silenceOf(
  { missing, waitingFor, lastRunningAt }: Running,
  now: EpochMs,
): "no_answer" | "no_link" | null {
  if (missing === null || waitingFor !== null || now - lastRunningAt < SILENT_AFTER_MS) return null;
  return missing === "no_link" ? "no_link" : "no_answer";
}

/** A manager's approval, needed because the price is above the limit or the person's cap is reached. */
export interface Approval {
  readonly because: "ask_above" | "person_day" | "person_month";
  readonly askedAt: EpochMs;
  /** The person was a manager who may approve their own videos. */
  readonly mayBeOwn?: true;
  /** The managers cannot be reached at the moment. */
  readonly isUnreached?: true;
  /** The first decision counts; null: none yet. */
  readonly decision: Decision | null;
}

/** How an approval ended. */
export interface Decision {
  readonly word: "approved" | "declined" | "expired" | "withdrawn";
  /** null: the time has passed. */
  readonly by: UserId | null;
  readonly at: EpochMs;
  /** The manager's note, one line. */
  readonly note?: string;
}

/** The longest note of a decision, in characters. */
export const NOTE_MAX = 300;

/** Managers are asked for this long. */
export const APPROVAL_MS = 86_400_000;
/** A job waits at most this long for a running place. */
export const TURN_MS = 7_200_000;

/** One poll of a task: milliseconds since its start, and its percentage (0 to 99). */
export type Sight = readonly [elapsedMs: number, percent: number];

/** The first poll that saw each percentage, in order. Long traces are thinned out. */
export type Trace = readonly Sight[];

/** The most polls stored per task. A poll every 8 s rarely brings more. */
export const TRACE_MAX = 64;

/** Returns the trace with a new poll, or the same trace if it adds nothing. */
export function traced(trace: Trace, elapsedMs: number, percent: number): Trace {
  const last = trace.at(-1);
  if (last && percent <= last[1]) return trace;
  return [...(trace.length < TRACE_MAX ? trace : thinned(trace)), [Math.max(0, Math.round(elapsedMs)), percent]];
}

/** Returns the first poll that saw the task moving. Before it, the task may have waited in a queue. */
export function firstMove(trace: Trace): Sight | undefined {
  return trace.find(([, percent]) => percent > 0);
}

/** Drops every other poll, but keeps the one where the movement began. */
function thinned(trace: Trace): Trace {
  const start = firstMove(trace);
  return trace.filter((sight, index) => index % 2 === 0 || sight === start);
}

/** A stored job is invalid or from another version. It is already logged. */
export class UnreadableJob extends Error {
  constructor(id: JobId) {
    super(`job ${id} in the store cannot be read`);
  }
}

/**
 * Why a video could not continue another. "film_gone": that video's file is gone. "no_frame": its last frame could not be
 * taken or delivered.
 */
export type NoFrame = "film_gone" | "no_frame";
