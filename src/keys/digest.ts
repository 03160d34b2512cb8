import { createHmac, hkdfSync } from "node:crypto";
import type { KeyRing } from "./seal.ts";

const LETTERS = 8;

/** Of a text 8 hex digits: the same in every process with these keys, too few and too well sealed to be turned back. */
export function digests({ sealingId, keys }: KeyRing): (text: string) => string {
  const key = keys.get(sealingId);
  if (!key) throw new Error(`the key ring has no key ${sealingId}`);
  const own = Buffer.from(hkdfSync("sha256", key, "", "reelay digest", 32));
  return (text) => createHmac("sha256", own).update(text).digest("hex").slice(0, LETTERS);
}
