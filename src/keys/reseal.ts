import { createHmac } from "node:crypto";
import { type KeyRing, open, type SealedFor, seal } from "./seal.ts";

export type Resealed =
  | { readonly kind: "current" }
  | { readonly kind: "anew"; readonly sealed: string }
  /** No key of the ring opens it. */
  | { readonly kind: "shut" };

/** The same secret under the ring's first key. */
export function reseal(ring: KeyRing, bound: SealedFor, sealed: string): Resealed {
  const secret = open(ring, bound, sealed);
  if (secret === null) return { kind: "shut" };
  if (sealed.split(".")[1] === ring.sealingId) return { kind: "current" };
  return { kind: "anew", sealed: seal(ring, bound, secret) };
}

/** Which keys a ring has, first the one that seals: their ids, each with a mark that only the key itself can make. */
export function ringMarks(ring: KeyRing): readonly string[] {
  const others = [...ring.keys.keys()].filter((id) => id !== ring.sealingId);
  return [ring.sealingId, ...others].flatMap((id) => {
    const key = ring.keys.get(id);
    return key ? [`${id}:${createHmac("sha256", key).update("reelay ring mark").digest("hex").slice(0, 16)}`] : [];
  });
}
