import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import { z } from "zod";
import { sendToParent } from "../children.ts";

const POLL_MS = 2_000;
const HEADERS = { authorization: "Bearer bench-key-0123456789", "content-type": "application/json" };

const started = z.object({ data: z.object({ taskId: z.string() }) });
const task = z.object({
  data: z.object({ status: z.string(), progress: z.number(), videoUrl: z.string().optional() }),
});

/**
 * The simplest bot that makes a video, with the same libraries as ours. It sends a card, makes the paid call, polls and
 * edits the card every two seconds, and sends the result and a notification. It saves nothing.
 */
export async function plainBot(token: string, api: string, videoUrl: string): Promise<void> {
  const { ApplicationCommandOptionType, Client, Events, GatewayIntentBits, Routes } = await import("discord.js");
  const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api } });
  const service = new Pool(videoUrl);
  let calls = 0;

  async function call<Answer>(path: string, body: unknown, shape: z.ZodType<Answer>): Promise<Answer> {
    calls += 1;
    const answer = await service.request({ method: "POST", path, headers: HEADERS, body: JSON.stringify(body) });
    return shape.parse(await answer.body.json());
  }

  client.on(Events.InteractionCreate, async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    const prompt = interaction.options.getString("prompt", true);
    const { user, channelId } = interaction;
    await interaction.reply(`Making your video: ${prompt}`);
    const { data } = await call("/api/generate-video", { type: "text2video", prompt }, started);
    for (;;) {
      await pause(POLL_MS);
      const { status, progress, videoUrl } = (await call("/api/check-video-status", data, task)).data;
      if (status === "running") await interaction.editReply(`Making your video: ${prompt}, ${progress} %`);
      else {
        await interaction.editReply(`Your video: ${prompt} ${videoUrl}`);
        break;
      }
      calls += 1;
    }
    const body = { content: `<@${user.id}> Your video is ready.`, allowed_mentions: { users: [user.id] } };
    await client.rest.post(Routes.channelMessages(channelId), { body });
    calls += 3;
    sendToParent({ kind: "closed" });
  });
  client.once(Events.ClientReady, async (ready) => {
    const { String: type } = ApplicationCommandOptionType;
    const options = [{ name: "prompt", description: "a prompt", type, required: true } as const];
    await ready.application.commands.set([{ name: "video", description: "a video", options }]);
    sendToParent({ kind: "ready" });
  });
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    sendToParent({ kind: "spent", ownMs: (user + system) / 1_000, calls });
  });
  await client.login(token);
}
