import { expect, test } from "vitest";
import { commandSpecs } from "../../src/core/command-specs.ts";
import { LOCALES } from "../../src/core/text/locale.ts";
import { subcommandHelp } from "../../src/messages/pages/help-page.ts";
import { localisedSpecs } from "../../src/messages/specs.ts";
import { translations, wordsIn } from "../../src/messages/words.ts";
import { wordsOf } from "./words-of.ts";

const translated = LOCALES.filter((locale) => locale !== "en");

test.for(translated)("the descriptions of all commands and subcommands are translated (language: %s)", (locale) => {
  const { commands, subcommands } = translations[locale].commands;
  const specs = localisedSpecs(commandSpecs("video"));
  expect(Object.fromEntries(specs.map(({ means, descriptions }) => [means, descriptions?.[locale]]))).toEqual(commands);
  const ofSubcommands = specs
    .filter(({ subcommands }) => subcommands.length > 0)
    .map((spec) => [
      spec.means,
      Object.fromEntries(spec.subcommands.map((one) => [one.name, one.descriptions?.[locale]])),
    ]);
  expect(Object.fromEntries(ofSubcommands)).toEqual(subcommands);
});

test.for(translated)("the help about /video-style is in the reader's language (language: %s)", (locale) => {
  const { commands, subcommands } = translations[locale].commands;
  const shown = wordsOf(subcommandHelp("style", "video", wordsIn(locale)));
  for (const text of [commands.style, ...Object.values(subcommands.style)]) expect(shown).toContain(text);
});
