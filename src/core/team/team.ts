import type { Command } from "../command.ts";
import { memberOf, type Owner, type Team } from "../job/ids.ts";
import type { Job } from "../job/job.ts";

/** The team whose commands these are; null in a direct message on Discord. */
export function teamOf({ owner, workspace }: Pick<Command, "owner" | "workspace">): Team | null {
  if (owner.platform === "slack") return { platform: "slack", teamId: owner.teamId };
  return workspace === null ? null : { platform: "discord", teamId: workspace };
}

/** No person's id: a team's key lies in the vault like a person's. */
const TEAM = "team";

/** Whom the team's key belongs to: an owner that is nobody. */
export function holderOf(team: Team): Owner {
  return memberOf(team, team.platform === "slack" ? TEAM : `${TEAM}-${team.teamId}`);
}

/** Whose key pays for the job, and whose alone is ever tried for it. */
export function payerOf({ owner, team }: Pick<Job, "owner" | "team">): Owner {
  return team ? holderOf(team) : owner;
}
