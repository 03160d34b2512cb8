import { RequestMethod, Routes } from "discord.js";
import { z } from "zod";
import { ok, type Result, refuse, unreachable } from "../../core/result.ts";
import type { Api, ApiNo } from "./api.ts";

const application = z.object({ id: z.string().regex(/^\d{1,20}$/), name: z.string().default("") });

export type OwnApplication = z.infer<typeof application>;

/** Whose token it is, as Discord tells it; or a sentence on what to do. */
export async function ownApplication(api: Pick<Api, "asBot">): Promise<Result<OwnApplication, string>> {
  const asked = await api.asBot({ method: RequestMethod.Get, route: Routes.currentApplication() });
  if (!asked.ok) return refuse(noSentence(asked.refusal));
  const read = application.safeParse(asked.value);
  return read.success ? ok(read.data) : refuse("Discord's answer names no application. Check DISCORD_API_URL.");
}

/** Why a request of the bot's own brought nothing, and what to do. */
export function noSentence(refusal: ApiNo): string {
  switch (refusal.kind) {
    case "refused":
      return refusal.status === 401
        ? "Discord refused DISCORD_TOKEN. Copy the bot's token afresh from the Developer Portal."
        : `Discord refused to name the application (status ${refusal.status}). Check DISCORD_API_URL.`;
    case "rate_limited":
      return `Discord is busy. Try again in ${Math.ceil(refusal.retryAfterMs / 1_000)} seconds.`;
    case "unavailable":
      return `Discord cannot be reached (${refusal.detail}). Check the network and DISCORD_API_URL, then try again.`;
    default:
      return unreachable(refusal);
  }
}
