import type Keyv from "keyv";
import { ownerName } from "../core/job/ids.ts";
import type { Vault } from "../core/ports.ts";
import { type KeyRing, open, seal } from "./seal.ts";

/** People's keys in a keyv that rejects when it fails (`throwOnErrors`); it holds sealed texts only. */
export function vault(keyv: Keyv, ring: KeyRing): Vault {
  return {
    async put(owner, key) {
      await keyv.set(ownerName(owner), seal(ring, { owner, purpose: "stored" }, key));
    },
    async get(owner) {
      const sealed: unknown = await keyv.get(ownerName(owner));
      // A text that cannot be opened is left as it is: a master key may have been dropped by mistake and come back.
      return typeof sealed === "string" ? open(ring, { owner, purpose: "stored" }, sealed) : null;
    },
    has: (owner) => keyv.has(ownerName(owner)),
    remove: (owner) => keyv.delete(ownerName(owner)),
    seal: (owner, key) => seal(ring, { owner, purpose: "job" }, key),
    open: (owner, sealed) => open(ring, { owner, purpose: "job" }, sealed),
  };
}
