import type { Answer } from "../core/command.ts";
import { type JobId, jobIdFrom } from "../core/job.ts";
import { isGreeting } from "../core/one-word.ts";
import { looksLikeKey } from "../core/secret-shapes.ts";
import { planVideo, type VideoDraft } from "../core/video-request.ts";
import { questionTooOld } from "../messages/confirm-price.ts";
import { draftProblemOf } from "../messages/draft-problem.ts";
import { videoForm } from "../messages/forms.ts";
import { cannotSave } from "../messages/notices.ts";
import { greeting, keyInTheOpen, makeOfThis, sayWhat } from "../messages/said.ts";
import type { Visit } from "./command-deps.ts";

/** Offers the form with what somebody wrote to the bot; the same event, coming once more, is answered once. */
export async function said({ deps, command, ask, words }: Visit, draft: VideoDraft): Promise<Answer> {
  const { eventId, owner } = command;
  // Neither kept nor said again.
  if (looksLikeKey(`${draft.prompt} ${draft.imageUrl ?? ""}`)) return { kind: "private", message: keyInTheOpen(words) };
  if (isGreeting(draft.prompt)) return { kind: "private", message: greeting(words) };
  if (draft.prompt.trim() === "") return { kind: "private", message: sayWhat(words) };

  const id = jobIdFrom("said", owner.platform, eventId);
  const known = await ask(() => Promise.all([deps.settings.get(owner), deps.kept.find(owner, id)]));
  if (!known.ok) return { kind: "private", message: cannotSave(words) };
  const [settings, before] = known.value;
  if (before) return { kind: "nothing" };
  const planned = planVideo(draft, settings, deps.judgeAddress);
  if (!planned.ok) return { kind: "private", message: draftProblemOf(planned.refusal, words).message };

  const { isSilent, isPrivate } = settings;
  // The form shows what was noticed before anything starts.
  const { request } = planned.value;
  const kept = await ask(() => deps.kept.keep(owner, id, { request, isSilent, isPrivate }));
  return { kind: "private", message: kept.ok ? makeOfThis(id, request, words) : cannotSave(words) };
}

/** Opens the form with the request that was kept under that id. */
export async function openKept({ deps, command, ask, words }: Visit, id: JobId): Promise<Answer> {
  const found = await ask(() => deps.kept.find(command.owner, id));
  if (!found.ok) return { kind: "private", message: cannotSave(words) };
  if (!found.value) return { kind: "private", message: questionTooOld(words) };
  const { prompt, aspectRatio: ratio, duration, resolution, picture } = found.value.request;
  const imageUrl = picture?.source === "address" ? picture.url : "";
  return { kind: "form", form: videoForm({ prompt, ratio, duration: String(duration), resolution, imageUrl }, words) };
}
