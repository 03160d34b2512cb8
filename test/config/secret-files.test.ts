import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSecretFiles, secretFileNames, secretFilesOf, withSecretFiles } from "../../src/config/secret-files.ts";
import { unknownSettings } from "../../src/config.ts";
import { aFolder } from "../fakes/a-folder.ts";

function aFile(text: string, mode = 0o600): string {
  const dir = aFolder();
  const path = join(dir, "secret");
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

test.for(secretFileNames)("%s reads a secret from a file, without the file's final line break", (fileName) => {
  const name = fileName.replace(/_FILE$/, "");
  const path = aFile(" a token \n");
  const environment = withSecretFiles({ HOME: "/root", [fileName]: path });
  expect(environment).toEqual({ ok: true, value: { HOME: "/root", [fileName]: path, [name]: " a token " } });
  expect(secretFilesOf({ [fileName]: path })).toEqual([{ name, path }]);
  expect(unknownSettings({ [fileName]: path }, { [fileName]: path })).toEqual([]);
});

test("only one line break is removed from the end of a secret file", () => {
  const secretFrom = (text: string) => {
    const environment = withSecretFiles({ SECRET_KEYS_FILE: aFile(text) });
    return environment.ok && environment.value.SECRET_KEYS;
  };
  expect([secretFrom("a:b"), secretFrom("a:b\r\n"), secretFrom("a:b\n\n")]).toEqual(["a:b", "a:b", "a:b\n"]);
});

test("all mistakes with secret files are reported together, each with a fix", () => {
  const path = aFile("\n");
  const environment = withSecretFiles({
    DISCORD_TOKEN: "token",
    DISCORD_TOKEN_FILE: aFile("another"),
    REDIS_URL_FILE: path,
    SECRET_KEYS_FILE: "/nowhere/keys",
  });
  expect(environment).toEqual({
    ok: false,
    refusal: [
      "DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set. Remove one of them.",
      "SECRET_KEYS_FILE names /nowhere/keys, which cannot be read. Check the path, its permissions and its content.",
      `REDIS_URL_FILE names ${path}, which is empty. Check the path, its permissions and its content.`,
    ],
  });
});

test("a secret file that every user can read causes a warning", () => {
  const open = aFile("token", 0o644);
  expect(openSecretFiles({ DISCORD_TOKEN_FILE: open, SLACK_BOT_TOKEN_FILE: aFile("xoxb-1") })).toEqual([
    `DISCORD_TOKEN_FILE names ${open}, which every user of this machine can read: chmod 600 it.`,
  ]);
});
