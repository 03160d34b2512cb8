import fc from "fast-check";
import { expect, test } from "vitest";
import { packCaps, readCaps, unpackCaps } from "../../../src/core/team/caps.ts";
import { LOCALES } from "../../../src/core/text/locale.ts";
import { capsText, exampleCaps } from "../../../src/messages/team/team-refusals.ts";
import { wordsIn } from "../../../src/messages/words.ts";

test.for([
  ["5000", "a monthly cap", 5_000],
  [" 5,000 ", "a monthly cap", 5_000],
  ["5.000", "a monthly cap", 5_000],
  ["5 000", "a monthly cap", 5_000],
  ["5\u202f000", "a monthly cap", 5_000],
  ["1'000'000", "a monthly cap", 1_000_000],
  ["100000000", "a monthly cap", 100_000_000],
  ["100000001", "an invalid cap", "unknown"],
  ["50,000", "a monthly cap", 50_000],
  ["1", "a monthly cap", 1],
  ["0", "an invalid cap", "unknown"],
  ["-5", "an invalid cap", "unknown"],
  ["1,000,000", "a monthly cap", 1_000_000],
  ["1,000.000", "an invalid cap", "unknown"],
  ["1,5", "an invalid cap", "unknown"],
  ["2.50", "an invalid cap", "unknown"],
  ["1e3", "an invalid cap", "unknown"],
  ["lots", "an invalid cap", "unknown"],
  ["٥", "an invalid cap", "unknown"],
] as const)("the text %j in a field for spending caps is read as %s", ([typed, , month]) => {
  expect(readCaps(typed)).toEqual(month === "unknown" ? month : { day: null, month });
});

test.for([
  ["an empty field for spending caps", ""],
  ["a field for spending caps with only spaces", "  "],
] as const)("%s sets no cap", ([, typed]) => {
  expect(readCaps(typed)).toEqual({ day: null, month: null });
});

test.for([
  "200 a day, 2,000 a month",
  "200 a day, 2000 a month",
  "2,000 a month and 200 a day",
  "200/day; 2000/month",
  "day: 200, month: 2.000",
  "daily 200, monthly 2 000",
  "200 credits per day\n2000 credits per month",
  "200 am Tag, 2.000 im Monat",
  "200 pro Tag und 2.000 pro Monat",
  "200 par jour, 2\u202f000 par mois",
  "200 al día, 2000 al mes",
  "200 por dia, 2.000 por mês",
  "1日200、1か月2,000",
  "1日あたり200クレジット、1ヶ月あたり2,000クレジット",
  "毎日200、毎月2000",
  "２００／日、２０００／月",
])("a daily and a monthly spending cap are read from the text %j", (typed) => {
  expect(readCaps(typed)).toEqual({ day: 200, month: 2_000 });
});

test.for([
  ...[
    "day",
    "days",
    "daily",
    "d",
    "Tag",
    "Tage",
    "täglich",
    "jour",
    "jours",
    "día",
    "días",
    "dia",
    "dias",
    "diario",
  ].map((word) => [word, "day"] as const),
  ...["month", "months", "monthly", "m", "Monat", "Monate", "monatlich", "mois", "mes", "meses", "mês"].map(
    (word) => [word, "month"] as const,
  ),
  ...["mensual", "mensal", "mensuel"].map((word) => [word, "month"] as const),
] as const)("a spending cap with the word %j applies to one %s", ([word, period]) => {
  expect(readCaps(`200 ${word}`)).toEqual({ day: null, month: null, [period]: 200 });
});

test.for([
  ...[
    "a",
    "an",
    "per",
    "each",
    "every",
    "the",
    "and",
    "in",
    "credits",
    "credit",
    "UTC",
    "pro",
    "am",
    "im",
    "je",
    "jeden",
  ],
  ...["und", "par", "le", "les", "et", "chaque", "crédits", "crédit", "al", "por", "cada", "y", "e", "o", "créditos"],
  "crédito",
])("the word %j is allowed in the text of a spending cap", (word) => {
  expect(readCaps(`200 ${word} day`)).toEqual({ day: 200, month: null });
});

test.for([
  ["200 a day", "daily", { day: 200, month: null }],
  ["1日200", "daily", { day: 200, month: null }],
  ["1,000 a month", "monthly", { day: null, month: 1_000 }],
] as const)("the text %j sets only a %s spending cap", ([typed, , caps]) => {
  expect(readCaps(typed)).toEqual(caps);
});

test.for([
  "200 a day, 300 a day",
  "200 a day, 2000",
  "200, 2000 a month",
  "200 2000",
  "a day",
  "a day a month",
  "200 a week",
  "200 a day, 0 a month",
  "200 a day, 100000001 a month",
  "1.5 a day",
  "200 a day!",
  "200 a day, month 2000",
  "200 a day, 2000 a month, 5 a day",
])("the text %j is not accepted as spending caps", (typed) => {
  expect(readCaps(typed)).toBe("unknown");
});

const cap = fc.option(fc.integer({ min: 1, max: 100_000_000 }));

test.for(LOCALES)("the spending caps that a form shows as text are read back unchanged (language: %s)", (locale) => {
  const words = wordsIn(locale);
  expect(readCaps(exampleCaps(words))).toEqual({ day: 200, month: 2_000 });
  fc.assert(
    fc.property(cap, cap, (day, month) => {
      expect(readCaps(capsText({ day, month }, words) ?? "")).toEqual({ day, month });
    }),
  );
});

test("spending caps in a button's id are read back unchanged", () => {
  fc.assert(
    fc.property(cap, cap, (day, month) => {
      expect(unpackCaps(packCaps({ day, month }))).toEqual({ day, month });
    }),
  );
  for (const other of ["", "5", "0-5", "a-b", "1-2-3", "1000000000-", " 5-6"]) expect(unpackCaps(other)).toBeNull();
});
