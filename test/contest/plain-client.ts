import {
  ApplicationCommandOptionType,
  type ChatInputCommandInteraction,
  Client,
  Events,
  GatewayIntentBits,
} from "discord.js";

/** A bot as discord.js's guide shows it, with one command; resolves when it is connected. */
export async function plainClient(
  makeVideo: (interaction: ChatInputCommandInteraction, prompt: string) => Promise<void>,
): Promise<Client<true>> {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: process.env.DISCORD_API_URL ?? "" },
  });
  client.on(Events.InteractionCreate, (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    makeVideo(interaction, interaction.options.getString("prompt", true)).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
    });
  });
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(process.env.DISCORD_TOKEN);
  const connected = await ready;
  const { String: type } = ApplicationCommandOptionType;
  const options = [{ name: "prompt", description: "What the video shows", type, required: true } as const];
  await connected.application.commands.set([{ name: "video", description: "Makes a video", options }]);
  return connected;
}
