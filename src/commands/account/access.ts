import type { Command } from "../../core/command.ts";

/** The people who may make videos, and the places. An empty set of allowed ones is everyone. */
export interface AccessRules {
  readonly allowedGuilds: ReadonlySet<string>;
  readonly allowedTeams: ReadonlySet<string>;
  readonly allowedChannels: ReadonlySet<string>;
  readonly allowedRoles: ReadonlySet<string>;
  readonly blockedUsers: ReadonlySet<string>;
}

type Visitor = Pick<Command, "owner" | "workspace" | "roles" | "reply" | "isPlaceOpen" | "threadOf">;

/**
 * Whether this person may make a video in this place. Guilds and roles bind on Discord, teams on Slack, channels on both;
 * a thread is allowed where its channel is.
 */
export function access(
  { owner, workspace, roles, reply, isPlaceOpen, threadOf }: Visitor,
  rules: AccessRules,
): "allowed" | "blocked" | "not_here" {
  if (rules.blockedUsers.has(owner.userId)) return "blocked";
  const isHere =
    (isPlaceOpen || passes(rules.allowedChannels, [reply.channelId, threadOf ?? null])) &&
    (owner.platform === "discord"
      ? passes(rules.allowedGuilds, [workspace]) && passes(rules.allowedRoles, roles)
      : passes(rules.allowedTeams, [owner.teamId, workspace]));
  return isHere ? "allowed" : "not_here";
}

function passes(allowed: ReadonlySet<string>, present: readonly (string | null)[]): boolean {
  return allowed.size === 0 || present.some((id) => id !== null && allowed.has(id));
}
