import type { Owner } from "../job/ids.ts";

/** The bot speaks these languages; everybody else reads English. */
export const LOCALES = ["en", "de", "es", "fr", "ja", "pt-BR"] as const;

export type Locale = (typeof LOCALES)[number];

const byLanguage: ReadonlyMap<string, Locale> = new Map(LOCALES.map((locale) => [languageOf(locale), locale]));

/**
 * Returns the language for a tag that a platform gives, such as Discord's "es-419" or Slack's "de-DE"; English if it is none
 * of ours. Regions make no difference: Spain (Discord's es-ES, Slack's es-ES) reads the Spanish of Latin America, and
 * Portugal reads Brazilian Portuguese.
 */
export function localeOf(tag: string | null | undefined): Locale {
  return byLanguage.get(languageOf(tag ?? "")) ?? "en";
}

function languageOf(tag: string): string {
  return tag.split(/[-_]/)[0]?.toLowerCase() ?? "";
}

/** Stores the languages of people for what they do where their platform does not send it. Rejects if the store fails. */
export interface Languages {
  /** Returns the language; null: it is not known. */
  get(owner: Owner): Promise<Locale | null>;
  put(owner: Owner, locale: Locale): Promise<void>;
}
