import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readEnv } from "../../src/config/read-env.ts";
import { readEnvFile } from "../../src/config.ts";
import { aFolder } from "../fakes/a-folder.ts";
import { runs } from "../fakes/how-many.ts";

const read = (text: string) => readEnv(Buffer.from(text));

test.for<readonly [string, string, string]>([
  ["a plain value", "A=x", "x"],
  ["spaces around the value", "  A =  x y\t", "x y"],
  ["“export” before the name", "export A=x", "x"],
  ["Windows line endings", "B=1\r\nA=x\r\n", "x"],
  ["a comment after the value", "A=x # the first", "x"],
  ["a comment in place of a value", "A= # later", ""],
  ["“export” and an empty value in quotation marks", "export A=''", ""],
  ["double quotation marks", 'A="x # y"', "x # y"],
  ["single quotation marks and a comment", "A='x=y' # both", "x=y"],
  ["an apostrophe in the value", "A=O’Neil's", "O’Neil's"],
  ["an equals sign in the value", "A=a:b==", "a:b=="],
])("the correct value is read from a line of .env with %s", ([, text, value]) => {
  expect(read(text)).toMatchObject({ ok: true, value: { A: value } });
});

test("if several lines in .env have the same name, the last line is used", () => {
  expect(read("A=y\nA=x")).toMatchObject({ ok: true, value: { A: "x" } });
});

test.for<readonly [string, string | Buffer, RegExp]>([
  ["a byte order mark", "\ufeffA=1\nB=2", /^Line 1 begins with a byte order mark.* Save the file as UTF-8/],
  ["UTF-16 text and a byte order mark", Buffer.from("\ufeffA=1\n", "utf16le"), /UTF-16\. Save it as UTF-8/],
  ["UTF-16 text and no byte order mark", Buffer.from("A=1\n", "utf16le"), /UTF-16\. Save it as UTF-8/],
  ["Latin-1 characters", Buffer.from("A=1\nB=caf\xe9\n", "latin1"), /^Line 2 has characters that are not UTF-8/],
  ["a line of plain text", "A=1\nDiscord settings:\nB=2", /^Line 2 is not NAME=value\..* put # before it/],
  ["a colon in place of the equals sign", "DISCORD_TOKEN: x", /^Line 1 is not NAME=value/],
  ["curly quotation marks", "A=“x”", /^Line 1 has curly quotation marks\. Use straight ones/],
  ["one curly quotation mark", "A=x”", /^Line 1 has curly quotation marks/],
  ["a quotation mark that is not closed", 'A="x\nB=1', /^Line 1 has no second " at the end/],
  ["text after the closing quotation mark", "A='x'y", /^Line 1 has text after its second '/],
  ["“export” before a name without a value", "A=x\nexport B=", /^Line 2 has "export" but no value/],
  ["a # inside the value", "A=https://a.example/#top", /^Line 1 has a # inside its value/],
  ["a # at the start of the value", "A=#x", /^Line 1 has a # inside its value/],
  ["a zero-width space", "A=x\u200b", /^Line 1 has a character that cannot be seen \(U\+200B\)/],
  ["a no-break space", "A=\u00a0x", /^Line 1 has a character that cannot be seen \(U\+00A0\)/],
])("a .env with %s is refused with an error that says how to fix it", ([, text, problem]) => {
  const result = readEnv(Buffer.from(text));
  expect(result).toEqual({ ok: false, refusal: [expect.stringMatching(problem)] });
});

test("all invalid lines of .env are reported together, without the lines' content", () => {
  const secret = "MTIz.abc.very-secret";
  const result = read(`${secret}\nA=1\nB=“${secret}”\nC="${secret}\n`);
  expect(result.ok || result.refusal.map((problem) => problem.slice(0, 6))).toEqual(["Line 1", "Line 3", "Line 4"]);
  expect(JSON.stringify(result)).not.toContain("secret");
});

test("Reelay and Node's parser read the same values from a valid .env", () => {
  const value = fc.constantFrom("", "x", "a b", '"q # r"', "'s'", " # remark", "=", "a=b", "x#y", '"', "“x”", "\\t");
  const name = fc.constantFrom("A", "B", "TOKEN", "MY_TOKEN");
  const line = fc.oneof(
    fc.tuple(fc.constantFrom("", " ", "export ", "#"), name, value).map(([lead, one, two]) => `${lead}${one}=${two}`),
    // On Node 20, a line that consists of spaces changes the next name.
    fc.constantFrom("", "# TOKEN=1", "no sense"),
  );
  const end = fc.constantFrom("\n", "\r\n");
  const files = fc.tuple(fc.array(line, { maxLength: 8 }), end).map(([lines, by]) => lines.join(by) + by);
  fc.assert(
    fc.property(files, (text) => {
      const result = read(text);
      if (result.ok) expect(result.value).toEqual({ ...parseEnv(text) });
    }),
    { numRuns: runs(1_000) },
  );
});

test("a missing .env is allowed", () => {
  expect(readEnvFile(join(aFolder(), ".env"))).toEqual({ ok: true, value: {} });
});

test("a folder named .env is refused", () => {
  const dir = aFolder();
  mkdirSync(join(dir, ".env"));
  expect(readEnvFile(join(dir, ".env"))).toEqual({
    ok: false,
    refusal: expect.stringMatching(/cannot be read \(EISDIR\)/),
  });
});
