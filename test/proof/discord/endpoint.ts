import { createServer } from "node:http";
import { discordHttp } from "../../../src/frontends/discord/connect/discord-http.ts";
import { portOf } from "../../bench/polls/poll-server.ts";
import { knownEvents } from "../../fakes/known-events.ts";
import { checksOf, NotTried } from "../check.ts";
import { at, textAt } from "../recorder.ts";
import { byToken, callback, type DiscordContext, EPHEMERAL, no, PREFIX, type Reachable } from "./context.ts";

const APPLICATION = "/applications/@me";
const ENDPOINT = "interactions_endpoint_url";
const SUGGESTING = 4;
/** The platform shows the result of a response only a moment later. Reading it is tried this often, with this pause. */
const READ_TRIES = 10;
const READ_MS = 200;

const answers = {
  suggestions: { type: 8, data: { choices: [] } },
  command: { type: 4, data: { content: "seen", flags: EPHEMERAL } },
};

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Starts an HTTP server with Reelay's own code. Until `beCareful` is called, it answers without checking signatures.
 */
async function openAddress({ clock, address, port }: Reachable, publicKey: string) {
  const statuses: number[] = [];
  const come: unknown[] = [];
  let isCareless = true;
  const reelay = discordHttp(
    { publicKey, clock, log: silent, events: knownEvents() },
    {
      joined() {},
      deauthorized() {},
      async interaction(payload, respond) {
        const isSuggesting = at(payload, "type") === SUGGESTING;
        await respond(isSuggesting ? answers.suggestions : answers.command);
        if (!isSuggesting) come.push(payload);
      },
    },
  );
  const server = createServer((request, response) => {
    if (isCareless) return response.writeHead(200, { "content-type": "application/json" }).end('{"type":1}');
    response.once("finish", () => statuses.push(response.statusCode));
    return reelay(request, response);
  }).listen(port, "127.0.0.1");
  await new Promise((resolve, reject) => server.once("listening", resolve).once("error", reject));
  return {
    url: `${address ?? `http://127.0.0.1:${portOf(server.address())}`}/discord/interactions`,
    /** The statuses of Reelay's own responses. */
    statuses,
    /** From now on Reelay's own code responds. */
    beCareful(): void {
      isCareless = false;
    },
    async command(signal: AbortSignal): Promise<unknown> {
      while (come.length === 0) {
        if (signal.aborted) throw signal.reason;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return come[0];
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Commands over HTTP. The platform must be able to reach this machine. */
export const endpointChecks = checksOf<DiscordContext>({
  async "discord/endpoint"(context) {
    const { ask, holds, event, person, place, afterwards, tidy, wait } = context;
    if (!place.reachable) throw new NotTried("Discord cannot reach this machine; set --address to a public URL");
    const reading = { method: "GET", route: APPLICATION } as const;
    const own = await ask("an application contains its public key", reading, ["verify_key", ENDPOINT]);
    const address = await openAddress(place.reachable, textAt(own, "verify_key"));
    afterwards(async () => {
      address.stop();
      return null;
    });
    const saving = (url: unknown) => ({ method: "PATCH", route: APPLICATION, body: { [ENDPOINT]: url } }) as const;
    afterwards(() => tidy(saving(at(own, ENDPOINT))));
    const unsaved = { ...no(400, 50035), fields: ["errors.interactions_endpoint_url"] };
    await ask("a URL that accepts a wrong signature is not saved", saving(address.url), unsaved);
    address.beCareful();
    const saved = await ask("a URL with Reelay's own code is saved", saving(address.url), [ENDPOINT]);
    holds("the saved URL is returned", at(saved, ENDPOINT) === address.url);

    holds("it was asked with a right signature, and answered", address.statuses.includes(200));
    holds("it was asked with a wrong signature, and refused that", address.statuses.includes(401));

    await person.does("discord", { kind: "command", name: PREFIX, options: { prompt: "a paper boat" } });
    const payload = await address.command(person.skipped());
    const fields = ["id", "token", "application_id", "channel_id", "data.id", "data.name", "app_permissions"];
    event("a command arrives over HTTP", "INTERACTION_CREATE by HTTP", payload, fields);
    const command = { id: textAt(payload, "id"), token: textAt(payload, "token") };
    const answerOf = byToken(context, command, "GET");
    for (let tries = 0; tries < READ_TRIES && (await tidy(answerOf)).status === 404; tries += 1) await wait(READ_MS);
    const response = await ask("the HTTP response answers the command", answerOf, ["id", "channel_id"]);
    holds("it is the message that was answered", at(response, "content") === answers.command.data.content);
    await ask(
      "a separate response to an HTTP interaction is refused",
      callback(command, answers.command),
      no(400, 40060),
    );
  },
});
