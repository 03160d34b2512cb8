import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ChatMessage, Form } from "../../src/core/chat.ts";
import { commandSpecs, messageCommandSpecs } from "../../src/core/command-specs.ts";
import { LOCALES, type Locale } from "../../src/core/text/locale.ts";
import { localisedMessageSpecs, localisedSpecs } from "../../src/messages/specs.ts";
import { wordsIn } from "../../src/messages/words.ts";
import { howMany } from "../fakes/how-many.ts";
import { everyForm, everyMessage } from "./every-message.ts";
import { sentencesOf, wordsOf } from "./words-of.ts";

const variables = [...readFileSync(".env.example", "utf8").matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(
  ([, name = ""]) => name,
);

/** Technical terms that people who want a video do not know. */
const theirs: readonly RegExp[] = [
  new RegExp(`\\b(?:${variables.join("|")})\\b`),
  /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/,
  /\bHTTPS?\b|\b(?:status|error|code|erreur|código|Fehler)\s*:?\s*[1-5]\d\d\b/i,
  // Field names.
  /\b[a-z]+(?:_[a-z]+)+\b/,
  /\b[a-z]+[A-Z][a-z]+\w*\b/,
  /\b(?:payload|webhook|endpoint|oauth|json|redis|sqlite|timeout|null|undefined|environment variable|localhost)\b/i,
];

/** Removes URLs, which are shown unchanged. */
function withoutAddresses(text: string): string {
  return text.replace(/https:\/\/\S*/g, "");
}

function theirWordsIn(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => theirs.some((word) => word.test(withoutAddresses(text))));
}

function textsOf(message: ChatMessage): readonly string[] {
  const chosenAmong = message.select ? [message.select.label, ...message.select.options.map(({ label }) => label)] : [];
  return [...wordsOf(message).split("\n"), ...message.buttons.map(({ label }) => label), ...chosenAmong];
}

function textsIn({ title, submit, note, fields }: Form): readonly string[] {
  const inFields = fields.flatMap((field) => [
    ...[field.label, field.hint ?? ""],
    ...(field.kind === "choice" ? field.options.map(({ label }) => label) : []),
    ...(field.kind === "picture" ? [field.address.label, field.address.hint ?? ""] : []),
  ]);
  return [title, submit, note ?? "", ...inFields];
}

test("the test suite's search for technical terms finds a term of every kind", () => {
  expect(variables).toContain("PUBLIC_URL");
  expect(variables.length).toBeGreaterThan(30);
  expect(theirWordsIn(["ask for PUBLIC_URL", "error 500", "HTTP 404", "image_url", "the editableUntil"])).toHaveLength(
    5,
  );
});

test.for(LOCALES)("the message catalog contains no technical terms, such as setting names (language: %s)", (locale) => {
  const texts = sentencesOf(wordsIn(locale)).filter(([path]) => !path.startsWith("commands.options"));
  expect(theirWordsIn(texts.map(([, text]) => text))).toEqual([]);
});

test.for(howMany<readonly Locale[]>(LOCALES, ["en"]))(
  "messages and forms contain no technical terms, such as setting names (language: %s)",
  (locale) => {
    const words = wordsIn(locale);
    expect(theirWordsIn(everyMessage(words).flatMap(textsOf))).toEqual([]);
    expect(theirWordsIn(everyForm(words).flatMap(textsIn))).toEqual([]);
  },
);

test("the descriptions of commands contain no technical terms, such as setting names", () => {
  const texts: string[] = [];
  JSON.stringify([localisedSpecs(commandSpecs("video")), localisedMessageSpecs(messageCommandSpecs)], (key, value) => {
    const isShown = /^(?:description|label)s?$/.test(key);
    if (isShown) texts.push(...(typeof value === "string" ? [value] : Object.values(Object(value)).map(String)));
    return value;
  });
  expect(texts.length).toBeGreaterThan(100);
  expect(theirWordsIn(texts)).toEqual([]);
});
