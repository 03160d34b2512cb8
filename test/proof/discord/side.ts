import type { Person } from "../check.ts";
import type { Edge } from "../edge.ts";
import { at, textAt } from "../recorder.ts";
import type { Side } from "../run-checks.ts";
import type { Hears } from "../socket.ts";
import { answerChecks } from "./answers.ts";
import { commandChecks, registration } from "./commands.ts";
import { type DiscordContext, type DiscordPlace, discordCode, discordContext, type Reachable } from "./context.ts";
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

/** Discord, as the proof reaches it. */
export interface DiscordReach {
  readonly apiUrl: string;
  readonly token: string;
  /** The test server; null: the only one that the bot is in. */
  readonly guildId: string | null;
  readonly reachable: Reachable | null;
  readonly edge: Edge;
  readonly person: Person;
  readonly wait: (ms: number) => Promise<void>;
  /** The proof waits this long for an act of its person. */
  readonly withinMs: number;
  readonly hears?: Hears | undefined;
}

/** Connects, and registers the proof's own commands in the test server; `end` takes them away again. Throws where it cannot, with a sentence. */
export async function openDiscord(reach: DiscordReach): Promise<Side<DiscordContext> & { end(): Promise<void> }> {
  const { apiUrl, token, edge, person, wait, withinMs, hears } = reach;
  const headers = { authorization: `Bot ${token}` };
  const gatewayAnswer = await edge({
    method: "GET",
    template: "/gateway/bot",
    url: `${apiUrl}/v10/gateway/bot`,
    headers,
  });
  if (gatewayAnswer.status !== 200)
    throw new Error(`Discord does not take DISCORD_TOKEN (it answered ${gatewayAnswer.status}).`);
  const gateway = await openGateway({ url: textAt(gatewayAnswer.body, "url"), token, withinMs, hears });
  const guilds = guildsIn(gateway.ready);
  const named = async (ids: readonly string[]) => {
    const names = ids.map(async (id) => {
      const guild = await edge({
        method: "GET",
        template: "/guilds/:guild",
        url: `${apiUrl}/v10/guilds/${id}`,
        headers,
      });
      return `${at(guild.body, "name") ?? "one without a name"} (${id})`;
    });
    return (await Promise.all(names)).join(", ");
  };
  const guildId = reach.guildId ?? (guilds.length === 1 ? guilds[0] : undefined);
  if (guildId === undefined) {
    gateway.close();
    throw new Error(
      `The bot is in ${guilds.length} servers: ${await named(guilds)}. Say which one is for tests: --guild ID.`,
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
  const plain = ({ recorder, afterwards }: Parameters<Side<DiscordContext>["contextOf"]>[0]) =>
    discordContext({ place, person, edge, recorder, wait, afterwards });
  const register = (body?: readonly unknown[]) => {
    const { route, params, ...rest } = registration({ place }, body);
    const url = `${apiUrl}/v10${route.replace(/:(\w+)/g, (_, name: "application" | "guild") => params[name])}`;
    const json = { ...headers, "content-type": "application/json" };
    return edge({ method: "PUT", template: route, url, headers: json, body: JSON.stringify(rest.body) });
  };
  await register();
  return {
    checks: discordChecks,
    wait,
    codeOf: discordCode,
    contextOf: plain,
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
