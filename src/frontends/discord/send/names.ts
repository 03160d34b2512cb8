import { RequestMethod } from "discord.js";
import { z } from "zod";
import type { UserId } from "../../../core/job/ids.ts";
import type { Api } from "./api.ts";

/** Members that are asked for side by side. */
const AT_ONCE = 5;

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
