import { say } from "./children.ts";
import { portOf } from "./polls/poll-server.ts";

/** A bot as discord.js's guide shows it: it defers its reply, and does nothing else. */
export async function bareDiscord(token: string, api: string): Promise<void> {
  const { ApplicationCommandOptionType, Client, Events, GatewayIntentBits } = await import("discord.js");
  const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api } });
  client.on(Events.InteractionCreate, (interaction) => {
    // Where the platform did not wait for it, the benchmark goes on.
    if (interaction.isChatInputCommand()) interaction.deferReply().catch(() => {});
  });
  client.once(Events.ClientReady, async (ready) => {
    const { String: type } = ApplicationCommandOptionType;
    const options = [{ name: "prompt", description: "a prompt", type } as const];
    await ready.application.commands.set([{ name: "video", description: "a video", options }]);
    say({ kind: "ready" });
  });
  await client.login(token);
}

/** An app as Bolt's guide shows it: it acknowledges the command, and does nothing else. */
export async function bareBolt(token: string, signingSecret: string, slackApiUrl: string): Promise<void> {
  const { App } = await import("@slack/bolt");
  const app = new App({ token, signingSecret, clientOptions: { slackApiUrl } });
  app.command("/video", ({ ack }) => ack());
  const server = await app.start({ port: 0, host: "127.0.0.1" });
  say({ kind: "ready", at: `http://127.0.0.1:${portOf(server.address())}` });
}
