import type Keyv from "keyv";
import { z } from "zod";
import type { Clock, EpochMs } from "../../core/clock.ts";
import type { Swap } from "../../core/engine.ts";
import {
  type JobId,
  type Owner,
  ownerFromName,
  ownerName,
  type Team,
  teamFromName,
  teamName,
  type UserId,
} from "../../core/job/ids.ts";
import type { JobStore } from "../../core/job/job-storage.ts";
import type { PersonalJobs } from "../../core/personal-data.ts";
import type { Installations, Vault } from "../../core/stored-secrets.ts";
import { holderOf, type RefusedKeys } from "../../core/team/team.ts";
import type { TeamStore } from "../../core/team/team-storage.ts";
import type { Log } from "../../core/text/log-fields.ts";
import { entriesOf, removeOwned } from "../../people/kept-requests.ts";

const AGAIN_MS = 60_000;

/** Notes of what to forget. Other bots over the same Redis and `reelay forget` write notes here, too. */
export interface Notes {
  readonly leaving: Keyv;
  swap(entry: Swap): Promise<boolean>;
}

interface Forgetting extends Notes {
  readonly clock: Clock;
  readonly log: Log;
  forgetFilms(holder: Owner | Team, acceptedBy: EpochMs): Promise<void>;
  /** Called after a deletion, which must also reach the disk. */
  deleted(): void;
}

interface Note {
  readonly value: unknown;
  /** Returns false, and changes nothing, if another process has saved a newer note. Undefined deletes the note. */
  replace(value: unknown): Promise<boolean>;
}

/**
 * Forgets one name after another, until `forget` returns true for each. A note is removed last: no failure or crash loses
 * it.
 */
function forgetNoted(
  { leaving, swap, clock, log }: Forgetting,
  failure: string,
  forget: (name: string, note: Note) => Promise<boolean>,
) {
  /** Changes that are not saved yet, by name. Until they are, the notes of these names are skipped. */
  const unsaved = new Map<string, () => Promise<unknown>>();
  let cancel = () => {};
  let isStopped = false;
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn(work: () => Promise<unknown>): Promise<void> {
    const done = turn.then(work).then(() => {});
    turn = done.catch(() => {});
    return done;
  }

  async function attempt(act: () => Promise<boolean>): Promise<boolean> {
    try {
      return await act();
    } catch (error) {
      log.error(failure, { error: String(error) });
      return false;
    }
  }

  function tryAgainLater(): void {
    cancel();
    if (!isStopped) cancel = clock.after(AGAIN_MS, () => void resume());
  }

  async function saveChanges(): Promise<void> {
    for (const [name, save] of unsaved) await attempt(() => save().then(() => unsaved.delete(name)));
    if (unsaved.size > 0) tryAgainLater();
  }

  function noteOf(key: string, value: unknown): Note {
    let before = value;
    return {
      value,
      async replace(after) {
        const isReplaced = await swap({ key, before, after });
        if (isReplaced) before = after;
        return isReplaced;
      },
    };
  }

  async function forgetAll(): Promise<boolean> {
    let areAllForgotten = true;
    for (const [name, value] of await entriesOf(leaving)) {
      if (isStopped) return true;
      if (unsaved.has(name)) continue;
      const note = noteOf(name, value);
      const isForgotten = await attempt(async () => (await forget(name, note)) && (await note.replace(undefined)));
      if (!isForgotten) areAllForgotten = false;
    }
    return areAllForgotten;
  }

  function resume(): Promise<void> {
    return inTurn(async () => {
      cancel();
      await saveChanges();
      if (!(await attempt(forgetAll))) tryAgainLater();
    });
  }

  return {
    async noteLeft(name: string, note: unknown): Promise<void> {
      await inTurn(() => leaving.set(name, note));
      await resume();
    },
    /** Saves a change to the note, now or later. Returns whether it is saved. Never rejects. */
    async change(name: string, save: () => Promise<unknown>): Promise<boolean> {
      unsaved.set(name, save);
      await inTurn(saveChanges);
      return !unsaved.has(name);
    },
    resume,
    stop() {
      isStopped = true;
      cancel();
    },
  };
}

/**
 * "videos": only videos are left to forget, because all other data is newer. "waiting": nothing is forgotten, but waiting
 * videos do not begin.
 */
export const personNote = z.object({ at: z.number(), left: z.enum(["all", "videos", "waiting"]) });

export const PEOPLE_LEAVING = "going";

export function toForget(at: EpochMs): z.infer<typeof personNote> {
  return { at, left: "all" };
}

/** `reelay forget` changes this entry after it has saved a person's note. */
export const ASKED_TO_FORGET = { namespace: "asked-to-forget", key: "at" } as const;

/** A bot polls this entry, because finding the notes would mean reading everything stored. */
const POLL_EVERY_MS = 10_000;

export function watchAsked(
  asked: Pick<Keyv, "get">,
  { clock, resume }: { readonly clock: Clock; resume(): Promise<void> },
): () => void {
  let seen: unknown;
  let cancel = () => {};
  const poll = async () => {
    cancel = clock.after(POLL_EVERY_MS, () => void poll());
    const at: unknown = await asked.get(ASKED_TO_FORGET.key).catch(() => seen);
    if (at === seen) return;
    seen = at;
    await resume();
  };
  void poll();
  return () => cancel();
}

