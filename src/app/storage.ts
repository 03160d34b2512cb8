import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Clock } from "../core/clock.ts";
import type { Engine } from "../core/engine.ts";
import type { Log, Vault } from "../core/ports.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import type { RefusedKeys } from "../core/team/team.ts";
import { removeDrafts } from "../keys/durable-file.ts";
import { keyRingFile, parseKeyRing } from "../keys/key-ring.ts";
import type { KeyRing } from "../keys/seal.ts";
import { ringMarks } from "../keys/seal.ts";
import { refusedKeys, vault } from "../keys/vault.ts";
import { openEngine } from "./open-engine.ts";

/** The stores of jobs and keys. */
export interface OpenStorage {
  readonly engine: Engine;
  readonly vault: Vault;
  readonly ring: KeyRing;
  readonly refused: RefusedKeys;
}

/** Opens the storage; refuses with a sentence that says how to go on. */
export async function openStorage(
  config: Config,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<Result<OpenStorage, string>> {
  const engine = await openEngine(config, { clock, log });
  if (!engine.ok) return engine;

  // The folder belongs to this process alone.
  if (config.REDIS_URL === undefined) await removeDrafts(join(config.DATA_DIR, "secret.keys"), log);
  const ring = await openRing(config, log);
  if (!ring.ok) {
    await engine.value.close();
    return ring;
  }
  await noteRing(engine.value, ring.value, log);
  const keys = vault(engine.value.keyv("keys"), ring.value);
  const refused = refusedKeys(engine.value.keyv("refused-keys"), keys);
  return ok({ engine: engine.value, vault: keys, ring: ring.value, refused });
}

/** A bot notes here which keys it has, so that nothing is sealed anew with a key that it cannot open. */
export const RING_NOTE = { namespace: "ring", key: "ring" } as const;

/** Only a warning: an operator who has lost the old keys has to begin with new ones. */
const OTHER_KEYS =
  "none of these master keys was used by the Reelay that ran here before: the API keys it encrypted cannot be opened. Give every process the same SECRET_KEYS, or put the old one behind the new one";

async function noteRing(engine: Engine, ring: KeyRing, log: Log): Promise<void> {
  try {
    const notes = engine.keyv(RING_NOTE.namespace);
    const marks = ringMarks(ring);
    const noted: unknown = await notes.get(RING_NOTE.key);
    if (typeof noted === "string" && !noted.split(",").some((mark) => marks.includes(mark))) log.error(OTHER_KEYS);
    await notes.set(RING_NOTE.key, marks.join(","));
  } catch (error) {
    log.warn("the master keys were not noted", { error: String(error) });
  }
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
