import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openEnvFile, withSettings, writeEnvFile } from "../../../src/app/setup/env-file.ts";
import { readEnv } from "../../../src/config/read-env.ts";
import { aFolder } from "../../fakes/a-folder.ts";
import { runs } from "../../fakes/how-many.ts";
import { valueIn } from "../../fakes/value-in.ts";

test.for([
  ["an empty value is filled in", "# a\nTOKEN=\nPORT=1\n", "# a\nTOKEN=x\nPORT=1\n"],
  ["a value is replaced", "PORT=1\nTOKEN=old", "PORT=1\nTOKEN=x\n"],
  ["the last of two lines for the same name is changed", "TOKEN=a\nTOKEN=b\n", "TOKEN=a\nTOKEN=x\n"],
  ["a comment after the value stays", "export TOKEN=old # mine\r\nB=2\r\n", "export TOKEN=x # mine\r\nB=2\r\n"],
  ["a commented-out setting stays commented out", "#TOKEN=\nB=2", "#TOKEN=\nB=2\nTOKEN=x\n"],
  ["a quoted value is replaced together with the quotation marks", "TOKEN='old # one' # mine", "TOKEN=x # mine\n"],
  ["a setting with a longer name stays unchanged", "MY_TOKEN=\nTOKEN_B=\n", "MY_TOKEN=\nTOKEN_B=\nTOKEN=x\n"],
])("when reelay setup writes a value to .env, %s", ([, before = "", after]) => {
  expect(withSettings(before, { TOKEN: "x" })).toBe(after);
});

test("a new .env mentions .env.example as the list of all settings", () => {
  expect(withSettings("", { A: "1", B: "2" })).toBe(
    "# Written by reelay setup. See .env.example for all settings.\nA=1\nB=2\n",
  );
});

test("writing a value to any valid .env does not change other values or comments", () => {
  const name = fc.constantFrom("A", "B", "TOKEN", "MY_TOKEN");
  const value = fc.constantFrom("", "x", "a b", '"q # r"', "'s'", '"s"# remark', " # remark", "=", "`m`", "\\n");
  // "export NAME=" without a value is refused.
  const exported = value.filter((text) => text !== "" && text !== " # remark");
  const line = fc.oneof(
    fc.tuple(fc.constantFrom("", " ", "#"), name, value).map(([lead, one, two]) => `${lead}${one}=${two}`),
    fc.tuple(name, exported).map(([one, two]) => `export ${one}=${two}`),
    fc.constantFrom("", "# TOKEN=1", "   "),
  );
  const files = fc.array(line, { maxLength: 8 }).map((lines) => lines.join("\n"));
  const news = fc.stringMatching(/^[\w.:/+=,-]{1,20}( [\w.]{1,5})?$/);
  fc.assert(
    fc.property(files, news, (text, token) => {
      const before = valueIn(readEnv(Buffer.from(text)));
      const after = withSettings(text, { TOKEN: token });
      expect(readEnv(Buffer.from(after))).toEqual({ ok: true, value: { ...before, TOKEN: token } });
      for (const remark of text.match(/^#.*$/gm) ?? []) expect(after).toContain(remark);
    }),
    { numRuns: runs(500) },
  );
});

test("writing .env removes other users' access to the file, even if .env is a symbolic link", async () => {
  const dir = aFolder();
  const [file, link] = [join(dir, "real.env"), join(dir, ".env")];
  writeFileSync(file, "A=1\n");
  chmodSync(file, 0o644);
  symlinkSync(file, link);
  expect(await openEnvFile(link)).toEqual({ ok: true, value: { text: "A=1\n", settings: { A: "1" }, isOpen: true } });
  expect(await writeEnvFile(link, "A=2\n")).toEqual({ ok: true, value: null });
  expect(readFileSync(file, "utf8")).toBe("A=2\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await openEnvFile(link)).toEqual({ ok: true, value: { text: "A=2\n", settings: { A: "2" }, isOpen: false } });
  expect(readdirSync(dir).sort()).toEqual([".env", "real.env"]);
});

test("a .env that cannot be written or read is reported with the reason", async () => {
  const dir = aFolder();
  expect(await writeEnvFile(join(dir, "none", ".env"), "A=1\n")).toEqual({
    ok: false,
    refusal: expect.stringMatching(/cannot be written \(ENOENT\) and was not changed/),
  });
  expect(await openEnvFile(dir)).toEqual({ ok: false, refusal: expect.stringMatching(/cannot be read \(EISDIR\)/) });
  expect(await openEnvFile(join(dir, ".env"))).toEqual({ ok: true, value: { text: "", settings: {}, isOpen: false } });
});
