import type { Config } from "../config.ts";
import type { Engine } from "../core/engine.ts";
import { STAMP } from "../engines/back-up.ts";
import { closeRestored } from "../jobs/start/restored.ts";
import { REQUESTS_THAT_WAIT } from "./people/people.ts";

/** The text of RESTORED that was dealt with last. */
const DONE = "done";

/**
 * Where the store is a backup that was put back, closes everything in it that could pay for a video again. A backup says so by its
 * stamp, a snapshot's operator by RESTORED: each text of that counts once. To be called before anything else may begin. The stamp
 * goes last: a start that is cut off is repeated by the next one, and what is closed stays closed.
 */
export async function closeAfterRestore(
  { RESTORED: told }: Pick<Config, "RESTORED">,
  engine: Pick<Engine, "keyv">,
  deps: Parameters<typeof closeRestored>[0],
): Promise<void> {
  const { log } = deps;
  const notes = engine.keyv(STAMP.namespace);
  const madeAt: unknown = await notes.get(STAMP.key);
  const isNews = told !== undefined && (await notes.get(DONE)) !== told;
  if (told !== undefined && !isNews && madeAt === undefined)
    log.warn("this text of RESTORED was dealt with at an earlier start and does nothing now; remove it", {
      text: told,
    });
  if (madeAt === undefined && !isNews) return;

  const closed = await closeRestored(deps);
  // A question that was answered since could be answered again, and a key given again for the same request.
  for (const namespace of REQUESTS_THAT_WAIT) await engine.keyv(namespace).clear();
  if (isNews) await notes.set(DONE, told);
  await notes.delete(STAMP.key);
  log.warn("a backup was restored: videos that may have been made since it was made are closed", {
    count: closed,
    at: typeof madeAt === "string" ? madeAt : null,
  });
}
