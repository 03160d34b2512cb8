import { createCipheriv, createDecipheriv, createHmac, hkdfSync, type KeyObject, randomBytes } from "node:crypto";
import { type Owner, ownerName } from "../core/job/ids.ts";
import { monthIn } from "../core/period.ts";
import { unreachable } from "../core/result.ts";
import { type DeletedNames, deletedName } from "../core/team/spending.ts";
import { Secret } from "../core/text/secret.ts";

/** The operator's keys, which seal people's keys. */
export interface KeyRing {
  readonly sealingId: string;
  readonly keys: ReadonlyMap<string, KeyObject>;
}

/** A sealed text opens only for the same owner, film or purpose. */
export type SealedFor =
  | {
      readonly owner: Owner;
      /** "stored": the vault's record; "job": the copy that a job keeps. */
      readonly purpose: "stored" | "job";
    }
  | { readonly purpose: "film"; readonly name: string }
  /** The key that hashes the names of people deleted in that month. */
  | { readonly purpose: "month"; readonly month: string };

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Returns `v1.<keyId>.<base64url of IV, ciphertext and tag>`, different each time. */
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

/** Returns null if the text was changed, is bound to something else, or no key opens it. */
export function open(ring: KeyRing, bound: SealedFor, sealed: string): Secret | null {
  const [version, keyId, body, ...rest] = sealed.split(".");
  if (version !== "v1" || keyId === undefined || body === undefined || rest.length > 0) return null;
  const key = ring.keys.get(keyId);
  const bytes = Buffer.from(body, "base64url");
  // The decoder ignores invalid characters and spare bits. Accept only the canonical form.
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

function associatedData(bound: SealedFor, keyId: string): Buffer {
  return Buffer.from(JSON.stringify(["reelay", bound.purpose, ...boundTo(bound), keyId]), "utf8");
}

function boundTo(bound: SealedFor): readonly string[] {
  switch (bound.purpose) {
    case "film":
      return [bound.name];
    case "month":
      return [bound.month];
    case "stored":
    case "job":
      return [bound.owner.platform, ownerName(bound.owner)];
    default:
      return unreachable(bound);
  }
}

export type Resealed =
  | { readonly kind: "current" }
  | { readonly kind: "resealed"; readonly sealed: string }
  | { readonly kind: "unopened" };

export function reseal(ring: KeyRing, bound: SealedFor, sealed: string): Resealed {
  const secret = open(ring, bound, sealed);
  if (secret === null) return { kind: "unopened" };
  if (sealed.split(".")[1] === ring.sealingId) return { kind: "current" };
  return { kind: "resealed", sealed: seal(ring, bound, secret) };
}

/** Each key's id, with a fingerprint that only the key can produce. The sealing key is first. */
export function ringMarks(ring: KeyRing): readonly string[] {
  const others = [...ring.keys.keys()].filter((id) => id !== ring.sealingId);
  return [ring.sealingId, ...others].flatMap((id) => {
    const key = ring.keys.get(id);
    return key ? [`${id}:${createHmac("sha256", key).update("reelay ring mark").digest("hex").slice(0, 16)}`] : [];
  });
}

const LETTERS = 8;

/** 8 hex digits, the same in all processes with these keys. Short and keyed, so it cannot be reversed. */
export function digests({ sealingId, keys }: KeyRing): (text: string) => string {
  const key = keys.get(sealingId);
  if (!key) throw new Error(`the key ring has no key ${sealingId}`);
  const own = Buffer.from(hkdfSync("sha256", key, "", "reelay digest", 32));
  return (text) => createHmac("sha256", own).update(text).digest("hex").slice(0, LETTERS);
}

const MONTH_KEY_BYTES = 32;
const HASH_LETTERS = 32;

export function deletedNames(ring: KeyRing): DeletedNames {
  const openKey = (month: string, sealed: string) => open(ring, { purpose: "month", month }, sealed);
  return {
    newKey(month) {
      const key = new Secret(randomBytes(MONTH_KEY_BYTES).toString("base64"));
      return seal(ring, { purpose: "month", month }, key);
    },
    opens: (month, sealed) => openKey(month, sealed) !== null,
    nameOf({ team, period, person }, sealed) {
      const month = monthIn(period);
      const key = openKey(month, sealed);
      if (key === null) throw new Error(`no master key opens the key of ${month}`);
      const hmac = createHmac("sha256", Buffer.from(key.reveal(), "base64"));
      return deletedName(
        hmac
          .update(JSON.stringify([team, period, person]))
          .digest("hex")
          .slice(0, HASH_LETTERS),
      );
    },
  };
}
