import { DURATIONS, RESOLUTIONS } from "./request/price.ts";
import { ATTACHES, confirmAboves, type SettingName, VISIBILITIES } from "./request/settings.ts";
import { RATIOS, type VideoOptionName } from "./request/video-request.ts";
import { PAY_SETTINGS, PAYERS } from "./team/payer.ts";

/** Keyed by language tag, such as `de` or `pt-BR`. Any other language gets English. */
export type Localisations = Readonly<Record<string, string>>;

export interface OptionSpec {
  readonly name: "prompt" | "image" | VideoOptionName | SettingName | "show";
  readonly type: "text" | "number" | "picture";
  readonly description: string;
  readonly descriptions?: Localisations;
  readonly isRequired: boolean;
  readonly autocomplete?: true;
  readonly choices: readonly Choice[];
}

export type Suggested = Extract<OptionSpec["name"], "prompt" | "show" | "style">;

export interface Choice {
  /** In English. The catalogs add labels: see `messages/specs.ts`. */
  readonly label: string;
  readonly value: string;
  readonly labels?: Localisations;
}

function choicesOf(values: readonly (string | number)[]): readonly Choice[] {
  return values.map((value) => ({ label: String(value), value: String(value) }));
}

/** The ratio is that of the picture. */
export const AS_PICTURE = "as_picture";

type Name = OptionSpec["name"];
type SpecOf<Each extends Name> = OptionSpec & { readonly name: Each };

function free<const Each extends Name>(name: Each, description: string): SpecOf<Each> {
  return { name, type: "text", description, isRequired: false, choices: [] };
}

function oneOf<const Each extends Name>(
  name: Each,
  description: string,
  values: readonly (string | number)[],
): SpecOf<Each> {
  const type = values.every((value) => typeof value === "number") ? "number" : "text";
  return { ...free(name, description), type, choices: choicesOf(values) };
}

const ratio = oneOf("ratio", "Landscape or portrait", RATIOS);
const resolution = oneOf("resolution", "How sharp the video is, and what it costs", RESOLUTIONS);

type Specs<Names extends Name> = { readonly [Each in Names]: SpecOf<Each> };

type FlagValues = { readonly [Each in VideoOptionName]: { readonly value?: string } };

export const videoOptionSpecs: Specs<"prompt" | "image" | VideoOptionName> & FlagValues = {
  prompt: { ...free("prompt", "What should happen in the video"), isRequired: true, autocomplete: true },
  ratio,
  duration: oneOf("duration", "How long the video is", DURATIONS),
  resolution,
  image: { ...free("image", "A picture to animate"), type: "picture" },
  image_url: {
    ...free("image_url", "Or the address of a picture (https://…)"),
    value: "URL",
  },
  pay: oneOf("pay", "Whose credits are spent", PAYERS),
  style: {
    ...free("style", "A saved text that is put on the prompt"),
    autocomplete: true,
    value: "NAME",
  },
};

/** Prices are only set at startup, so this is a function. */
export function settingsOptionSpecs(): Specs<SettingName> {
  return {
    ratio,
    duration: oneOf("duration", "How long a video is", DURATIONS),
    resolution,
    ping: oneOf("ping", "Whether you get a message when a video is done", ["on", "off"]),
    attach: oneOf("attach", "Whether a finished video plays in its card or is only a link", ATTACHES),
    visibility: oneOf("visibility", "Who can see the cards of your videos", VISIBILITIES),
    confirm_above: oneOf("confirm_above", "When to ask me before spending credits", confirmAboves()),
    pay: oneOf("pay", "Whose credits are spent", PAY_SETTINGS),
  };
}

export const jobsOptions: readonly OptionSpec[] = [
  { ...free("show", "Bring this video's card here"), autocomplete: true },
];
