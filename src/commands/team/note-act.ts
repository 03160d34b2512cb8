import type { Team } from "../../core/job/ids.ts";
import type { AuditEntry } from "../../core/team/audit.ts";
import { askStore } from "../ask-store.ts";
import type { Visit } from "../command-deps.ts";

/**
 * Keeps what a manager has just done, and logs it, by ids alone. What is done stays done: where it cannot be kept, or not in
 * time, the log says so.
 */
export async function noteAct(
  { deps, command }: Visit,
  team: Team,
  { did, changed = [], job = null }: Pick<AuditEntry, "did"> & Partial<Pick<AuditEntry, "changed" | "job">>,
): Promise<void> {
  const by = command.owner.userId;
  const told = { workspace: team.teamId, by, act: did, ...(job && { job }) };
  deps.log.info("audit", { ...told, ...(changed.length > 0 && { what: changed.join(",") }) });
  const entry = { at: deps.clock.now(), by, did, changed, job };
  // Late it does no harm: it was done then.
  const kept = await askStore(deps)(() => deps.teams.noteAct(team, entry));
  if (!kept.ok) deps.log.error("audit not kept", told);
}
