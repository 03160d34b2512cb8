import type { ChatMessage, Form } from "../core/chat.ts";
import type { Settings, SettingsProblem } from "../core/settings.ts";
import {
  type Choice,
  durationChoices,
  pingChoices,
  ratioChoices,
  resolutionChoices,
  visibilityChoices,
} from "../core/specs.ts";
import { excerpt } from "./excerpt.ts";
import { message, paragraphs } from "./message.ts";

const GIVEN_MAX = 40;

const choicesOf: Readonly<Record<SettingsProblem["field"], readonly Choice[]>> = {
  ratio: ratioChoices,
  duration: durationChoices,
  resolution: resolutionChoices,
  ping: pingChoices,
  visibility: visibilityChoices,
};

/** The settings in words. */
export function settingsMessage(settings: Settings, isNew: "shown" | "changed"): ChatMessage {
  const values = valuesOf(settings);
  return message({
    tone: isNew === "changed" ? "good" : "plain",
    title: isNew === "changed" ? "Your settings are saved" : "Your settings",
    body: paragraphs(
      `Shape: ${labelOf("ratio", values.ratio)}`,
      `Length: ${labelOf("duration", values.duration)}`,
      `Resolution: ${labelOf("resolution", values.resolution)}`,
      `When a video is done: ${labelOf("ping", values.ping)}`,
      `Visibility: ${labelOf("visibility", values.visibility)}`,
    ),
    facts: [["What you say in a request comes first, and a picture's own shape before the shape here."]],
  });
}

/** Asks for all of them. */
export function settingsForm(settings: Settings): Form {
  const values = valuesOf(settings);
  const choice = (id: SettingsProblem["field"], label: string) =>
    ({ kind: "choice", id, label, hint: null, value: values[id], options: choicesOf[id] }) as const;
  return {
    id: "settings",
    title: "Your settings",
    submit: "Save",
    note: "What your videos are like where you say nothing else.",
    fields: [
      choice("ratio", "Shape"),
      choice("duration", "Length"),
      choice("resolution", "Resolution and price"),
      choice("ping", "When a video is done"),
      choice("visibility", "Visibility"),
    ],
  };
}

/** A value that cannot be taken: at a form's field, or as a private message. */
export function badSetting({ field, given }: SettingsProblem): {
  readonly text: string;
  readonly message: ChatMessage;
} {
  const allowed = choicesOf[field].map(({ value }) => value).join(" or ");
  const text = `“${excerpt(given, GIVEN_MAX)}” cannot be taken here. Choose ${allowed}.`;
  return { text, message: message({ tone: "bad", title: "Nothing was changed", body: paragraphs(text) }) };
}

function valuesOf(settings: Settings): Readonly<Record<SettingsProblem["field"], string>> {
  return {
    ratio: settings.aspectRatio ?? "16:9",
    duration: String(settings.duration ?? 10),
    resolution: settings.resolution ?? "480p",
    ping: settings.isSilent ? "off" : "on",
    visibility: settings.isPrivate ? "private" : "here",
  };
}

function labelOf(field: SettingsProblem["field"], value: string): string {
  return choicesOf[field].find((choice) => choice.value === value)?.label ?? value;
}
