import { LOCALES, type Locale, localeOf } from "../core/text/locale.ts";
import type { VideoService } from "../core/video-service.ts";
import type { Translation, Words } from "./catalogue.ts";
import { withServiceName } from "./service-name.ts";
import { de } from "./words/de.ts";
import { en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { ja } from "./words/ja.ts";
import { ptBr } from "./words/pt-BR.ts";

export type { Words };

/** Every language but English, whose words for the commands stand with these. */
export const translations: Readonly<Record<Exclude<Locale, "en">, Translation>> = { de, es, fr, ja, "pt-BR": ptBr };

const all: Readonly<Record<Locale, Words>> = { en, ...translations };

/** What every message says of the service; one bot has one service, and names it before it says a word. */
let named: ReadonlyMap<Locale, Words> | null = null;

/** From here on every message names the service so, and has buttons to its dashboard, until what this returns is called. */
export function nameService({ name, dashboardUrl }: VideoService): () => void {
  const wordsOf = (locale: Locale): Words => {
    const words = name === null ? all[locale] : withServiceName(all[locale], name);
    return dashboardUrl === null ? words : { ...words, dashboardUrl };
  };
  const own = new Map(LOCALES.map((locale) => [locale, wordsOf(locale)]));
  named = own;
  return () => {
    if (named === own) named = null;
  };
}

/** The words of a language; English where it is not known. */
export function wordsIn(locale: Locale | undefined): Words {
  const known = localeOf(locale);
  return named?.get(known) ?? all[known];
}
