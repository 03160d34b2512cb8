import type { Config } from "../config.ts";
import { type AccessRules, listsOn } from "../core/access.ts";
import { type Platform, TRAITS } from "../core/platform.ts";
import { rulesOf } from "./run-jobs.ts";

const VARIABLES: Readonly<Record<keyof AccessRules, string>> = {
  allowedGuilds: "ALLOWED_GUILDS",
  allowedTeams: "ALLOWED_TEAMS",
  allowedChannels: "ALLOWED_CHANNELS",
  allowedRoles: "ALLOWED_ROLES",
  blockedUsers: "BLOCKED_USERS",
};

/** Discord's ids are numbers, and Slack's begin with a letter. */
const IDS: Readonly<Record<Platform, RegExp>> = { discord: /^\d+$/, slack: /^\D/ };

export interface AccessSummary {
  readonly lines: readonly string[];
  /** Lists that do less or more on a platform than the operator may expect, and how to fix them. */
  readonly gaps: readonly string[];
}

export function whoMayUseIt(config: Config): AccessSummary {
  const { access } = rulesOf(config);
  const platforms = (["discord", "slack"] as const).filter((platform) => config[platform] !== null);
  const lines = platforms.map((platform) => {
    const lists = listsOn(platform, access).map((list) => VARIABLES[list]);
    return `${TRAITS[platform].name}: ${lists.length === 0 ? "everybody where it is installed" : lists.join(", ")}`;
  });
  const gaps = platforms.flatMap((platform) => gapsOn(platform, access));
  return { lines, gaps };
}

function gapsOn(platform: Platform, access: AccessRules): readonly string[] {
  const { name, hasRoles } = TRAITS[platform];
  const { allowedRoles, allowedChannels } = access;
  const hasOpenDoor = !hasRoles && allowedRoles.size > 0 && listsOn(platform, access).length === 0;
  const shutsAll = allowedChannels.size > 0 && ![...allowedChannels].some((id) => IDS[platform].test(id));
  return [
    ...(hasOpenDoor
      ? [
          `ALLOWED_ROLES does not apply to ${name}, which has no roles: everybody there can make videos. Set ALLOWED_TEAMS or ALLOWED_CHANNELS.`,
        ]
      : []),
    ...(shutsAll
      ? [`ALLOWED_CHANNELS has no channel of ${name}, so nobody can make videos there. Add the ids of some.`]
      : []),
  ];
}
