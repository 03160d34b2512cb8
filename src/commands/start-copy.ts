import type { Answer } from "../core/command.ts";
import type { Job, JobId } from "../core/job.ts";
import type { VideoRequest } from "../core/video-request.ts";
import { noKeyYet } from "../messages/keys.ts";
import { answerStart } from "./answer-start.ts";
import type { Visit } from "./command-deps.ts";
import { isPlacedPrivately, placeCard } from "./place-card.ts";

/** A request of before as a new job with a new card, where the button was pressed, with the presser's present key. */
export async function startCopy(
  visit: Visit,
  id: JobId,
  { of, request }: { readonly of: Job; readonly request: VideoRequest },
): Promise<Answer> {
  const { command, ask, startVideo, words } = visit;
  const { owner, workspace } = command;
  // Who pressed it on a card that only they see does not want the next one seen by all.
  const reply = placeCard(command.reply, isPlacedPrivately(of.reply));
  const isSilent = of.isSilent ?? false;
  const outcome = await startVideo(ask, {
    id,
    owner,
    workspace,
    reply,
    request: afresh(request),
    isSilent,
    locale: words.locale,
  });
  if (outcome.kind === "no_key") return { kind: "private", message: noKeyYet("again", words) };
  return answerStart(visit, outcome);
}

/** An address may show another picture by now, or none, so it is judged once more before anything is paid. */
function afresh(request: VideoRequest): VideoRequest {
  const { picture } = request;
  return picture ? { ...request, picture: { ...picture, isChecked: false } } : request;
}
