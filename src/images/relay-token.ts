import { createHmac, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";
import type { JobId } from "../core/job.ts";

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
  const mark = (key: Buffer, id: JobId) => createHmac("sha256", key).update(id).digest();

  return {
    sign: (id) => `${id}.${mark(first, id).toString("base64url")}`,
    read(token) {
      const [, id, signature] = /^([0-9a-f]{20})\.([\w-]{43})$/.exec(token) ?? [];
      if (id === undefined || signature === undefined) return null;
      const given = Buffer.from(signature, "base64url");
      return signing.some((key) => timingSafeEqual(mark(key, id), given)) ? id : null;
    },
  };
}
