import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ChatMessage } from "../../src/core/chat.ts";
import { nameService, wordsIn } from "../../src/messages/words.ts";
import { everyForm, everyHome, everyMessage } from "./every-message.ts";
import { sentencesOf } from "./words-of.ts";

/** Texts that are in no message and no form. */
const ELSEWHERE: readonly RegExp[] = [
  // Commands, Slack's forms and its installation page, and how the video service's own name is inserted.
  /^(?:commands|slackForms|install|serviceName)\./,
  // Slack's front end adds this to a message that it moves to another channel.
  /^frontEnd\.whyHere$/,
  // Shown at a form's field.
  /^leak\.atField$/,
  // Describes the picture in a card.
  /^chain\.begins$/,
];

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function cutQuoteOf({ cutQuote }: ChatMessage): readonly string[] {
  return cutQuote ? [cutQuote(2)] : [];
}

/** The fixed parts of a text with blanks. */
function fixedParts(text: string): readonly string[] {
  const parts = text.split(/⟨.⟩|\b\d+(?:st|nd|rd|th)?\b/).map((part) => part.replaceAll(/\s/g, ""));
  return parts.filter((part) => /\p{L}{2}/u.test(part));
}

test("every text of the message catalog appears in an example message or form of the test suite", () => {
  const url = "https://reelay.example";
  onTestFinished(
    nameService({ name: null, dashboardUrl: url }, { contact: "ops@reelay.example", termsUrl: url, privacyUrl: url }),
  );
  const words = wordsIn("en");
  const messages = [...everyMessage(words), ...everyHome(words).flat()];
  const texts = [...textsIn([messages, everyForm(words)]), ...messages.flatMap(cutQuoteOf)];
  const shown = texts.join("").replaceAll(/\s/g, "");
  const inAnyNumber = [sentencesOf(words), sentencesOf(words, [1, 1, 1]), sentencesOf(words, [2, 2, 2])].flat();
  const isShown = (text: string) => fixedParts(text).every((part) => shown.includes(part));
  const found = new Set(inAnyNumber.filter(([, text]) => isShown(text)).map(([path]) => path));
  const missing = sentencesOf(words).filter(([path]) => !found.has(path) && !ELSEWHERE.some((one) => one.test(path)));
  expect(missing).toEqual([]);
});

function sourcesIn(folder: string, isOne: (path: string) => boolean): readonly string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  return paths.filter(isOne).map((path) => readFileSync(join(folder, path), "utf8"));
}

/** The exported functions whose signature returns a whole message or form. */
function makersIn(source: string): readonly string[] {
  const signatures = [...source.matchAll(/^export function (\w+)\((?:(?!\n[}e])[\s\S])*?\): (.+) \{$/gm)];
  return signatures.flatMap(([, name = "", result = ""]) =>
    /^(?:readonly )?(?:ChatMessage|Form|TurnedAway)(?: \| null|\[\])?$/.test(result) ? [name] : [],
  );
}

test("every message or form that other modules get from src/messages/ is among the test suite's examples", () => {
  const makers = sourcesIn("src/messages", () => true).flatMap(makersIn);
  const others = sourcesIn("src", (path) => !path.startsWith("messages/")).flatMap((source) =>
    [...source.matchAll(/^import [^;]*\/messages\/[^;]*;$/gm)].map(([imported]) => imported),
  );
  const everyFile = sourcesIn("test/messages", (path) => path.startsWith("every-") && !path.endsWith(".test.ts"));
  const called = everyFile.join("\n").replaceAll(/^import[\s\S]*?;$/gm, "");
  const isIn = (source: string, name: string) => new RegExp(`\\b${name}\\b`).test(source);
  const shown = makers.filter((name) => isIn(others.join("\n"), name));
  expect(shown.length).toBeGreaterThan(50);
  expect(shown.filter((name) => !isIn(called, name))).toEqual([]);
});
