import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { Secret } from "../../src/core/secret.ts";

const src = resolve(import.meta.dirname, "../../src");

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

test("a key is revealed where it is sealed and in the client's header, and nowhere else", () => {
  expect(reveals(sources()).toSorted()).toEqual([
    "core/secret.ts: reveal(): string {",
    'keys/seal.ts: const bytes = [iv, cipher.update(secret.reveal(), "utf8"), cipher.final(), cipher.getAuthTag()];',
    "video-api/exchange.ts: const text = key.reveal();",
  ]);
});

test.for(["log.info(key.reveal());", 'const text = key["reveal"]();', "const { reveal } = key;"])(
  "a planted %s is found",
  (text) => {
    expect(reveals([...sources(), { path: "commands/key.ts", text }])).toHaveLength(4);
  },
);

test("a secret is looked for in a text only where it is long enough to be one", () => {
  expect(new Secret("vk-0123456789").isIn("a cat, vk-0123456789, at night")).toBe(true);
  expect(new Secret("vk-0123456789").isIn("a cat, vk-012345678, at night")).toBe(false);
  expect(new Secret("cat").isIn("a cat")).toBe(false);
});
