import type { EpochMs } from "./clock.ts";
import { homeOf, type JobId, type Owner } from "./job/ids.ts";
import { isOpen, type Job, takesPlace } from "./job/job.ts";
import type { Ledger } from "./job/ledger.ts";
import type { PendingRequest, UnconfirmedRequest } from "./request/kept-request.ts";
import type { Settings } from "./request/settings.ts";
import type { FoundPicture } from "./request/video-request.ts";
import type { Style } from "./style.ts";
import type { Payer } from "./team/payer.ts";
import type { OwnAct } from "./team/team-storage.ts";
import type { Locale } from "./text/locale.ts";

/** This much is stored about one person. A batch is counted by its videos. */
export interface Tally {
  readonly open: number;
  /** Videos that have not begun: deleting withdraws them. */
  readonly waiting: number;
  /** Videos whose outcome is known, and whose final message or file is on its way. */
  readonly ending: number;
  readonly ended: number;
  /** Videos that the bot itself keeps. */
  readonly films: number;
  readonly costs: number;
  readonly hasKey: boolean;
  readonly hasSettings: boolean;
  readonly isWelcomed: boolean;
  /** Requests that wait for a key or an answer, and pictures that a form offers. */
  readonly unstarted: number;
}

/** Returns where a tally counts that job. */
export function stageOf(job: Job): keyof Pick<Tally, "open" | "waiting" | "ending" | "ended"> {
  if (!isOpen(job)) return "ended";
  if (job.state.status === "waiting") return "waiting";
  return takesPlace(job) ? "open" : "ending";
}

export interface PersonalRecords {
  readonly settings: Settings | null;
  /** null: it is not known, or the platform tells it with all that they do. */
  readonly language: Locale | null;
  readonly welcomedAt: EpochMs | null;
  readonly pending: PendingRequest | null;
  readonly unconfirmed: readonly UnconfirmedRequest[];
  readonly offered: readonly (readonly FoundPicture[])[];
  readonly styles: readonly Style[];
}

export interface Cost extends Ledger {
  readonly jobId: JobId;
  readonly payer: Payer;
  readonly acceptedAt: EpochMs;
}

/** This is one person's part of the job store. Rejects if the store does. */
export interface PersonalJobs {
  tally(owner: Owner): Promise<Pick<Tally, "open" | "waiting" | "ending" | "ended" | "films" | "costs">>;
  videos(owner: Owner): AsyncIterable<Job>;
  costs(owner: Owner): AsyncIterable<Cost>;
  /** Returns others' videos under way of whose end this person is notified. */
  listedIn(owner: Owner): Promise<readonly JobId[]>;
  /** Returns the person's acts as a manager, newest first, 1,000 at most. */
  acts(owner: Owner): Promise<readonly OwnAct[]>;
  /** Forgets jobs accepted by then, except videos whose final message has not been sent; returns how many of those there are. */
  forget(owner: Owner, acceptedBy: EpochMs): Promise<number>;
}

/** Gives access to everything stored about a person. Rejects if the store does. */
export interface PersonalData extends Pick<PersonalJobs, "videos" | "costs" | "listedIn" | "acts"> {
  tally(owner: Owner): Promise<Tally>;
  records(owner: Owner): Promise<PersonalRecords>;
  /**
   * Withdraws what has not begun, forgets everything, and forgets what is under way once that has ended. The intention is on
   * the disk when this resolves, even if the process ends in between.
   */
  forget(owner: Owner): Promise<void>;
}

/**
 * Returns whether that person is notified of the end of this job of somebody else's. The same id on another platform, or in
 * another workspace, is another person.
 */
export function isListed({ notify, owner: theirs }: Job, owner: Owner): boolean {
  const isFromSamePlace = theirs.platform === owner.platform && homeOf(theirs) === homeOf(owner);
  return notify.includes(owner.userId) && isFromSamePlace && theirs.userId !== owner.userId;
}
