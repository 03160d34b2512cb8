import { z } from "zod";
import type { UserId } from "../../../core/job/ids.ts";
import type { MemberNow } from "../../../core/team/team.ts";
import { GUEST_FLAG, shares } from "../discord-limits.ts";
import type { Api } from "./discord-api.ts";

const AT_ONCE = 5;

/**
 * Discord's code for somebody who is not in the server. Source: Discord docs, topics/opcodes-and-status-codes (read
 * 2026-11-22).
 */
const UNKNOWN_MEMBER = 10_007;

const present = z.object({ roles: z.array(z.string()), flags: z.int().catch(0) });

export async function memberNow(api: Pick<Api, "asBot">, guildId: string, userId: UserId): Promise<MemberNow | null> {
  const answer = await api.asBot({ method: "GET", route: `/guilds/${guildId}/members/${userId}` });
  if (!answer.ok && answer.refusal.kind === "refused" && answer.refusal.code === UNKNOWN_MEMBER) return "gone";
  const { data } = present.safeParse(answer.ok ? answer.value : null);
  return data ? { roles: data.roles, isGuest: (data.flags & GUEST_FLAG) !== 0 } : null;
}

const member = z.object({
  nick: z.string().nullish().catch(null),
  user: z.object({ username: z.string(), global_name: z.string().nullish().catch(null) }),
});

export async function namesOf(
  api: Pick<Api, "asBot">,
  guildId: string,
  people: readonly UserId[],
): Promise<ReadonlyMap<UserId, string>> {
  const names: (readonly [UserId, string])[] = [];
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const some = people.slice(from, from + AT_ONCE);
    const route = (userId: UserId) => `/guilds/${guildId}/members/${userId}` as const;
    const asked = some.map(async (userId): Promise<typeof names> => {
      const answer = await api.asBot({ method: "GET", route: route(userId) });
      const read = member.safeParse(answer.ok ? answer.value : null).data;
      return read ? [[userId, read.nick ?? read.user.global_name ?? read.user.username]] : [];
    });
    names.push(...(await Promise.all(asked)).flat());
  }
  return new Map(names);
}

/**
 * Channels and forums have this field; threads do not. Source: Discord docs, resources/channel, channel structure (read
 * 2026-11-23).
 */
const channel = z.object({ nsfw: z.boolean() });
/** Channels of servers name their server. Source: as above. */
const ofGuild = z.object({ guild_id: z.string() });

/** Asks if that channel is age-restricted; null where Discord did not say, or not in time. */
export async function isAgeRestricted(api: Pick<Api, "asBot">, channelId: string): Promise<boolean | null> {
  return channel.safeParse(await channelOf(api, channelId, shares.channelMs)).data?.nsfw ?? null;
}

export async function isChannelOf(
  api: Pick<Api, "asBot">,
  guildId: string,
  channelId: string,
): Promise<boolean | null> {
  const { data } = ofGuild.safeParse(await channelOf(api, channelId));
  return data ? data.guild_id === guildId : null;
}

async function channelOf(api: Pick<Api, "asBot">, channelId: string, deadlineMs?: number): Promise<unknown> {
  const within = deadlineMs === undefined ? {} : { deadlineMs };
  const answer = await api.asBot({ method: "GET", route: `/channels/${channelId}`, ...within });
  return answer.ok ? answer.value : null;
}
