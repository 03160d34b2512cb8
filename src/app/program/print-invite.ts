import type { readParts } from "../../config.ts";
import { machineClock } from "../../core/clock.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { Log } from "../../core/text/log-fields.ts";
import { inviteLinks } from "../../frontends/discord/connect/discord-application.ts";
import { discordApi } from "../../frontends/discord/out/discord-api.ts";
import { fetchWhole } from "../fetch-whole.ts";

export const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

export async function inviteText({
  token,
  apiUrl,
}: ReturnType<typeof readParts>["discord"]): Promise<Result<string, string>> {
  if (!token) return refuse("DISCORD_TOKEN is missing. Copy the bot's token from the Developer Portal into .env.");
  const clock = machineClock;
  const api = discordApi({ apiUrl, token, clock, log: silent, fetchWhole: fetchWhole(clock) });
  const links = await inviteLinks(api);
  if (!links.ok) return links;
  const { server, person } = links.value;
  return ok(
    [
      "Install Reelay in a server, for everyone in it (you need Manage Server there):",
      `  ${server}`,
      "Install Reelay for yourself, to use it anywhere:",
      `  ${person}`,
    ].join("\n"),
  );
}
