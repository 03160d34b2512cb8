import type Keyv from "keyv";
import { z } from "zod";
import { type Team, teamName } from "../core/job/ids.ts";
import type { Vault } from "../core/ports.ts";
import type { RefusedKeys } from "../core/team/refused-keys.ts";
import { holderOf } from "../core/team/team.ts";

const keptText = z.string().optional();
/** What stands in the place of a refused key once another, or the same, was entered. */
const ENTERED = /^entered (\d+)$/;

/** Refused keys as sealed copies: what is no copy of the present key says nothing about it. */
export function refusedKeys(keyv: Keyv, vault: Pick<Vault, "seal" | "open">): RefusedKeys {
  const kept = async (team: Team) => keptText.parse(await keyv.get(teamName(team)));
  return {
    async note(team, key, calledAt) {
      const enteredAt = ENTERED.exec((await kept(team)) ?? "")?.[1];
      if (enteredAt !== undefined && calledAt <= Number(enteredAt)) return false;
      await keyv.set(teamName(team), vault.seal(holderOf(team), key));
      return true;
    },
    async has(team, key) {
      const sealed = await kept(team);
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
