import type { Config } from "../config.ts";
import type { Engine } from "../core/engine.ts";
import type { Outside } from "./outside.ts";
import type { Platforms } from "./platforms.ts";
import { watchPrefix } from "./watch-prefix.ts";
import { watchWorkers } from "./watch-workers.ts";

/** In a process that hears people: hears from the others what changed on a person's page, and whether they fit together. */
export function hearOthers(
  { ROLE: role, COMMAND_PREFIX: prefix }: Pick<Config, "ROLE" | "COMMAND_PREFIX">,
  { shared, isAlone, keyv }: Engine,
  given: Pick<Outside, "clock" | "log"> & { readonly platforms: Platforms; readonly stopping: AbortSignal },
): void {
  if (role === "worker") return;
  const { platforms, clock, log, stopping } = given;
  shared.pages.hear((owner) => platforms.homeChanged(owner));
  if (!isAlone) void watchPrefix({ notes: keyv("fronts"), prefix, clock, log, stopping });
  if (role === "front") void watchWorkers({ shared, clock, log, stopping });
}
