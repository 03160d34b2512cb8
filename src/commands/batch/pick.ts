import type { Answer } from "../../core/command.ts";
import type { JobId } from "../../core/job/ids.ts";
import { outcomeOf } from "../../core/job/job.ts";
import { cannotSave, goneCard, unknownAct } from "../../messages/ask/notices.ts";
import { pickedNow } from "../../messages/card/part.ts";
import { ownJob } from "../card/own-job.ts";
import type { Visit } from "../command-deps.ts";

/** Marks a video as its owner's favourite of its batch; the last one that was picked is it. */
export async function pick(visit: Visit, jobId: JobId): Promise<Answer> {
  const { deps, ask, words } = visit;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  const { value: part } = own;
  if (!part.partOf || outcomeOf(part)?.kind !== "succeeded")
    return { kind: "private", message: unknownAct(deps.prefix, words) };
  const { nth, job: batch } = part.partOf;
  const picked = await ask(() => deps.pick(batch, jobId));
  if (!picked.ok) return { kind: "private", message: cannotSave(words) };
  return { kind: "private", message: picked.value ? pickedNow(nth, picked.value.isShown, words) : goneCard(words) };
}
