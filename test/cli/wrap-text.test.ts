import { expect, test } from "vitest";
import { wrapText } from "../../src/cli/wrap-text.ts";

const terminal = { isTTY: true, columns: 60 } as const;
const text =
  "  - DISCORD_TOKEN is missing, and so is Slack. Set DISCORD_TOKEN, or SANDBOX=on to try without an account.\n\nEverything is ok.";

test("text in a terminal of 60 columns is wrapped between words, with indented continuation lines", () => {
  const wrapped = wrapText(text, terminal);
  expect(wrapped).toBe(
    [
      "  - DISCORD_TOKEN is missing, and so is Slack. Set",
      "    DISCORD_TOKEN, or SANDBOX=on to try without an account.",
      "",
      "Everything is ok.",
    ].join("\n"),
  );
  expect(Math.max(...wrapped.split("\n").map((line) => line.length))).toBeLessThanOrEqual(60);
});

test("a word that is longer than the terminal's width stays complete on a line of its own", () => {
  const address = `https://discord.com/oauth2/authorize?client_id=${"1".repeat(60)}`;
  expect(wrapText(`  Install it here: ${address} now`, terminal).split("\n")).toEqual([
    "  Install it here:",
    `    ${address}`,
    "    now",
  ]);
});

test("a question that is wrapped for a terminal keeps its trailing space", () => {
  const question = "  It may be correct. Type another one (keep: save it unchecked; Enter: check it again): ";
  expect(wrapText(question, terminal)).toMatch(/check it again\): $/);
});

test("text for a pipe or a file is not wrapped", () => {
  expect(wrapText(text, { columns: 60 })).toBe(text);
});
