import type { EpochMs } from "../core/clock.ts";

/** What one act leaves to wait for; null: the job itself says when it is due. */
export type HeldUntil = EpochMs | null;
