import type Keyv from "keyv";
import { z } from "zod";
import type { Clock, EpochMs } from "../../core/clock.ts";
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
import type { PersonalJobs } from "../../core/personal-data.ts";
import type { Installations, JobStore, Log, Vault } from "../../core/ports.ts";
import { holderOf, type RefusedKeys } from "../../core/team/team.ts";
import type { TeamStore } from "../../core/team/team-storage.ts";
import { entriesOf, removeOwned } from "../../people/kept-requests.ts";

/**
 * Data that could not be forgotten yet, such as a video under way, or a note that could not be saved, is tried again this
 * often.
 */
const AGAIN_MS = 60_000;

interface ForgetNoted {
  /**
   * Notes durably that everything of that name that the note covers must be forgotten. Rejects where it cannot be noted.
   */
  left(name: string, note: unknown): Promise<void>;
  /** Reports that the name is back: its present data stays, and its note is removed. Never rejects. */
  keep(name: string): Promise<void>;
  /** Continues the forgetting that an earlier process began. */
  resume(): Promise<void>;
  stop(): void;
}

/**
 * Forgets the noted names one after another. Each note is removed last, so that neither a failure nor a crash loses one.
 */
function forgetNoted(deps: {
  readonly noted: Keyv;
  /** Returns true where everything is forgotten. It stops once the name is back. */
  forget(name: string, note: unknown, isBack: () => boolean): Promise<boolean>;
  /** Reports a failure; null: the notes could not even be read. */
  failed(name: string | null, error: unknown): void;
  readonly clock: Clock;
}): ForgetNoted {
  const { noted, forget, failed, clock } = deps;
  /** The names that may be noted; null: not read yet. */
  let names: Set<string> | null = null;
  /** The names that are back and may still be noted. */
  const back = new Set<string>();
  let cancel = () => {};
  let isStopped = false;
  let turn: Promise<void> = Promise.resolve();

  async function isDone(name: string, note: unknown): Promise<boolean> {
    try {
      const isBack = () => back.has(name);
      if (!isBack() && !(await forget(name, note, isBack)) && !isBack()) return false;
      await noted.delete(name);
      names?.delete(name);
      back.delete(name);
      return true;
    } catch (error) {
      failed(name, error);
      return false;
    }
  }

  async function forgetAll(): Promise<void> {
    cancel();
    let areAllDone = false;
    try {
      const entries = await entriesOf(noted);
      names = new Set(entries.map(([name]) => name));
      for (const name of back) if (!names.has(name)) back.delete(name);
      areAllDone = true;
      for (const [name, note] of entries) {
        if (isStopped) return;
        areAllDone = (await isDone(name, note)) && areAllDone;
      }
    } catch (error) {
      failed(null, error);
    }
    if (!areAllDone && !isStopped) cancel = clock.after(AGAIN_MS, () => void resume());
  }

  /** Runs one pass at a time. */
  function resume(): Promise<void> {
    turn = turn.then(forgetAll);
    return turn;
  }

  return {
    async left(name, note) {
      back.delete(name);
      names?.add(name);
      // In its turn: an earlier note that is being written would hide this one.
      const noting = turn.then(() => noted.set(name, note));
      turn = noting.then(
        () => {},
        () => {},
      );
      await noting;
      await resume();
    },
    async keep(name) {
      if (names !== null && !names.has(name)) return;
      back.add(name);
      // Otherwise it waits until the notes are read.
      if (names !== null) await resume();
    },
    resume,
    stop() {
      isStopped = true;
      cancel();
    },
  };
}

export interface ForgetPeople {
  /**
   * Forgets everything of theirs up to now. When it resolves, that is durably noted, and everything that can be forgotten
   * already is.
   */
  forget(owner: Owner): Promise<void>;
  /** Continues the forgetting that an earlier process began. */
  resume(): Promise<void>;
  stop(): void;
}

/** "all": nothing is known to be forgotten yet; "videos": only videos remain, and present data is newer. */
const personNote = z.object({ at: z.number(), left: z.enum(["all", "videos"]) });

/**
 * Forgets people who want that: their key, settings, requests, ended videos and costs at once, a video under way when
 * its final word has been delivered. A video that has not begun does not begin.
 */
export function forgetPeople(deps: {
  /** The people who are being forgotten. */
  readonly leaving: Keyv;
  readonly jobs: Pick<PersonalJobs, "listedIn" | "forget"> & Pick<JobStore, "openJobsOf">;
  /** Removes their key, settings and requests. */
  removeRecords(owner: Owner): Promise<void>;
  /** Withdraws a video that has not begun. */
  withdraw(jobId: JobId): Promise<unknown>;
  /** Removes somebody from the list of people who are notified of that video's end. */
  takeOff(jobId: JobId, userId: UserId): Promise<unknown>;
  /** Reports a deletion that must reach the disk, too. */
  deleted(): void;
  /** Reports that the page of this person must be refreshed. */
  changed(owner: Owner): void;
  readonly clock: Clock;
  readonly log: Log;
}): ForgetPeople {
  const { leaving, jobs, removeRecords, withdraw, takeOff, deleted, changed, clock, log } = deps;

  async function forget(name: string, note: unknown): Promise<boolean> {
    const owner = ownerFromName(name);
    const read = personNote.safeParse(note);
    if (!owner || !read.success) return true;
    const { at, left } = read.data;
    if (left === "all") {
      await removeRecords(owner);
      for (const jobId of await jobs.listedIn(owner)) await takeOff(jobId, owner.userId);
      await leaving.set(name, { at, left: "videos" });
    }
    for (const { id, state, acceptedAt } of await jobs.openJobsOf(owner))
      if (state.status === "waiting" && acceptedAt <= at) await withdraw(id);
    const open = await jobs.forget(owner, at);
    deleted();
    changed(owner);
    log.info("person forgotten", { count: open });
    return open === 0;
  }

  const failed = (_: unknown, error: unknown) => log.error("person not forgotten", { error: String(error) });
  const notes = forgetNoted({ noted: leaving, forget, failed, clock });
  return {
    forget: (owner) => notes.left(ownerName(owner), { at: clock.now(), left: "all" }),
    resume: notes.resume,
    stop: notes.stop,
  };
}

