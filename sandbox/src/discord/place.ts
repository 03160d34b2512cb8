import { isGuest, type Person, people, personWith, type Standing, type Standings } from "../people.ts";

export const applicationId = "100000000000000001";
export const guildId = "300000000000000001";
const ownerId = "200000000000000009";
export const channelId = "400000000000000001";
export const foreignChannelId = "400000000000000002";
export const threadId = "400000000000000003";
export const postId = "400000000000000004";
export const forumId = "400000000000000005";
export const visitedChannelId = "400000000000000006";
const visitedGuildId = "300000000000000002";
export const groupId = "500000000000000009";

const dmChannelIds = new Map(people.map((person, index) => [person.id, `50000000000000000${index + 1}`]));

export interface Place {
  readonly id: string;
  readonly kind: "public" | "foreign" | "thread" | "post" | "visited" | "dm" | "group";
  readonly guildId: string | null;
  readonly person: Person | null;
}

export const places: readonly Place[] = [
  { id: channelId, kind: "public", guildId, person: null },
  { id: foreignChannelId, kind: "foreign", guildId, person: null },
  { id: threadId, kind: "thread", guildId, person: null },
  { id: postId, kind: "post", guildId, person: null },
  { id: visitedChannelId, kind: "visited", guildId: visitedGuildId, person: null },
  { id: groupId, kind: "group", guildId: null, person: null },
  ...people.map((person): Place => ({ id: dmChannelIdOf(person), kind: "dm", guildId: null, person })),
];

export function placeWith(id: string): Place | undefined {
  return places.find((place) => place.id === id) ?? guestsMessages(id);
}

export function dmChannelIdOf(person: Person): string {
  return dmChannelIds.get(person.id) ?? (isGuest(person) ? `5${person.discordId.slice(1)}` : "0");
}

function guestsMessages(id: string): Place | undefined {
  const person = personWith(`2${id.slice(1)}`);
  return person && isGuest(person) && dmChannelIdOf(person) === id
    ? { id, kind: "dm", guildId: null, person }
    : undefined;
}

const bit = (...bits: readonly number[]) => bits.reduce((sum, each) => sum | (1n << BigInt(each)), 0n);

const MEMBER_PERMISSIONS = bit(6, 10, 11, 14, 15, 16, 18, 31, 38);

export function appPermissions(place: Place): string {
  switch (place.kind) {
    case "dm":
    case "group":
      return String(bit(14, 15, 17));
    case "foreign":
      return String(bit(14, 15));
    // Where the bot is not a member, it has the person's permissions.
    case "visited":
      return String(MEMBER_PERMISSIONS);
    default:
      return String(MEMBER_PERMISSIONS | bit(13, 17));
  }
}

export function isBotThere({ kind, guildId: guild }: Place, { hasBot }: { hasBot(): boolean }): boolean {
  if (guild === guildId && !hasBot()) return false;
  return kind !== "foreign" && kind !== "visited" && kind !== "group";
}

/** The numbers of `contexts`: a server, the bot's direct messages, any other private channel. */
export function contextOf({ guildId: guild, kind }: Place): 0 | 1 | 2 {
  if (guild !== null) return 0;
  return kind === "dm" ? 1 : 2;
}

/** The installation that the person uses: their own ("1") or the server's ("0"). */
export function installedBy(place: Place, person: Person): Record<string, string> {
  if (place.kind === "visited" || place.kind === "group") return { "1": person.discordId };
  return { "0": place.guildId ?? "0" };
}

/** Fields that Discord always sends, and that have no value here. */
function unset<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, null>> {
  return Object.fromEntries(names.map((name) => [name, null])) as Readonly<Record<Name, null>>;
}

const bareProfile = {
  discriminator: "0",
  public_flags: 0,
  flags: 0,
  ...unset("avatar", "banner", "accent_color", "avatar_decoration_data", "collectibles", "primary_guild"),
};

export function botUser() {
  return { id: applicationId, username: "reelay", global_name: null, bot: true, ...bareProfile };
}

export function userOf(discordId: string) {
  if (discordId === applicationId) return botUser();
  const person = personWith(discordId);
  return { id: discordId, username: person?.id ?? "unknown", global_name: person?.name ?? null, ...bareProfile };
}

export function application() {
  return {
    id: applicationId,
    name: "Reelay",
    icon: null,
    description: "The sandbox's own application",
    bot: botUser(),
    approximate_guild_count: 1,
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: "0".repeat(64),
    flags: 0,
    summary: "",
    team: null,
    integration_types_config: { "0": {}, "1": {} },
  };
}

export function channelOf(place: Place, ageRestricted: ReadonlySet<string> = new Set()) {
  const { id } = place;
  const everywhere = { id, last_message_id: null, flags: 0 };
  if (place.person) return { ...everywhere, type: 1, recipients: [userOf(place.person.discordId)] };
  if (place.kind === "group")
    return {
      ...everywhere,
      type: 3,
      ...unset("name", "icon"),
      recipients: people.map((each) => userOf(each.discordId)),
    };
  if (place.kind === "thread" || place.kind === "post") return { ...everywhere, ...threadOf(place) };
  const isPublic = place.kind === "public";
  const denied = { id: guildId, type: 0, allow: "0", deny: String(bit(10)) };
  return {
    ...everywhere,
    type: 0,
    guild_id: place.guildId,
    name: isPublic ? "videos" : "not-for-bots",
    position: isPublic ? 0 : 1,
    permission_overwrites: isPublic ? [] : [denied],
    nsfw: ageRestricted.has(id),
    rate_limit_per_user: 0,
    ...unset("topic", "parent_id"),
  };
}

export function forum(ageRestricted: ReadonlySet<string>) {
  const name = "questions";
  return { id: forumId, type: 15, guild_id: guildId, name, parent_id: null, nsfw: ageRestricted.has(forumId) };
}

function threadOf({ kind }: Place) {
  return {
    type: 11,
    guild_id: guildId,
    name: kind === "post" ? "Which boat?" : "boats",
    parent_id: kind === "post" ? forumId : channelId,
    owner_id: ownerId,
    rate_limit_per_user: 0,
    message_count: 0,
    member_count: people.length,
    total_message_sent: 0,
    thread_metadata: {
      archived: false,
      auto_archive_duration: 1_440,
      archive_timestamp: "2026-01-01T00:00:00.000000+00:00",
      locked: false,
    },
    ...(kind === "post" && { applied_tags: [] }),
  };
}

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

const MANAGE_GUILD = 1n << 5n;
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

export function openMembership(standings: Standings, dispatchGuildEvent: (name: string, data: unknown) => void) {
  let isThere = true;
  return {
    hasBot: (): boolean => isThere,
    removeBot() {
      isThere = false;
      // In an outage it would come with `unavailable`.
      dispatchGuildEvent("GUILD_DELETE", { id: guildId });
    },
    inviteBot() {
      isThere = true;
      dispatchGuildEvent("GUILD_CREATE", guildCreate(standings));
    },
  };
}
