import { rename } from "node:fs/promises";
import { dirname } from "node:path";
import { ok, type Result } from "../core/result.ts";
import { draftOf, syncFolder, writeDurably } from "./durable-file.ts";
import { newEntry, parseKeyRing, readKeyFile } from "./key-ring.ts";
import type { KeyRing } from "./seal.ts";

/** Puts a new key first in that file; the others stay, and open. A crash leaves the old file or the new one. */
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
