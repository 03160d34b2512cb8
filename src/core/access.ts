import { homeOf, type Owner } from "./job/ids.ts";
import { type Platform, TRAITS } from "./platform.ts";

/** The operator's lists. An empty allow list allows everyone. */
export interface AccessRules {
  readonly allowedGuilds: ReadonlySet<string>;
  readonly allowedTeams: ReadonlySet<string>;
  readonly allowedChannels: ReadonlySet<string>;
  readonly allowedRoles: ReadonlySet<string>;
  readonly blockedUsers: ReadonlySet<string>;
}

const TEAMS_LISTED = { discord: "allowedGuilds", slack: "allowedTeams" } as const satisfies Record<
  Platform,
  keyof AccessRules
>;

/**
 * "person": the person is not blocked. "team": the server or workspace is allowed, too. "video": all lists allow it.
 */
export type NeededAccess = "person" | "team" | "video";

/** "barred": the person is blocked. */
export const ACCESS_REFUSALS = ["barred", "not_this_team", "not_this_channel", "no_role"] as const;
export type AccessRefusal = (typeof ACCESS_REFUSALS)[number];

interface Visitor {
  readonly owner: Owner;
  readonly workspace: string | null;
  readonly roles: readonly string[] | null;
  readonly reply: { readonly channelId: string };
  readonly isPlaceOpen?: true;
  readonly threadOf?: string;
}

/** Guilds and roles apply on Discord, teams on Slack, channels on both. A thread is allowed if its channel is. */
export function access(
  { owner, workspace, roles, reply, isPlaceOpen, threadOf }: Visitor,
  rules: AccessRules,
  needed: NeededAccess = "video",
): "allowed" | AccessRefusal {
  if (rules.blockedUsers.has(owner.userId)) return "barred";
  if (needed === "person") return "allowed";
  const allowedTeams = rules[TEAMS_LISTED[owner.platform]];
  if (!passes(allowedTeams, [homeOf(owner), workspace])) return "not_this_team";
  if (needed === "team") return "allowed";
  const isHere = isPlaceOpen || passes(rules.allowedChannels, [reply.channelId, threadOf ?? null]);
  if (!isHere) return "not_this_channel";
  const isNamed = !TRAITS[owner.platform].hasRoles || roles === null || passes(rules.allowedRoles, roles);
  return isNamed ? "allowed" : "no_role";
}

function passes(allowed: ReadonlySet<string>, present: readonly (string | null)[]): boolean {
  return allowed.size === 0 || present.some((id) => id !== null && allowed.has(id));
}

export function listsOn(platform: Platform, rules: AccessRules): readonly (keyof AccessRules)[] {
  const applying: readonly (keyof AccessRules)[] = [
    TEAMS_LISTED[platform],
    "allowedChannels",
    ...(TRAITS[platform].hasRoles ? (["allowedRoles"] as const) : []),
  ];
  return applying.filter((list) => rules[list].size > 0);
}
