import { ACCESS_REFUSALS } from "../access.ts";
import type { Posted, ReplyHandle } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import type { KeptFilm } from "../film/kept-film.ts";
import type { Credits } from "../request/price.ts";
import type { PictureProblem, VideoRequest } from "../request/video-request.ts";
import type { Locale } from "../text/locale.ts";
import type { ApiRefusal, RawAnswer } from "../video-service.ts";
import type { JobId, Owner, TaskId, Team, UserId } from "./ids.ts";

/** A job is one accepted command, from its acceptance to its final word. Plain JSON. */
export interface Job {
  readonly v: 1;
  readonly id: JobId;
  /** Of its card, see `newMark`. */
  readonly mark: number;
  readonly owner: Owner;
  /** Discord guild or Slack team; null in a direct message. MAX_JOBS_PER_WORKSPACE counts by it. */
  readonly workspace: string | null;
  readonly reply: ReplyHandle;
  readonly request: VideoRequest;
  readonly price: Credits;
  /** The team whose key pays; absent: its owner's own. */
  readonly team?: Team;
  /** Managers were asked before the team pays; absent: nobody had to be. */
  readonly approval?: Approval;
  /** Its command was used there; absent: where its card is. */
  readonly askedIn?: AskedIn;
  /** The payer's key as sealed when the job began; null while it waits, and once closed. */
  readonly sealedKey: string | null;
  readonly acceptedAt: EpochMs;
  /** Its wait was over then; absent: it did not wait. */
  readonly beganAt?: EpochMs;
  /** From then on the card says "still not finished". */
  readonly deadlineAt: EpochMs;
  /** Its next step is due then; null once closed. */
  readonly dueAt: EpochMs | null;
  /** Its person is notified of nothing. */
  readonly isSilent?: boolean;
  /**
   * The video's file in the card; absent: not wanted. "due" until it was tried; "copy": a smaller copy is there;
   * "skipped": given up without a word, for it may be there, or is not wanted any more.
   */
  readonly video?: "due" | "here" | "copy" | "too_large" | "not_taken" | "skipped";
  /** Its film is to be kept: "due" until that was tried, then "over"; absent: it is not. */
  readonly keep?: "due" | "over";
  /** The bot itself keeps its film; absent: it does not, or no longer. */
  readonly film?: KeptFilm;
  /** Its notification is in these places, empty if none was sent; "lost", or absent: not known. */
  readonly notification?: readonly Posted[] | "lost";
  /** A batch: the jobs of its videos in their order, which its card shows. It pays for nothing itself, so its price is 0; absent: one video. */
  readonly parts?: readonly JobId[];
  /** The card of this job shows it, as its `nth` video, from 1; absent: it has a card of its own. */
  readonly partOf?: { readonly job: JobId; readonly nth: number };
  /** Its workspace has removed Reelay: the content is gone, and nobody is notified of its end. */
  readonly isForgotten?: boolean;
  /** These others want to be notified. */
  readonly notify: readonly UserId[];
  /** An edit whose fate is not known may still arrive on the card, over newer text. The final word is then sent twice. */
  readonly isCardInDoubt: boolean;
  /** A first card that was posted then may stand beside the present card, and is deleted once it is found. */
  readonly lostCardAt?: EpochMs;
  /** Set where the job comes from a restored backup, until its card is known to show no end. */
  readonly restored?: Restored;
  /** Its person's language; absent: English. */
  readonly locale?: Locale;
  readonly state: JobState;
}

/**
 * What is known of a restored job's card, which may show more than the job knows. "unread": nothing, so nothing may replace
 * it yet; "running": the same, but its task was seen running since; "ended": it shows an end, and is never edited again;
 * "hidden": the bot may not read it, so the final message is a new one.
 */
export type Restored = "unread" | "running" | "ended" | "hidden";

/** A whole is a job with the videos that it stands for: for a batch its parts, and what they cost together. */
export type Whole = Job & { readonly videos?: readonly Job[] };

/** A channel, and the one whose thread it is; "": none was chosen. */
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
  | Keeping
  /** `isNotified`: the person has the final word. */
  | { readonly status: "closed"; readonly outcome: Outcome; readonly isNotified: boolean; readonly closedAt: EpochMs };

/** Names each status once: one that is missing here does not compile. */
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
 * The answer is "given" once the platform took it, so that the person sees the card; "unclear" if it was sent and an edit, or
 * a search, can tell; "retried" if the card was posted once more. While it is "due", the person may have seen anything.
 */
export interface FirstCard {
  readonly answer: "due" | "unclear" | "retried" | "given";
  /** The card whose fate is not known was posted then; absent: it cannot be looked for. */
  readonly triedAt?: EpochMs;
  readonly notBefore: EpochMs;
}

/**
 * The job has not begun and is in no running place; it pays with the key that its payer has when it begins. While an approval
 * is asked for, nothing is held. The price is held while the job waits for its turn or for the film that it goes on from.
 */
