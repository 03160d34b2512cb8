import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csv } from "../../src/messages/team/report-page.ts";

/** The cells as a spreadsheet reads them that splits at that mark: what follows a cell's last quote belongs to it. */
function cellsOf(text: string, mark: string): readonly (readonly string[])[] {
  const lines: string[][] = [[""]];
  let isQuoted = false;
  let isAtStart = true;
  const add = (letter: string) => {
    const line = lines.at(-1) ?? [];
    line.push(`${line.pop()}${letter}`);
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    const wasAtStart = isAtStart;
    isAtStart = false;
    if (letter === '"' && isQuoted && text[at + 1] === '"') {
      add(letter);
      at += 1;
    } else if (letter === '"' && (isQuoted || wasAtStart)) isQuoted = !isQuoted;
    else if (isQuoted) add(letter);
    else if (letter === mark) {
      lines.at(-1)?.push("");
      isAtStart = true;
    } else if (letter === "\n") {
      lines.push([""]);
      isAtStart = true;
    } else if (letter !== "\r") add(letter);
  }
  return lines.slice(0, -1);
}

const FORMULA = /^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

describe("text in a CSV file", () => {
  test.for([
    ["is what it is", "Bob", "Bob"],
    ["is no formula", "=1+1", "'=1+1"],
    ["is none in full-width marks", "\uff1d1", "'\uff1d1"],
    ["is none where a semicolon splits it", "Bob;=cmd|'/C calc'!A0;", "Bob;'=cmd|'/C calc'!A0;"],
    ["is none in its second line", "Bob\n@SUM(A1)", "Bob\n'@SUM(A1)"],
    ["is none behind a tab and a space", "Bob\t -1", "Bob\t '-1"],
    ["is none behind a quote", 'Bob;"=1"', 'Bob;"\'=1"'],
    ["has its marks elsewhere", "a-b = c", "a-b = c"],
  ] as const)("%s", ([, given, cell]) => {
    const file = csv(["name", "credits"], [[given, 95]]);
    expect(cellsOf(file, ",")).toEqual([
      ["name", "credits"],
      [cell, "95"],
    ]);
  });

  test("is in a cell of its own, and no formula, whatever mark the spreadsheet splits at", () => {
    const letters = fc.constantFrom("=", "\uff0b", "-", "@", ";", ",", "\t", "\n", "\r", '"', "'", " ", "a", "1");
    const text = fc.array(letters, { maxLength: 12 }).map((some) => some.join(""));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const file = csv(["a", "b"], [[one, other]]);
        expect(file.startsWith('"a","b"\r\n"')).toBe(true);
        expect(cellsOf(file, ",")[1]).toHaveLength(2);
        for (const mark of [",", ";", "\t"])
          for (const cell of cellsOf(file, mark).flat()) expect(cell).not.toMatch(FORMULA);
      }),
    );
  });
});
