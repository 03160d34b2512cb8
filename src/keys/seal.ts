import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from "node:crypto";
import { type Owner, ownerName } from "../core/job/ids.ts";
import { Secret } from "../core/text/secret.ts";

/** The operator's keys that seal people's keys. Printing it shows no key. */
export interface KeyRing {
  /** The id of the key that seals; one of `keys`. */
  readonly sealingId: string;
  readonly keys: ReadonlyMap<string, KeyObject>;
}

/** What a sealed text is bound to: moved to another owner or put to another use, it does not open. */
export interface SealedFor {
  readonly owner: Owner;
  /** "stored" is the vault's record, "job" the copy that a job keeps. */
  readonly purpose: "stored" | "job";
}

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The secret as `v1.<keyId>.<base64url of IV, ciphertext and tag>`; each time another text. */
export function seal(ring: KeyRing, bound: SealedFor, secret: Secret): string {
  const keyId = ring.sealingId;
  const key = ring.keys.get(keyId);
  if (!key) throw new Error(`the key ring has no key ${keyId}`);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(bound, keyId));
  const bytes = [iv, cipher.update(secret.reveal(), "utf8"), cipher.final(), cipher.getAuthTag()];
  return `v1.${keyId}.${Buffer.concat(bytes).toString("base64url")}`;
}

/** null: cut, changed, of another owner or purpose, or sealed with a key that is not on the ring. */
export function open(ring: KeyRing, bound: SealedFor, sealed: string): Secret | null {
  const [version, keyId, body, ...rest] = sealed.split(".");
  if (version !== "v1" || keyId === undefined || body === undefined || rest.length > 0) return null;
  const key = ring.keys.get(keyId);
  const bytes = Buffer.from(body, "base64url");
  // The decoder forgives strange characters and spare bits: one sealed text has one form only.
  if (!key || bytes.toString("base64url") !== body || bytes.length < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(associatedData(bound, keyId));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const plain = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
  try {
    return new Secret(Buffer.concat([plain, decipher.final()]).toString("utf8"));
  } catch {
    return null;
  }
}

function associatedData({ owner, purpose }: SealedFor, keyId: string): Buffer {
  return Buffer.from(JSON.stringify(["reelay", purpose, owner.platform, ownerName(owner), keyId]), "utf8");
}
