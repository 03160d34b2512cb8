import type { PickFavourite } from "../../core/batch/pick.ts";
import { applyTo } from "../apply.ts";
import { drawCard } from "../deliver/draw.ts";
import type { JobDeps } from "../deps.ts";

/** Saves a batch's favourite, and shows it on its card. Rejects where the store does. */
export function pickFavourite(deps: JobDeps): PickFavourite {
  return async (batch, part) => {
    const after = await applyTo(deps, batch, { kind: "picked", part });
    if (!after) return null;
    const { job } = after;
    const shown = await deps.chatOf(job).show(job.reply, await drawCard(deps, job), "in_place");
    return { isShown: shown.ok };
  };
}