/**
 * A video in progress is forgotten after its final message is delivered. Videos that have not begun do not begin. If
 * somebody only removed Reelay from their account, only waiting videos that they pay for are withdrawn.
 */
export function forgetPeople(
  deps: Forgetting & {
    readonly jobs: Pick<PersonalJobs, "listedIn" | "forget"> & Pick<JobStore, "openJobsOf">;
    removeRecords(owner: Owner): Promise<void>;
    withdraw(jobId: JobId): Promise<unknown>;
    takeOff(jobId: JobId, userId: UserId): Promise<unknown>;
    changed(owner: Owner): void;
  },
) {
  const { swap, jobs, removeRecords, withdraw, takeOff, forgetFilms, deleted, changed, clock, log } = deps;
  const notes = forgetNoted(deps, "person not forgotten", async (name, note) => {
    const owner = ownerFromName(name);
    const read = personNote.safeParse(note.value);
    if (!owner || !read.success) return true;
    const { at, left } = read.data;
    if (left === "all") {
      await removeRecords(owner);
      for (const jobId of await jobs.listedIn(owner)) await takeOff(jobId, owner.userId);
      if (!(await note.replace({ at, left: "videos" }))) return false;
    }
    for (const { id, state, acceptedAt, team } of await jobs.openJobsOf(owner))
      if (state.status === "waiting" && acceptedAt <= at && !(left === "waiting" && team)) await withdraw(id);
    if (left === "waiting") return true;
    await forgetFilms(owner, at);
    const open = await jobs.forget(owner, at);
    deleted();
    changed(owner);
    log.info("person forgotten", { count: open });
    return open === 0;
  });
  return {
    ...notes,
    /** Resolves when the deletion is durably noted and done as far as possible. */
    forget: (owner: Owner) => notes.noteLeft(ownerName(owner), toForget(clock.now())),
    /** Called when the person removed Reelay from their account. Never rejects. */
    async deauthorized(owner: Owner): Promise<void> {
      const name = ownerName(owner);
      const note = { at: clock.now(), left: "waiting" };
      // An earlier note withdraws the waiting videos anyway.
      const isNoted = await notes.change(name, () => swap({ key: name, before: undefined, after: note }));
      if (isNoted) await notes.resume();
    },
  };
}

/**
 * Forgets all data from before the note. A running job's texts are deleted at once, the rest after the job has ended.
 */
export function forgetWorkspaces(
  deps: Forgetting & {
    /** Stores whose keys begin with the owner's name. */
    readonly stores: readonly Keyv[];
    readonly installations: Installations;
    readonly jobs: Pick<JobStore, "forgetInstallation">;
    forgetTeam(team: Team): Promise<void>;
    leave(jobId: string): Promise<unknown>;
  },
) {
  const { stores, installations, jobs, forgetTeam, forgetFilms, leave, deleted, log } = deps;
  return forgetNoted(deps, "workspace not forgotten", async (id, note) => {
    const at = z.number().parse(note.value);
    const installation = await installations.find(id);
    // If Reelay was reinstalled after `at`, keep the data that people have stored since.
    if (installation === null || installation.installedAt < at) {
      for (const store of stores) await removeOwned(store, `slack:${id}:`);
      await forgetTeam({ platform: "slack", teamId: id });
    }
    await forgetFilms({ platform: "slack", teamId: id }, at);
    const open = await jobs.forgetInstallation(id, at);
    for (const jobId of open) await leave(jobId);
    const left = open.length === 0 ? [] : await jobs.forgetInstallation(id, at);
    deleted();
    log.info("workspace forgotten", { workspace: id, count: open.length });
    return left.length === 0;
  });
}

/** The costs of a team's videos stay. */
export function forgetTeams(
  deps: Forgetting & {
    readonly teams: Pick<TeamStore, "openJobs" | "forget">;
    readonly vault: Pick<Vault, "remove">;
    readonly refused: Pick<RefusedKeys, "clear">;
    leave(jobId: string): Promise<unknown>;
  },
) {
  const { leaving, teams, forgetFilms, vault, refused, leave, deleted, clock, log } = deps;
  const notes = forgetNoted(deps, "team not forgotten", async (name) => {
    const team = teamFromName(name);
    if (team === null) return true;
    for (const { id, state } of await teams.openJobs(team)) if (state.status === "waiting") await leave(id);
    await forgetFilms(team, clock.now());
    await vault.remove(holderOf(team));
    await refused.clear(team);
    await teams.forget(team);
    deleted();
    log.info("team forgotten", { workspace: team.teamId });
    return true;
  });
  return {
    ...notes,
    async left(team: Team): Promise<void> {
      const isNoted = await notes.change(teamName(team), () => leaving.set(teamName(team), clock.now()));
      if (isNoted) await notes.resume();
    },
    /** The team has Reelay again, so its data is kept. Never rejects. */
    async joined(team: Team): Promise<void> {
      await notes.change(teamName(team), () => leaving.delete(teamName(team)));
    },
  };
}
