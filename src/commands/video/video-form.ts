import type { Answer } from "../../core/command.ts";
import { defaultValues, videoForm } from "../../messages/ask/forms.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import type { Visit } from "../command-deps.ts";
import { formAnswer } from "./form-answer.ts";

/** The form for a new video, as the person's own settings have it. */
export async function openVideoForm(visit: Visit): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const settings = await ask(() => deps.settings.get(command.owner));
  if (!settings.ok) return { kind: "private", message: cannotSave(words) };
  return formAnswer(visit, videoForm(defaultValues(settings.value), words));
}
