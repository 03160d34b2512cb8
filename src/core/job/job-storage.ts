import type { EpochMs } from "../clock.ts";
import type { TeamRefusal } from "../team/rules.ts";
import type { JobId, Owner, Team } from "./ids.ts";
import type { Job } from "./job.ts";
import type { Ledger } from "./ledger.ts";

export interface StoredJob {
  readonly job: Job;
  readonly version: number;
}

export interface DueJob {
  readonly id: JobId;
  readonly dueAt: EpochMs;
}

/** Closed jobs and job ids from before these times are forgotten. */
export interface ForgetBefore {
  readonly jobs: EpochMs;
  /** Ids are kept longer, to recognize repeated events. */
  readonly ids: EpochMs;
  readonly ledger: EpochMs;
  readonly daySums: EpochMs;
}

export interface Capacity {
  readonly ofOwner: number;
  readonly ofWorkspace: number;
  readonly waitingOfOwner: number;
}

export interface InsertHow {
  readonly capacity?: Capacity | undefined;
  readonly parts?: readonly Job[];
  readonly event?: JobId;
}

export type InsertRefusal = "repeated" | "exists" | "full" | TeamRefusal;

/** An answered write is on disk. Rejects if it cannot read or write. */
export interface JobStore {
  /**
   * One transaction. "repeated": the event already made a job. "exists": another event made this job, such as the first
   * of two presses. "full": no place is free, or the job would jump the queue.
   */
  insert(job: Job, how?: InsertHow): Promise<"inserted" | InsertRefusal>;
  /**
   * Lets a waiting job continue, by compare-and-set. The same transaction checks the team's cap and the limit of running
   * jobs, and saves the batch's parts.
   */
  admit(
    job: Job,
    version: number,
    capacity: Capacity,
    parts?: readonly StoredJob[],
  ): Promise<"saved" | "conflict" | "full" | TeamRefusal>;
  /** Rejects with `UnreadableJob` if it cannot be read. */
  load(id: JobId): Promise<StoredJob | null>;
  /** Compare-and-set. False: another save came first. */
  save(job: Job, version: number): Promise<boolean>;
  /**
   * Saves only times of a running job. A power cut may undo it, so the version stays the same: otherwise a process whose
   * change was undone could save over another's.
   */
  touch(job: Job, version: number): Promise<boolean>;
  /**
   * A page in a stable order, including unreadable jobs. `dueAt` is exact for jobs with an outcome, otherwise to the
   * minute.
   */
  openJobs(after: DueJob | null, limit: number): Promise<readonly DueJob[]>;
  openJobsOf(owner: Owner): Promise<readonly Job[]>;
  countUnsettled(workspace: string): Promise<number>;
  waitingIn(workspace: string): Promise<readonly Job[]>;
  jobsOf(owner: Owner, limit: number): Promise<readonly Job[]>;
  jobWithFilm(name: string): Promise<Job | null>;
  /** A page of the readable jobs, oldest film first. An empty page is the last. */
  jobsWithFilms(after: Job | null, limit: number): Promise<readonly Job[]>;
  /** Includes jobs whose film is still to be stored. */
  filmsOf(holder: Owner | Team): Promise<readonly Job[]>;
  /** The cost of jobs accepted in a month (`2026-11`, UTC), including forgotten ones. */
  ledger(owner: Owner, month: string): Promise<Ledger>;
  /** Forgets closed jobs only. Returns the open ones. */
  forgetInstallation(id: string, acceptedBy: EpochMs): Promise<readonly JobId[]>;
  /** Keeps the parts of an open batch. Returns the number of forgotten jobs. */
  forget(before: ForgetBefore): Promise<number>;
  close(): Promise<void>;
}
