import { type Locale, localeOf } from "../core/locale.ts";
import { de } from "./words/de.ts";
import { en, type Translation, type Words } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { ja } from "./words/ja.ts";
import { ptBr } from "./words/pt-BR.ts";

export type { Words };

/** Every language but English, whose words for the commands stand with these. */
export const translations: Readonly<Record<Exclude<Locale, "en">, Translation>> = { de, es, fr, ja, "pt-BR": ptBr };

const all: Readonly<Record<Locale, Words>> = { en, ...translations };

/** The words of a language; English where it is not known, as in a job of an earlier version. */
export function wordsIn(locale: Locale | undefined): Words {
  return all[localeOf(locale)];
}
