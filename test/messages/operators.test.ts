import { describe, expect, onTestFinished, test } from "vitest";
import type { Sentence } from "../../src/core/chat.ts";
import type { Operator } from "../../src/core/operator.ts";
import { unknownOperator } from "../../src/core/operator.ts";
import { LOCALES, type Locale } from "../../src/core/text/locale.ts";
import { notAllowedHere, shortReply } from "../../src/messages/ask/short-replies.ts";
import { OPERATORS } from "../../src/messages/operators.ts";
import { operatorLines } from "../../src/messages/pages/help-page.ts";
import { en } from "../../src/messages/words/en.ts";
import { nameService, translations, type Words, wordsIn } from "../../src/messages/words.ts";
import { howMany } from "../fakes/how-many.ts";
import { everyForm, everyHome, everyMessage } from "./every-message.ts";
import { sentencesOf, wordsOf } from "./words-of.ts";

/** Sets the operator for one test. */
function run(operator: Partial<Operator>): void {
  onTestFinished(nameService({ name: null, dashboardUrl: null }, { ...unknownOperator, ...operator }));
}

const contact = "help@example.com";

function textsIn({ operator: _, ...words }: Words): readonly (readonly [path: string, text: string])[] {
  return sentencesOf(words);
}

/** Punctuation without a sentence: an optional sentence was removed, but not its punctuation. */
const REMAINS = /: ?[.。]|\( ?\)|（）| {2}|[.!?。] $/m;

describe.for(LOCALES)("the texts in the language “%s”", (locale) => {
  const written = textsIn(locale === "en" ? en : translations[locale]);
  const asking = written.filter(([, text]) => text.includes(OPERATORS));

  test("contain the operator's contact wherever a text sends people to the operator", () => {
    expect(asking.length).toBeGreaterThan(10);
    run({ contact });
    const named = written.map(([path, text]) => [path, text.replaceAll(OPERATORS, contact)]);
    expect(textsIn(wordsIn(locale))).toEqual(named);
  });

  test("leave out the sentence with the contact, and nothing else, if no contact is configured", () => {
    const shown = new Map(textsIn(wordsIn(locale)));
    for (const [path, text] of asking) {
      const left = shown.get(path) ?? expect.unreachable(path);
      expect(text.startsWith(left), path).toBe(true);
      expect(text.slice(left.length), path).toMatch(new RegExp(`^[^.!?。]*${OPERATORS}[^.!?。]*[.。]$`));
    }
    const others = written.filter(([, text]) => !text.includes(OPERATORS));
    expect(others.filter(([path, text]) => shown.get(path) !== text)).toEqual([]);
    expect([...shown].filter(([, text]) => REMAINS.test(text))).toEqual([]);
  });
});

test.for(howMany<readonly Locale[]>(LOCALES, ["en"]))(
  "the messages in the language “%s” have no empty sentence if no contact is configured",
  (locale) => {
    const words = wordsIn(locale);
    const messages = [...everyMessage(words), ...everyHome(words).flat()];
    const isEmpty = (sentence: Sentence) => sentence.join("") === "";
    expect(messages.filter(({ body }) => body.some(isEmpty)).map(wordsOf)).toEqual([]);
    expect(messages.map(wordsOf).filter((text) => REMAINS.test(text))).toEqual([]);
    expect(JSON.stringify([messages, everyForm(words)])).not.toContain(OPERATORS);
  },
);

test("the refusal of a command contains the operator's contact if the channel is not allowed or the person is blocked", () => {
  const bodies = () =>
    [notAllowedHere("not_this_channel", wordsIn("en")), shortReply("blocked", wordsIn("en"))].map(wordsOf);
  for (const text of bodies()) expect(text).not.toMatch(/people who run/);
  run({ contact });
  for (const text of bodies()) expect(text).toContain("Ask the people who run this bot: help@example.com.");
});

test("the help shows the operator's contact, terms and privacy policy only if they are configured", () => {
  expect(operatorLines(wordsIn("en"))).toEqual([]);
  run({ contact: "https://example.com/help", privacyUrl: "https://example.com/privacy" });
  const link = (label: string, url: string) => ({ kind: "link", label, url });
  expect(operatorLines(wordsIn("en"))).toEqual([
    ["Questions about this bot: ", link("example.com/help", "https://example.com/help")],
    [link("Privacy policy", "https://example.com/privacy")],
  ]);
  run({ contact: "#video-help", termsUrl: "https://example.com/terms", privacyUrl: "https://example.com/privacy" });
  expect(operatorLines(wordsIn("en"))).toEqual([
    ["Questions about this bot: ", "#video-help"],
    [link("Terms of use", "https://example.com/terms"), " · ", link("Privacy policy", "https://example.com/privacy")],
  ]);
});
