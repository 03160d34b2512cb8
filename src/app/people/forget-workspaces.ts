import type Keyv from "keyv";
import { z } from "zod";
import type { Clock, EpochMs } from "../../core/clock.ts";
import type { Installations } from "../../core/installations.ts";
import type { JobStore, Log } from "../../core/ports.ts";
import { entriesOf, removeOwned } from "../../people/entries.ts";

/** How often what could not be forgotten yet, such as a job that runs, is looked at again. */
const AGAIN_MS = 60_000;

export interface ForgetWorkspaces {
  /** Everything of that Slack workspace, or organisation, up to that time is to go; durably noted when it resolves. */
  left(installationId: string, at: EpochMs): Promise<void>;
  /** Goes on with what an earlier life began. */
  resume(): Promise<void>;
  stop(): void;
}

/**
 * Forgets workspaces that have removed Reelay: their installation, keys, settings, requests, wishes and closed jobs at once, the
 * words of what runs at once and the rest of it when it has ended.
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
  /** Forgets what its people wished to be told. */
  forgetWishes(id: string, madeBy: EpochMs): Promise<void>;
  /** Tells a job that its workspace has gone. */
  leave(jobId: string): Promise<unknown>;
  /** Something was deleted: it is to leave the disk, too. */
  deleted(): void;
  readonly clock: Clock;
  readonly log: Log;
}): ForgetWorkspaces {
  const { leaving, stores, installations, jobs, leave, deleted, clock, log } = deps;
  let cancel = () => {};
  let isStopped = false;
  let turn: Promise<void> = Promise.resolve();

  async function forget(id: string, at: EpochMs): Promise<void> {
    const installation = await installations.find(id);
    // Installed anew meanwhile: what people have left there since is theirs.
    if (installation === null || installation.installedAt < at) {
      for (const store of stores) await removeOwned(store, `slack:${id}:`);
      await deps.forgetTeam(id);
      await deps.forgetWishes(id, at);
    }
    const open = await jobs.forgetInstallation(id, at);
    for (const jobId of open) await leave(jobId);
    const left = open.length === 0 ? [] : await jobs.forgetInstallation(id, at);
    if (left.length === 0) await leaving.delete(id);
    deleted();
    log.info("workspace forgotten", { workspace: id, count: open.length });
  }

  async function forgetAll(): Promise<void> {
    cancel();
    let areAllGone = true;
    for (const [id, at] of await entriesOf(leaving)) {
      if (isStopped) return;
      await forget(id, z.number().parse(at));
      areAllGone &&= (await leaving.get(id)) === undefined;
    }
    if (!areAllGone && !isStopped) cancel = clock.after(AGAIN_MS, () => void resume());
  }

  /** One at a time. */
  function resume(): Promise<void> {
    turn = turn.then(forgetAll).catch((error: unknown) => {
      log.error("workspace not forgotten", { error: String(error) });
      if (!isStopped) cancel = clock.after(AGAIN_MS, () => void resume());
    });
    return turn;
  }

  return {
    async left(id, at) {
      await leaving.set(id, at);
      await resume();
    },
    resume,
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
