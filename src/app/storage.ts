import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Clock } from "../core/clock.ts";
import { removeDrafts } from "../core/durable-file.ts";
import type { Engine } from "../core/engine.ts";
import type { Owner } from "../core/job/ids.ts";
import type { JobStore } from "../core/job/job-storage.ts";
import type { SettingsStore } from "../core/request/settings.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import type { Vault } from "../core/stored-secrets.ts";
import type { RefusedKeys } from "../core/team/team.ts";
import type { Log } from "../core/text/log-fields.ts";
import { keyRingFile, parseKeyRing } from "../keys/key-ring.ts";
import { deletedNames, type KeyRing, ringMarks } from "../keys/seal.ts";
import { refusedKeys, vault } from "../keys/vault.ts";
import { settingsStore } from "../people/own-records.ts";
import { openEngine } from "./open-engine.ts";
import type { Outside } from "./outside.ts";

export interface Storage extends Stores {
  readonly engine: Engine;
  readonly ring: KeyRing;
  readonly refused: RefusedKeys;
  changed(owner: Owner): void;
  deleted(): void;
  stopErasing(): void;
}

export async function openStorage(
  config: Config,
  { clock, log }: Pick<Outside, "clock" | "log">,
): Promise<Result<Storage, string>> {
  const ring = await openRing(config, log);
  if (!ring.ok) return ring;
  const opened = await openEngine(config, { clock, log, names: deletedNames(ring.value) });
  if (!opened.ok) return opened;
  const engine = opened.value;

  // Without Redis, the folder belongs to this process alone.
  if (config.REDIS_URL === undefined) await removeDrafts(join(config.DATA_DIR, "secret.keys"), log);
  await noteRing(engine, ring.value, log);
  const keys = vault(engine.keyv("keys"), ring.value);
  const { deleted, stop: stopErasing } = eraseSoon({ erase: () => engine.erase(), clock, log });
  const changed = (owner: Owner) => {
    if (config.slack) engine.shared.pages.publish(owner);
  };
  const stores = { jobs: engine.jobs, vault: keys, settings: settingsStore(engine.keyv("settings")) };
  return ok({
    engine,
    ring: ring.value,
    refused: refusedKeys(engine.keyv("refused-keys"), keys),
    ...watchStores(stores, { changed, deleted }),
    changed,
    deleted,
    stopErasing,
  });
}

/** A bot records its keys here, so that nothing is resealed with a key that the bot lacks. */
export const RING_NOTE = { namespace: "ring", key: "ring" } as const;

/** Only a warning, because an operator who has lost the old keys must start over with new ones. */
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
    log.warn(
      "a master key was made in DATA_DIR; keep a copy of secret.keys apart from your backups, or set SECRET_KEYS",
    );
  }
  return ok(file.value.ring);
}

export interface Stores {
  readonly jobs: JobStore;
  readonly vault: Vault;
  readonly settings: SettingsStore;
}

/**
 * `changed` is called with the person whose page has changed, `deleted` when a key may have left traces on the disk.
 */
export function watchStores(
  { jobs, vault, settings }: Stores,
  { changed, deleted }: { changed(owner: Owner): void; deleted(): void },
): Stores {
  return {
    jobs: {
      ...jobs,
      async insert(job, ...more) {
        const inserted = await jobs.insert(job, ...more);
        if (inserted === "inserted") changed(job.owner);
        return inserted;
      },
      async save(job, version) {
        const isSaved = await jobs.save(job, version);
        if (isSaved) changed(job.owner);
        return isSaved;
      },
      async admit(job, ...more) {
        const admitted = await jobs.admit(job, ...more);
        if (admitted === "saved") changed(job.owner);
        return admitted;
      },
    },
    vault: {
      ...vault,
      async put(owner, key) {
        await vault.put(owner, key);
        deleted();
        changed(owner);
      },
      async remove(owner) {
        const wasThere = await vault.remove(owner);
        deleted();
        changed(owner);
        return wasThere;
      },
    },
    settings: {
      ...settings,
      async put(owner, given) {
        await settings.put(owner, given);
        changed(owner);
      },
    },
  };
}

/** Deletions within this time are erased from the log together. */
const SOON_MS = 1_000;
/** Retry interval, because a backup that reads the log prevents erasing. */
const AGAIN_MS = 60_000;

/** Erases deleted data from the database's log, shortly after the last reported deletion. */
export function eraseSoon(deps: { erase(): Promise<boolean>; readonly clock: Clock; readonly log: Log }): {
  readonly deleted: () => void;
  readonly stop: () => void;
} {
  const { erase, clock, log } = deps;
  let cancel = () => {};
  let words = 0;
  let isStopped = false;

  function plan(delayMs: number): void {
    cancel();
    if (!isStopped) cancel = clock.after(delayMs, () => void take());
  }

  async function take(): Promise<void> {
    const taken = words;
    const isDone = await erase().catch((error: unknown) => {
      log.error("deleted rows not erased", { error: String(error) });
      return false;
    });
    // After a later report, another attempt is already planned.
    if (!isDone && words === taken) plan(AGAIN_MS);
  }

  return {
    deleted() {
      words += 1;
      plan(SOON_MS);
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
