import type Keyv from "keyv";
import { ownerName } from "../core/job.ts";
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
      if (sealed === undefined) return null;
      const key = typeof sealed === "string" ? open(ring, { owner, purpose: "stored" }, sealed) : null;
      // What cannot be opened is of no use to anybody: its owner is asked for the key again.
      if (key === null) await keyv.delete(ownerName(owner));
      return key;
    },
    remove: (owner) => keyv.delete(ownerName(owner)),
    seal: (owner, key) => seal(ring, { owner, purpose: "job" }, key),
    open: (owner, sealed) => open(ring, { owner, purpose: "job" }, sealed),
  };
}
