import type { ChatMessage, Form } from "../../core/chat.ts";
import type { Owner } from "../../core/job/ids.ts";
import type { Choice } from "../../core/option-specs.ts";
import { type Platform, TRAITS } from "../../core/platform.ts";
import { SETTINGS, type SettingName, type Settings, type SettingsProblem } from "../../core/request/settings.ts";
import { offeredIn, valuesOf } from "../ask/video-forms.ts";
import { buttonFor } from "../card/buttons.ts";
import { excerpt } from "../card/card-facts.ts";
import { choiceField, message, paragraphs, problem, type TurnedAway } from "../message.ts";
import type { Words } from "../words.ts";

const GIVEN_MAX = 40;

export type SettingsPart = "videos" | "delivery";

/**
 * In two groups, because a form on Discord holds five fields. Source: Discord's documentation, components/reference#modal
 * (read 2026-11-21).
 */
const PARTS: Readonly<Record<SettingName, SettingsPart>> = {
  ratio: "videos",
  duration: "videos",
  resolution: "videos",
  ping: "delivery",
  attach: "delivery",
  visibility: "delivery",
  confirm_above: "videos",
  pay: "videos",
};

/** "same": the given values equal the stored ones. */
export function settingsMessage(
  settings: Settings,
  { platform, isNew }: { readonly platform: Owner["platform"]; readonly isNew: "shown" | "changed" | "same" },
  words: Words,
): ChatMessage {
  const { yours, saved, nothingChanged, first, labels, line } = words.settings;
  const titles = { shown: yours, changed: saved, same: nothingChanged };
  const values = valuesOf(settings);
  const choices = choicesIn(words, platform);
  const labelOf = (field: SettingName) =>
    choices[field].find(({ value }) => value === values[field])?.label ?? values[field];
  return message({
    tone: isNew === "changed" ? "good" : "plain",
    title: titles[isNew],
    body: paragraphs(...SETTINGS.map((field) => line(labels[field], labelOf(field)))),
    facts: [[first]],
    buttons: [
      buttonFor({ kind: "change_settings" }, words),
      ...(fitsOneForm(platform) ? [] : [buttonFor({ kind: "change_delivery" }, words)]),
    ],
  });
}

/** Only one group if a form cannot hold all settings. */
export function settingsForm(
  settings: Settings,
  { platform, part }: { readonly platform: Owner["platform"]; readonly part: SettingsPart },
  words: Words,
): Form {
  const { forms, settings: texts } = words;
  const values = valuesOf(settings);
  const offered = {
    ...choicesIn(words, platform),
    ...(!TRAITS[platform].hasThreads && { ping: offeredIn(words).ping }),
  };
  const labels = { ...texts.labels, resolution: forms.resolution };
  const choice = (id: SettingName) => choiceField(id, labels[id], values[id], offered[id]);
  return {
    id: "settings",
    title: texts.yours,
    submit: forms.save,
    note: texts.note,
    fields: SETTINGS.filter((name) => fitsOneForm(platform) || PARTS[name] === part).map(choice),
  };
}

export function badSetting({ field, given }: SettingsProblem, words: Words): TurnedAway {
  const { bad, nothingChanged } = words.settings;
  const allowed = choicesIn(words, "discord")[field].map(({ value }) => value);
  return problem(nothingChanged, bad(excerpt(given, GIVEN_MAX), allowed.join(words.amounts.or)));
}

function fitsOneForm(platform: Platform): boolean {
  return SETTINGS.length <= TRAITS[platform].formFieldsMax;
}

/** `settingsForm` drops the broadcast choice on platforms without threads. */
function choicesIn(words: Words, platform: Owner["platform"]): Readonly<Record<SettingName, readonly Choice[]>> {
  const offered = offeredIn(words);
  const attach = TRAITS[platform].hasThreads ? offered.attachInThread : offered.attach;
  return { ...offered, attach, ping: [...offered.ping, offered.broadcast] };
}
