import { type Answer, usedAt } from "../../core/command.ts";
import { type JobId, jobIdFrom } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import type { RequestProblem, VideoDraft } from "../../core/request/video-request.ts";
import { draftProblemOf } from "../../messages/ask/draft-problem.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import { noKeyYet } from "../../messages/pages/keys.ts";
import type { Visit } from "../command-deps.ts";
import { answerStart } from "./answer-start.ts";
import { isPlacedPrivately } from "./place-card.ts";
import { withRecentPrompt } from "./recent-prompt.ts";
import { startRequest } from "./start-request.ts";
import { withOffer } from "./without-key.ts";

/** The job that an edited request becomes, and the one it was. */
interface Edited {
  readonly id: JobId;
  readonly of: Job;
}

/** A new video: the first card of a saved job, or a private word why not. A request without a key is kept until there is one. */
export async function makeVideo(
  visit: Visit,
  typed: VideoDraft,
  { from, edited = null }: { readonly from: "command" | "form"; readonly edited?: Edited | null },
): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const { eventId, owner, workspace, reply } = command;
  const whole = await withRecentPrompt(visit, typed);
  if (!whole.ok) return { kind: "private", message: whole.refusal };
  const draft = whole.value;

  const outcome = await startRequest(visit, {
    id: edited?.id ?? jobIdFrom(owner.platform, eventId),
    draft,
    reply,
    workspace,
    ...(edited && { delivery: deliveryOf(edited.of) }),
    // A form has shown the price of what is in it.
    mayAskForHelp: from === "command",
  });
  switch (outcome.kind) {
    case "problem":
      return answerProblem(visit, outcome.problem, { draft, from });
    case "denied":
      return answerProblem(visit, outcome, { draft, from });
    case "asked":
      return { kind: "private", message: outcome.message };
    case "no_key": {
      const stored = await ask(() => deps.pending.keep(owner, { eventId, draft, ...usedAt(command) }));
      const message = stored.ok ? withOffer(noKeyYet("goes_on", words), outcome, visit) : cannotSave(words);
      return { kind: "private", message };
    }
    case "already_accepted":
      // The platform told of a command twice: the first has its answer.
      return edited === null ? { kind: "nothing" } : answerStart(visit, outcome);
    default:
      return answerStart(visit, outcome);
  }
}

/** An edited request is delivered like the card it came from. */
function deliveryOf({ reply, isSilent = false }: Job) {
  return { isPrivate: isPlacedPrivately(reply), isSilent };
}

/** In a form, at the field where it can be mended. */
function answerProblem(
  { words }: Visit,
  problem: RequestProblem,
  { draft, from }: { readonly draft: VideoDraft; readonly from: "command" | "form" },
): Answer {
  const { field, text, message } = draftProblemOf(problem, words);
  if (from === "command") return { kind: "private", message };
  const isOfFile = draft.image !== null && field === "image_url" && problem.kind !== "two_pictures";
  return { kind: "form_error", field: isOfFile ? "image" : field, text, message };
}