export interface Waiting extends FirstCard {
  readonly status: "waiting";
  readonly for: "approval" | "turn" | "film";
  /** It ends then without having begun. */
  readonly until: EpochMs;
  /** Only while it waits for its turn: its place in its owner's queue, and when it should begin, null if that is not known; absent: nobody has checked yet. */
  readonly place?: { readonly nth: number; readonly startsAt: EpochMs | null };
}

/** Surely not sent: may be sent (again). */
export interface Accepted extends FirstCard {
  readonly status: "accepted";
  readonly attempts: number;
  readonly waitingFor: "service" | "rate_limit" | null;
  /** The picture that the bot brings was tried this often; absent: never. */
  readonly pictureTries?: number;
}

/** Submitting is saved before the first byte of the paid call. After a restart, only a stored answer tells whether it was charged. */
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
   * A new message delivers the final word: a refusal's private one, or any outcome's if the card is gone. "begun": its fate
   * is not known, so nothing new is sent, unless a search shows that it surely is not there, and only the card may show the
   * word; "impossible": a private one surely cannot be sent, and the word goes the way of all others; "done": the person was
   * notified, and the card shows it once more.
   */
  readonly newMessage: "due" | "begun" | "impossible" | "done";
  /** The notification went first, and the card does not show the outcome yet; absent: no notification went before. */
  readonly isCardDue?: true;
  /** It was begun then, if it is a card, which can be looked for; absent: a private one. */
  readonly begunAt?: EpochMs;
  /** Every way was refused at that time; the person's next command is another way. */
  readonly noWaySince: EpochMs | null;
  /** The service was asked for a new link because the one it gave was too old. */
  readonly isLinkAsked: boolean;
  readonly attempts: number;
  readonly notBefore: EpochMs;
}

/** The notification is due; the card shows the outcome already, or does when its turn comes. */
export interface Posting {
  readonly status: "posting";
  readonly outcome: Outcome;
  readonly settledAt: EpochMs;
  readonly nonce: string;
  /** A new message has called the owner already: only the others are called. */
  readonly isOwnerTold?: boolean;
  /** The card does not show it yet, because its turn is far away; absent: it does. */
  readonly isCardDue?: true;
  /** A notification whose fate is not known was begun then: another could be a second one. */
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
  /** A try whose fate is not known was begun then. */
  readonly triedAt: EpochMs | null;
  /** This many tries were begun; of the copy alone, once that is tried. */
  readonly attempts: number;
  /** The file is too large, and a copy of at most this size is tried; absent: the file itself is. */
  readonly copyBytes?: number;
  readonly notBefore: EpochMs;
}

/** The person has the final word, and the file where it can be had; the bot keeps the film, and then shows its own link to it. */
export interface Keeping {
  readonly status: "keeping";
  readonly outcome: Outcome;
  readonly settledAt: EpochMs;
  readonly since: EpochMs;
  /** This many tries were begun; of showing the link alone, once the film is kept. */
  readonly attempts: number;
  readonly notBefore: EpochMs;
}

export type Outcome =
  /** `videoUrl` is null where the service said "succeeded" and never named an address. */
  | {
      readonly kind: "succeeded";
      readonly taskId: TaskId;
      readonly videoUrl: string | null;
      /** null: this link replaced an older one at `renewedAt`, and nobody says how long it works. */
      readonly expiresAt: EpochMs | null;
      readonly renewedAt?: EpochMs;
      readonly credits: Credits;
      readonly creditsAreExact: boolean;
    }
  /** `reason` is the service's own sentence, made plain: one line, for people, never for the log. */
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
  /** It may be charged, and the person is warned of that. */
  | {
      readonly kind: "unknown";
      readonly taskId: TaskId | null;
      readonly atMost: Credits;
    }
  /** All parts of a batch have ended, each with an outcome of its own. */
  | { readonly kind: "several" };

/**
 * "answer_lost": it is not known whether its person was shown a card. "answered_elsewhere": another process with the same
 * credentials answered its event, and the card is that one's. "restored": the store is a restored backup, and the
 * video may have been made, and paid for, since the backup was made.
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
 * "no_turn": no running place was free in time; "stopped": another part of its batch was refused; "broken": the video that it goes on from was not made.
 */
export type NotBegun = "declined" | "expired" | "withdrawn" | "no_turn" | "stopped" | "broken";

/**
 * While it waited, the operator's lists or its team stopped letting its person make videos there, or the team stopped paying for
 * them: "guest", "person" and "channel" are what its rules say of who may spend; "dearer": the price of the video has risen; "unknown": the platform does not say who its person is.
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

/** Returns whether its film may still come to where films are kept. */
export function isKeepDue(job: Job): boolean {
  return job.keep === "due" && isOpen(job);
}

