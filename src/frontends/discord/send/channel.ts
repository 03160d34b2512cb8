import { RequestMethod } from "discord.js";
import { z } from "zod";
import { shares } from "../limits.ts";
import type { Api } from "./api.ts";

/** Channels and forums say it; threads do not. Source: Discord docs, resources/channel, channel structure (read 2026-11-23). */
const channel = z.object({ nsfw: z.boolean() });

/** Whether that channel is age-restricted; null: Discord did not say, or not in time. */
export async function isAgeRestricted(api: Pick<Api, "asBot">, channelId: string): Promise<boolean | null> {
  const deadlineMs = shares.channelMs;
  const told = await api.asBot({ method: RequestMethod.Get, route: `/channels/${channelId}`, deadlineMs });
  return channel.safeParse(told.ok ? told.value : null).data?.nsfw ?? null;
}
