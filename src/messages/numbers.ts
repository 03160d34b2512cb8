import type { Locale } from "../core/text/locale.ts";

/**
 * Writes numbers in a language, and counts things. Its digits and plurals are made at the first use: that takes
 * milliseconds, and a start has many of them.
 */
export function numbersIn(locale: Locale) {
  let digits: Intl.NumberFormat | undefined;
  let plurals: Intl.PluralRules | undefined;
  /** "3,412" */
  function number(value: number): string {
    digits ??= new Intl.NumberFormat(locale === "en" ? "en-US" : locale);
    return digits.format(value);
  }
  return {
    number,
    /** "1 video", "3,412 videos" */
    count(value: number, one: string, other: string): string {
      plurals ??= new Intl.PluralRules(locale);
      return `${number(value)} ${plurals.select(value) === "one" ? one : other}`;
    },
  };
}
