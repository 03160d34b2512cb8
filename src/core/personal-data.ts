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

/** How much is stored about a person. A batch counts as its videos. */
export interface Tally {
  readonly open: number;
  /** Videos that have not started. Deleting the data withdraws them. */
  readonly waiting: number;
  /** Videos with a known outcome whose final message or file is still being delivered. */
  readonly ending: number;
  readonly ended: number;
  /** Videos that the bot stores. */
  readonly films: number;
  readonly costs: number;
  readonly hasKey: boolean;
  readonly hasSettings: boolean;
  readonly isWelcomed: boolean;
  /** Requests that wait for a key or a confirmation, and pictures offered in a form. */
  readonly unstarted: number;
}

/** Returns where a tally counts the job. */
export function stageOf(job: Job): keyof Pick<Tally, "open" | "waiting" | "ending" | "ended"> {
  if (!isOpen(job)) return "ended";
  if (job.state.status === "waiting") return "waiting";
  return takesPlace(job) ? "open" : "ending";
}

export interface PersonalRecords {
  readonly settings: Settings | null;
  /** Null: unknown, or the platform sends it with every event. */
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

/** One person's part of the job store. Methods reject if the store fails. */
export interface PersonalJobs {
  tally(owner: Owner): Promise<Pick<Tally, "open" | "waiting" | "ending" | "ended" | "films" | "costs">>;
  videos(owner: Owner): AsyncIterable<Job>;
  costs(owner: Owner): AsyncIterable<Cost>;
  /** Returns other people's open videos that notify this person when they end. */
  listedIn(owner: Owner): Promise<readonly JobId[]>;
  /** Returns the person's actions as a manager, newest first, at most 1,000. */
  acts(owner: Owner): Promise<readonly OwnAct[]>;
  /**
   * Deletes jobs accepted by then, except videos whose final message was not sent yet. Returns how many of those there
   * are.
   */
  forget(owner: Owner, acceptedBy: EpochMs): Promise<number>;
}

/** Access to everything stored about a person. Methods reject if the store fails. */
export interface PersonalData extends Pick<PersonalJobs, "videos" | "costs" | "listedIn" | "acts"> {
  tally(owner: Owner): Promise<Tally>;
  records(owner: Owner): Promise<PersonalRecords>;
  /**
   * Withdraws what has not started and deletes everything. Jobs in progress are deleted once they end. The intent is on
   * disk when this resolves, so it survives a crash.
   */
  forget(owner: Owner): Promise<void>;
}

/**
 * Returns whether that person is notified when this job of somebody else ends. The same id on another platform or in another
 * workspace is a different person.
 */
export function isListed({ notify, owner: theirs }: Job, owner: Owner): boolean {
  const isFromSamePlace = theirs.platform === owner.platform && homeOf(theirs) === homeOf(owner);
  return notify.includes(owner.userId) && isFromSamePlace && theirs.userId !== owner.userId;
}

export interface Welcomed {
  note(owner: Owner): Promise<boolean>;
  at(owner: Owner): Promise<EpochMs | null>;
}
