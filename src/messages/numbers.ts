import type { Locale } from "../core/text/locale.ts";

/** How a language writes numbers, and counts things. */
export interface Numbers {
  /** "3,412" */
  number(value: number): string;
  /** "1 video", "3,412 videos" */
  count(value: number, one: string, other: string): string;
}

/** A language's own digits and plurals. */
export function numbersIn(locale: Locale): Numbers {
  const digits = new Intl.NumberFormat(locale === "en" ? "en-US" : locale);
  const plurals = new Intl.PluralRules(locale);
  return {
    number: (value) => digits.format(value),
    count: (value, one, other) => `${digits.format(value)} ${plurals.select(value) === "one" ? one : other}`,
  };
}
