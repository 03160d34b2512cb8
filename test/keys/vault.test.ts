import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { ownerName, type Team } from "../../src/core/job/ids.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { parseKeyRing } from "../../src/keys/key-ring.ts";
import type { KeyRing } from "../../src/keys/seal.ts";
import { refusedKeys, vault } from "../../src/keys/vault.ts";
import { anOwner } from "../fakes/jobs.ts";
import { awayKeyv, memoryKeyv } from "../fakes/memory-keyv.ts";
import { memoryVault } from "../fakes/vault.ts";

const KEY = "sk-canary-0123456789";

test("a stored key is returned only to its owner, until the key is removed", async () => {
  const keys = vault(memoryKeyv(), aRing());
  expect(await keys.remove(anOwner())).toBe(false);
  await keys.put(anOwner(), new Secret(KEY));
  expect((await keys.get(anOwner()))?.reveal()).toBe(KEY);
  expect(await keys.get(anOwner("2"))).toBeNull();
  expect(await keys.remove(anOwner())).toBe(true);
  expect(await keys.get(anOwner())).toBeNull();
});

test("a job's copy of a key can be decrypted only for the key's owner, even after the stored key was removed", async () => {
  const keys = vault(memoryKeyv(), aRing());
  await keys.put(anOwner(), new Secret(KEY));
  const sealed = keys.seal(anOwner(), new Secret(KEY));
  await keys.remove(anOwner());
  expect(keys.open(anOwner(), sealed)?.reveal()).toBe(KEY);
  expect(keys.open(anOwner("2"), sealed)).toBeNull();
});

test.for([
  ["an empty text", ""],
  ["a key in plain text", KEY],
  ["a made-up encrypted text", "v1.k1.AAAA"],
] as const)("%s cannot be decrypted as a key", ([, text]) => {
  expect(vault(memoryKeyv(), aRing()).open(anOwner(), text)).toBeNull();
});

test("a key is stored neither in plain text nor in base64", async () => {
  const rows = new Map<string, string>();
  await vault(memoryKeyv(rows), aRing()).put(anOwner(), new Secret(KEY));
  const [row = ""] = rows.values();
  const [, , body = ""] = String(JSON.parse(row).value).split(".");
  expect(row).not.toContain(KEY.slice(3, 9));
  expect(Buffer.from(body, "base64url").toString("latin1")).not.toContain(KEY.slice(3, 9));
});

test("a stored key cannot be read while its master key is missing", async () => {
  const keyv = memoryKeyv();
  const ring = aRing();
  await vault(keyv, ring).put(anOwner(), new Secret(KEY));
  expect(await vault(keyv, aRing()).get(anOwner())).toBeNull();
  expect((await vault(keyv, ring).get(anOwner()))?.reveal()).toBe(KEY);
});

test("a stored key cannot be decrypted as the key of another person", async () => {
  const keyv = memoryKeyv();
  const keys = vault(keyv, aRing());
  await keys.put(anOwner(), new Secret(KEY));
  await keyv.set(ownerName(anOwner("2")), await keyv.get(ownerName(anOwner())));
  expect(await keys.get(anOwner("2"))).toBeNull();
});

test("a stored key cannot be decrypted as a job's copy of the key, and a job's copy cannot be decrypted as a stored key", async () => {
  const keyv = memoryKeyv();
  const keys = vault(keyv, aRing());
  await keys.put(anOwner(), new Secret(KEY));
  expect(keys.open(anOwner(), String(await keyv.get(ownerName(anOwner()))))).toBeNull();
  await keyv.set(ownerName(anOwner()), keys.seal(anOwner(), new Secret(KEY)));
  expect(await keys.get(anOwner())).toBeNull();
});

test("a stored record that is not a text is not used as a key", async () => {
  const keyv = memoryKeyv();
  await keyv.set(ownerName(anOwner()), { key: KEY });
  expect(await vault(keyv, aRing()).get(anOwner())).toBeNull();
});

test("a failure of the key store causes an error and is not treated as a missing key", async () => {
  const keys = vault(awayKeyv(), aRing());
  await expect(keys.get(anOwner())).rejects.toThrow("away");
  await expect(keys.put(anOwner(), new Secret(KEY))).rejects.toThrow("away");
  await expect(keys.remove(anOwner())).rejects.toThrow("away");
});

function aRing(): KeyRing {
  const parsed = parseKeyRing(`k1:${randomBytes(32).toString("base64")}`);
  if (!parsed.ok) throw new Error(parsed.refusal);
  return parsed.value;
}

const team: Team = { platform: "discord", teamId: "300000000000000003" };
const key = new Secret("rk-team-0123-team");

test("the stored refusal of a team's key applies only to the refused key and can be deleted", async () => {
  const refused = refusedKeys(memoryKeyv(), memoryVault());
  expect(await refused.note(team, key, 5_001)).toBe(true);
  expect([await refused.has(team, key), await refused.has(team, new Secret("rk-another-0123"))]).toEqual([true, false]);
  await refused.clear(team);
  expect(await refused.has(team, key)).toBe(false);
});

test("the service's refusal of a team's key is not recorded if the refused call was made before the key was entered again", async () => {
  const refused = refusedKeys(memoryKeyv(), memoryVault());
  expect(await refused.note(team, key, 1_000)).toBe(true);
  expect(await refused.has(team, key)).toBe(true);
  await refused.entered(team, 5_000);
  expect(await refused.has(team, key)).toBe(false);
  expect(await refused.note(team, key, 4_000)).toBe(false);
  expect(await refused.has(team, key)).toBe(false);
  expect(await refused.note(team, key, 5_001)).toBe(true);
  expect(await refused.has(team, key)).toBe(true);
});
