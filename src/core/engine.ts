import type Keyv from "keyv";
import type { JobStore } from "./ports.ts";
import type { Scheduler } from "./scheduler.ts";

/** Everything durable, and the alarms beside it, wherever they are kept. */
export interface Engine {
  readonly jobs: JobStore;
  readonly scheduler: Scheduler;
  /** Keys, settings and the like, one namespace each; it rejects where it cannot write or read. */
  keyv(namespace: string): Keyv;
  /** Waits for the steps in flight, saves what is queued, gives everything free. */
  close(): Promise<void>;
}
