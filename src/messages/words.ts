import { LOCALES, type Locale } from "../core/text/locale.ts";
import type { VideoService } from "../core/video-service.ts";
import type { Translation, Words } from "./catalogue.ts";
import { de } from "./words/de.ts";
import { en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { ja } from "./words/ja.ts";
import { ptBr } from "./words/pt-BR.ts";

export type { Words };

/** Every language but English, with its words for the commands. */
export const translations: Readonly<Record<Exclude<Locale, "en">, Translation>> = { de, es, fr, ja, "pt-BR": ptBr };

const all: Readonly<Record<Locale, Words>> = { en, ...translations };

/** The catalogues with the service's own name; one bot has one service, and names it before its first message. */
let named: ReadonlyMap<Locale, Words> | null = null;

/** Sets the service's name and the dashboard of all messages from here on, until the returned function is called. */
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

export function wordsIn(locale: Locale = "en"): Words {
  return named?.get(locale) ?? all[locale];
}

const ELIDED = /^[aeiouyhàâäéèêëîïôöùûü]/i;

/** Returns the words of a language with the service's own name in place of "the video service". */
export function withServiceName(words: Words, name: string): Words {
  // French writes "d’" instead of "de" before a vowel.
  const isElided = words.locale === "fr" && ELIDED.test(name);
  const phrases = Object.entries(words.serviceName).map(
    ([phrase, how]) => [new RegExp(phrase, "gi"), isElided && how === "de {}" ? "d’{}" : how] as const,
  );
  const rename = (text: string) =>
    phrases.reduce(
      (all, [phrase, how]) => all.replace(phrase, (match) => capitalisedLike(match, how).replace("{}", () => name)),
      text,
    );
  // Each part keeps its shape: only the letters in its strings change.
  return renamed(words, rename) as Words;
}

/** Capitalises the replacement where the phrase began a sentence. */
function capitalisedLike(match: string, how: string): string {
  const isFirst = match.charAt(0) !== match.charAt(0).toLowerCase();
  return isFirst ? `${how.charAt(0).toUpperCase()}${how.slice(1)}` : how;
}

function renamed(part: unknown, rename: (text: string) => string): unknown {
  if (typeof part === "string") return rename(part);
  if (typeof part === "function") return (...given: readonly unknown[]) => renamed(part(...given), rename);
  if (Array.isArray(part)) return part.map((each) => renamed(each, rename));
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, renamed(each, rename)]));
}
