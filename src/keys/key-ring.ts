import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rename, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { draftOf, exists, syncFolder, writeDurably } from "../core/durable-file.ts";
import { fileErrorCode } from "../core/error-code.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import type { KeyRing } from "./seal.ts";

const KEY_BYTES = 32;
const MAKE_ONE = "openssl rand -base64 32";

/**
 * Parses comma-separated `id:base64 of 32 bytes` entries. The first key seals, all open. A refusal never repeats what
 * could be a key.
 */
export function parseKeyRing(text: string): Result<KeyRing, string> {
  const keys = new Map<string, KeyObject>();
  for (const [index, entry] of text.split(",").entries()) {
    const nth = `Entry ${index + 1}`;
    const [id = "", encoded, ...rest] = entry.trim().split(":");
    if (encoded === undefined || rest.length > 0) {
      return refuse(`${nth} is not "id:base64 of 32 bytes". Create the part after the colon with: ${MAKE_ONE}`);
    }
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(id)) {
      return refuse(`${nth} needs an id of 1 to 32 letters, digits, "_" or "-" before the colon.`);
    }
    if (keys.has(id))
      return refuse(`${nth} has the id ${id}, which an earlier key already has. Give each key its own id.`);
    const bytes = Buffer.from(encoded, "base64");
    if (!/^[A-Za-z0-9+/]{43}=?$/.test(encoded) || bytes.length !== KEY_BYTES) {
      return refuse(`${nth} (${id}) is not 32 bytes in base64. Create them with: ${MAKE_ONE}`);
    }
    keys.set(id, createSecretKey(bytes));
  }
  const [sealingId = ""] = keys.keys();
  return ok({ sealingId, keys });
}

export async function keyRingFile(
  dir: string,
): Promise<Result<{ readonly ring: KeyRing; readonly isNew: boolean }, string>> {
  const file = join(dir, "secret.keys");
  try {
    const isNew = await makeOnce(dir, file);
    const read = await readKeyFile(file);
    return read.ok ? ok({ ring: read.value.ring, isNew }) : read;
  } catch (error) {
    const code = fileErrorCode(error);
    if (code === null) throw error;
    return refuse(`${file} cannot be created or read (${code}). Check the folder's owner, or set SECRET_KEYS.`);
  }
}

export async function readKeyFile(
  file: string,
): Promise<Result<{ readonly ring: KeyRing; readonly text: string }, string>> {
  const { mode } = await stat(file);
  // Windows reports all permission bits as set.
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    return refuse(`${file} can be read by others on this machine. Run: chmod 600 ${file}`);
  }
  const text = (await readFile(file, "utf8")).trim();
  const parsed = parseKeyRing(text);
  if (!parsed.ok) {
    return refuse(`${file} is broken: ${parsed.refusal} Without it the stored API keys cannot be decrypted.`);
  }
  return ok({ ring: parsed.value, text });
}

export function newEntry(): string {
  return `k${randomBytes(4).toString("hex")}:${randomBytes(KEY_BYTES).toString("base64")}`;
}

/** A crash leaves a complete file or none. Concurrent processes get the same one. */
async function makeOnce(dir: string, file: string): Promise<boolean> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  if (await exists(file)) return false;
  const draft = draftOf(file);
  await writeDurably(draft, `${newEntry()}\n`);
  try {
    // Unlike a rename, a link never replaces an existing file.
    await link(draft, file);
  } catch (error) {
    if (fileErrorCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    await unlink(draft);
  }
  await syncFolder(dir);
  return true;
}

/** The new key seals. The others still open what they sealed. A crash leaves the old file or the new one. */
export async function renewKeyFile(file: string): Promise<Result<KeyRing, string>> {
  const read = await readKeyFile(file);
  if (!read.ok) return read;
  const text = `${newEntry()},${read.value.text}`;
  const ring = parseKeyRing(text);
  if (!ring.ok) return ring;
  const draft = draftOf(file);
  await writeDurably(draft, `${text}\n`);
  await rename(draft, file);
  await syncFolder(dirname(file));
  return ok(ring.value);
}
