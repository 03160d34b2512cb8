import { PERIODS, type Period } from "../period.ts";
import type { Credits } from "../request/price.ts";

export type Caps = Readonly<Record<Period, Credits | null>>;

const CAP_MAX = 100_000_000;

/** Each word is accepted in any language. */
const WORDS: Readonly<Record<Period, readonly string[]>> = {
  day: ["day", "days", "daily", "d", "tag", "tage", "täglich", "jour", "jours", "día", "días", "dia", "dias", "diario"],
  month: [
    ...["month", "months", "monthly", "m", "monat", "monate", "monatlich", "mois", "mes", "meses", "mês", "mensual"],
    ...["mensal", "mensuel"],
  ],
};

const FILLERS: ReadonlySet<string> = new Set([
  ...["a", "an", "per", "each", "every", "the", "and", "in", "credits", "credit", "utc"],
  ...["pro", "am", "im", "je", "jeden", "und"],
  ...["par", "le", "les", "et", "chaque", "crédits", "crédit"],
  ...["al", "por", "cada", "y", "e", "o", "créditos", "crédito"],
]);

/** "1日200、1か月2,000" becomes "day 200 month 2,000". The 1 before a period is not an amount. */
const JAPANESE: readonly (readonly [RegExp, string])[] = [
  [/(?:(?<!\d)[1一])?[かヶカケ箇個]?月(?:あたり|につき)?/g, " month "],
  [/(?:(?<!\d)[1一])?日(?:あたり|につき)?/g, " day "],
  [/毎/g, " "],
  [/クレジット/g, " "],
];

/** Plain, or in groups of three with one kind of separator: "5000", "5,000", "5.000", "5 000". */
const NUMBER = String.raw`\d{1,3}(?<gap>[\s.,'’])\d{3}(?:\k<gap>\d{3})*(?!\d)|\d+`;
const TOKEN = new RegExp(`(?<number>${NUMBER})|(?<word>\\p{L}+)|(?<mark>[\\s,;、/:=]+)|(?<other>.)`, "gsu");

/** "200 a day, 2,000 a month", only one of these, or a number alone, which is per month. Empty text: no caps. */
export function readCaps(typed: string): Caps | "unknown" {
  const parts = partsOf(typed);
  if (parts === null) return "unknown";
  const [first, ...more] = parts;
  if (first === undefined) return { day: null, month: null };
  if (typeof first === "number" && more.length === 0) return { day: null, month: first };
  const caps: { day: Credits | null; month: Credits | null } = { day: null, month: null };
  for (let at = 0; at < parts.length; at += 2) {
    // All pairs are in the order of the first: "200 a day" or "a day: 200".
    const pair = parts.slice(at, at + 2);
    const [credits, period] = typeof first === "number" ? pair : pair.toReversed();
    if (typeof credits !== "number" || typeof period !== "string" || caps[period] !== null) return "unknown";
    caps[period] = credits;
  }
  return caps;
}

function partsOf(typed: string): readonly (Credits | Period)[] | null {
  const plain = JAPANESE.reduce((text, [from, to]) => text.replace(from, to), typed.normalize("NFKC").toLowerCase());
  const parts: (Credits | Period)[] = [];
  for (const { groups = {} } of plain.trim().matchAll(TOKEN)) {
    const { number, word, mark } = groups;
    if (number !== undefined) {
      const credits = Number(number.replaceAll(/\D/g, ""));
      if (credits < 1 || credits > CAP_MAX) return null;
      parts.push(credits);
    } else if (word !== undefined) {
      const period = PERIODS.find((each) => WORDS[each].includes(word));
      if (period) parts.push(period);
      else if (!FILLERS.has(word)) return null;
    } else if (mark === undefined) return null;
  }
  return parts;
}

export function packCaps({ day, month }: Caps): string {
  return `${day ?? ""}-${month ?? ""}`;
}

export function unpackCaps(packed: string): Caps | null {
  const read = /^(?<day>[1-9]\d{0,8}|)-(?<month>[1-9]\d{0,8}|)$/.exec(packed)?.groups;
  return read ? { day: Number(read.day) || null, month: Number(read.month) || null } : null;
}
