import type { Owner } from "../job/ids.ts";

export const LOCALES = ["en", "de", "es", "fr", "ja", "pt-BR"] as const;

export type Locale = (typeof LOCALES)[number];

const byLanguage: ReadonlyMap<string, Locale> = new Map(LOCALES.map((locale) => [languageOf(locale), locale]));

/** Ignores regions: Spain gets Latin American Spanish, and Portugal gets Brazilian Portuguese. */
export function localeOf(tag: string | null): Locale {
  return byLanguage.get(languageOf(tag ?? "")) ?? "en";
}

function languageOf(tag: string): string {
  return tag.split(/[-_]/)[0]?.toLowerCase() ?? "";
}

/** For events where the platform does not send the language. */
export interface Languages {
  get(owner: Owner): Promise<Locale | null>;
  put(owner: Owner, locale: Locale): Promise<void>;
}
