import type { Config } from "../config.ts";
import type { Clock } from "../core/clock.ts";
import type { Log, Vault } from "../core/ports.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { type Embedded, openEmbedded } from "../engines/embedded/embedded.ts";
import { keyRingFile, parseKeyRing } from "../keys/key-ring.ts";
import { vault } from "../keys/vault.ts";

/** Opens the folder with the jobs and the keys; refuses with a sentence that says how to go on. */
export async function openStorage(
  config: Config,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<Result<{ readonly engine: Embedded; readonly vault: Vault }, string>> {
  const dir = config.DATA_DIR;
  const engine = await openEmbedded(dir, clock, log);
  if (!engine.ok) {
    switch (engine.refusal.kind) {
      case "in_use":
        return refuse(`DATA_DIR ${dir} is in use by another Reelay. Stop that one, or set DATA_DIR to another folder.`);
      case "broken":
        return refuse(
          `The database in DATA_DIR ${dir} is broken (${engine.refusal.detail}). Put back a backup of reelay.db, or move it away to begin afresh, then start again.`,
        );
      case "unwritable":
        return refuse(
          `DATA_DIR ${dir} cannot be written (${engine.refusal.detail}). Give this user the right to write there, or set DATA_DIR to another folder.`,
        );
    }
  }

  const ring = await openRing(config, log);
  if (!ring.ok) {
    await engine.value.close();
    return ring;
  }
  return ok({ engine: engine.value, vault: vault(engine.value.keyv("keys"), ring.value) });
}

async function openRing({ SECRET_KEYS: keys, DATA_DIR: dir }: Config, log: Log) {
  if (keys !== undefined) {
    const ring = parseKeyRing(keys);
    return ring.ok ? ring : refuse(`SECRET_KEYS cannot be used. ${ring.refusal}`);
  }
  const file = await keyRingFile(dir);
  if (!file.ok) return file;
  if (file.value.isNew) {
    log.warn("a master key was made in DATA_DIR; keep it with your backups, or set SECRET_KEYS");
  }
  return ok(file.value.ring);
}
