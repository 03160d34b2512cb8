import { type Answer, firstCard } from "../core/command.ts";
import type { JobId } from "../core/job.ts";
import type { VideoRequest } from "../core/video-request.ts";
import { cardOf } from "../messages/card.ts";
import { noKeyYet } from "../messages/keys.ts";
import { alreadyOnItsWay } from "../messages/notices.ts";
import type { Visit } from "./command-deps.ts";

/** A request of before as a new job with a new card, where the button was pressed, with the presser's present key. */
export async function startCopy(visit: Visit, id: JobId, request: VideoRequest): Promise<Answer> {
  const { deps, command, ask, startVideo } = visit;
  const { owner, workspace, reply } = command;
  const outcome = await startVideo(ask, { id, owner, workspace, reply, request: afresh(request) });
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
