import type { ConfirmedButton } from "../../core/button.ts";
import type { ChatMessage } from "../../core/chat.ts";
import type { Answer } from "../../core/command.ts";
import type { Trouble } from "../../core/health/trouble.ts";
import type { Job } from "../../core/job/job.ts";
import type { VideoRequest } from "../../core/request/video-request.ts";
import { paidBy } from "../../core/team/payer.ts";
import { draftProblemOf } from "../../messages/ask/draft-problem.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import { withTrouble } from "../../messages/ask/trouble.ts";
import type { Visit } from "../command-deps.ts";
import { judge } from "./judge.ts";
import { madeId } from "./made-by.ts";
import { isPlacedPrivately } from "./place-card.ts";
import { withWait } from "./with-wait.ts";

/**
 * Asks about a copy of a card's video. Where the service has trouble the copy's request is kept under the id of its job to be, for
 * the buttons that start it later.
 */
export async function askAboutCopy(
  visit: Visit,
  {
    of,
    button,
    nth,
    request,
    trouble,
  }: {
    readonly of: Job;
    readonly button: ConfirmedButton;
    readonly nth: number;
    /** The copy's. */
    readonly request: VideoRequest;
    readonly trouble: Trouble | null;
  },
  question: ChatMessage,
): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const judged = await judge(visit, [request]);
  if (!judged.ok) return { kind: "private", message: draftProblemOf(judged.refusal, words).message };
  const asked = await withWait(visit, question);
  if (trouble === null) return { kind: "private", message: asked };
  const id = madeId(button, of.id, nth);
  const { isSilent = false, reply } = of;
  const unconfirmed = {
    request: judged.value.each[0],
    isSilent,
    isPrivate: isPlacedPrivately(reply),
    pay: paidBy(of),
    isCopy: true as const,
  };
  const kept = await ask(() => deps.unconfirmed.keep(command.owner, id, unconfirmed));
  return { kind: "private", message: kept.ok ? withTrouble(asked, trouble, id, words) : cannotSave(words) };
}
