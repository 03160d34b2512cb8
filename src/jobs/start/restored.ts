import { noneIfDamaged } from "../../core/batch/parts-of.ts";
import { outcomeOf } from "../../core/job/job.ts";
import { applyTo } from "../apply.ts";
import { openPages } from "./recover.ts";

/**
 * Closes every job that could still pay, for the store is a backup that was put back; says how many. To be called before anything
 * else may begin. Cut off and called again, it closes the rest.
 */
export async function closeRestored(deps: Parameters<typeof applyTo>[0]): Promise<number> {
  let closed = 0;
  for await (const page of openPages(deps)) {
    for (const { id } of page) {
      const after = await applyTo(deps, id, { kind: "restored" }).catch(noneIfDamaged);
      const outcome = after && outcomeOf(after.job);
      if (outcome?.kind === "not_started" && outcome.why === "restored") closed += 1;
    }
  }
  return closed;
}
