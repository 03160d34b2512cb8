import type { CommandSpec, MessageCommandSpec, SubcommandSpec } from "../core/command-specs.ts";
import type { Choice, Localisations, OptionSpec } from "../core/option-specs.ts";
import { LOCALES, type Locale } from "../core/text/locale.ts";
import { offeredIn } from "./ask/video-forms.ts";
import type { Translation, Words } from "./catalogue.ts";
import { en } from "./words/en.ts";
import { translations } from "./words.ts";

/** Typed names are the same in all languages. */
export function localisedSpecs(specs: readonly CommandSpec[]): readonly CommandSpec[] {
  return specs.map((spec) => ({
    ...spec,
    descriptions: inEach(({ locale }) => commandDescription(spec, locale)),
    options: spec.options.map(localisedOption),
    subcommands: spec.subcommands.map((each) => ({
      ...each,
      descriptions: inEach(({ locale }) => subcommandDescription(spec, each, locale)),
    })),
  }));
}

export function commandDescription({ means, description }: CommandSpec, locale: Locale): string {
  return locale === "en" ? description : translations[locale].commands.commands[means];
}

export function subcommandDescription(
  { means }: CommandSpec,
  { name, description }: SubcommandSpec,
  locale: Locale,
): string {
  return locale === "en"
    ? description
    : (wordOf(translations[locale].commands.subcommands, means, name) ?? description);
}

type ByName = Readonly<Record<string, string>>;

function wordOf(
  words: Readonly<Partial<Record<CommandSpec["means"], ByName>>>,
  means: CommandSpec["means"],
  name: string,
) {
  return words[means]?.[name];
}

/** Nobody types the names of message commands, so they are translated too. */
export function localisedMessageSpecs(specs: readonly MessageCommandSpec[]): readonly MessageCommandSpec[] {
  return specs.map((spec) => ({ ...spec, names: inEach(({ commands }) => commands.animate) }));
}

function localisedOption(option: OptionSpec): OptionSpec {
  return {
    ...option,
    descriptions: inEach(({ commands }) => commands.options[option.name]),
    choices: option.choices.map(({ value }) => ({
      label: labelIn(en, option.name, value),
      labels: inEach((words) => labelIn(words, option.name, value)),
      value,
    })),
  };
}

function labelIn(words: Words, option: OptionSpec["name"], value: string): string {
  const offered: Readonly<Record<string, readonly Choice[] | Choice>> = { ...offeredIn(words) };
  return [offered[option] ?? []].flat().find((choice) => choice.value === value)?.label ?? value;
}

function inEach(translate: (words: Translation) => string): Localisations {
  const entries = LOCALES.flatMap((locale) =>
    locale === "en" ? [] : [[locale, translate(translations[locale])] as const],
  );
  return Object.fromEntries(entries);
}
