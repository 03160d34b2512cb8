import type { Chance, Clock, EpochMs } from "../core/clock.ts";
import type { Scheduler } from "../core/engine.ts";
import type { Films, KeptFrames, OpenVideo } from "../core/film/film.ts";
import type { CanHostPictures } from "../core/film/film-chain.ts";
import type { KeptFilms } from "../core/film/kept-film.ts";
import type { Chat } from "../core/front-end.ts";
import type { Pace } from "../core/job/due.ts";
import type { JobId, Owner } from "../core/job/ids.ts";
import type { Job, TakenOff } from "../core/job/job.ts";
import type { Capacity, JobStore } from "../core/job/job-storage.ts";
import type { Meter } from "../core/meter.ts";
import type { FitPicture, InspectPicture } from "../core/request/pictures.ts";
import type { Vault } from "../core/stored-secrets.ts";
import type { Log } from "../core/text/log-fields.ts";
import type { VideoApi } from "../core/video-service.ts";
import type { Traffic } from "./deliver/traffic.ts";
import type { Managers } from "./notices/notify-managers.ts";
import type { PriceWatch } from "./price-watch.ts";
import type { WatchedHealth } from "./service-health.ts";
import type { JobQueues } from "./start/queue.ts";

export interface JobDeps {
  readonly jobs: JobStore;
  readonly vault: Vault;
  readonly video: VideoApi;
  readonly inspectPicture: InspectPicture;
  /** Needs an optional package. */
  readonly fitPicture: FitPicture | null;
  readonly canFit?: CanHostPictures;
  /** Needs a public address. */
  readonly frames: KeptFrames | null;
  readonly canContinue?: CanHostPictures;
  /** Needs an optional package. */
  readonly films: Films | null;
  readonly keptFilms: KeptFilms | null;
  readonly openVideo?: OpenVideo;
  chatOf(job: Pick<Job, "reply">): Chat;
  isBroadcast?(owner: Owner): Promise<boolean>;
  readonly pace: Pace;
  readonly deadlineMs: number;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly meter: Meter;
  readonly traffic: Traffic;
  /**
   * When this process started. A job accepted earlier may have an edit in flight. 0 if processes share the jobs: then each
   * step learns it from its hold.
   */
  readonly startedAt: EpochMs;
  /**
   * How long after a paid call began another process may still receive its response. 0 if there is no other process.
   */
  readonly othersPayWithinMs: number;
  readonly capacity: Capacity;
  /** Returns why current access lists and rules no longer let the job start. May reject. */
  mayStart(job: Job): Promise<TakenOff | null>;
  readonly managers: Managers;
  readonly queues: JobQueues;
  readonly health: WatchedHealth;
  readonly prices?: PriceWatch;
  readonly scheduler: Scheduler;
  wake(id: JobId): void;
  /** Aborts before the process ends. After that, no step that costs money starts. */
  readonly stopping: AbortSignal;
}

/** When to run the step again. Null: at the job's own due time. */
export type HeldUntil = EpochMs | null;

/** A step that lost its job or notice checks again after this, in case nobody took it over. */
export const LOST_MS = 1_000;
/** An alarm set before a save fires after this, in case the process dies before it wakes the job. */
export const SAVED_WITHIN_MS = 10_000;
/** A stopping process schedules its jobs this far ahead, and leaves them to the next process. */
export const NEXT_PROCESS_MS = 60_000;

/** `end` releases the timer and the listener. */
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
