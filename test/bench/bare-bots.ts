import { z } from "zod";
import { sendToParent } from "./children.ts";
import { portOf } from "./polls/poll-server.ts";

const application = z.object({ id: z.string() });

/** A bot as in the discord.js guide. It only defers its reply. */
export async function bareDiscord(token: string, api: string): Promise<void> {
  const { ApplicationCommandOptionType, Client, Events, GatewayIntentBits } = await import("discord.js");
  const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api } });
  client.on(Events.InteractionCreate, (interaction) => {
    // Fails if the platform no longer waits for this reply, which must not end the benchmark.
    if (interaction.isChatInputCommand()) interaction.deferReply().catch(() => {});
  });
  client.once(Events.ClientReady, async (ready) => {
    const { String: type } = ApplicationCommandOptionType;
    const options = [{ name: "prompt", description: "a prompt", type } as const];
    await ready.application.commands.set([{ name: "video", description: "a video", options }]);
    sendToParent({ kind: "ready" });
  });
  await client.login(token);
}

/** A server as in Discord's documentation. It only checks the signature and defers the reply. */
export async function bareHttp(token: string, api: string, publicKey: string): Promise<void> {
  const { createPublicKey, verify } = await import("node:crypto");
  const { createServer } = await import("node:http");
  const { buffer } = await import("node:stream/consumers");
  const x = Buffer.from(publicKey, "hex").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const time = Buffer.from(String(request.headers["x-signature-timestamp"]));
    const signature = Buffer.from(String(request.headers["x-signature-ed25519"]), "hex");
    if (!verify(null, Buffer.concat([time, body]), key, signature)) return response.writeHead(401).end();
    const { type } = JSON.parse(String(body));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ type: type === 1 ? 1 : 5 }));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = { authorization: `Bot ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${api}/v10${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return answer.json();
  };
  const { id } = application.parse(await ask("GET", "/applications/@me"));
  const options = [{ name: "prompt", description: "a prompt", type: 3 }];
  await ask("PUT", `/applications/${id}/commands`, [{ name: "video", description: "a video", options }]);
  sendToParent({ kind: "ready", at: `http://127.0.0.1:${portOf(server.address())}` });
}

/** An app as in the Bolt guide. It only acknowledges the command. */
export async function bareBolt(token: string, signingSecret: string, slackApiUrl: string): Promise<void> {
  const { App } = await import("@slack/bolt");
  const app = new App({ token, signingSecret, clientOptions: { slackApiUrl } });
  app.command("/video", ({ ack }) => ack());
  const server = await app.start({ port: 0, host: "127.0.0.1" });
  sendToParent({ kind: "ready", at: `http://127.0.0.1:${portOf(server.address())}` });
}
