import { createSecretKey, randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Secret } from "../../src/core/text/secret.ts";
import { newEntry, parseKeyRing } from "../../src/keys/key-ring.ts";
import { deletedNames, digests, type KeyRing, open, seal } from "../../src/keys/seal.ts";
import { runs } from "../fakes/how-many.ts";
import { anOwner, aSlackOwner } from "../fakes/jobs.ts";

const ring = ringOf("k1");
const bound = { owner: anOwner(), purpose: "stored" } as const;

test("any text is unchanged after it is encrypted and decrypted", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (text) => {
      expect(open(ring, bound, seal(ring, bound, new Secret(text)))?.reveal()).toBe(text);
    }),
  );
});

test("an encrypted text with a changed, removed or added character cannot be decrypted", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.nat(), fc.string({ maxLength: 2 }), (text, at, other) => {
      const sealed = seal(ring, bound, new Secret(text));
      const index = at % (sealed.length + 1);
      const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
      if (changed !== sealed) expect(open(ring, bound, changed)).toBeNull();
    }),
    { numRuns: runs(500) },
  );
});

test("a text that was encrypted for one owner and purpose cannot be decrypted for another owner or another purpose", () => {
  const sealed = seal(ring, bound, new Secret("secret-0123456789"));
  expect(open(ring, { ...bound, purpose: "job" }, sealed)).toBeNull();
  expect(open(ring, { ...bound, owner: anOwner("1") }, sealed)).toBeNull();
  expect(open(ring, { ...bound, owner: aSlackOwner(bound.owner.userId) }, sealed)).toBeNull();
});

test("encrypting the same text twice gives different results, which show only the version and the key id in plain text", () => {
  const secret = new Secret("secret-0123456789");
  const sealed = seal(ring, bound, secret);
  expect(seal(ring, bound, secret)).not.toBe(sealed);
  expect(sealed).toMatch(/^v1\.k1\.[A-Za-z0-9_-]+$/);
  // 12 bytes of IV, 17 of text, and 16 of the authentication tag.
  expect(Buffer.from(sealed.split(".")[2] ?? "", "base64url")).toHaveLength(45);
});

test("a text is encrypted with the first master key, and can be decrypted with every master key", () => {
  const old = ringOf("old");
  const sealed = seal(old, bound, new Secret("secret-0123456789"));
  const rotated: KeyRing = { sealingId: "new", keys: new Map([...ringOf("new").keys, ...old.keys]) };
  expect(open(rotated, bound, sealed)?.reveal()).toBe("secret-0123456789");
  expect(seal(rotated, bound, new Secret("x"))).toMatch(/^v1\.new\./);
});

test("a text cannot be decrypted with another master key, even if both keys have the same id", () => {
  const sealed = seal(ring, bound, new Secret("secret-0123456789"));
  expect(open(ringOf("k2"), bound, sealed)).toBeNull();
  expect(open(ringOf("k1"), bound, sealed)).toBeNull();
});

function ringOf(id: string): KeyRing {
  return { sealingId: id, keys: new Map([[id, createSecretKey(randomBytes(32))]]) };
}

function digestsBy(keys: string) {
  const ring = parseKeyRing(keys);
  if (!ring.ok) throw new Error(ring.refusal);
  return digests(ring.value);
}

test("the digest of a text depends only on the text and the master keys", () => {
  const keys = newEntry();
  expect(digestsBy(keys)("discord:ada")).toBe(digestsBy(keys)("discord:ada"));
  expect(digestsBy(keys)("discord:ada")).not.toBe(digestsBy(keys)("discord:ben"));
  expect(digestsBy(newEntry())("discord:ada")).not.toBe(digestsBy(keys)("discord:ada"));
});

test("the digest of a text has only eight hexadecimal digits", () => {
  expect(digestsBy(newEntry())("a paper boat in the rain")).toMatch(/^[0-9a-f]{8}$/);
});

describe("the pseudonym of a deleted person", () => {
  const sum = { team: "discord:3", period: "2026-11", person: "discord:1" };
  const ofRing = (...ids: readonly KeyRing[]) => {
    const keys = new Map(ids.flatMap(({ keys: some }) => [...some]));
    return deletedNames({ sealingId: ids[0]?.sealingId ?? "", keys });
  };
  const [old, next] = [ringOf("old"), ringOf("next")];

  test("is the same within a team and month, and different for other teams, months and people", () => {
    const names = ofRing(old);
    const sealed = names.newKey("2026-11");
    expect(names.nameOf(sum, sealed)).toBe(ofRing(old).nameOf({ ...sum }, sealed));
    const others = [{ ...sum, team: "discord:4" }, { ...sum, person: "discord:2" }, sum];
    expect(new Set(others.map((one) => names.nameOf(one, sealed))).size).toBe(3);
    expect(names.nameOf(sum, names.newKey("2026-11"))).not.toBe(names.nameOf(sum, sealed));
    const next = { ...sum, period: "2026-12" };
    expect(names.nameOf(next, names.newKey("2026-12"))).not.toBe(names.nameOf(sum, sealed));
  });

  test("does not contain the person's id, and cannot be computed without the master key", () => {
    const names = ofRing(old);
    const sealed = names.newKey("2026-11");
    expect(names.nameOf(sum, sealed)).toMatch(/^deleted:[0-9a-f]{32}$/);
    expect([names.opens("2026-11", sealed), names.opens("2026-12", sealed)]).toEqual([true, false]);
    expect(ofRing(next).opens("2026-11", sealed)).toBe(false);
    expect(() => ofRing(next).nameOf(sum, sealed)).toThrow("no master key opens the key of 2026-11");
  });

  test("stays the same after a new master key is added", () => {
    const sealed = ofRing(old).newKey("2026-11");
    expect(ofRing(next, old).nameOf(sum, sealed)).toBe(ofRing(old).nameOf(sum, sealed));
  });
});
