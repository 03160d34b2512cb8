import { RequestMethod } from "discord.js";
import { z } from "zod";
import type { UserId } from "../../../core/job/ids.ts";
import type { MemberNow } from "../../../core/team/may-start.ts";
import { isGuest } from "../read/standing.ts";
import type { Api } from "./api.ts";

/** Members that are asked for side by side. */
const AT_ONCE = 5;

/** Discord's code for somebody who is not in the server. Source: Discord docs, topics/opcodes-and-status-codes (read 2026-11-22). */
const UNKNOWN_MEMBER = 10_007;

const present = z.object({ roles: z.array(z.string()), flags: z.int().catch(0) });

/** What that person is in the server now; null: Discord did not say. */
export async function memberNow(api: Pick<Api, "asBot">, guildId: string, userId: UserId): Promise<MemberNow | null> {
  const answer = await api.asBot({ method: RequestMethod.Get, route: `/guilds/${guildId}/members/${userId}` });
  if (!answer.ok && answer.refusal.kind === "refused" && answer.refusal.code === UNKNOWN_MEMBER) return "gone";
  const { data } = present.safeParse(answer.ok ? answer.value : null);
  return data ? { roles: data.roles, isGuest: isGuest(data) } : null;
}

const member = z.object({
  nick: z.string().nullish().catch(null),
  user: z.object({ username: z.string(), global_name: z.string().nullish().catch(null) }),
});

/** What these people are called in that server, as far as Discord says. */
export async function namesOf(
  api: Pick<Api, "asBot">,
  guildId: string,
  people: readonly UserId[],
): Promise<ReadonlyMap<UserId, string>> {
  const found: (readonly [UserId, string])[] = [];
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const some = people.slice(from, from + AT_ONCE);
    const route = (userId: UserId) => `/guilds/${guildId}/members/${userId}` as const;
    const asked = some.map(async (userId): Promise<typeof found> => {
      const answer = await api.asBot({ method: RequestMethod.Get, route: route(userId) });
      const read = member.safeParse(answer.ok ? answer.value : null).data;
      return read ? [[userId, read.nick ?? read.user.global_name ?? read.user.username]] : [];
    });
    found.push(...(await Promise.all(asked)).flat());
  }
  return new Map(found);
}
