import { createSecretKey } from "node:crypto";
import { ownerName } from "../../src/core/job/ids.ts";
import type { Vault } from "../../src/core/stored-secrets.ts";
import { vault } from "../../src/keys/vault.ts";
import { memoryKeyv } from "./memory-keyv.ts";

const ring = { sealingId: "test", keys: new Map([["test", createSecretKey(Buffer.alloc(32, "test"))]]) };
const sealed = new Map<string, string>();

/** The real vault over memory. Every `memoryVault` can open the same sealed keys, and sealing is deterministic. */
export function memoryVault(): Vault {
  const real = vault(memoryKeyv(), ring);
  return {
    ...real,
    seal(owner, key) {
      const name = JSON.stringify([ownerName(owner), key.reveal()]);
      const made = sealed.get(name) ?? real.seal(owner, key);
      sealed.set(name, made);
      return made;
    },
  };
}
