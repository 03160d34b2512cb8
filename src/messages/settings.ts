import type { ChatMessage, Form } from "../core/chat.ts";
import type { Owner } from "../core/job.ts";
import type { Settings, SettingsProblem } from "../core/settings.ts";
import {
  attachChoices,
  broadcastChoice,
  type Choice,
  durationChoices,
  pingChoices,
  ratioChoices,
  resolutionChoices,
  visibilityChoices,
} from "../core/specs.ts";
import { creditsText } from "./credits-text.ts";
import { excerpt } from "./excerpt.ts";
import { message, paragraphs } from "./message.ts";

const GIVEN_MAX = 40;
const CREDITS_DIGITS = 6;

type Chosen = Exclude<SettingsProblem["field"], "confirm_above">;

const choicesOf: Readonly<Record<Chosen, readonly Choice[]>> = {
  ratio: ratioChoices,
  duration: durationChoices,
  resolution: resolutionChoices,
  ping: [...pingChoices, broadcastChoice],
  attach: attachChoices,
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
      `The video's file: ${labelOf("attach", values.attach)}`,
      `Visibility: ${labelOf("visibility", values.visibility)}`,
      settings.confirmAbove === 0
        ? "Before a video starts: Reelay never asks"
        : `Before a video starts: Reelay asks where it costs more than ${creditsText(settings.confirmAbove)}`,
    ),
    facts: [["What you say in a request comes first, and a picture's own shape before the shape here."]],
  });
}

/** Asks for all of them. */
export function settingsForm(settings: Settings, platform: Owner["platform"]): Form {
  const values = valuesOf(settings);
  const choice = (id: Chosen, label: string) =>
    ({ kind: "choice", id, label, hint: null, value: values[id], options: optionsOf(id, platform) }) as const;
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
      choice("attach", "The video's file"),
      choice("visibility", "Visibility"),
      {
        kind: "text",
        id: "confirm_above",
        label: "Ask me first above so many credits",
        hint: "0 never asks",
        value: String(settings.confirmAbove),
        isLong: false,
        isRequired: true,
        maxLength: CREDITS_DIGITS,
      },
    ],
  };
}

/** A value that cannot be taken: at a form's field, or as a private message. */
export function badSetting({ field, given }: SettingsProblem): {
  readonly text: string;
  readonly message: ChatMessage;
} {
  const allowed =
    field === "confirm_above"
      ? "a whole number of credits, or 0"
      : choicesOf[field].map(({ value }) => value).join(" or ");
  const text = `“${excerpt(given, GIVEN_MAX)}” cannot be taken here. Choose ${allowed}.`;
  return { text, message: message({ tone: "bad", title: "Nothing was changed", body: paragraphs(text) }) };
}

function valuesOf(settings: Settings): Readonly<Record<Chosen, string>> {
  return {
    ratio: settings.aspectRatio ?? "16:9",
    duration: String(settings.duration ?? 10),
    resolution: settings.resolution ?? "480p",
    ping: settings.isSilent ? "off" : settings.isBroadcast ? "channel" : "on",
    attach: settings.isAttached ? "yes" : "no",
    visibility: settings.isPrivate ? "private" : "here",
  };
}

/** Discord has no threads of a message's own to show anything from. */
function optionsOf(field: Chosen, platform: Owner["platform"]): readonly Choice[] {
  return field === "ping" && platform === "discord" ? pingChoices : choicesOf[field];
}

function labelOf(field: Chosen, value: string): string {
  return choicesOf[field].find((choice) => choice.value === value)?.label ?? value;
}
