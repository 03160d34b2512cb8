import { type Operator, unknownOperator } from "../core/operator.ts";
import { LOCALES, type Locale } from "../core/text/locale.ts";
import type { VideoService } from "../core/video-service.ts";
import type { Translation, Words } from "./catalogue.ts";
import { withContact } from "./operators.ts";
import { de } from "./words/de.ts";
import { en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { ja } from "./words/ja.ts";
import { ptBr } from "./words/pt-BR.ts";

export type { Words };

export const translations: Readonly<Record<Exclude<Locale, "en">, Translation>> = { de, es, fr, ja, "pt-BR": ptBr };

const all: Readonly<Record<Locale, Words>> = { en, ...translations };

type Catalogues = ReadonlyMap<Locale, Words>;

const nobody = cataloguesFor({ name: null, dashboardUrl: null }, unknownOperator);

/** The catalogues with the service's name. Set once, before the process's first message. */
let named: Catalogues = nobody;

/** All messages name this service until the returned function is called. */
export function nameService(service: VideoService, operator: Operator = unknownOperator): () => void {
  const own = cataloguesFor(service, operator);
  named = own;
  return () => {
    if (named === own) named = nobody;
  };
}

function cataloguesFor({ name, dashboardUrl }: VideoService, operator: Operator): Catalogues {
  const wordsOf = (locale: Locale): Words => {
    const words = changed(all[locale], (text) => withContact(text, operator.contact)) as Words;
    const own = name === null ? words : withServiceName(words, name);
    return { ...own, ...(dashboardUrl === null ? {} : { dashboardUrl }), operator };
  };
  return new Map(LOCALES.map((locale) => [locale, wordsOf(locale)]));
}

export function wordsIn(locale: Locale = "en"): Words {
  return named.get(locale) ?? all[locale];
}

const ELIDED = /^[aeiouyhàâäéèêëîïôöùûü]/i;

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
  return changed(words, rename) as Words;
}

function capitalisedLike(match: string, how: string): string {
  const isFirst = match.charAt(0) !== match.charAt(0).toLowerCase();
  return isFirst ? `${how.charAt(0).toUpperCase()}${how.slice(1)}` : how;
}

/** The structure stays, but lists lose texts that become empty. */
function changed(part: unknown, change: (text: string) => string): unknown {
  if (typeof part === "string") return change(part);
  if (typeof part === "function") return (...given: readonly unknown[]) => changed(part(...given), change);
  if (Array.isArray(part))
    return part
      .map((each) => [each, changed(each, change)])
      .flatMap(([old, now]) => (now === "" && old !== "" ? [] : [now]));
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, changed(each, change)]));
}
