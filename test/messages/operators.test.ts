import { describe, expect, onTestFinished, test } from "vitest";
import type { Operator } from "../../src/core/operator.ts";
import { unknownOperator } from "../../src/core/operator.ts";
import { LOCALES } from "../../src/core/text/locale.ts";
import { notAllowedHere, shortReply } from "../../src/messages/ask/short-replies.ts";
import { OPERATORS } from "../../src/messages/operators.ts";
import { operatorLines } from "../../src/messages/pages/help-page.ts";
import { nameService, wordsIn } from "../../src/messages/words.ts";
import { everyForm, everyHome, everyMessage } from "./every-message.ts";
import { wordsOf } from "./words-of.ts";

/** Names the operator for one test. */
function run(operator: Partial<Operator>): void {
  onTestFinished(nameService({ name: null, dashboardUrl: null }, { ...unknownOperator, ...operator }));
}

const contact = "help@example.com";

describe.for(LOCALES)("the texts in the language %s", (locale) => {
  const shown = () =>
    JSON.stringify([everyMessage(wordsIn(locale)), everyForm(wordsIn(locale)), everyHome(wordsIn(locale))]);

  test("contain the operator's contact only if a contact is configured", () => {
    const before = shown();
    expect(before).not.toContain(OPERATORS);
    expect(before).not.toMatch(/: ?[.。]|\( ?\)|（）/);
    run({ contact });
    const after = shown();
    expect(after).not.toContain(OPERATORS);
    expect(after.split(contact).length - 1).toBeGreaterThan(10);
    expect(before).not.toContain(contact);
  });

  test("leave out only the sentence with the contact if no contact is configured", () => {
    const without = everyMessage(wordsIn(locale));
    for (const message of without) {
      expect(message.body.filter((sentence) => sentence.length === 0 || sentence.join("") === "")).toEqual([]);
      expect(wordsOf(message)).not.toMatch(/ {2}|[.!?。] $/m);
    }
    run({ contact });
    const named = everyMessage(wordsIn(locale));
    expect(named).toHaveLength(without.length);
    const longer = named.filter((message, nth) => wordsOf(message) !== wordsOf(without[nth] ?? message));
    for (const message of longer) expect(wordsOf(message)).toContain(contact);
    expect(longer.length).toBeGreaterThan(5);
  });

  test("contain the operator's contact on Slack's installation page", () => {
    expect(JSON.stringify(wordsIn(locale).install)).not.toContain(OPERATORS);
    run({ contact });
    expect(JSON.stringify(wordsIn(locale).install).split(contact)).toHaveLength(3);
  });
});

test("a refusal because of the channel or a block contains the operator's contact, if one is configured", () => {
  const bodies = () =>
    [notAllowedHere("not_this_channel", wordsIn("en")), shortReply("blocked", wordsIn("en"))].map(wordsOf);
  for (const text of bodies()) expect(text).not.toMatch(/people who run/);
  run({ contact });
  for (const text of bodies()) expect(text).toContain("Ask the people who run this bot: help@example.com.");
});

test("the help links to the operator's contact, terms and privacy policy if they are configured", () => {
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
