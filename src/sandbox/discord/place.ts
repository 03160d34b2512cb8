import { type Person, people } from "../people.ts";

export const applicationId = "100000000000000001";
export const guildId = "300000000000000001";
export const channelId = "400000000000000001";
/** Denied to the bot. */
export const foreignChannelId = "400000000000000002";

const dmChannelIds = new Map(people.map((person, index) => [person.id, `50000000000000000${index + 1}`]));

/** A place where messages stand. */
export interface Place {
  readonly id: string;
  readonly kind: "public" | "foreign" | "dm";
  /** Of a direct-message channel: the person on the other side. */
  readonly person: Person | null;
}

const places: readonly Place[] = [
  { id: channelId, kind: "public", person: null },
  { id: foreignChannelId, kind: "foreign", person: null },
  ...people.map((person): Place => ({ id: dmChannelIdOf(person), kind: "dm", person })),
];

export function placeWith(id: string): Place | undefined {
  return places.find((place) => place.id === id);
}

export function dmChannelIdOf(person: Person): string {
  return dmChannelIds.get(person.id) ?? "0";
}

const bit = (...bits: readonly number[]) => bits.reduce((sum, each) => sum | (1n << BigInt(each)), 0n);

/** What people may do: look, write, embed, attach, read back, use commands, write in threads. */
export const MEMBER_PERMISSIONS = bit(6, 10, 11, 14, 15, 16, 18, 31, 38);

/** The bot's permissions as an interaction tells them, by place. Source: Discord's API documentation (read 2026-11-21). */
export function appPermissions(place: Place): string {
  if (place.kind === "public") return String(MEMBER_PERMISSIONS | bit(13, 17));
  return String(place.kind === "dm" ? bit(14, 15, 17) : bit(14, 15));
}

/** What a profile has and nobody here filled in. */
const bareProfile = {
  avatar: null,
  discriminator: "0",
  public_flags: 0,
  flags: 0,
  banner: null,
  accent_color: null,
  avatar_decoration_data: null,
  collectibles: null,
  primary_guild: null,
};

export function botUser() {
  return { id: applicationId, username: "reelay", global_name: null, bot: true, ...bareProfile };
}

/** The user with that Discord id, the bot included. */
export function userOf(discordId: string) {
  if (discordId === applicationId) return botUser();
  const person = people.find((each) => each.discordId === discordId);
  return { id: discordId, username: person?.id ?? "unknown", global_name: person?.name ?? null, ...bareProfile };
}

export function memberOf(discordId: string) {
  return {
    user: userOf(discordId),
    nick: null,
    avatar: null,
    banner: null,
    roles: [],
    joined_at: "2026-01-01T00:00:00.000000+00:00",
    premium_since: null,
    deaf: false,
    mute: false,
    pending: false,
    flags: 0,
    communication_disabled_until: null,
    permissions: String(MEMBER_PERMISSIONS),
  };
}

export function application() {
  return {
    id: applicationId,
    name: "Reelay",
    icon: null,
    description: "The sandbox's own application",
    bot: botUser(),
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: "0".repeat(64),
    flags: 0,
    summary: "",
    team: null,
    integration_types_config: { "0": {}, "1": {} },
  };
}

export function channelOf(place: Place) {
  if (place.person)
    return { id: place.id, type: 1, last_message_id: null, flags: 0, recipients: [userOf(place.person.discordId)] };
  const name = place.kind === "public" ? "videos" : "not-for-bots";
  const denied = { id: guildId, type: 0, allow: "0", deny: String(bit(10)) };
  return {
    id: place.id,
    type: 0,
    guild_id: guildId,
    name,
    position: place.kind === "public" ? 0 : 1,
    permission_overwrites: place.kind === "public" ? [] : [denied],
    topic: null,
    nsfw: false,
    last_message_id: null,
    rate_limit_per_user: 0,
    parent_id: null,
    flags: 0,
  };
}

export function guild() {
  return {
    id: guildId,
    name: "Sandbox",
    icon: null,
    splash: null,
    discovery_splash: null,
    owner_id: people[0]?.discordId ?? applicationId,
    afk_channel_id: null,
    afk_timeout: 300,
    verification_level: 0,
    default_message_notifications: 1,
    explicit_content_filter: 0,
    roles: [everyoneRole()],
    emojis: [],
    stickers: [],
    features: [],
    mfa_level: 0,
    application_id: null,
    system_channel_id: null,
    system_channel_flags: 0,
    rules_channel_id: null,
    public_updates_channel_id: null,
    safety_alerts_channel_id: null,
    vanity_url_code: null,
    description: null,
    banner: null,
    premium_tier: 0,
    preferred_locale: "en-US",
    nsfw_level: 0,
    nsfw: false,
    premium_progress_bar_enabled: false,
    hub_type: null,
    region: "deprecated",
  };
}

function everyoneRole() {
  return {
    id: guildId,
    name: "@everyone",
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position: 0,
    permissions: String(MEMBER_PERMISSIONS),
    managed: false,
    mentionable: false,
    flags: 0,
  };
}

/** What GUILD_CREATE carries beyond the guild itself; the bot sees no channel it is denied. */
export function guildCreate() {
  const members = [applicationId, ...people.map((person) => person.discordId)].map(memberOf);
  return {
    ...guild(),
    joined_at: "2026-01-01T00:00:00.000000+00:00",
    large: false,
    unavailable: false,
    member_count: members.length,
    members,
    channels: places.filter((place) => place.kind === "public").map(channelOf),
    threads: [],
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}
