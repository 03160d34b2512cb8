import type { Chance, Clock } from "../core/clock.ts";
import type { Job } from "../core/job.ts";
import type { Pace } from "../core/pace.ts";
import type { Chat, InspectPicture, JobStore, Log, Meter, Vault, VideoApi } from "../core/ports.ts";

/** What a job needs from outside on its way to the final word. */
export interface JobDeps {
  readonly jobs: JobStore;
  readonly vault: Vault;
  readonly video: VideoApi;
  readonly inspectPicture: InspectPicture;
  chatOf(job: Job): Chat;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly meter: Meter;
}
