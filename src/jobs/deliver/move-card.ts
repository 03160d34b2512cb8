import { partsOf } from "../../core/batch/parts-of.ts";
import type { CardGone, ChatRefusal, ReplyHandle } from "../../core/chat.ts";
import { sleep } from "../../core/clock.ts";
import { holdsFiles, inPlaceOf } from "../../core/film/cards-before.ts";
import { backoffMs } from "../../core/job/due.ts";
import type { JobId } from "../../core/job/ids.ts";
import { isSettled, type Job } from "../../core/job/job.ts";
import { ok, type Result } from "../../core/result.ts";
import { leftCard } from "../../messages/card/left-card.ts";
import { apply } from "../apply.ts";
import type { JobDeps } from "../deps.ts";
import { drawCard } from "./draw.ts";

/** A paid call that has begun is waited for this often before its job is changed. */
const TRIES = 120;
const AGAIN_MS = 1_000;
/** A call that the platform does not take is made this often, ever more slowly: for two minutes, or as long as it asks for. */
const CALLS = 8;
const CALL_AGAIN_MAX_MS = 60_000;

type MoveDeps = Pick<
  JobDeps,
  "jobs" | "pace" | "clock" | "chance" | "log" | "meter" | "chatOf" | "stopping" | "canContinue"
>;

/** The job goes on in this card, and the one before goes away unless films are in it; a job that has ended meanwhile says here how. */
export async function moveCard(deps: MoveDeps, id: JobId, reply: ReplyHandle): Promise<void> {
  const { clock, jobs, log, stopping } = deps;
  for (let tries = 1; tries <= TRIES && !stopping.aborted; tries += 1) {
    const stored = await jobs.load(id);
    if (!stored) return;
    const { job } = stored;
    if (isSettled(job)) {
      const left = await untilTaken(deps, async () => {
        const latest = (await jobs.load(id))?.job;
        // Its workspace has left, or its person had it deleted.
        if (!latest || latest.isForgotten) return ok(null);
        return deps.chatOf({ reply }).show(reply, await drawCard(deps, latest), "in_place");
      });
      if (left) log.warn("the moved card does not say how it ended", { job: id, why: left });
      return;
    }
    if (job.state.status !== "submitting") {
      if (!(await apply(deps, stored, { kind: "shown", reply: inPlaceOf(job.reply, reply) }))) continue;
      const left = await untilTaken(deps, () => leave(deps, job));
      if (left) log.warn("the card's old place still shows it", { job: id, why: left });
      return;
    }
    await sleep(clock, AGAIN_MS, stopping);
  }
  log.warn("the card was not moved", { job: id });
}

/** A card goes where its job goes on in another; one that holds films stays for them, and a frame may be what a paid call names. */
async function leave(deps: MoveDeps, job: Job): Promise<Result<unknown, ChatRefusal | CardGone>> {
  const chat = deps.chatOf(job);
  if (!holdsFiles(job.reply)) return chat.remove(job.reply);
  const parts = await partsOf(deps.jobs, job);
  const message = leftCard(
    await drawCard(deps, job),
    job,
    parts.map((part) => part.job),
  );
  return chat.show(job.reply, message, "in_place");
}

/** Nothing else mends what stands there, so the call is repeated; answers why it was not taken in the end, null where it was. */
async function untilTaken(
  { clock, chance, stopping }: MoveDeps,
  call: () => Promise<Result<unknown, ChatRefusal | CardGone>>,
): Promise<string | null> {
  for (let tries = 1; ; tries += 1) {
    const taken = await call();
    if (taken.ok) return null;
    const { refusal } = taken;
    const isForNow = refusal.kind === "unavailable" || refusal.kind === "rate_limited";
    if (!isForNow || tries >= CALLS || stopping.aborted) return refusal.kind;
    const askedMs = refusal.kind === "rate_limited" ? refusal.retryAfterMs : 0;
    const backedOffMs = Math.ceil(backoffMs(tries, CALL_AGAIN_MAX_MS, chance.fraction()));
    await sleep(clock, Math.max(backedOffMs, askedMs), stopping);
  }
}
