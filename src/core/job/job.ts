import type { Posted, ReplyHandle } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import type { NoFrame } from "../film/no-frame.ts";
import type { Credits } from "../request/price.ts";
import type { PictureProblem, VideoRequest } from "../request/video-request.ts";
import type { Locale } from "../text/locale.ts";
import type { ApiRefusal, RawAnswer } from "../video-service.ts";
import type { Approval } from "./approval.ts";
import type { JobId, Owner, TaskId, Team, UserId } from "./ids.ts";
import type { Running } from "./running.ts";

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
  /** Whose card shows it, and as which of its videos, from 1; absent: it has a card of its own. */
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
