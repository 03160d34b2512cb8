import type { Hazards } from "../../src/core/pace/hazards.ts";
import { learnFrom } from "./learn-from.ts";
import { byHazards, live, type WatchedLife } from "./live.ts";
import { type Mix, mixedTasks } from "./standard-mix.ts";

/** The table of a mix: what polls that follow it see, round after round, with the ends where they truly were. */
export function learnMix(mix: Mix, { lives, rounds }: { readonly lives: number; readonly rounds: number }): Hazards {
  let hazards = learnFrom(null, []);
  for (let seed = 1; seed <= rounds; seed += 1) hazards = learnFrom(null, mixLives(mix, { lives, seed }, hazards));
  return hazards;
}

/** Lives of a mix as polls by that table see them, but for their ends, which are exact. */
export function mixLives(
  mix: Mix,
  { lives, seed }: { readonly lives: number; readonly seed: number },
  hazards: Hazards,
): readonly WatchedLife[] {
  const policy = byHazards(hazards, 2_000);
  return mixedTasks(mix, lives, seed).map((task) => ({
    ...live(task, policy),
    lastRunningMs: task.endsMs - 1,
    endedMs: task.endsMs,
  }));
}
