import type { Owner } from "../core/job/ids.ts";
import type { JobStore, Vault } from "../core/ports.ts";
import type { SettingsStore } from "../core/request/settings.ts";

type Changed = (owner: Owner) => void;

/** The store, with word to `changed` of each job that was saved. */
export function watchedJobs(jobs: JobStore, changed: Changed): JobStore {
  return {
    ...jobs,
    async insert(job, room) {
      const inserted = await jobs.insert(job, room);
      if (inserted === "inserted") changed(job.owner);
      return inserted;
    },
    async save(job, version) {
      const isSaved = await jobs.save(job, version);
      if (isSaved) changed(job.owner);
      return isSaved;
    },
  };
}

/** The keys, with word to `changed` of each that came or went, and to `deleted` where one was stored before. */
export function watchedVault(vault: Vault, changed: Changed, deleted: () => void): Vault {
  return {
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
  };
}

/** The settings, with word to `changed` of whose were set. */
export function watchedSettings(settings: SettingsStore, changed: Changed): SettingsStore {
  return {
    ...settings,
    async put(owner, given) {
      await settings.put(owner, given);
      changed(owner);
    },
  };
}
