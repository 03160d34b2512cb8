import type Keyv from "keyv";
import type { Clock, EpochMs } from "../../core/clock.ts";
import type { Installations } from "../../core/installations.ts";
import type { JobStore, Log } from "../../core/ports.ts";
import { removeOwned } from "../../people/entries.ts";
import { forgetNoted } from "./forget-noted.ts";

export interface ForgetWorkspaces {
  /** Everything of that Slack workspace, or organisation, up to that time is to go; durably noted when it resolves. */
  left(installationId: string, at: EpochMs): Promise<void>;
  /** Goes on with what an earlier life began. */
  resume(): Promise<void>;
  stop(): void;
}

/**
 * Forgets workspaces that have removed Reelay: their installation, keys, settings, requests and closed jobs at once, the
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
  /** Tells a job that its workspace has gone. */
  leave(jobId: string): Promise<unknown>;
  /** Something was deleted: it is to leave the disk, too. */
  deleted(): void;
  readonly clock: Clock;
  readonly log: Log;
}): ForgetWorkspaces {
  const { leaving, stores, installations, jobs, leave, deleted, clock, log } = deps;

  async function forget(id: string, at: EpochMs): Promise<boolean> {
    const installation = await installations.find(id);
    // Installed anew meanwhile: what people have left there since is theirs.
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
