import { expect, test } from "vitest";
import { digests } from "../../src/keys/digest.ts";
import { newEntry, parseKeyRing } from "../../src/keys/key-ring.ts";

function digestsBy(keys: string) {
  const ring = parseKeyRing(keys);
  if (!ring.ok) throw new Error(ring.refusal);
  return digests(ring.value);
}

test("a text has one digest in all processes with the same keys, and another with other keys", () => {
  const keys = newEntry();
  expect(digestsBy(keys)("discord:ada")).toBe(digestsBy(keys)("discord:ada"));
  expect(digestsBy(keys)("discord:ada")).not.toBe(digestsBy(keys)("discord:ben"));
  expect(digestsBy(newEntry())("discord:ada")).not.toBe(digestsBy(keys)("discord:ada"));
});

test("a digest is too short to be turned back", () => {
  expect(digestsBy(newEntry())("a paper boat in the rain")).toMatch(/^[0-9a-f]{8}$/);
});
