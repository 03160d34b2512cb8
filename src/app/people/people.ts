import type Keyv from "keyv";
import { z } from "zod";
import type { Config } from "../../config.ts";
import type { Clock } from "../../core/clock.ts";
import { type JobId, type Owner, ownerName } from "../../core/job/ids.ts";
import type { JobEvent } from "../../core/job/job-event.ts";
import type { PersonalData, PersonalJobs } from "../../core/personal-data.ts";
import type { Installations, JobStore, Log, Vault, Welcomed } from "../../core/ports.ts";
import type { PendingRequests, UnconfirmedRequests } from "../../core/request/kept-request.ts";
import { noSettings, type SettingsStore } from "../../core/request/settings.ts";
import type { OfferedPictures } from "../../core/request/video-request.ts";
import type { StyleStore } from "../../core/style.ts";
import type { NoticeStore } from "../../core/team/notice.ts";
import type { TeamStore } from "../../core/team/team-storage.ts";
import type { Languages } from "../../core/text/locale.ts";
import { Secret } from "../../core/text/secret.ts";
import type { Decide } from "../../jobs/start/decide.ts";
import { offeredPictures, pendingRequests, removeOwned, unconfirmedRequests } from "../../people/kept-requests.ts";
import { languageStore, styleStore, welcomedPeople } from "../../people/own-records.ts";
import type { Outside } from "../outside.ts";
import type { Storage } from "../watched-storage.ts";
import { type ForgetWorkspaces, forgetPeople, forgetTeam, forgetWorkspaces } from "./forget-people.ts";

const FOR_KEY = "pending";
const FOR_WORD = "kept";
/** The stores in which requests wait for their person's key, or for a press of theirs. */
export const REQUESTS_THAT_WAIT: readonly string[] = [FOR_KEY, FOR_WORD];

export type People = ReturnType<typeof openPeople>;

/**
 * Opens the data of people and workspaces, and its forgetting. `tell` advances a job that somebody has left, `withdraw`
 * ends its wait.
 */
export function openPeople(
  config: Pick<Config, "RETENTION_DAYS">,
  { clock, log }: Pick<Outside, "clock" | "log">,
  { engine, jobs, vault, refused, settings, changed, deleted }: Storage,
  { tell, withdraw }: Pick<Decide, "withdraw"> & { tell(id: JobId, event: JobEvent): Promise<unknown> },
) {
  const records = {
    settings,
    languages: languageStore(engine.keyv("settings")),
    pending: pendingRequests(engine.keyv(FOR_KEY), clock),
    unconfirmed: unconfirmedRequests(engine.keyv(FOR_WORD), clock),
    offered: offeredPictures(engine.keyv("offered"), clock),
    welcomed: welcomedPeople(engine.keyv("welcomed"), clock),
    styles: styleStore(engine.keyv("styles"), (entry) => engine.swap("styles", entry)),
  };
  const stores = ["keys", "settings", ...REQUESTS_THAT_WAIT, "offered", "welcomed", "styles"].map((name) =>
    engine.keyv(name),
  );
  const installations: Installations = installationsIn(vault);
  const people = forgetPeople({
    leaving: engine.keyv("going"),
    jobs: { ...engine.personal, openJobsOf: (owner) => jobs.openJobsOf(owner) },
    withdraw,
    removeRecords: recordsRemover(stores),
    takeOff: (id, userId) => tell(id, { kind: "listener_left", userId }),
    deleted,
    changed,
    clock,
    log,
  });
  const teams: Pick<TeamStore, "openJobs" | "forget"> = {
    openJobs: (team) => engine.teams.openJobs(team),
    async forget(team) {
      await engine.teams.forget(team);
      await records.styles.forget(team);
    },
  };
  const leave = (id: JobId) => tell(id, { kind: "workspace_left" });
  const workspaces: ForgetWorkspaces = forgetWorkspaces({
    leaving: engine.keyv("leaving"),
    installations,
    jobs,
    forgetTeam: async (id) => {
      await teams.forget({ platform: "slack", teamId: id });
      await refused.clear({ platform: "slack", teamId: id });
    },
    stores,
    deleted,
    leave,
    clock,
    log,
  });
  const team = forgetTeam({
    leaving: engine.keyv("leaving-teams"),
    teams,
    vault,
    refused,
    leave,
    deleted,
    clock,
    log,
  });
  const data: PersonalData = personalData({ jobs: engine.personal, vault, ...records, forget: people.forget });
  let stopSweeping = () => {};

  return {
    records,
    data,
    installs: { installations, left: workspaces.left },
    teamLeft: team.left,
    teamJoined: team.joined,
    /** Continues the forgetting that an earlier process began, and forgets old data each day. */
    begin(): void {
      void workspaces.resume();
      void team.resume();
      void people.resume();
      stopSweeping = sweepDaily({
        jobs,
        teams: engine.teams,
        notices: engine.notices,
        deleted,
        clock,
        log,
        retentionDays: config.RETENTION_DAYS,
      });
    },
    stop(): void {
      stopSweeping();
      workspaces.stop();
      team.stop();
      people.stop();
    },
  };
}

/**
 * No person has this id: a workspace's credentials are stored in the vault like a person's key, and sealed anew with them.
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

/** Gathers all stored data about a person. */
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

/** Removes one person's data from these stores: under their name, or under names that begin with it. */
export function recordsRemover(stores: readonly Keyv[]): (owner: Owner) => Promise<void> {
  return async (owner) => {
    const name = ownerName(owner);
    for (const store of stores) {
      await store.delete(name);
      await removeOwned(store, `${name}:`);
    }
  };
}

const DAY_MS = 86_400_000;
/** A platform that missed our answer may deliver an event again, days later. */
const IDS_KEPT_DAYS = 7;
/** A year to look back on, and the present month. */
const LEDGER_KEPT_DAYS = 400;
/** As long as a year's costs are there to look back on. */
const AUDIT_KEPT_DAYS = 400;
/** Each of a month's caps is notified once: kept until the month is over. */
const NOTICES_KEPT_DAYS = 40;

/**
 * Forgets closed jobs after RETENTION_DAYS, and later their ids, the ledger and the activity log, now and once a day. The
 * returned function stops it.
 */
export function sweepDaily(deps: {
  readonly jobs: Pick<JobStore, "forget">;
  readonly teams: Pick<TeamStore, "forgetAudit">;
  readonly notices: Pick<NoticeStore, "forget">;
  readonly clock: Clock;
  readonly log: Log;
  readonly retentionDays: number;
  /** Called each time that something may have been deleted. */
  deleted(): void;
}): () => void {
  const { jobs, teams, notices, clock, log, retentionDays, deleted } = deps;
  let cancel = () => {};
  const sweep = () => {
    cancel = clock.after(DAY_MS, sweep);
    const daysAgo = (days: number) => clock.now() - days * DAY_MS;
    const before = { jobs: daysAgo(retentionDays), ids: daysAgo(IDS_KEPT_DAYS), ledger: daysAgo(LEDGER_KEPT_DAYS) };
    const forgotten = Promise.all([
      jobs.forget(before),
      teams.forgetAudit(daysAgo(AUDIT_KEPT_DAYS)),
      notices.forget(daysAgo(NOTICES_KEPT_DAYS)),
    ]);
    forgotten.then(
      ([count]) => {
        if (count > 0) log.info("old jobs forgotten", { count });
        deleted();
      },
      (error: unknown) => log.error("old jobs not forgotten", { error: String(error) }),
    );
  };
  sweep();
  return () => cancel();
}
