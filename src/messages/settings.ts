import type { ChatMessage, Form } from "../core/chat.ts";
import type { Owner } from "../core/job.ts";
import type { Settings, SettingsProblem } from "../core/settings.ts";
import type { Choice } from "../core/specs.ts";
import { offeredIn, valuesOf } from "./choices.ts";
import { excerpt } from "./excerpt.ts";
import { message, paragraphs } from "./message.ts";
import type { Words } from "./words.ts";

const GIVEN_MAX = 40;
const CREDITS_DIGITS = 6;

type Chosen = Exclude<SettingsProblem["field"], "confirm_above">;

const lines = ["ratio", "duration", "resolution", "ping", "attach", "visibility"] as const satisfies readonly Chosen[];

/** The settings in words. */
export function settingsMessage(
  settings: Settings,
  platform: Owner["platform"],
  isNew: "shown" | "changed",
  words: Words,
): ChatMessage {
  const { yours, saved, first, labels, line, neverAsks, asksAbove } = words.settings;
  const values = valuesOf(settings);
  const choices = choicesIn(words, platform);
  const labelOf = (field: Chosen) =>
    choices[field].find(({ value }) => value === values[field])?.label ?? values[field];
  return message({
    tone: isNew === "changed" ? "good" : "plain",
    title: isNew === "changed" ? saved : yours,
    body: paragraphs(
      ...lines.map((field) => line(labels[field], labelOf(field))),
      settings.confirmAbove === 0 ? neverAsks : asksAbove(settings.confirmAbove),
    ),
    facts: [[first]],
  });
}

/** Asks for all of them. */
export function settingsForm(settings: Settings, platform: Owner["platform"], words: Words): Form {
  const { forms, settings: said } = words;
  const values = valuesOf(settings);
  const offered = { ...choicesIn(words, platform), ...(platform === "discord" && { ping: offeredIn(words).ping }) };
  const labels = { ...said.labels, resolution: forms.resolution };
  const choice = (id: Chosen) =>
    ({ kind: "choice", id, label: labels[id], hint: null, value: values[id], options: offered[id] }) as const;
  return {
    id: "settings",
    title: said.yours,
    submit: forms.save,
    note: said.note,
    fields: [
      ...lines.map(choice),
      {
        kind: "text",
        id: "confirm_above",
        label: said.confirmAbove,
        hint: said.zeroNeverAsks,
        value: String(settings.confirmAbove),
        isLong: false,
        isRequired: true,
        maxLength: CREDITS_DIGITS,
      },
    ],
  };
}

/** A value that cannot be taken: at a form's field, or as a private message. */
export function badSetting(
  { field, given }: SettingsProblem,
  words: Words,
): { readonly text: string; readonly message: ChatMessage } {
  const { bad, wholeNumber, or, nothingChanged } = words.settings;
  const allowed =
    field === "confirm_above"
      ? wholeNumber
      : choicesIn(words, "discord")
          [field].map(({ value }) => value)
          .join(or);
  const text = bad(excerpt(given, GIVEN_MAX), allowed);
  return { text, message: message({ tone: "bad", title: nothingChanged, body: paragraphs(text) }) };
}

/** Discord has no threads of a message's own to show anything from: `settingsForm` leaves that choice out there. A card of Slack's plays nothing: its thread does. */
function choicesIn(words: Words, platform: Owner["platform"]): Readonly<Record<Chosen, readonly Choice[]>> {
  const offered = offeredIn(words);
  const attach = platform === "slack" ? offered.attachInThread : offered.attach;
  return { ...offered, attach, ping: [...offered.ping, offered.broadcast] };
}
