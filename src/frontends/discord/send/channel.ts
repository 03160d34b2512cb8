import { RequestMethod } from "discord.js";
import { z } from "zod";
import { shares } from "../limits.ts";
import type { Api } from "./api.ts";

/** Channels and forums say it; threads do not. Source: Discord docs, resources/channel, channel structure (read 2026-11-23). */
const channel = z.object({ nsfw: z.boolean() });
/** Those of servers say of which one. Source: the same. */
const ofGuild = z.object({ guild_id: z.string() });

/** Whether that channel is age-restricted; null: Discord did not say, or not in time. */
export async function isAgeRestricted(api: Pick<Api, "asBot">, channelId: string): Promise<boolean | null> {
  return channel.safeParse(await channelOf(api, channelId, shares.channelMs)).data?.nsfw ?? null;
}

/** Whether that channel is in that server; null: Discord did not say. */
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
  const told = await api.asBot({ method: RequestMethod.Get, route: `/channels/${channelId}`, ...within });
  return told.ok ? told.value : null;
}
