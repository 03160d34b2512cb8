import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  codeText,
  cutToFit,
  escapeLine,
  escapeText,
  plain,
} from "../../../../src/frontends/discord/out/write-discord-text.ts";
import { typed } from "../../../fakes/any-message.ts";

/** Discord drops a backslash before anything but a letter, a digit or a space. */
const shown = (markdown: string) => markdown.replace(/\\([^0-9A-Za-z\s])/g, "$1");
/** The characters that Discord could still read as markup. */
const live = (markdown: string) => markdown.replace(/\\[^0-9A-Za-z\s]/g, "");
const ofAnyText = (claim: (text: string) => void) => fc.assert(fc.property(typed, (text) => void claim(text)));

describe("escaping text for Discord", () => {
  it("makes Discord show any text literally, without invisible characters", () => {
    ofAnyText((text) => expect(shown(escapeText(text))).toBe(plain(text)));
  });

  it("leaves no active formatting, link, mention or list marker", () => {
    ofAnyText((text) => {
      expect(live(escapeText(text))).not.toMatch(/[\\*_~|>#\-[\]()<@:`]/);
      expect(live(escapeText(text))).not.toMatch(/^\s*(\d+[.)]|\+)\s/m);
    });
  });

  it("can put any text on a single line", () => {
    ofAnyText((text) => expect(escapeLine(text)).not.toMatch(/[\n\r\u0085\u2028\u2029]/));
  });

  it("can put any text into a code span without inner backticks", () => {
    ofAnyText((text) => expect(codeText(text)).toMatch(/^(`[^`\n]+`)?$/));
  });

  it("shortens text to a maximum length without splitting a character, and adds an ellipsis", () => {
    fc.assert(
      fc.property(typed, fc.integer({ min: 2, max: 400 }), (text, max) => {
        const cut = cutToFit(text, max, escapeText);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(cut.isWellFormed()).toBe(true);
        if (cut !== escapeText(text) && cut !== "") {
          expect(cut.endsWith("…")).toBe(true);
          expect(plain(text).startsWith(shown(cut).slice(0, -1).trimEnd())).toBe(true);
        }
      }),
    );
  });

  test.for([
    ["escapes mentions and timestamps", "<@1> <#2> <t:1:R>", "\\<\\@1\\> \\<\\#2\\> \\<t\\:1\\:R\\>"],
    ["escapes list markers at the start of a line", "1. one\n22. two\n+ three", "1\\. one\n22\\. two\n\\+ three"],
    ["does not escape a dot or plus inside a line", "version 1.5 + more", "version 1.5 + more"],
    ["escapes a backslash and the asterisk after the backslash", "a\\*b", "a\\\\\\*b"],
    ["removes control characters", "a\u202eb\u0007c\r\nd", "abc\nd"],
  ] as const)("%s", ([, text, markdown]) => {
    expect(escapeText(text)).toBe(markdown);
  });
});
