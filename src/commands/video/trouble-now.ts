import { type Trouble, troubleOf } from "../../core/health/trouble.ts";
import { kindOf } from "../../core/pace/experience.ts";
import type { VideoRequest } from "../../core/request/video-request.ts";
import type { CommandDeps } from "../command-deps.ts";

/** What is wrong with the video service for such a video; null: nothing that its person has to be asked about. */
export function troubleNow({ health }: Pick<CommandDeps, "health">, request: VideoRequest): Trouble | null {
  return troubleOf(health.of(kindOf(request)));
}

/** The same for several videos: of what is wrong with any of them, the worst. */
export function worstTrouble(deps: Pick<CommandDeps, "health">, each: readonly VideoRequest[]): Trouble | null {
  const troubles = each.flatMap((request) => troubleNow(deps, request) ?? []);
  return troubles.find(({ kind }) => kind === "down") ?? troubles[0] ?? null;
}
