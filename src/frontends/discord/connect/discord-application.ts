import { ApplicationIntegrationType, OAuth2Scopes, Routes } from "discord.js";
import { z } from "zod";
import { ok, type Result, refuse, unreachable } from "../../../core/result.ts";
import { NEEDED_PERMISSIONS } from "../in/read-interaction.ts";
import type { Api, ApiNo } from "../out/discord-api.ts";

/** Source: Discord docs, resources/application, application structure (read 2026-11-26). */
const application = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  name: z.string().default(""),
  approximate_guild_count: z.int().nullable().catch(null),
  verify_key: z.string().nullable().catch(null),
  interactions_endpoint_url: z.string().nullable().catch(null),
});

export type OwnApplication = z.infer<typeof application>;

export interface ApplicationRefusal {
  readonly sentence: string;
  readonly isUnanswered: boolean;
}

export async function ownApplication(api: Pick<Api, "asBot">): Promise<Result<OwnApplication, ApplicationRefusal>> {
  const asked = await api.asBot({ method: "GET", route: Routes.currentApplication() });
  if (!asked.ok) return refuse({ sentence: noSentence(asked.refusal), isUnanswered: asked.refusal.kind !== "refused" });
  const read = application.safeParse(asked.value);
  if (read.success) return ok(read.data);
  return refuse({ sentence: "Discord's answer names no application. Check DISCORD_API_URL.", isUnanswered: false });
}

/** Discord refuses a URL that does not answer as documented. */
export function setEndpoint(api: Pick<Api, "asBot">, url: string): Promise<Result<unknown, ApiNo>> {
  const body = { interactions_endpoint_url: url };
  return api.asBot({ method: "PATCH", route: Routes.currentApplication(), body });
}

export const TOKEN_REFUSED = "Discord refused DISCORD_TOKEN. Copy the bot's token again from the Developer Portal.";

export function noSentence(refusal: ApiNo): string {
  switch (refusal.kind) {
    case "refused":
      return refusal.status === 401
        ? TOKEN_REFUSED
        : `Discord refused the request (status ${refusal.status}). Check DISCORD_API_URL.`;
    case "rate_limited":
      return `Discord is busy. Try again in ${Math.ceil(refusal.retryAfterMs / 1_000)} seconds.`;
    case "unavailable":
      if (/^status 5\d\d$/.test(refusal.detail)) return `Discord has a problem (${refusal.detail}). Try again later.`;
      return `Discord cannot be reached (${refusal.detail}). Check the network and DISCORD_API_URL, then try again.`;
    default:
      return unreachable(refusal);
  }
}

export async function inviteLinks(
  api: Pick<Api, "asBot">,
): Promise<Result<{ readonly server: string; readonly person: string }, string>> {
  const own = await ownApplication(api);
  if (!own.ok) return refuse(own.refusal.sentence);
  const { id } = own.value;
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

function address(query: Readonly<Record<string, string>>): string {
  return `https://discord.com/oauth2/authorize?${new URLSearchParams(query)}`;
}
