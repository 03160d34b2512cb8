import type Keyv from "keyv";
import { z } from "zod";
import { ownerName, type Team, teamName } from "../core/job/ids.ts";
import type { Vault } from "../core/stored-secrets.ts";
import { holderOf, type RefusedKeys } from "../core/team/team.ts";
import { type KeyRing, open, seal } from "./seal.ts";

/** The keyv must reject when it fails (`throwOnErrors`). */
export function vault(keyv: Keyv, ring: KeyRing): Vault {
  return {
    async put(owner, key) {
      await keyv.set(ownerName(owner), seal(ring, { owner, purpose: "stored" }, key));
    },
    async get(owner) {
      const sealed: unknown = await keyv.get(ownerName(owner));
      // Keep a text that cannot be opened: its master key may be restored later.
      return typeof sealed === "string" ? open(ring, { owner, purpose: "stored" }, sealed) : null;
    },
    has: (owner) => keyv.has(ownerName(owner)),
    remove: (owner) => keyv.delete(ownerName(owner)),
    seal: (owner, key) => seal(ring, { owner, purpose: "job" }, key),
    open: (owner, sealed) => open(ring, { owner, purpose: "job" }, sealed),
  };
}

const keptText = z.string().optional();
/** Stored instead of a refused key once any key is entered, even the same one. */
const ENTERED = /^entered (\d+)$/;

/** Stores a sealed copy of the refused key, so that a key that replaces it does not count as refused. */
export function refusedKeys(keyv: Keyv, vault: Pick<Vault, "seal" | "open">): RefusedKeys {
  const storedText = async (team: Team) => keptText.parse(await keyv.get(teamName(team)));
  return {
    async note(team, key, calledAt) {
      const enteredAt = ENTERED.exec((await storedText(team)) ?? "")?.[1];
      if (enteredAt !== undefined && calledAt <= Number(enteredAt)) return false;
      await keyv.set(teamName(team), vault.seal(holderOf(team), key));
      return true;
    },
    async has(team, key) {
      const sealed = await storedText(team);
      return (sealed === undefined ? null : vault.open(holderOf(team), sealed))?.equals(key) ?? false;
    },
    async entered(team, at) {
      await keyv.set(teamName(team), `entered ${at}`);
    },
    async clear(team) {
      await keyv.delete(teamName(team));
    },
  };
}
