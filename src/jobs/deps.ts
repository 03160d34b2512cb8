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

/** What a team's managers hear of its videos. Each is said once, however often it is told here. */
export interface Managers {
  /** They are asked for an approval; resolves when that is saved, and rejects where it cannot be. */
  ask(job: Job): Promise<void>;
  /** The video service refused that key in a call of that time: the team pays with it for nothing more. Never rejects, like the others. */
  keyRefused(team: Team, key: Secret, calledAt: EpochMs): Promise<void>;
  /** Whether it was refused, and not entered anew since. May reject. */
  isRefused(team: Team, key: Secret): Promise<boolean>;
  outOfCredits(team: Team): Promise<void>;
  /** More of that month's credits are used or held than before. */
  spent(team: Team, month: string): Promise<void>;
  /** The service charged another price than the one that was held. */
  charged(job: Job, credits: Credits): Promise<void>;
}

/** Who is next where all running places are taken. */
export interface Line {
  /** Whether it is that job's turn, and where it stands in its owner's line. May reject. */
  look(job: Job): Promise<{ readonly isTurn: boolean; readonly place: NonNullable<Waiting["place"]> }>;
  /** Such a job has left its running place, or the line: those whose turn it is now are woken. Never rejects. */
  left(job: Job): Promise<void>;
}

/** Who goes on of those that wait until the service is well again. */
export interface Releases {
  /** Whether that job is released next, see `nextReleased`, and what `Room` has to say so. May reject. */
  look(job: Job): Promise<{ readonly isNext: boolean; readonly noneReleasedSince: EpochMs }>;
  /** One was released just now. */
  released(): void;
  /** A video has ended well just now: another one may go on. */
  endedWell(): void;
}

/** What a job needs from outside on its way to the final word. */
export interface JobDeps {
  readonly jobs: JobStore;
  readonly vault: Vault;
  readonly video: VideoApi;
  readonly inspectPicture: InspectPicture;
  /** Absent, or null: nobody outside could fetch a frame from the bot itself. */
  readonly frames?: KeptFrames | null;
  /** Absent: no video can go on from another. */
  readonly canContinue?: CanContinue;
  /** Absent, or null: the package that decodes films is not installed. It is known soon after the start. */
  readonly films?: Films | null | Promise<Films | null>;
  chatOf(job: Pick<Job, "reply">): Chat;
  /** Whether that person's notifications are shown in the channel, too; absent: nobody's. May reject. */
  isBroadcast?(owner: Owner): Promise<boolean>;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly meter: Meter;
  /** What other processes send to the platforms; absent: there are none. */
  readonly limits?: SharedLimits;
  /**
   * When this process began: an older job's card may have an edit under way that nobody waits for any more. 0 where others
   * share the jobs: each step is told then.
   */
  readonly startedAt: EpochMs;
  /** For this many milliseconds after a paid call began another process may still have its answer; 0 where there is none. */
  readonly othersPayWithinMs: number;
  /** How many jobs there may be at once. */
  readonly room: Room;
  /** Why that job may no longer be started, as lists and rules are now; null: it may. May reject. */
  mayStart(job: Job): Promise<TakenOff | null>;
  readonly managers: Managers;
  readonly line: Line;
  readonly health: WatchedHealth;
  readonly releases: Releases;
  /** That job's next step is due now. */
  wake(id: JobId): void;
  /** The process is about to end: nothing that costs is begun any more. */
  readonly stopping: AbortSignal;
}

/** What one act leaves to wait for; null: the job itself says when it is due. */
export type HeldUntil = EpochMs | null;
