import { type Locale, localeOf } from "../core/locale.ts";
import { en, type Words } from "./words/en.ts";

export type { Words };

const all: Readonly<Record<Locale, Words>> = { en, de: en, es: en, fr: en, ja: en, "pt-BR": en };

/** The words of a language; English where it is not known, as in a job of an earlier version. */
export function wordsIn(locale: Locale | undefined): Words {
  return all[localeOf(locale)];
}
