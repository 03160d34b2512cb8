import { earlierPart, heardOf } from "../../core/batch/chain.ts";
import { noneIfUnreadable } from "../../core/batch/parts-of.ts";
import { isPastTrying } from "../../core/job/advance-attaching.ts";
import { type Attaching, isOpen, type Job, needsApproval, outcomeOf } from "../../core/job/job.ts";
import type { JobEvent } from "../../core/job/job-event.ts";
import type { StoredJob } from "../../core/ports.ts";
import { apply } from "../apply.ts";
import type { JobDeps } from "../deps.ts";
import type { HeldUntil } from "../held-until.ts";

/** A part is woken by its batch, and looks at it this often in case that it was not; while managers are asked, that. */
const LOOK_MS = 2_000;
const ASKED_LOOK_MS = 60_000;
/** The same for a part whose film is on its way, or that waits for the one before it. */
const FILM_LOOK_MS = 60_000;

/** A part that has not begun goes as its batch goes: it begins where the person sees the card, and ends where the batch did. */
export async function followBatch(deps: JobDeps, stored: StoredJob): Promise<HeldUntil> {
  const batch = stored.job.partOf && (await deps.jobs.load(stored.job.partOf.job));
  const event = eventOf(batch?.job ?? null);
  if (event === null) return deps.clock.now() + (needsApproval(stored.job) ? ASKED_LOOK_MS : LOOK_MS);
  await apply(deps, stored, event);
  return null;
}

/** A part of a chain waits for the film of the one before it, and then for its turn; where there will be none, it ends unpaid. */
export async function awaitFilm(deps: JobDeps, stored: StoredJob): Promise<HeldUntil> {
  const earlier = earlierPart(stored.job);
  const found = earlier === null ? null : await deps.jobs.load(earlier).catch(noneIfUnreadable);
  const event = heardOf(found?.job ?? null);
  if (event === null) return deps.clock.now() + FILM_LOOK_MS;
  await apply(deps, stored, event);
  return null;
}

/** Its batch puts its film into the card, and wakes it; where that batch has ended, or the film's time is over, so has this one. */
export async function leaveToBatch(deps: JobDeps, stored: StoredJob, state: Attaching): Promise<HeldUntil> {
  const batch = stored.job.partOf && (await deps.jobs.load(stored.job.partOf.job));
  const now = deps.clock.now();
  // The last of its tries may be under way.
  const isLate = isPastTrying({ ...state, attempts: 0 }, now);
  if (batch && isOpen(batch.job) && !isLate) return now + FILM_LOOK_MS;
  // Its batch's card is in doubt, it has none.
  const late = { kind: "attach_refused", why: "not_taken", isClear: true } as const;
  await apply(deps, stored, isLate ? late : { kind: "attach_skipped" });
  return null;
}

/** null: it is not decided yet. */
function eventOf(batch: Job | null): JobEvent | null {
  if (batch === null) return { kind: "not_started", why: "restart" };
  const outcome = outcomeOf(batch);
  if (outcome?.kind === "not_started") return { kind: "not_started", why: outcome.why };
  const { state, reply } = batch;
  return state.status === "gathering" && state.answer === "given" ? { kind: "answered", reply } : null;
}
