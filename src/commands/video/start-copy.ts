import type { Answer } from "../../core/command.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import { noKeyYet } from "../../messages/pages/keys.ts";
import type { Visit } from "../command-deps.ts";
import { answerStart } from "./answer-start.ts";
import type { Consent } from "./consent.ts";
import { isPlacedPrivately, placeCard } from "./place-card.ts";
import { withOffer } from "./without-key.ts";

/** A request of before as a new job with a new card, where the button was pressed, with the presser's present key. */
export async function startCopy(
  visit: Visit,
  id: JobId,
  { of, consent }: { readonly of: Job; readonly consent: Consent },
): Promise<Answer> {
  const { command, startVideo, words } = visit;
  const { owner, workspace } = command;
  // A person who pressed it on a card that only they see does not want the next one seen by all.
  const reply = placeCard(command.reply, isPlacedPrivately(of.reply));
  const isSilent = of.isSilent ?? false;
  const outcome = await startVideo(visit, {
    id,
    owner,
    workspace,
    reply,
    consent,
    isSilent,
    locale: words.locale,
  });
  if (outcome.kind === "no_key")
    return { kind: "private", message: withOffer(noKeyYet("again", words), outcome, visit) };
  return answerStart(visit, outcome);
}
