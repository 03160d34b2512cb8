import { z } from "zod";
import type { Installations } from "../../core/installations.ts";
import type { Owner } from "../../core/job/ids.ts";
import type { Vault } from "../../core/ports.ts";
import { Secret } from "../../core/text/secret.ts";

/** No person's id: what a workspace gave lies in the vault like a person's key, and is sealed anew with them. */
const NOBODY = "installation";

const shape = z.object({ token: z.string().min(1), installedAt: z.number() });

export function installationsIn(vault: Pick<Vault, "put" | "get">): Installations {
  const ownerOf = (id: string): Owner => ({ platform: "slack", teamId: id, userId: NOBODY });
  return {
    async find(id) {
      const stored = await vault.get(ownerOf(id));
      if (stored === null) return null;
      const { token, installedAt } = shape.parse(JSON.parse(stored.reveal()));
      return { token: new Secret(token), installedAt };
    },
    keep: (id, { token, installedAt }) =>
      vault.put(ownerOf(id), new Secret(JSON.stringify({ token: token.reveal(), installedAt }))),
  };
}
