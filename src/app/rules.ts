import type { CommandDeps } from "../commands/visit.ts";
import type { Config } from "../config.ts";
import type { Room } from "../core/ports.ts";

/** How many jobs the operator lets there be at once. */
export function roomOf(
  config: Pick<Config, "MAX_JOBS_PER_USER" | "MAX_JOBS_PER_WORKSPACE" | "MAX_WAITING_PER_USER">,
): Room {
  return {
    ofOwner: config.MAX_JOBS_PER_USER,
    ofWorkspace: config.MAX_JOBS_PER_WORKSPACE,
    waitingOfOwner: config.MAX_WAITING_PER_USER,
  };
}

/** The operator's bounds and access lists as the commands know them. */
export function rulesOf(config: Config): CommandDeps["rules"] {
  return {
    maxJobsPerUser: config.MAX_JOBS_PER_USER,
    maxJobsPerWorkspace: config.MAX_JOBS_PER_WORKSPACE,
    maxWaitingPerUser: config.MAX_WAITING_PER_USER,
    commandsPerMinute: config.COMMANDS_PER_MINUTE,
    access: {
      allowedGuilds: config.ALLOWED_GUILDS,
      allowedTeams: config.ALLOWED_TEAMS,
      allowedChannels: config.ALLOWED_CHANNELS,
      allowedRoles: config.ALLOWED_ROLES,
      blockedUsers: config.BLOCKED_USERS,
    },
  };
}
