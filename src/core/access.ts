import { homeOf, type Owner } from "./job/ids.ts";
import { type Platform, TRAITS } from "./platform.ts";

/** The operator lists people and places. An empty list of allowed ones means everyone. */
export interface AccessRules {
  readonly allowedGuilds: ReadonlySet<string>;
  readonly allowedTeams: ReadonlySet<string>;
  readonly allowedChannels: ReadonlySet<string>;
  readonly allowedRoles: ReadonlySet<string>;
  readonly blockedUsers: ReadonlySet<string>;
}

/** Names the list of a platform's teams. */
const TEAMS_LISTED = { discord: "allowedGuilds", slack: "allowedTeams" } as const satisfies Record<
  Platform,
  keyof AccessRules
>;

/** An act may need "person" (its person is not blocked), "team" (also an allowed server or workspace) or "video" (all the lists allow it). */
export type NeededAccess = "person" | "team" | "video";

/** Why the operator's lists do not let somebody do this. "barred": the person is blocked; the others are about the place and their roles. */
export const ACCESS_REFUSALS = ["barred", "not_this_team", "not_this_channel", "no_role"] as const;
export type AccessRefusal = (typeof ACCESS_REFUSALS)[number];

interface Visitor {
  readonly owner: Owner;
  readonly workspace: string | null;
  /** null: it is not known now, and so not judged. */
  readonly roles: readonly string[] | null;
  readonly reply: { readonly channelId: string };
  readonly isPlaceOpen?: true;
  readonly threadOf?: string;
}

/**
 * Returns whether the operator's lists allow this person to do this here. Guilds and roles apply on Discord, teams on Slack,
 * channels on both; a thread is allowed where its channel is.
 */
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

/** Returns which of the operator's lists limit who makes videos on a platform: those with an entry that apply there. */
export function listsOn(platform: Platform, rules: AccessRules): readonly (keyof AccessRules)[] {
  const applying: readonly (keyof AccessRules)[] = [
    TEAMS_LISTED[platform],
    "allowedChannels",
    ...(TRAITS[platform].hasRoles ? (["allowedRoles"] as const) : []),
  ];
  return applying.filter((list) => rules[list].size > 0);
}
