import type { Locale } from "../core/text/locale.ts";

/** Writes numbers in a language, and counts things. */
export interface Numbers {
  /** "3,412" */
  number(value: number): string;
  /** "1 video", "3,412 videos" */
  count(value: number, one: string, other: string): string;
}

/**
 * Returns a language's digits and plurals, made at the first use: that takes milliseconds, and a start has many of
 * them.
 */
export function numbersIn(locale: Locale): Numbers {
  let digits: Intl.NumberFormat | undefined;
  let plurals: Intl.PluralRules | undefined;
  function number(value: number): string {
    digits ??= new Intl.NumberFormat(locale === "en" ? "en-US" : locale);
    return digits.format(value);
  }
  return {
    number,
    count(value, one, other) {
      plurals ??= new Intl.PluralRules(locale);
      return `${number(value)} ${plurals.select(value) === "one" ? one : other}`;
    },
  };
}
