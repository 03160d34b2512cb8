import type { Config } from "../config.ts";
import type { Clock } from "../core/clock.ts";
import type { Owner } from "../core/job/ids.ts";
import type { JobStore, Log, Vault } from "../core/ports.ts";
import type { SettingsStore } from "../core/request/settings.ts";
import { settingsStore } from "../people/own-records.ts";
import type { Outside } from "./outside.ts";
import type { OpenStorage } from "./storage.ts";

/** The stores of jobs, keys and settings, which report their changes. */
export interface Storage extends OpenStorage, Stores {
  /** Reports that this person's own page has changed. */
  changed(owner: Owner): void;
  /** Reports a deletion that must reach the disk. */
  deleted(): void;
  /** Erases nothing more from the disk. It is called before the engine is closed. */
  stopErasing(): void;
}

export function watchStorage(
  config: Pick<Config, "slack">,
  { clock, log }: Pick<Outside, "clock" | "log">,
  { engine, ring, vault, refused }: OpenStorage,
): Storage {
  const { deleted, stop: stopErasing } = eraseSoon({ erase: () => engine.erase(), clock, log });
  const changed = (owner: Owner) => {
    if (config.slack) engine.shared.pages.tell(owner);
  };
  const settings = settingsStore(engine.keyv("settings"));
  const watched = watchStores({ jobs: engine.jobs, vault, settings }, { changed, deleted });
  return { engine, ring, refused, ...watched, changed, deleted, stopErasing };
}

/** The stores whose data is shown on a person's own page. */
export interface Stores {
  readonly jobs: JobStore;
  readonly vault: Vault;
  readonly settings: SettingsStore;
}

/**
 * Wraps the stores. `changed` is called with the person whose page has something new to show after a job was saved, or a
 * key or settings were set or removed. `deleted` is called when a key may have left a trace on the disk.
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

/** Several deletions are erased from the log together. */
const SOON_MS = 1_000;
/** A backup that reads the log just then prevents it; it is tried again after this. */
const AGAIN_MS = 60_000;

/** Erases deleted data from the database's log, a moment after the last report of a deletion. */
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
    // A later report has planned it anew.
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