export interface ForgetWorkspaces {
  /** Forgets everything of that Slack workspace or organisation up to that time. Resolves when that is durably noted. */
  left(installationId: string, at: EpochMs): Promise<void>;
  /** Continues the forgetting that an earlier process began. */
  resume(): Promise<void>;
  stop(): void;
}

/**
 * Forgets workspaces that have removed Reelay: their installation, keys, settings, requests and closed jobs at once; of
 * a running job the texts at once, and the rest when it has ended.
 */
export function forgetWorkspaces(deps: {
  /** The workspaces that are being forgotten. */
  readonly leaving: Keyv;
  /** The stores whose entries begin with their owner. */
  readonly stores: readonly Keyv[];
  readonly installations: Installations;
  readonly jobs: Pick<JobStore, "forgetInstallation">;
  /** Forgets its team's rules. */
  forgetTeam(id: string): Promise<void>;
  /** Reports to a job that its workspace has gone. */
  leave(jobId: string): Promise<unknown>;
  /** Reports a deletion that must reach the disk, too. */
  deleted(): void;
  readonly clock: Clock;
  readonly log: Log;
}): ForgetWorkspaces {
  const { leaving, stores, installations, jobs, leave, deleted, clock, log } = deps;

  async function forget(id: string, note: unknown): Promise<boolean> {
    const at = z.number().parse(note);
    const installation = await installations.find(id);
    // Installed anew meanwhile: data that people have left there since stays.
    if (installation === null || installation.installedAt < at) {
      for (const store of stores) await removeOwned(store, `slack:${id}:`);
      await deps.forgetTeam(id);
    }
    const open = await jobs.forgetInstallation(id, at);
    for (const jobId of open) await leave(jobId);
    const left = open.length === 0 ? [] : await jobs.forgetInstallation(id, at);
    deleted();
    log.info("workspace forgotten", { workspace: id, count: open.length });
    return left.length === 0;
  }

  const notes = forgetNoted({
    noted: leaving,
    forget,
    failed: (_, error) => log.error("workspace not forgotten", { error: String(error) }),
    clock,
  });
  return { left: notes.left, resume: notes.resume, stop: notes.stop };
}

export interface ForgetTeam {
  /**
   * Reports that the team has removed Reelay: its key, rules and waiting videos go; the costs of its videos stay. Never
   * rejects.
   */
  left(team: Team): Promise<void>;
  /** Reports that Reelay is in the team again: its present data stays, for it may be new. Never rejects. */
  joined(team: Team): Promise<void>;
  /** Continues the forgetting that an earlier process began. */
  resume(): Promise<void>;
  stop(): void;
}

export function forgetTeam(deps: {
  /** The teams that are being forgotten. */
  readonly leaving: Keyv;
  readonly teams: Pick<TeamStore, "openJobs" | "forget">;
  readonly vault: Pick<Vault, "remove">;
  readonly refused: Pick<RefusedKeys, "clear">;
  /** Reports to a job that its workspace has gone. */
  leave(jobId: string): Promise<unknown>;
  /** Reports a deletion that must reach the disk, too. */
  deleted(): void;
  readonly clock: Clock;
  readonly log: Log;
}): ForgetTeam {
  const { leaving, teams, vault, refused, leave, deleted, clock, log } = deps;
  /** The teams whose removal is not noted yet. */
  const waiting = new Map<string, () => void>();
  let isStopped = false;
  const notes = forgetNoted({ noted: leaving, forget, failed, clock });

  async function forget(name: string, _: unknown, isBack: () => boolean): Promise<boolean> {
    const team = teamFromName(name);
    if (team === null) return true;
    for (const { id, state } of await teams.openJobs(team)) if (state.status === "waiting") await leave(id);
    const steps = [() => vault.remove(holderOf(team)), () => refused.clear(team), () => teams.forget(team)];
    for (const step of steps) if (!isBack()) await step();
    deleted();
    log.info("team forgotten", { workspace: team.teamId });
    return true;
  }

  function failed(name: string | null, error: unknown): void {
    const teamId = name === null ? undefined : teamFromName(name)?.teamId;
    log.error("team not forgotten", { ...(teamId && { workspace: teamId }), error: String(error) });
  }

  async function note(name: string, at: EpochMs): Promise<void> {
    dismiss(name);
    try {
      await notes.left(name, at);
    } catch (error) {
      failed(name, error);
      if (!isStopped)
        waiting.set(
          name,
          clock.after(AGAIN_MS, () => void note(name, at)),
        );
    }
  }

  function dismiss(name: string): void {
    waiting.get(name)?.();
    waiting.delete(name);
  }

  return {
    left: (team) => note(teamName(team), clock.now()),
    async joined(team) {
      dismiss(teamName(team));
      await notes.keep(teamName(team));
    },
    resume: notes.resume,
    stop() {
      isStopped = true;
      notes.stop();
      for (const cancel of waiting.values()) cancel();
    },
  };
}
