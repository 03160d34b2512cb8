import type { Owner } from "../job/ids.ts";

/** Supported languages. Everybody else gets English. */
export const LOCALES = ["en", "de", "es", "fr", "ja", "pt-BR"] as const;

export type Locale = (typeof LOCALES)[number];

const byLanguage: ReadonlyMap<string, Locale> = new Map(LOCALES.map((locale) => [languageOf(locale), locale]));

/**
 * Returns the language for a platform's tag, such as Discord's "es-419" or Slack's "de-DE"; English if it is not supported.
 * Regions are ignored: Spain gets Latin American Spanish, and Portugal gets Brazilian Portuguese.
 */
export function localeOf(tag: string | null | undefined): Locale {
  return byLanguage.get(languageOf(tag ?? "")) ?? "en";
}

function languageOf(tag: string): string {
  return tag.split(/[-_]/)[0]?.toLowerCase() ?? "";
}

/** Stores people's languages for events where the platform does not send them. Methods reject if the store fails. */
export interface Languages {
  /** Returns the language; null: unknown. */
  get(owner: Owner): Promise<Locale | null>;
  put(owner: Owner, locale: Locale): Promise<void>;
}
