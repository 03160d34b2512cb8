import { ApplicationIntegrationType, OAuth2Scopes } from "discord.js";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { NEEDED_PERMISSIONS } from "../read/reach.ts";
import type { Api } from "../send/api.ts";
import { ownApplication } from "./own-application.ts";

/** Where people install the bot, for a server or for themselves; Discord tells whose token it is, or it is a sentence. */
export async function inviteLinks(
  api: Pick<Api, "asBot">,
): Promise<Result<{ readonly server: string; readonly person: string }, string>> {
  const found = await ownApplication(api);
  if (!found.ok) return refuse(found.refusal.sentence);
  const { id } = found.value;
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
