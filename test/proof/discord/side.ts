import { at, textAt } from "../recorder.ts";
import { type Opened, type Reach, runChecks, type Side } from "../run-checks.ts";
import { answerChecks } from "./answers.ts";
import { commandChecks, registration } from "./commands.ts";
import {
  askedOf,
  type DiscordContext,
  type DiscordPlace,
  discordCode,
  discordContext,
  type Reachable,
} from "./context.ts";
import { endpointChecks } from "./endpoint.ts";
import { openGateway } from "./gateway.ts";
import { identityChecks } from "./identity.ts";
import { messageChecks } from "./messages.ts";
import { shownChecks } from "./shown.ts";

export const discordChecks = [
  ...identityChecks,
  ...commandChecks,
  ...answerChecks,
  ...endpointChecks,
  ...messageChecks,
  ...shownChecks,
];

/** The settings for the checks on Discord. */
export interface DiscordReach extends Reach {
  readonly apiUrl: string;
  readonly token: string;
  /** The test server. Null: the only server that the bot is in. */
  readonly guildId: string | null;
  readonly reachable: Reachable | null;
}

/**
 * Connects and registers the check's commands in the test server. `end` removes them. Throws with a sentence if it fails.
 */
export async function openDiscord(reach: DiscordReach): Promise<Opened> {
  const { apiUrl, token, edge, person, wait, withinMs, receives } = reach;
  const gatewayAnswer = await edge(askedOf(reach, { method: "GET", route: "/gateway/bot" }));
  if (gatewayAnswer.status !== 200) throw new Error(`Discord rejects DISCORD_TOKEN (HTTP ${gatewayAnswer.status}).`);
  const gateway = await openGateway({ url: textAt(gatewayAnswer.body, "url"), token, withinMs, receives });
  const guilds = guildsIn(gateway.ready);
  const guildId = reach.guildId ?? (guilds.length === 1 ? guilds[0] : undefined);
  if (guildId === undefined) {
    gateway.close();
    throw new Error(
      `The bot is in ${guilds.length} servers: ${guilds.join(", ")}. Say which one is for tests: --guild ID.`,
    );
  }
  const place: DiscordPlace = {
    apiUrl,
    token,
    gateway,
    applicationId: textAt(gateway.ready, "application.id"),
    guildId,
    reachable: reach.reachable,
    met: { quiet: null },
  };
  const register = (body?: readonly unknown[]) => edge(askedOf(place, registration({ place }, body)));
  await register();
  const side: Side<DiscordContext> = {
    checks: discordChecks,
    wait,
    codeOf: discordCode,
    contextOf: (tools) => discordContext({ place, person, edge, wait, ...tools }),
  };
  return {
    run: (chosen) => runChecks(side, chosen),
    async end() {
      await register([]);
      gateway.close();
    },
  };
}

function guildsIn(ready: unknown): readonly string[] {
  const guilds = at(ready, "guilds");
  return Array.isArray(guilds) ? guilds.map((each: unknown) => String(at(each, "id"))) : [];
}
