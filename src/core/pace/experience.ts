import type { Duration, Resolution } from "../request/price.ts";
import type { VideoRequest } from "../request/video-request.ts";

/** What makes tasks alike. */
export type TaskKind = `${Resolution}-${Duration}`;

export const KINDS: readonly TaskKind[] = ["480p-10", "480p-15", "720p-10", "720p-15"];

export interface Experience {
  readonly slowAfterMs: number | null;
}

export function kindOf({ resolution, duration }: Pick<VideoRequest, "resolution" | "duration">): TaskKind {
  return `${resolution}-${duration}`;
}
