import { describe, expect, test } from "vitest";
import { commandSpecs, messageCommandSpecs } from "../../src/core/command-specs.ts";
import { localisedMessageSpecs, localisedSpecs } from "../../src/messages/specs.ts";
import { wordsIn } from "../../src/messages/words.ts";
import { said } from "./said-with.ts";

/** What no native speaker says to a colleague, in either language, and what was said here before. */
const stilted = {
  en: /\b(?:whoever|nobody (?:knows|says|here)|so many|stands on|good for an hour|for good|no more\.|any ?more|(?:came|come) back|anew|taken away|gives? no|tells? no|has forgotten|forgotten|(?:your|the|in) line|one a line|goes on from the last|managers did)\b/i,
  de: /(?:niemand weiß|weiß (?:noch |hier )?niemand|für immer|Knopf|Knöpfe|Schaltfläche|[Aa]ngefragt|[Ff]rag (?:ein neues|das Video|dann)|so vielen|vergessen| gehen\.|geht nicht|Prozentwert|[Bb]erechnet|je Zeile)/,
} as const;

describe.for(["en", "de"] as const)("in %s", (locale) => {
  const isStilted = (text: string) => stilted[locale].test(text);

  test("no sentence has a phrase that a native speaker would not use", () => {
    expect(said(wordsIn(locale)).filter(([, text]) => isStilted(text))).toEqual([]);
  });

  test("nor has any that a platform shows of the commands", () => {
    const specs = JSON.stringify([localisedSpecs(commandSpecs("video")), localisedMessageSpecs(messageCommandSpecs)]);
    expect(specs.split('"').filter((text) => !text.includes("https:") && isStilted(text))).toEqual([]);
  });
});
