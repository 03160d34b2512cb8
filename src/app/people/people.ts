import type Keyv from "keyv";
import { z } from "zod";
import type { Config } from "../../config.ts";
import type { Clock, EpochMs } from "../../core/clock.ts";
import { type JobId, type Owner, ownerName, type Team } from "../../core/job/ids.ts";
import type { JobStore } from "../../core/job/job-storage.ts";
import type { PersonalData, PersonalJobs } from "../../core/personal-data.ts";
import { noSettings } from "../../core/request/settings.ts";
import type { Installations, Vault } from "../../core/stored-secrets.ts";
import { Secret } from "../../core/text/secret.ts";
import { applyTo } from "../../jobs/apply.ts";
import { approvalService } from "../../jobs/start/decide.ts";
import { offeredPictures, pendingRequests, removeOwned, unconfirmedRequests } from "../../people/kept-requests.ts";
import { languageStore, styleStore, welcomedPeople } from "../../people/own-records.ts";
import type { Outside } from "../outside.ts";
import type { Storage } from "../storage.ts";
import { cleanUpDaily } from "./daily-cleanup.ts";
import {
  ASKED_TO_FORGET,
  forgetPeople,
  forgetTeams,
  forgetWorkspaces,
  type Notes,
  PEOPLE_LEAVING,
  watchAsked,
} from "./forget-people.ts";

const FOR_KEY = "pending";
const FOR_WORD = "kept";
export const REQUESTS_THAT_WAIT: readonly string[] = [FOR_KEY, FOR_WORD];

export function openRecords({ engine, settings }: Pick<Storage, "engine" | "settings">, clock: Clock) {
  return {
    settings,
    languages: languageStore(engine.keyv("settings")),
    pending: pendingRequests(engine.keyv(FOR_KEY), clock),
    unconfirmed: unconfirmedRequests(engine.keyv(FOR_WORD), clock),
    offered: offeredPictures(engine.keyv("offered"), clock),
    welcomed: welcomedPeople(engine.keyv("welcomed"), clock),
    styles: styleStore(engine.keyv("styles"), (entry) => engine.swap("styles", entry)),
  };
}

export type Records = ReturnType<typeof openRecords>;

export function openPeople(
  { RETENTION_DAYS: retentionDays }: Pick<Config, "RETENTION_DAYS">,
  { clock, log }: Outside,
  { engine, jobs, vault, refused, changed, deleted }: Storage,
  records: Records,
  jobDeps: Parameters<typeof approvalService>[0] & Parameters<typeof applyTo>[0],
) {
  const stores = ["keys", "settings", ...REQUESTS_THAT_WAIT, "offered", "welcomed", "styles"].map(engine.keyv);
  const forgetFilms = filmForgetter(jobs, (id) => applyTo(jobDeps, id, { kind: "film_gone" }));
  const leave = (id: JobId) => applyTo(jobDeps, id, { kind: "workspace_left" });
  const teams = {
    openJobs: engine.teams.openJobs,
    async forget(team: Team) {
      await engine.teams.forget(team);
      await records.styles.forget(team);
    },
  };
  const notesIn = (namespace: string): Notes => ({
    leaving: engine.keyv(namespace),
    swap: (entry) => engine.swap(namespace, entry),
  });
  const common = { forgetFilms, deleted, clock, log };
  const people = forgetPeople({
    ...common,
    ...notesIn(PEOPLE_LEAVING),
    jobs: { ...engine.personal, openJobsOf: jobs.openJobsOf },
    withdraw: approvalService(jobDeps).withdraw,
    removeRecords: recordsRemover(stores),
    takeOff: (id, userId) => applyTo(jobDeps, id, { kind: "listener_left", userId }),
    changed,
  });
  const workspaces = forgetWorkspaces({
    ...common,
    ...notesIn("leaving"),
    installations: installationsIn(vault),
    jobs,
    async forgetTeam(team) {
      await teams.forget(team);
      await refused.clear(team);
    },
    stores,
    leave,
  });
  const left = forgetTeams({ ...common, ...notesIn("leaving-teams"), teams, vault, refused, leave });
  const asked = engine.keyv(ASKED_TO_FORGET.namespace);
  let stopSweeping = () => {};
  let stopWatching = () => {};

  return {
    data: personalData({ ...records, jobs: engine.personal, vault, forget: people.forget }),
    workspaceLeft: workspaces.noteLeft,
    teamLeft: left.left,
    teamJoined: left.joined,
    deauthorized: people.deauthorized,
    begin(): void {
      for (const { resume } of [workspaces, left, people]) void resume();
      stopWatching = watchAsked(asked, { clock, resume: people.resume });
      stopSweeping = cleanUpDaily({ ...engine, jobs, deleted, clock, log, retentionDays });
    },
    stop(): void {
      stopSweeping();
      stopWatching();
      for (const { stop } of [workspaces, left, people]) stop();
    },
  };
}

