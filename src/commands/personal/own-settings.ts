import { isDeepStrictEqual } from "node:util";
import type { ActOf, Answer } from "../../core/command.ts";
import { changeSettings, isEmptyDraft, type Settings } from "../../core/request/settings.ts";
import { valuesOf } from "../../messages/ask/video-forms.ts";
import { badSetting, type SettingsPart, settingsForm, settingsMessage } from "../../messages/pages/settings-page.ts";
import { type ActTable, formReply, type PressHandlers, privateReply, type Visit } from "../visit.ts";

export const settingsActs = {
  settings: {
    needs: ({ given }) => (isEmptyDraft(given) ? null : "person"),
    typed: ({ given }) => Object.entries(given),
    formField: ({ from }) => (from === "form" ? "ratio" : null),
    handle: settings,
  },
  open_settings_form: { needs: "person", handle: (visit) => openSettingsForm(visit, "videos") },
} satisfies Partial<ActTable>;

export const settingsPresses = {
  change_settings: (visit) => openSettingsForm(visit, "videos"),
  change_delivery: (visit) => openSettingsForm(visit, "delivery"),
} satisfies Partial<PressHandlers>;

async function settings({ deps, command, ask, words }: Visit, { given, from }: ActOf<"settings">): Promise<Answer> {
  const { owner } = command;
  const { platform } = owner;
  const before = await ask(() => deps.settings.get(owner));
  if (isEmptyDraft(given)) return privateReply(settingsMessage(before, { platform, isNew: "shown" }, words));

  const changed = changeSettings(before, given);
  if (!changed.ok) {
    const { field } = changed.refusal;
    const problem = badSetting(changed.refusal, words);
    return from === "form" ? { kind: "form_error", field, ...problem } : privateReply(problem.message);
  }
  await ask(() => deps.settings.put(owner, changed.value));
  const isSame = isDeepStrictEqual(meaning(changed.value), meaning(before));
  return privateReply(settingsMessage(changed.value, { platform, isNew: isSame ? "same" : "changed" }, words));
}

function meaning(settings: Settings) {
  return { ...valuesOf(settings), confirmAbove: settings.confirmAbove };
}

async function openSettingsForm({ deps, command, ask, words }: Visit, part: SettingsPart): Promise<Answer> {
  const { owner } = command;
  const stored = await ask(() => deps.settings.get(owner));
  return formReply(settingsForm(stored, { platform: owner.platform, part }, words));
}
