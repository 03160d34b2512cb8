import type { AccessRules } from "../../core/access.ts";
import type { Job } from "../../core/job/job.ts";
import { monthOf } from "../../core/job/ledger.ts";
import { noRules } from "../../core/team/rules.ts";
import type { TeamPeople } from "../../core/team/team.ts";
import { startRefusal, teamOf } from "../../core/team/team.ts";
import type { TeamStore } from "../../core/team/team-store.ts";
import type { JobDeps } from "../deps.ts";

/** Asks the store and the platform for what `startRefusal` judges by. */
export function startJudge({
  teams,
  people,
  access,
}: {
  readonly teams: Pick<TeamStore, "rules" | "monthOf">;
  readonly people: Pick<TeamPeople, "memberNow">;
  readonly access: AccessRules;
}): JobDeps["mayStart"] {
  return async (job) => {
    const place = job.team ?? teamOf(job);
    const [stored, member, month] = await Promise.all([
      place && teams.rules(place),
      needsMember(job, access) ? people.memberNow(job) : null,
      job.team ? teams.monthOf(job.team, monthOf(job.acceptedAt), job.owner.userId) : null,
    ]);
    if (job.team && member === null) return "unknown";
    const spent = month && { team: month.all, person: month.person };
    return startRefusal(job, { access, rules: stored?.rules ?? noRules, member, spent });
  };
}

/** Who pays themselves does not wait for a platform that does not say which roles they have. */
function needsMember({ team, owner, workspace }: Job, { allowedRoles }: AccessRules): boolean {
  return team !== undefined || (owner.platform === "discord" && workspace !== null && allowedRoles.size > 0);
}
