import { z } from "zod";
import type { ChatRefusal } from "../../../core/chat.ts";
import type { UserId } from "../../../core/job/ids.ts";
import { ok, refuse } from "../../../core/result.ts";
import { namesOfEach, type TeamPeople } from "../../../core/team/team.ts";
import { GUEST_FLAG, shares } from "../discord-limits.ts";
import type { Api, ApiNo } from "./discord-api.ts";
import { channelRefusal, discordReply } from "./discord-ways.ts";

/** Source: Discord docs, topics/opcodes-and-status-codes (read 2026-11-22). */
const UNKNOWN_MEMBER = 10_007;

const present = z.object({ roles: z.array(z.string()), flags: z.int().catch(0) });
const member = z.object({
  nick: z.string().nullable().catch(null),
  user: z.object({ username: z.string(), global_name: z.string().nullable().catch(null) }),
});
/** Source: Discord docs, resources/channel, channel structure (read 2026-11-23). */
const channel = z.object({
  type: z.int().catch(0),
  parent_id: z.string().nullable().catch(null),
  /** Threads have none. */
  nsfw: z.boolean().nullable().catch(null),
  /** Set only in servers. */
  guild_id: z.string().nullable().catch(null),
});

const readChannel = (api: Pick<Api, "asBot">, channelId: string, deadlineMs: number) =>
  api.asBot({ method: "GET", route: `/channels/${channelId}`, deadlineMs });

export async function askChannel(
  api: Pick<Api, "asBot">,
  channelId: string,
  deadlineMs: number = shares.requestMs,
): Promise<z.output<typeof channel> | null> {
  const answer = await readChannel(api, channelId, deadlineMs);
  return channel.safeParse(answer.ok ? answer.value : null).data ?? null;
}

const unreadAnswer = { kind: "unavailable", unclear: false, detail: "no channel in the answer" } as const;

function closedChannel(refusal: Extract<ApiNo, { readonly kind: "refused" }>): ChatRefusal {
  const channel = channelRefusal(refusal);
  return { kind: "unreachable", detail: `channel ${refusal.status}/${refusal.code}`, channel };
}

export function discordPeople(api: Pick<Api, "asBot">): TeamPeople {
  const askMember = (guildId: string, userId: UserId) =>
    api.asBot({ method: "GET", route: `/guilds/${guildId}/members/${userId}` });

  return {
    // Nothing is more recent than the interaction itself.
    standingOf: async ({ standing }) => standing ?? null,
    async memberNow({ owner, reply }) {
      const { guildId } = discordReply(reply);
      if (guildId === null) return null;
      const answer = await askMember(guildId, owner.userId);
      if (!answer.ok && answer.refusal.kind === "refused" && answer.refusal.code === UNKNOWN_MEMBER) return "gone";
      const { data } = present.safeParse(answer.ok ? answer.value : null);
      return data ? { roles: data.roles, isGuest: (data.flags & GUEST_FLAG) !== 0 } : null;
    },
    async namesOf({ reply }, people) {
      const { guildId } = discordReply(reply);
      if (guildId === null) return new Map();
      return namesOfEach(people, async (userId) => {
        const answer = await askMember(guildId, userId);
        const { data } = member.safeParse(answer.ok ? answer.value : null);
        return data ? (data.nick ?? data.user.global_name ?? data.user.username) : null;
      });
    },
    async isChannelHere({ reply }, channelId) {
      const { guildId } = discordReply(reply);
      if (guildId === null) return ok(false);
      const answer = await readChannel(api, channelId, shares.requestMs);
      if (!answer.ok) return refuse(answer.refusal.kind === "refused" ? closedChannel(answer.refusal) : answer.refusal);
      const { data } = channel.safeParse(answer.value);
      return data ? ok(data.guild_id === guildId) : refuse(unreadAnswer);
    },
    // Short, because a command waits for this.
    isAgeRestricted: async ({ reply, threadOf }) =>
      (await askChannel(api, threadOf ?? reply.channelId, shares.channelMs))?.nsfw ?? null,
  };
}
