import type { Answer } from "../../core/command.ts";
import { defaultValues, videoForm } from "../../messages/ask/forms.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import type { Visit } from "../command-deps.ts";

/** The form for a new video, as the person's own settings have it. */
export async function openVideoForm({ deps, command, ask, words }: Visit): Promise<Answer> {
  const settings = await ask(() => deps.settings.get(command.owner));
  if (!settings.ok) return { kind: "private", message: cannotSave(words) };
  return { kind: "form", form: videoForm(defaultValues(settings.value), words) };
}
