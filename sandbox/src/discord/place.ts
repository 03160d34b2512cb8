import { isGuest, type Person, people, personWith } from "../people.ts";

export const applicationId = "100000000000000001";
export const guildId = "300000000000000001";
export const ownerId = "200000000000000009";
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

export const MEMBER_PERMISSIONS = bit(6, 10, 11, 14, 15, 16, 18, 31, 38);

/** The bot's permissions as an interaction tells them, by place. Source: Discord's API documentation (read 2026-11-21). */
export function appPermissions(place: Place): string {
  switch (place.kind) {
    case "dm":
    case "group":
      return String(bit(14, 15, 17));
    case "foreign":
      return String(bit(14, 15));
    // Where it is not a member, it may what the person may.
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

/** In the numbers of `contexts`: a server, the bot's direct messages, any other private channel. */
export function contextOf({ guildId: guild, kind }: Place): 0 | 1 | 2 {
  if (guild !== null) return 0;
  return kind === "dm" ? 1 : 2;
}

/** By whose installation a person uses the bot there. Source: Discord's API documentation (read 2026-11-21). */
export function installedBy(place: Place, person: Person): Record<string, string> {
  if (place.kind === "visited" || place.kind === "group") return { "1": person.discordId };
  return { "0": place.guildId ?? "0" };
}

/** Fields that Discord always tells, and that have no value here. */
export function unset<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, null>> {
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
