import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { Secret } from "../../../src/core/text/secret.ts";

const src = resolve(import.meta.dirname, "../../../src");

/** Every call of `reveal` below src, as its file and line of code. */
function reveals(files: readonly { readonly path: string; readonly text: string }[]): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split("\n")
      .filter((line) => /\breveal\b/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
}

function sources() {
  return readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(join(src, path), "utf8") }));
}

/** A workspace's token: as it goes into the vault and comes out, and where its client is made. */
const tokens = [
  "app/people/people.ts: const { token, installedAt } = shape.parse(JSON.parse(stored.reveal()));",
  "app/people/people.ts: vault.put(ownerOf(id), new Secret(JSON.stringify({ token: token.reveal(), installedAt }))),",
  "frontends/slack/slack-front-end.ts: async (id) => botToken ?? (await installs?.installations.find(id))?.token.reveal() ?? null,",
];

test("a key is revealed where it is sealed and in the client's header, and nowhere else", () => {
  expect(reveals(sources()).toSorted()).toEqual([
    ...tokens.slice(0, 2),
    "core/text/secret.ts: reveal(): string {",
    ...tokens.slice(2),
    'keys/seal.ts: const bytes = [iv, cipher.update(secret.reveal(), "utf8"), cipher.final(), cipher.getAuthTag()];',
    "video-api/exchange.ts: const text = key.reveal();",
  ]);
});

test.for(["log.info(key.reveal());", 'const text = key["reveal"]();', "const { reveal } = key;"])(
  "a planted %s is found",
  (text) => {
    expect(reveals([...sources(), { path: "commands/account/key.ts", text }])).toHaveLength(7);
  },
);

test("a secret is looked for in a text only where it is long enough to be one", () => {
  expect(new Secret("vk-0123456789").isIn("a cat, vk-0123456789, at night")).toBe(true);
  expect(new Secret("vk-0123456789").isIn("a cat, vk-012345678, at night")).toBe(false);
  expect(new Secret("cat").isIn("a cat")).toBe(false);
});
