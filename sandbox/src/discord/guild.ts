import { people, type Standings } from "../people.ts";
import { memberOf, wireRoles } from "./member.ts";
import { applicationId, channelOf, guildId, ownerId, places } from "./place.ts";

/** The one server that the bot is in. */
export function guild(tier: number) {
  return {
    id: guildId,
    name: "Sandbox",
    icon: null,
    splash: null,
    discovery_splash: null,
    owner_id: ownerId,
    afk_channel_id: null,
    afk_timeout: 300,
    verification_level: 0,
    default_message_notifications: 1,
    explicit_content_filter: 0,
    roles: wireRoles,
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
    premium_tier: tier,
    preferred_locale: "en-US",
    nsfw_level: 0,
    nsfw: false,
    premium_progress_bar_enabled: false,
    hub_type: null,
    region: "deprecated",
  };
}

/** What GUILD_CREATE carries beyond the guild itself; the bot sees no channel it is denied. */
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