/** Returns whether its outcome is known, even if its person does not know it yet. */
export function isSettled(job: Job): boolean {
  return outcomeOf(job) !== null;
}

/** Returns whether nothing of it was sent to the video service. */
export function isBeforePaid({ state }: Job): boolean {
  return state.status === "waiting" || state.status === "accepted";
}

/** Returns whether a team's managers are being asked if it may begin. */
export function needsApproval({ state }: Job): boolean {
  return state.status === "waiting" && state.for === "approval";
}

/** Returns whether it waits for a running place; its price is then held. */
export function waitsForTurn({ state }: Job): boolean {
  return state.status === "waiting" && state.for === "turn";
}

/** Returns whether it is in a running place; a person and a workspace have a limited number. */
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
  /** Its progress as polls saw it; absent before the first percentage. */
  readonly trace?: Trace;
  /** The task should end then, judging by the last poll; null if nothing can be said, absent before the first one. */
  readonly endsAt?: EpochMs | null;
  /** The last poll that found it running: a link lives 2 h from the end, which is not before this. */
  readonly lastRunningAt: EpochMs;
  /** Polls in a row that brought no news, what was wrong with them, and since when. */
  readonly misses: number;
  readonly missing: Miss | null;
  readonly missingSince: EpochMs | null;
  /** The last answer that said so: the service refused the key, or named too few credits. */
  readonly waitingFor: "key" | "credits" | null;
  readonly notBefore: EpochMs;
}

/** A poll brought no news for this reason. */
export type Miss = "no_answer" | "unknown_task" | "no_link" | "bad_key";

/** The card explains why a running video shows no progress once the last useful answer is this old. */
const SILENT_AFTER_MS = 60_000;

/**
 * Returns what the service has withheld for a while: every usable answer, or the link to a video that it calls done. Null:
 * its answers are useful, or they say that the key or the credits are the reason.
 */
export function silenceOf(
  { missing, waitingFor, lastRunningAt }: Running,
  now: EpochMs,
): "no_answer" | "no_link" | null {
  if (missing === null || waitingFor !== null || now - lastRunningAt < SILENT_AFTER_MS) return null;
  return missing === "no_link" ? "no_link" : "no_answer";
}

/** A team's manager is asked before the team pays: the video costs more than it may without approval, or its person's cap is reached. */
export interface Approval {
  readonly because: "ask_above" | "person_month";
  readonly askedAt: EpochMs;
  /** Its person was a manager who may approve their own videos; absent: not so. */
  readonly mayBeOwn?: true;
  /** Its managers cannot be reached now; absent: they were asked, or are about to be. */
  readonly isUnreached?: true;
  /** The first decision counts; null: nobody has decided. */
  readonly decision: Decision | null;
}

/** An approval ends in one of these ways. */
export interface Decision {
  readonly word: "approved" | "declined" | "expired" | "withdrawn";
  /** null: the time has passed. */
  readonly by: UserId | null;
  readonly at: EpochMs;
  /** The manager's note, one line; absent: none. */
  readonly note?: string;
}

/** The longest note to a decision, in characters. */
export const NOTE_MAX = 300;

/** An approval that nobody answers is asked for this long. */
export const APPROVAL_MS = 86_400_000;
/** A job waits this long for a running place. */
export const TURN_MS = 7_200_000;

/** One poll of a task: milliseconds since it began, and its percentage, 0 to 99. */
export type Sight = readonly [elapsedMs: number, percent: number];

/** The first poll that saw each percentage, in order; thinned out if there are many. */
export type Trace = readonly Sight[];

/** At most this many are stored for one task: a poll every 8 s rarely brings more. */
export const TRACE_MAX = 64;

/** Returns the trace with what was just seen; the same trace if that is no news. */
export function traced(trace: Trace, elapsedMs: number, percent: number): Trace {
  const last = trace.at(-1);
  if (last && percent <= last[1]) return trace;
  return [...(trace.length < TRACE_MAX ? trace : thinned(trace)), [Math.max(0, Math.round(elapsedMs)), percent]];
}

/** Returns the first sight that shows the task moving: before it, the task may have waited in a queue. */
export function firstMove(trace: Trace): Sight | undefined {
  return trace.find(([, percent]) => percent > 0);
}

/** Drops every other sight, but keeps the one where the movement began. */
function thinned(trace: Trace): Trace {
  const start = firstMove(trace);
  return trace.filter((sight, index) => index % 2 === 0 || sight === start);
}

/** A stored job is not what Reelay saves, or is of another version; the log already has it. */
export class UnreadableJob extends Error {
  constructor(id: JobId) {
    super(`job ${id} in the store cannot be read`);
  }
}

/**
 * A video that goes on from another was not started. "film_gone": the other one's film is nowhere any more; "no_frame": its
 * last frame could not be taken, or not be brought to the video service.
 */
export type NoFrame = "film_gone" | "no_frame";
