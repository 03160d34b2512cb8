import type { Answer } from "../../core/command.ts";
import { type JobId, jobIdFrom } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import { asksForHelp } from "../../core/request/one-word.ts";
import { planVideo } from "../../core/request/plan-video.ts";
import type { VideoDraft } from "../../core/request/video-request.ts";
import { refuse } from "../../core/result.ts";
import { draftProblemOf } from "../../messages/ask/draft-problem.ts";
import { ownKeyInText } from "../../messages/ask/leaked-key.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import { noKeyYet } from "../../messages/pages/keys.ts";
import type { Visit } from "../command-deps.ts";
import { answerStart } from "./answer-start.ts";
import { askFirst } from "./confirm.ts";
import { consentTo } from "./consent.ts";
import { saysKey } from "./leak-guard.ts";
import { isPlacedPrivately, placeCard } from "./place-card.ts";
import { withRecentPrompt } from "./recent-prompt.ts";

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
  const { deps, command, ask, startVideo, words } = visit;
  const { eventId, owner, workspace, reply } = command;
  const { locale } = words;

  const whole = await withRecentPrompt(visit, typed);
  if (!whole.ok) return { kind: "private", message: whole.refusal };
  const draft = whole.value;
  const settings = await ask(() => deps.settings.get(owner));
  if (!settings.ok) return { kind: "private", message: cannotSave(words) };
  // What is edited lives as the card it came from.
  const isPrivate = edited ? isPlacedPrivately(edited.of.reply) : settings.value.isPrivate;
  const isSilent = edited ? (edited.of.isSilent ?? false) : settings.value.isSilent;
  const planned = planVideo(draft, settings.value, deps.judgeAddress);
  if (!planned.ok) {
    const { kind } = planned.refusal;
    const { field: named, text, message } = draftProblemOf(planned.refusal, words);
    const isOfFile = draft.image !== null && named === "image_url" && kind !== "two_pictures";
    const field = isOfFile ? "image" : named;
    return from === "form" ? { kind: "form_error", field, text, message } : { kind: "private", message };
  }

  const id = edited?.id ?? jobIdFrom(owner.platform, eventId);
  const waitForKey = async (): Promise<Answer> => {
    const kept = await ask(() => deps.pending.keep(owner, { eventId, draft, reply, workspace }));
    return { kind: "private", message: kept.ok ? noKeyYet("goes_on", words) : cannotSave(words) };
  };
  // A form has shown the price of what is in it.
  const isHelp = from === "command" && asksForHelp(planned.value.request.prompt);
  const consent = isHelp ? refuse({ kind: "help" } as const) : consentTo(planned.value, settings.value);
  if (!consent.ok) {
    // The key comes first: it is asked for once, and so is this.
    const key = await ask(() => deps.vault.get(owner));
    if (!key.ok) return { kind: "private", message: cannotSave(words) };
    if (!key.value && !isHelp) return waitForKey();
    if (key.value && saysKey(planned.value.request, key.value))
      return { kind: "private", message: ownKeyInText(words) };
    const kept = { request: planned.value.request, isSilent, isPrivate };
    return { kind: "private", message: await askFirst(visit, id, kept, consent.refusal) };
  }
  const placed = placeCard(reply, isPrivate);
  const outcome = await startVideo(ask, {
    id,
    owner,
    workspace,
    reply: placed,
    consent: consent.value,
    isSilent,
    locale,
  });
  if (outcome.kind === "no_key") return waitForKey();
  // The platform told of a command twice: the first has its answer.
  if (outcome.kind === "already_accepted" && edited === null) return { kind: "nothing" };
  return answerStart(visit, outcome);
}
