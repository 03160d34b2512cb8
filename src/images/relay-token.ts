import { createHmac, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";
import type { JobId } from "../core/job/ids.ts";

/** Signs jobs' ids: what it signed nobody else could have made up, and nothing is kept for it. */
export interface RelayTokens {
  sign(id: JobId): string;
  /** null where it was signed by none of the keys. */
  read(token: string): JobId | null;
}

/** The first key signs, all of them are known; none of them is used itself, only one made from it. */
export function relayTokens(keys: readonly KeyObject[]): RelayTokens {
  const signing = keys.map((key) => Buffer.from(hkdfSync("sha256", key, "", "reelay picture relay", 32)));
  const [first] = signing;
  if (!first) throw new Error("no key to sign with");
  const mark = (key: Buffer, id: JobId) => createHmac("sha256", key).update(id).digest("base64url");

  return {
    sign: (id) => `${id}.${mark(first, id)}`,
    read(token) {
      const [, id, signature] = /^([0-9a-f]{20})\.([\w-]{43})$/.exec(token) ?? [];
      if (id === undefined || signature === undefined) return null;
      // As text: the last letter has bits that no byte needs, so several would stand for the same bytes.
      const isOf = (key: Buffer) => timingSafeEqual(Buffer.from(mark(key, id)), Buffer.from(signature));
      return signing.some(isOf) ? id : null;
    },
  };
}
