import type Keyv from "keyv";
import type { Clock, EpochMs } from "../../core/clock.ts";
import { type Team, teamFromName, teamName } from "../../core/job/ids.ts";
import type { Log, Vault } from "../../core/ports.ts";
import type { RefusedKeys } from "../../core/team/team.ts";
import { holderOf } from "../../core/team/team.ts";
import type { TeamStore } from "../../core/team/team-store.ts";
import { forgetNoted } from "./forget-noted.ts";

/** A store in which the removal cannot even be noted is tried again after this. */
const AGAIN_MS = 60_000;

export interface ForgetTeam {
  /** The team has removed Reelay: its key, its rules and what waits go; what its videos have cost stays. Never rejects. */
  left(team: Team): Promise<void>;
  /** Reelay is in the team again: what is there now stays, for it may be new. Never rejects. */
  joined(team: Team): Promise<void>;
  /** Goes on with what an earlier life began. */
  resume(): Promise<void>;
  stop(): void;
}

export function forgetTeam(deps: {
  /** The teams that are being forgotten. */
  readonly leaving: Keyv;
  readonly teams: Pick<TeamStore, "openJobs" | "forget">;
  readonly vault: Pick<Vault, "remove">;
  readonly refused: Pick<RefusedKeys, "clear">;
  /** Tells a job that its workspace has gone. */
  leave(jobId: string): Promise<unknown>;
  /** Something was deleted: it is to leave the disk, too. */
  deleted(): void;
  readonly clock: Clock;
  readonly log: Log;
}): ForgetTeam {
  const { leaving, teams, vault, refused, leave, deleted, clock, log } = deps;
  /** Those whose removal is not noted yet. */
  const waiting = new Map<string, () => void>();
  let isStopped = false;
  const notes = forgetNoted({ noted: leaving, forget, failed, clock });

  async function forget(name: string, _at: EpochMs, isBack: () => boolean): Promise<boolean> {
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
