import { type Answer, firstCard } from "../core/command.ts";
import { type Job, type JobId, jobIdFrom, outcomeOf } from "../core/job.ts";
import type { VideoRequest } from "../core/video-request.ts";
import { cardOf } from "../messages/card.ts";
import { noKeyYet } from "../messages/keys.ts";
import { alreadyOnItsWay, cannotSave } from "../messages/notices.ts";
import type { CommandDeps, Visit } from "./command-deps.ts";
import { ownJob } from "./own-job.ts";
import { isPlacedPrivately, placeCard } from "./place-card.ts";

/** A second press sooner than this is taken for the first one. */
const SAME_PRESS_MS = 10_000;

/** The same video once more, as a new job with a new card and the presser's present key. */
export async function again(visit: Visit, jobId: JobId): Promise<Answer> {
  const { deps, command, ask, startVideo } = visit;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  // Its card has no such button yet.
  if (!outcomeOf(own.value)) return { kind: "private", message: alreadyOnItsWay() };

  const made = await ask(() => madeBy(deps, jobId));
  if (!made.ok) return { kind: "private", message: cannotSave() };
  const { nextId, last } = made.value;
  if (last && isSamePress(last, deps.clock.now())) return { kind: "private", message: alreadyOnItsWay() };

  const { owner, workspace } = command;
  // Who pressed it on a card that only they see does not want the next one seen by all.
  const reply = placeCard(command.reply, isPlacedPrivately(own.value.reply));
  const request = afresh(own.value.request);
  const isSilent = own.value.isSilent ?? false;
  const outcome = await startVideo(ask, { id: nextId, owner, workspace, reply, request, isSilent });
  switch (outcome.kind) {
    case "started":
      return { kind: "card", card: firstCard(outcome.job, cardOf(outcome.job, deps.clock.now())) };
    // Two presses at the same moment found the same next id.
    case "already_accepted":
      return { kind: "private", message: alreadyOnItsWay() };
    case "no_key":
      return { kind: "private", message: noKeyYet(false) };
    case "refused":
      return { kind: "private", message: outcome.message };
  }
}

/** The jobs that this card's button has made, in order: the last of them, and the id of the next. */
async function madeBy(
  { jobs }: Pick<CommandDeps, "jobs">,
  cardJobId: JobId,
): Promise<{ nextId: JobId; last: Job | null }> {
  let last: Job | null = null;
  for (let made = 0; ; made += 1) {
    const nextId = jobIdFrom("again", cardJobId, String(made));
    const stored = await jobs.load(nextId);
    if (!stored) return { nextId, last };
    last = stored.job;
  }
}

function isSamePress({ acceptedAt, state }: Job, now: number): boolean {
  return now - acceptedAt < SAME_PRESS_MS || state.status === "accepted" || state.status === "submitting";
}

/** An address may show another picture by now, or none, so it is judged once more before anything is paid. */
function afresh(request: VideoRequest): VideoRequest {
  const { picture } = request;
  return picture ? { ...request, picture: { ...picture, isChecked: false } } : request;
}