/** Forgets the films of jobs accepted until `acceptedBy`, stored or still to be stored. */
export function filmForgetter(
  jobs: Pick<JobStore, "filmsOf">,
  forget: (id: JobId) => Promise<unknown>,
): (holder: Owner | Team, acceptedBy: EpochMs) => Promise<void> {
  return async (holder, acceptedBy) => {
    for (const { id, acceptedAt } of await jobs.filmsOf(holder)) if (acceptedAt <= acceptedBy) await forget(id);
  };
}

/**
 * No person has this id: a workspace's credentials are stored in the vault like a person's key, and resealed with them.
 */
const NOBODY = "installation";

const shape = z.object({ token: z.string().min(1), installedAt: z.number() });

export function installationsIn(vault: Pick<Vault, "put" | "get">): Installations {
  const ownerOf = (id: string): Owner => ({ platform: "slack", teamId: id, userId: NOBODY });
  return {
    async find(id) {
      const stored = await vault.get(ownerOf(id));
      if (stored === null) return null;
      const { token, installedAt } = shape.parse(JSON.parse(stored.reveal()));
      return { token: new Secret(token), installedAt };
    },
    keep: (id, { token, installedAt }) =>
      vault.put(ownerOf(id), new Secret(JSON.stringify({ token: token.reveal(), installedAt }))),
  };
}

export function personalData(
  deps: Omit<Records, "styles"> & {
    readonly jobs: PersonalJobs;
    readonly vault: Pick<Vault, "get">;
    readonly styles: Pick<Records["styles"], "get">;
    forget(owner: Owner): Promise<void>;
  },
): PersonalData {
  const { jobs, vault, forget } = deps;

  async function records(owner: Owner) {
    const [settings, language, pending, unconfirmed, offered, welcomedAt, { styles }] = await Promise.all([
      deps.settings.get(owner),
      deps.languages.get(owner),
      deps.pending.find(owner),
      deps.unconfirmed.all(owner),
      deps.offered.all(owner),
      deps.welcomed.at(owner),
      deps.styles.get(owner),
    ]);
    const ownSettings = settings === noSettings ? null : settings;
    return { settings: ownSettings, language, pending, unconfirmed, offered, welcomedAt, styles };
  }

  return {
    ...jobs,
    async tally(owner) {
      const [counts, key, stored] = await Promise.all([jobs.tally(owner), vault.get(owner), records(owner)]);
      const { settings, language, styles, pending, unconfirmed, offered, welcomedAt } = stored;
      return {
        ...counts,
        hasKey: key !== null,
        hasSettings: settings !== null || language !== null || styles.length > 0,
        isWelcomed: welcomedAt !== null,
        unstarted: (pending ? 1 : 0) + unconfirmed.length + offered.length,
      };
    },
    records,
    forget,
  };
}

export function recordsRemover(stores: readonly Keyv[]): (owner: Owner) => Promise<void> {
  return async (owner) => {
    const name = ownerName(owner);
    for (const store of stores) {
      await store.delete(name);
      await removeOwned(store, `${name}:`);
    }
  };
}
