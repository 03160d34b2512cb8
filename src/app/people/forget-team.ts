import type { Clock } from "../../core/clock.ts";
import { type Team, teamName } from "../../core/job/ids.ts";
import type { Log, Vault } from "../../core/ports.ts";
import type { RefusedKeys } from "../../core/team/refused-keys.ts";
import { holderOf } from "../../core/team/team.ts";
import type { TeamStore } from "../../core/team/team-store.ts";

/** A store that fails is tried again after this. */
const AGAIN_MS = 60_000;

export interface ForgetTeam {
  /** The team has removed Reelay: its key, its rules and what waits go; what its videos have cost stays. Never rejects. */
  left(team: Team): Promise<void>;
  stop(): void;
}

export function forgetTeam(deps: {
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
  const { teams, vault, refused, leave, deleted, clock, log } = deps;
  const waiting = new Map<string, () => void>();
  let isStopped = false;

  async function forget(team: Team): Promise<void> {
    for (const { id, state } of await teams.openJobs(team)) if (state.status === "waiting") await leave(id);
    await vault.remove(holderOf(team));
    await refused.clear(team);
    await teams.forget(team);
    deleted();
    log.info("team forgotten", { workspace: team.teamId });
  }

  async function left(team: Team): Promise<void> {
    waiting.get(teamName(team))?.();
    waiting.delete(teamName(team));
    try {
      await forget(team);
    } catch (error) {
      log.error("team not forgotten", { workspace: team.teamId, error: String(error) });
      if (!isStopped)
        waiting.set(
          teamName(team),
          clock.after(AGAIN_MS, () => void left(team)),
        );
    }
  }

  return {
    left,
    stop() {
      isStopped = true;
      for (const cancel of waiting.values()) cancel();
    },
  };
}
