import type { Log } from "../../core/ports.ts";
import { ok, refuse } from "../../core/result.ts";
import { noSentence, ownApplication } from "../../frontends/discord/connect/discord-application.ts";
import { listedAtDiscord } from "../../frontends/discord/connect/register-commands.ts";
import { type Api, discordApi } from "../../frontends/discord/out/discord-api.ts";
import { discordSpecs } from "../program/discord-specs.ts";
import { type Check, type Network, unanswered, type Verdict } from "./check.ts";
import { differenceText } from "./difference.ts";

interface Discord {
  readonly token: string;
  readonly apiUrl: string;
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Whether Discord takes that token, and whose it is. */
export function lookAtDiscordToken(discord: Discord, ways: Network): Promise<Verdict> {
  return withApi(discord, ways, async (api) => {
    const found = await ownApplication(api);
    if (found.ok) return ok(`${found.value.name} (application ${found.value.id})`);
    const { sentence, isUnanswered } = found.refusal;
    return isUnanswered ? unanswered(sentence) : refuse(sentence);
  });
}

export function discordChecks(discord: Discord): readonly Check[] {
  return [
    { about: "Discord's token", look: (deps) => lookAtDiscordToken(discord, deps) },
    { about: "Discord's commands", look: (deps) => lookAtCommands(discord, deps.config.COMMAND_PREFIX, deps) },
  ];
}

function lookAtCommands(discord: Discord, prefix: string, ways: Network): Promise<Verdict> {
  return withApi(discord, ways, async (api) => {
    const found = await ownApplication(api);
    if (!found.ok) return refuse("They can be checked once the token is accepted.");
    const commands = discordSpecs(prefix);
    const listed = await listedAtDiscord(api, found.value.id, commands);
    if (!listed.ok) return refuse(noSentence(listed.refusal));
    if (listed.value === "ours") return ok(`/${prefix} and the others are registered`);
    if (listed.value === "none") return ok("not registered yet: the first start does that");
    const { missing, changed, strange } = listed.value;
    const difference = differenceText({ missing: missing, changed: changed, "not Reelay's": strange });
    return refuse(
      `They are not this version's. ${difference} Restart Reelay in this version: each start registers its commands.`,
    );
  });
}

async function withApi(
  { token, apiUrl }: Discord,
  { clock, fetchWhole }: Network,
  look: (api: Api) => Promise<Verdict>,
): Promise<Verdict> {
  const api = discordApi({ apiUrl, token, clock, log: silent, fetchWhole });
  try {
    return await look(api);
  } finally {
    api.close();
  }
}
