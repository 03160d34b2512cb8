import { createHash } from "node:crypto";
import { type Owner, ownerName } from "../../src/core/job/ids.ts";
import type { Vault } from "../../src/core/ports.ts";
import { Secret } from "../../src/core/text/secret.ts";

/** Keys in memory. Its sealed copies hide nothing well, but they are bound to their owner and any memoryVault opens them. */
export function memoryVault(): Vault {
  const keys = new Map<string, string>();
  return {
    async put(owner, key) {
      keys.set(ownerName(owner), key.reveal());
    },
    async get(owner) {
      const key = keys.get(ownerName(owner));
      return key === undefined ? null : new Secret(key);
    },
    async has(owner) {
      return keys.has(ownerName(owner));
    },
    async remove(owner) {
      return keys.delete(ownerName(owner));
    },
    seal,
    open(owner, sealed) {
      const key = new Secret(unhide(sealed.split(".")[1] ?? ""));
      return seal(owner, key) === sealed ? key : null;
    },
  };
}

const sealed = new Map<string, string>();

/** Sealed keys are cached: an owner and a key always give one text. */
function seal(owner: Owner, key: Secret): string {
  const name = JSON.stringify([ownerName(owner), key.reveal()]);
  const made = sealed.get(name) ?? sealedAnew(name, key);
  sealed.set(name, made);
  return made;
}

function sealedAnew(name: string, key: Secret): string {
  const digest = createHash("sha256").update(name);
  return `fake.${hide(key.reveal())}.${digest.digest("hex").slice(0, 16)}`;
}

// Not readable as text or base64, so that a search for leaked keys does not find these.
const flip = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x5a));

function hide(text: string): string {
  return flip(Buffer.from(text, "utf8")).toString("base64url");
}

function unhide(hidden: string): string {
  return flip(Buffer.from(hidden, "base64url")).toString("utf8");
}
