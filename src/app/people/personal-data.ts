import type Keyv from "keyv";
import type { Welcomed } from "../../core/home.ts";
import { type Owner, ownerName } from "../../core/job/ids.ts";
import type { PersonalData, PersonalJobs } from "../../core/personal-data.ts";
import type { Vault } from "../../core/ports.ts";
import type { OfferedPictures } from "../../core/request/found-picture.ts";
import type { PendingRequests } from "../../core/request/pending-request.ts";
import { noSettings, type SettingsStore } from "../../core/request/settings.ts";
import type { UnconfirmedRequests } from "../../core/request/unconfirmed-request.ts";
import type { StyleStore } from "../../core/style/style.ts";
import type { Languages } from "../../core/text/languages.ts";
import { removeOwned } from "../../people/entries.ts";

/** Gathers what is kept about a person from all stores. */
export function personalData(deps: {
  readonly jobs: PersonalJobs;
  readonly vault: Pick<Vault, "get">;
  readonly settings: SettingsStore;
  readonly languages: Languages;
  readonly pending: PendingRequests;
  readonly unconfirmed: UnconfirmedRequests;
  readonly offered: OfferedPictures;
  readonly welcomed: Welcomed;
  readonly styles: Pick<StyleStore, "get">;
  forget(owner: Owner): Promise<void>;
}): PersonalData {
  const { jobs, vault, settings, languages, pending, unconfirmed, offered, welcomed, styles, forget } = deps;

  async function records(owner: Owner) {
    const [set, language, waits, asked, pictures, welcomedAt, saved] = await Promise.all([
      settings.get(owner),
      languages.get(owner),
      pending.find(owner),
      unconfirmed.all(owner),
      offered.all(owner),
      welcomed.at(owner),
      styles.get(owner),
    ]);
    const own = set === noSettings ? null : set;
    const waiting = { pending: waits, unconfirmed: asked, offered: pictures };
    return { settings: own, language, welcomedAt, styles: saved.styles, ...waiting };
  }

  return {
    async tally(owner) {
      const [counted, key, found] = await Promise.all([jobs.tally(owner), vault.get(owner), records(owner)]);
      const waiting = (found.pending ? 1 : 0) + found.unconfirmed.length + found.offered.length;
      const hasSettings = found.settings !== null || found.language !== null || found.styles.length > 0;
      const has = { hasKey: key !== null, hasSettings, isWelcomed: found.welcomedAt !== null };
      return { ...counted, ...has, unstarted: waiting };
    },
    records,
    videos: (owner) => jobs.videos(owner),
    costs: (owner) => jobs.costs(owner),
    listedIn: (owner) => jobs.listedIn(owner),
    acts: (owner) => jobs.acts(owner),
    forget,
  };
}

/** Removes what one person left in these: under their name, or under names that begin with it. */
export function recordsRemover(stores: readonly Keyv[]): (owner: Owner) => Promise<void> {
  return async (owner) => {
    const name = ownerName(owner);
    for (const store of stores) {
      await store.delete(name);
      await removeOwned(store, `${name}:`);
    }
  };
}
