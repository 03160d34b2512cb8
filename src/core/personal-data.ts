import type { EpochMs } from "./clock.ts";
import { type JobId, type Owner, ownerName } from "./job/ids.ts";
import type { Job } from "./job/job.ts";
import type { Ledger } from "./job/ledger.ts";
import type { PendingRequest, UnconfirmedRequest } from "./request/kept-request.ts";
import type { Settings } from "./request/settings.ts";
import type { FoundPicture } from "./request/video-request.ts";
import type { Style } from "./style.ts";
import type { Payer } from "./team/payer.ts";
import type { OwnAct } from "./team/team-storage.ts";
import type { Locale } from "./text/locale.ts";

/** How much is kept about one person. A batch is counted by its videos. */
export interface Tally {
  /** Videos that are under way. */
  readonly open: number;
  /** Videos that have not begun: deleting withdraws them. */
  readonly waiting: number;
  /** Videos whose end is known, and whose last word or file is on its way. */
  readonly ending: number;
  readonly ended: number;
  readonly costs: number;
  readonly hasKey: boolean;
  readonly hasSettings: boolean;
  readonly isWelcomed: boolean;
  /** Requests that wait for a key or a word, and pictures that a form offers. */
  readonly unstarted: number;
}

/** `PersonalRecords` holds a person's data besides videos and key. */
export interface PersonalRecords {
  /** null: they have set nothing. */
  readonly settings: Settings | null;
  /** null: it is not known, or the platform tells it with all that they do. */
  readonly language: Locale | null;
  /** null: they have not been. */
  readonly welcomedAt: EpochMs | null;
  readonly pending: PendingRequest | null;
  readonly unconfirmed: readonly UnconfirmedRequest[];
  readonly offered: readonly (readonly FoundPicture[])[];
  readonly styles: readonly Style[];
}

/** One video's row of the ledger. */
export interface Cost extends Ledger {
  readonly jobId: JobId;
  readonly payer: Payer;
  readonly acceptedAt: EpochMs;
}

/** One person's part of the job store. Rejects where that does. */
export interface PersonalJobs {
  tally(owner: Owner): Promise<Pick<Tally, "open" | "waiting" | "ending" | "ended" | "costs">>;
  /** Newest first, those under way too. */
  videos(owner: Owner): AsyncIterable<Job>;
  /** Newest first; of videos that are forgotten too. */
  costs(owner: Owner): AsyncIterable<Cost>;
  /** Others' videos under way of whose end this person is told. */
  listedIn(owner: Owner): Promise<readonly JobId[]>;
  /** Returns the person's acts as a manager, newest first, 1,000 at most. */
  acts(owner: Owner): Promise<readonly OwnAct[]>;
  /** Forgets what was accepted by then, but for videos whose last word was not said; says how many of those there are. */
  forget(owner: Owner, acceptedBy: EpochMs): Promise<number>;
}

/** Everything that is kept about a person. Rejects where the store does. */
export interface PersonalData extends Pick<PersonalJobs, "videos" | "costs" | "listedIn" | "acts"> {
  tally(owner: Owner): Promise<Tally>;
  records(owner: Owner): Promise<PersonalRecords>;
  /**
   * Withdraws what has not begun, forgets all of it, and what is under way when that has ended; that it will is on the disk when it resolves, even where the
   * process ends in between.
   */
  forget(owner: Owner): Promise<void>;
}

/**
 * Returns whether that person is notified of the end of this job of somebody else's. The same id on another platform, or in
 * another workspace, is another person.
 */
export function isListed({ notify, owner: theirs }: Job, owner: Owner): boolean {
  if (!notify.includes(owner.userId) || theirs.platform !== owner.platform || ownerName(theirs) === ownerName(owner))
    return false;
  return theirs.platform === "discord" || (owner.platform === "slack" && theirs.teamId === owner.teamId);
}
