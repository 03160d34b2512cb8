import { type Answer, firstCard } from "../core/command.ts";
import type { Job, JobId } from "../core/job.ts";
import type { VideoRequest } from "../core/video-request.ts";
import { cardOf } from "../messages/card.ts";
import { noKeyYet } from "../messages/keys.ts";
import { alreadyOnItsWay } from "../messages/notices.ts";
import type { Visit } from "./command-deps.ts";
import { isPlacedPrivately, placeCard } from "./place-card.ts";

/** A request of before as a new job with a new card, where the button was pressed, with the presser's present key. */
export async function startCopy(
  visit: Visit,
  id: JobId,
  { of, request }: { readonly of: Job; readonly request: VideoRequest },
): Promise<Answer> {
  const { deps, command, ask, startVideo } = visit;
  const { owner, workspace } = command;
  // Who pressed it on a card that only they see does not want the next one seen by all.
  const reply = placeCard(command.reply, isPlacedPrivately(of.reply));
  const isSilent = of.isSilent ?? false;
  const outcome = await startVideo(ask, { id, owner, workspace, reply, request: afresh(request), isSilent });
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

/** An address may show another picture by now, or none, so it is judged once more before anything is paid. */
function afresh(request: VideoRequest): VideoRequest {
  const { picture } = request;
  return picture ? { ...request, picture: { ...picture, isChecked: false } } : request;
}
