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

/** Counts each video of a batch. */
export interface Tally {
  readonly open: number;
  /** Deleting the data withdraws these. */
  readonly waiting: number;
  /** The outcome is known, and the final message or file is still being delivered. */
  readonly ending: number;
  readonly ended: number;
  readonly films: number;
  readonly costs: number;
  readonly hasKey: boolean;
  readonly hasSettings: boolean;
  readonly isWelcomed: boolean;
  /** Requests that wait for a key or a confirmation, and pictures offered in a form. */
  readonly unstarted: number;
}

export function stageOf(job: Job): keyof Pick<Tally, "open" | "waiting" | "ending" | "ended"> {
  if (!isOpen(job)) return "ended";
  if (job.state.status === "waiting") return "waiting";
  return takesPlace(job) ? "open" : "ending";
}

export interface PersonalRecords {
  readonly settings: Settings | null;
  /** Stored only if the platform does not send it with every event. */
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

export interface PersonalJobs {
  tally(owner: Owner): Promise<Pick<Tally, "open" | "waiting" | "ending" | "ended" | "films" | "costs">>;
  videos(owner: Owner): AsyncIterable<Job>;
  costs(owner: Owner): AsyncIterable<Cost>;
  listedIn(owner: Owner): Promise<readonly JobId[]>;
  /** The person's actions as a manager, newest first, at most 1,000. */
  acts(owner: Owner): Promise<readonly OwnAct[]>;
  /** Keeps videos whose final message was not sent yet. Returns how many those are. */
  forget(owner: Owner, acceptedBy: EpochMs): Promise<number>;
}

export interface PersonalData extends Pick<PersonalJobs, "videos" | "costs" | "listedIn" | "acts"> {
  tally(owner: Owner): Promise<Tally>;
  records(owner: Owner): Promise<PersonalRecords>;
  /**
   * Withdraws what has not started. Jobs in progress are deleted once they end. The intent is on disk when this resolves.
   */
  forget(owner: Owner): Promise<void>;
}

/** The same id on another platform or in another workspace is a different person. */
export function isListed({ notify, owner: theirs }: Job, owner: Owner): boolean {
  const isFromSamePlace = theirs.platform === owner.platform && homeOf(theirs) === homeOf(owner);
  return notify.includes(owner.userId) && isFromSamePlace && theirs.userId !== owner.userId;
}

export interface Welcomed {
  note(owner: Owner): Promise<boolean>;
  at(owner: Owner): Promise<EpochMs | null>;
}
