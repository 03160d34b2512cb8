import type { Locale } from "../core/text/locale.ts";

/** Formatters are created on first use: each takes milliseconds, and startup would otherwise create many. */
export function numbersIn(locale: Locale) {
  let digits: Intl.NumberFormat | undefined;
  let plurals: Intl.PluralRules | undefined;
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
