import type { Chance, Clock, EpochMs } from "../core/clock.ts";
import type { Scheduler } from "../core/engine.ts";
import type { Films, KeptFrames, OpenVideo } from "../core/film/film.ts";
import type { CanBring } from "../core/film/film-chain.ts";
import type { KeptFilms } from "../core/film/kept-film.ts";
import type { Pace } from "../core/job/due.ts";
import type { JobId, Owner } from "../core/job/ids.ts";
import type { Job, TakenOff } from "../core/job/job.ts";
import type { Chat, FitPicture, InspectPicture, JobStore, Log, Meter, Room, Vault, VideoApi } from "../core/ports.ts";
import type { Traffic } from "./deliver/traffic.ts";
import type { Managers } from "./notices/tell-managers.ts";
import type { PriceWatch } from "./price-watch.ts";
import type { WatchedHealth } from "./service-health.ts";
import type { JobQueues } from "./start/queue.ts";

/** Everything from outside that a job needs on its way to the final message. */
export interface JobDeps {
  readonly jobs: JobStore;
  readonly vault: Vault;
  readonly video: VideoApi;
  readonly inspectPicture: InspectPicture;
  /** Absent or null where the packages that make pictures fit are not installed. */
  readonly fitPicture?: FitPicture | null;
  /** Says where a picture can be made to fit. Absent where none can. */
  readonly canFit?: CanBring;
  /** Absent or null where nobody outside could fetch a picture from the bot itself. */
  readonly frames?: KeptFrames | null;
  /** Says where the last frame of a video can be brought. Absent where no video can go on from another. */
  readonly canContinue?: CanBring;
  /** Absent or null where the package that decodes films is not installed. */
  readonly films?: Films | null;
  /** Absent or null where finished films are not kept. */
  readonly keptFilms?: KeptFilms | null;
  /** Opens a finished video behind its link, to be kept. Absent where none is kept. */
  readonly openVideo?: OpenVideo;
  chatOf(job: Pick<Job, "reply">): Chat;
  /** Returns true where that person's notifications are shown in the channel, too. Absent: nobody's are. May reject. */
  isBroadcast?(owner: Owner): Promise<boolean>;
  readonly pace: Pace;
  /** A job that is not finished by then is shown as unfinished. */
  readonly deadlineMs: number;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly meter: Meter;
  readonly traffic: Traffic;
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
  readonly queues: JobQueues;
  readonly health: WatchedHealth;
  /** Absent: nobody is warned of a charge that differs from the price. */
  readonly prices?: PriceWatch;
  readonly scheduler: Scheduler;
  /** Makes that job's next step due now. */
  wake(id: JobId): void;
  /** Aborts when the process is about to end: from then on no step that costs is begun. */
  readonly stopping: AbortSignal;
}

/** The time at which an act comes back; null: the job itself says when it is due. */
export type HeldUntil = EpochMs | null;

/** A step that lost its job or notice checks again after this, in case that nobody took it. */
export const LOST_MS = 1_000;
/** A process that dies between a save and the wake leaves the job to an alarm that rings after this. Ours. */
export const SAVED_WITHIN_MS = 10_000;
/** A process that is about to end does not come back to a job. */
export const NEXT_PROCESS_MS = 60_000;

/** Aborts after that time, at `abort`, and when the process is about to end. `end` releases the timer and the listener. */
export function limited(
  { clock, stopping }: Pick<JobDeps, "clock" | "stopping">,
  withinMs: number,
): { readonly signal: AbortSignal; abort(): void; end(): void } {
  const giveUp = new AbortController();
  const abort = () => giveUp.abort();
  const cancel = clock.after(withinMs, abort);
  if (stopping.aborted) abort();
  stopping.addEventListener("abort", abort);
  return {
    signal: giveUp.signal,
    abort,
    end() {
      cancel();
      stopping.removeEventListener("abort", abort);
    },
  };
}
