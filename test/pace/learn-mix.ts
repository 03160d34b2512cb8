import { type Hazards, learnFrom } from "../../src/core/hazards.ts";
import { byHazards, live } from "./live.ts";
import { type Mix, mixedTasks } from "./standard-mix.ts";

/** The table of a mix: what polls that follow it see, round after round, with the ends where they truly were. */
export function learnMix(mix: Mix, { lives, rounds }: { readonly lives: number; readonly rounds: number }): Hazards {
  let hazards = learnFrom(null, []);
  for (let round = 1; round <= rounds; round += 1) {
    const policy = byHazards(hazards, 2_000);
    hazards = learnFrom(
      null,
      mixedTasks(mix, lives, round).map((task) => ({
        ...live(task, policy),
        lastRunningMs: task.endsMs - 1,
        endedMs: task.endsMs,
      })),
    );
  }
  return hazards;
}
