import type { Log } from "../../core/ports.ts";
import { ok, refuse } from "../../core/result.ts";
import { type Api, discordApi } from "../../frontends/discord/api.ts";
import { noSentence, ownApplication } from "../../frontends/discord/own-application.ts";
import { areRegistered } from "../../frontends/discord/register.ts";
import { discordSpecs } from "../discord-specs.ts";
import type { Check, Verdict, Ways } from "./check.ts";

interface Discord {
  readonly token: string;
  readonly apiUrl: string;
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Whether Discord takes that token, and whose it is. */
export function lookAtDiscordToken(discord: Discord, ways: Ways): Promise<Verdict> {
  return withApi(discord, ways, async (api) => {
    const found = await ownApplication(api);
    return found.ok ? ok(`${found.value.name} (application ${found.value.id})`) : found;
  });
}

export function discordChecks(discord: Discord): readonly Check[] {
  return [
    { about: "Discord's token", look: (deps) => lookAtDiscordToken(discord, deps) },
    { about: "Discord's commands", look: (deps) => lookAtCommands(discord, deps.config.COMMAND_PREFIX, deps) },
  ];
}

function lookAtCommands(discord: Discord, prefix: string, ways: Ways): Promise<Verdict> {
  return withApi(discord, ways, async (api) => {
    const found = await ownApplication(api);
    if (!found.ok) return refuse("They are known once the token is taken.");
    const commands = discordSpecs(prefix);
    const same = await areRegistered(api, found.value.id, commands);
    if (!same.ok) return refuse(noSentence(same.refusal));
    return same.value
      ? ok(`/${prefix} and the others are registered`)
      : refuse("Discord's list of them is another one. Start Reelay again: it registers them at every start.");
  });
}

async function withApi(
  { token, apiUrl }: Discord,
  { clock, fetchWhole }: Ways,
  look: (api: Api) => Promise<Verdict>,
): Promise<Verdict> {
  const api = discordApi({ apiUrl, token, clock, log: silent, fetchWhole });
  try {
    return await look(api);
  } finally {
    api.close();
  }
}
