import { isDeepStrictEqual } from "node:util";
import type { Answer } from "../../core/command.ts";
import { changeSettings, isEmptyDraft, type Settings, type SettingsDraft } from "../../core/request/settings.ts";
import { valuesOf } from "../../messages/ask/choices.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import { badSetting, type SettingsPart, settingsForm, settingsMessage } from "../../messages/pages/settings.ts";
import type { Visit } from "../visit.ts";

/** Stores what was given and shows the settings as they are then; shows them where nothing was given. */
export async function settings(
  { deps, command, ask, words }: Visit,
  given: SettingsDraft,
  from: "command" | "form",
): Promise<Answer> {
  const { owner } = command;
  const known = await ask(() => deps.settings.get(owner));
  if (!known.ok) return { kind: "private", message: cannotSave(words) };
  if (isEmptyDraft(given))
    return {
      kind: "private",
      message: settingsMessage(known.value, { platform: owner.platform, isNew: "shown" }, words),
    };

  const changed = changeSettings(known.value, given);
  if (!changed.ok) {
    const { field } = changed.refusal;
    const { text, message } = badSetting(changed.refusal, words);
    return from === "form" ? { kind: "form_error", field, text, message } : { kind: "private", message };
  }
  const stored = await ask(() => deps.settings.put(owner, changed.value));
  if (!stored.ok) return { kind: "private", message: cannotSave(words) };
  const isSame = isDeepStrictEqual(meaning(changed.value), meaning(known.value));
  const isNew = isSame ? "same" : "changed";
  return { kind: "private", message: settingsMessage(changed.value, { platform: owner.platform, isNew }, words) };
}

/** A value that equals the default and one that is absent come to the same. */
function meaning(settings: Settings) {
  return { ...valuesOf(settings), confirmAbove: settings.confirmAbove };
}

/** Opens the form with the settings as they are; where a form is too small for all of them, with that part. */
export async function openSettingsForm({ deps, command, ask, words }: Visit, part: SettingsPart): Promise<Answer> {
  const { owner } = command;
  const known = await ask(() => deps.settings.get(owner));
  if (!known.ok) return { kind: "private", message: cannotSave(words) };
  return { kind: "form", form: settingsForm(known.value, { platform: owner.platform, part }, words) };
}
