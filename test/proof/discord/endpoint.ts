import { createServer, type RequestListener } from "node:http";
import { buffer } from "node:stream/consumers";
import { discordHttp } from "../../../src/frontends/discord/connect/discord-http.ts";
import { portOf } from "../../bench/polls/poll-server.ts";
import { checksOf, NotTried } from "../check.ts";
import { at, textAt } from "../recorder.ts";
import { byToken, callback, type DiscordContext, EPHEMERAL, no, PREFIX, type Reachable } from "./context.ts";

const APPLICATION = "/applications/@me";
const ENDPOINT = "interactions_endpoint_url";
const SUGGESTING = 4;
/** The platform reads a response a moment after it was sent: it is asked so often, with such a pause. */
const READ_TRIES = 10;
const READ_MS = 200;
/** A request counts for five minutes. */
const LATE_MS = 301_000;

const answers = {
  suggestions: { type: 8, data: { choices: [] } },
  command: { type: 4, data: { content: "seen", flags: EPHEMERAL } },
};

const silent = { debug() {}, info() {}, warn() {}, error() {} };

async function serve(listener: RequestListener, port = 0) {
  const server = createServer(listener).listen(port, "127.0.0.1");
  await new Promise((resolve, reject) => server.once("listening", resolve).once("error", reject));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A request of the platform's, and the status of its answer. */
interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly status: number;
}

/** Reelay's own code at an address of the proof's; it answers commands, and can be put aside for a server that checks nothing. */
async function openAddress({ clock, address, port }: Reachable, publicKey: string) {
  const received: Received[] = [];
  const come: unknown[] = [];
  let isCareless = true;
  const reelay = (lateMs: number) =>
    serve(
      discordHttp(
        { publicKey, clock: { ...clock, now: () => clock.now() + lateMs }, log: silent },
        {
          joined() {},
          deauthorized() {},
          async interaction(payload, respond) {
            const isSuggesting = at(payload, "type") === SUGGESTING;
            await respond(isSuggesting ? answers.suggestions : answers.command);
            if (!isSuggesting) come.push(payload);
          },
        },
      ),
    );
  const [now, later] = [await reelay(0), await reelay(LATE_MS)];
  const send = async ({ headers, body }: Pick<Received, "headers" | "body">, to = now) =>
    fetch(`${to.url}/discord/interactions`, { method: "POST", headers, body });
  const front = await serve(async (request, response) => {
    const body = new Uint8Array(await buffer(request));
    const signature = Object.entries(request.headers).filter(([name]) => name.startsWith("x-signature-"));
    const headers = Object.fromEntries(signature.map(([name, value]) => [name, String(value)]));
    const answer = isCareless ? Response.json({ type: 1 }) : await send({ headers, body });
    received.push({ headers, body, status: answer.status });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  }, port);
  return {
    url: `${address ?? front.url}/discord/interactions`,
    received,
    /** From now on Reelay's code answers. */
    beCareful(): void {
      isCareless = false;
      received.length = 0;
    },
    /** Sends a request of the platform's again to Reelay's code, as it is now or in five minutes; gives the status. */
    again: async (request: Received, when: "now" | "later"): Promise<number> =>
      (await send(request, when === "now" ? now : later)).status,
    /** Gives the first command that came. */
    async command(signal: AbortSignal): Promise<unknown> {
      while (come.length === 0) {
        if (signal.aborted) throw signal.reason;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return come[0];
    },
    stop() {
      for (const server of [front, now, later]) server.stop();
    },
  };
}

/** Commands by HTTP, for which the platform has to reach the proof. */
export const endpointChecks = checksOf<DiscordContext>({
  async "discord/endpoint"(context) {
    const { ask, holds, event, person, place, afterwards, tidy, wait } = context;
    if (!place.reachable) throw new NotTried("Discord cannot reach the proof; --address says where it could");
    const own = await ask("an application tells the key of its signatures", { method: "GET", route: APPLICATION }, [
      "verify_key",
      ENDPOINT,
    ]);
    const address = await openAddress(place.reachable, textAt(own, "verify_key"));
    afterwards(async () => {
      address.stop();
      return null;
    });
    const saving = (url: unknown) => ({ method: "PATCH", route: APPLICATION, body: { [ENDPOINT]: url } }) as const;
    afterwards(() => tidy(saving(at(own, ENDPOINT))));
    const unsaved = { ...no(400, 50035), fields: ["errors.interactions_endpoint_url"] };
    await ask("an address that takes a wrong signature is not saved", saving(address.url), unsaved);
    address.beCareful();
    const saved = await ask("an address of Reelay's is saved", saving(address.url), [ENDPOINT]);
    holds("the address that was saved is told", at(saved, ENDPOINT) === address.url);

    const ping = address.received.find(({ status }) => status === 200);
    holds("it was asked with a right signature, and answered", ping !== undefined);
    const hasForged = address.received.some(({ status }) => status === 401);
    holds("it was asked with a wrong signature, and refused that", hasForged);
    if (!ping) return;
    holds("the same request again is refused", (await address.again(ping, "now")) === 401);
    holds("a request of five minutes ago is refused", (await address.again(ping, "later")) === 401);

    await person.does("discord", { kind: "command", name: PREFIX, options: { prompt: "a paper boat" } });
    const payload = await address.command(person.skipped());
    const fields = ["id", "token", "application_id", "channel_id", "data.id", "data.name", "app_permissions"];
    event("a command arrives by HTTP", "INTERACTION_CREATE by HTTP", payload, fields);
    const command = { id: textAt(payload, "id"), token: textAt(payload, "token") };
    const reading = byToken(context, command, "GET");
    for (let tries = 0; tries < READ_TRIES && (await tidy(reading)).status === 404; tries += 1) await wait(READ_MS);
    const response = await ask("the response is the command's answer", reading, ["id", "channel_id"]);
    holds("it is the message that was answered", at(response, "content") === answers.command.data.content);
    await ask("an answer beside the response is refused", callback(command, answers.command), no(400, 40060));
  },
});
