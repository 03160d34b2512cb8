import type { Chance, Clock, EpochMs } from "../core/clock.ts";
import type { Films, KeptFrames } from "../core/film/film.ts";
import type { CanContinue } from "../core/film/film-chain.ts";
import type { Pace } from "../core/job/due.ts";
import type { JobId, Owner, Team } from "../core/job/ids.ts";
import type { Job, TakenOff, Waiting } from "../core/job/job.ts";
import type { Chat, InspectPicture, JobStore, Log, Meter, Room, Vault, VideoApi } from "../core/ports.ts";
import type { Credits } from "../core/request/price.ts";
import type { SharedLimits } from "../core/shared.ts";
import type { Secret } from "../core/text/secret.ts";
import type { WatchedHealth } from "./service-health.ts";

/** Notifies a team's managers about its videos. Each event is notified once, however often it is reported here. */
export interface Managers {
  /** Asks them for an approval. Resolves when the question is saved, and rejects where it cannot be. */
  ask(job: Job): Promise<void>;
  /**
   * Reports that the video service refused that key in a call of that time: the team pays nothing more with it. Like the
   * methods below, it never rejects.
   */
  keyRefused(team: Team, key: Secret, calledAt: EpochMs): Promise<void>;
  /** Returns true where the key was refused and not entered anew since. May reject. */
  isRefused(team: Team, key: Secret): Promise<boolean>;
  outOfCredits(team: Team): Promise<void>;
  /** Reports that more of that month's credits are used or held than before. */
  spent(team: Team, month: string): Promise<void>;
  /** Reports that the service charged another price than the one that was held. */
  charged(job: Job, credits: Credits): Promise<void>;
}

/** Decides which job is next where all running places are taken. */
export interface Line {
  /** Returns whether it is that job's turn, and its place in its owner's queue. May reject. */
  look(job: Job): Promise<{ readonly isTurn: boolean; readonly place: NonNullable<Waiting["place"]> }>;
  /** Reports that this job has left its running place or the queue, and wakes those whose turn it is now. Never rejects. */
  left(job: Job): Promise<void>;
}

/** Decides which of the jobs that wait for the service to be well again goes on. */
export interface Releases {
  /**
   * Returns whether that job is released next (see `nextReleased`), and since when `Room` requires that no other was
   * released. May reject.
   */
  look(job: Job): Promise<{ readonly isNext: boolean; readonly noneReleasedSince: EpochMs }>;
  /** Reports that a job was released just now. */
  released(): void;
  /** Reports that a video has ended well just now: another job may go on. */
  endedWell(): void;
}

/** Everything from outside that a job needs on its way to the final word. */
export interface JobDeps {
  readonly jobs: JobStore;
  readonly vault: Vault;
  readonly video: VideoApi;
  readonly inspectPicture: InspectPicture;
  /** Absent or null where nobody outside could fetch a frame from the bot itself. */
  readonly frames?: KeptFrames | null;
  /** Absent where no video can go on from another. */
  readonly canContinue?: CanContinue;
  /** Absent or null where the package that decodes films is not installed. This is known soon after the start. */
  readonly films?: Films | null | Promise<Films | null>;
  chatOf(job: Pick<Job, "reply">): Chat;
  /** Returns true where that person's notifications are shown in the channel, too. Absent: nobody's are. May reject. */
  isBroadcast?(owner: Owner): Promise<boolean>;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly meter: Meter;
  /** Counts what other processes send to the platforms. Absent where there are none. */
  readonly limits?: SharedLimits;
  /**
   * The start of this process: an older job's card may have an edit under way that no process waits for any more. It is 0
   * where others share the jobs: there each step is informed by its hold.
   */
  readonly startedAt: EpochMs;
  /**
   * Another process may still have a paid call's answer for this many milliseconds after the call began; 0 where there is
   * no other.
   */
  readonly othersPayWithinMs: number;
  /** Limits how many jobs there may be at once. */
  readonly room: Room;
  /** Returns why the present access lists and rules no longer let that job start; null: it may. May reject. */
  mayStart(job: Job): Promise<TakenOff | null>;
  readonly managers: Managers;
  readonly line: Line;
  readonly health: WatchedHealth;
  readonly releases: Releases;
  /** Makes that job's next step due now. */
  wake(id: JobId): void;
  /** Aborts when the process is about to end: from then on no step that costs is begun. */
  readonly stopping: AbortSignal;
}

/** The time at which an act comes back; null: the job itself says when it is due. */
export type HeldUntil = EpochMs | null;
