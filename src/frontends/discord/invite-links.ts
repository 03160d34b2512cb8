import { ApplicationIntegrationType, OAuth2Scopes, RequestMethod, Routes } from "discord.js";
import { z } from "zod";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { Api } from "./api.ts";
import { NEEDED_PERMISSIONS } from "./reach.ts";

const application = z.object({ id: z.string().regex(/^\d{1,20}$/) });

/** Where people install the bot, for a server or for themselves; Discord tells whose token it is, or it is a sentence. */
export async function inviteLinks(
  api: Pick<Api, "asBot">,
): Promise<Result<{ readonly server: string; readonly person: string }, string>> {
  const asked = await api.asBot({ method: RequestMethod.Get, route: Routes.currentApplication() });
  if (!asked.ok) {
    const { refusal } = asked;
    switch (refusal.kind) {
      case "refused":
        return refuse(
          refusal.status === 401
            ? "Discord refused DISCORD_TOKEN. Copy the bot's token afresh from the Developer Portal."
            : `Discord refused to name the application (status ${refusal.status}). Check DISCORD_API_URL.`,
        );
      case "rate_limited":
        return refuse(`Discord is busy. Try again in ${Math.ceil(refusal.retryAfterMs / 1_000)} seconds.`);
      case "unavailable":
        return refuse(
          `Discord cannot be reached (${refusal.detail}). Check the network and DISCORD_API_URL, then try again.`,
        );
    }
  }
  const read = application.safeParse(asked.value);
  if (!read.success) return refuse("Discord's answer names no application. Check DISCORD_API_URL.");
  const { id } = read.data;
  return ok({
    server: address({
      client_id: id,
      integration_type: String(ApplicationIntegrationType.GuildInstall),
      scope: `${OAuth2Scopes.Bot} ${OAuth2Scopes.ApplicationsCommands}`,
      permissions: String(NEEDED_PERMISSIONS),
    }),
    person: address({
      client_id: id,
      integration_type: String(ApplicationIntegrationType.UserInstall),
      scope: OAuth2Scopes.ApplicationsCommands,
    }),
  });
}

/** People open it in a browser, wherever the API is. */
function address(query: Readonly<Record<string, string>>): string {
  return `https://discord.com/oauth2/authorize?${new URLSearchParams(query)}`;
}
