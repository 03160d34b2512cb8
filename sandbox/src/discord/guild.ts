import { type Person, people, personWith, type Standing, type Standings } from "../people.ts";
import { applicationId, channelOf, guildId, MEMBER_PERMISSIONS, ownerId, places, unset, userOf } from "./place.ts";

export function guild(tier: number) {
  return {
    id: guildId,
    name: "Sandbox",
    owner_id: ownerId,
    afk_timeout: 300,
    verification_level: 0,
    default_message_notifications: 1,
    explicit_content_filter: 0,
    roles: wireRoles,
    emojis: [],
    stickers: [],
    features: [],
    mfa_level: 0,
    system_channel_flags: 0,
    premium_tier: tier,
    preferred_locale: "en-US",
    nsfw_level: 0,
    nsfw: false,
    premium_progress_bar_enabled: false,
    region: "deprecated",
    ...unset("icon", "splash", "discovery_splash", "description", "banner", "vanity_url_code", "hub_type"),
    ...unset("application_id", "afk_channel_id", "system_channel_id", "rules_channel_id"),
    ...unset("public_updates_channel_id", "safety_alerts_channel_id"),
  };
}

export function guildCreate(standings: Standings) {
  const members = [applicationId, ...people.map((person) => person.discordId)].map((id) => memberOf(id, standings));
  return {
    ...guild(0),
    joined_at: "2026-01-01T00:00:00.000000+00:00",
    large: false,
    unavailable: false,
    member_count: members.length,
    members,
    channels: places.filter((place) => place.kind === "public").map((place) => channelOf(place)),
    threads: places.filter(({ kind }) => kind === "thread" || kind === "post").map((place) => channelOf(place)),
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

/** A bit of `permissions`. Source: Discord docs, topics/permissions (read 2026-11-22). */
const MANAGE_GUILD = 1n << 5n;
/** A bit of a member's `flags`: may see what they were invited to, and no more. Source: Discord docs, resources/guild (read 2026-11-22). */
const IS_GUEST = 1 << 4;

interface Role {
  readonly id: string;
  readonly name: string;
  readonly permissions: bigint;
  readonly isHeld: (standing: Standing) => boolean;
}

const roles: readonly Role[] = [
  { id: guildId, name: "@everyone", permissions: MEMBER_PERMISSIONS, isHeld: () => false },
  { id: "600000000000000001", name: "Film crew", permissions: 0n, isHeld: ({ isCrew }) => isCrew },
  { id: "600000000000000002", name: "Managers", permissions: MANAGE_GUILD, isHeld: ({ rank }) => rank === "admin" },
];

const standingOf = (person: Person | undefined, standings: Standings): Standing =>
  person ? standings.of(person) : { rank: "member", isCrew: false };

const heldBy = (standing: Standing) => roles.filter(({ isHeld }) => isHeld(standing));

export function permissionsOf(person: Person | undefined, standings: Standings): bigint {
  const held = heldBy(standingOf(person, standings));
  return held.reduce((sum, { permissions }) => sum | permissions, MEMBER_PERMISSIONS);
}

export function partialMemberOf(discordId: string, standings: Standings) {
  const person = personWith(discordId);
  const standing = standingOf(person, standings);
  return {
    ...unset("nick", "avatar", "banner", "premium_since", "communication_disabled_until"),
    roles: heldBy(standing).map(({ id }) => id),
    joined_at: "2026-01-01T00:00:00.000000+00:00",
    pending: false,
    flags: standing.rank === "guest" ? IS_GUEST : 0,
    permissions: String(permissionsOf(person, standings)),
  };
}

export function memberOf(discordId: string, standings: Standings) {
  return { user: userOf(discordId), deaf: false, mute: false, ...partialMemberOf(discordId, standings) };
}

export const wireRoles = roles.map(({ id, name, permissions }, position) => ({
  id,
  name,
  color: 0,
  colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
  hoist: false,
  icon: null,
  unicode_emoji: null,
  position,
  permissions: String(permissions),
  managed: false,
  mentionable: false,
  flags: 0,
}));

export type Membership = ReturnType<typeof openMembership>;

export function openMembership(standings: Standings, tellOfGuild: (name: string, data: unknown) => void) {
  let isThere = true;
  return {
    hasBot: (): boolean => isThere,
    removeBot() {
      isThere = false;
      // One that has an outage would come with `unavailable`.
      tellOfGuild("GUILD_DELETE", { id: guildId });
    },
    inviteBot() {
      isThere = true;
      tellOfGuild("GUILD_CREATE", guildCreate(standings));
    },
  };
}
