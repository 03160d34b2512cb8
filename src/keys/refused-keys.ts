import type Keyv from "keyv";
import { z } from "zod";
import { teamName } from "../core/job/ids.ts";
import type { Vault } from "../core/ports.ts";
import type { RefusedKeys } from "../core/team/refused-keys.ts";
import { holderOf } from "../core/team/team.ts";

const sealedText = z.string().optional();

/** Refused keys as sealed copies: what is no copy of the present key says nothing about it. */
export function refusedKeys(keyv: Keyv, vault: Pick<Vault, "seal" | "open">): RefusedKeys {
  return {
    async note(team, key) {
      await keyv.set(teamName(team), vault.seal(holderOf(team), key));
    },
    async has(team, key) {
      const sealed = sealedText.parse(await keyv.get(teamName(team)));
      return (sealed === undefined ? null : vault.open(holderOf(team), sealed))?.equals(key) ?? false;
    },
    async clear(team) {
      await keyv.delete(teamName(team));
    },
  };
}
