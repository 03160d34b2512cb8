import { App, LogLevel } from "@slack/bolt";
import { Client, GatewayIntentBits, Routes } from "discord.js";
import { onTestFinished } from "vitest";
import { z } from "zod";

/** Bots that only accept a key in a form, to test what the sandbox's own people do. */
type Env = Readonly<Record<string, string>>;

const pressed = z.object({
  type: z.number(),
  id: z.string(),
  token: z.string(),
  application_id: z.string(),
  data: z.object({
    name: z.string().optional(),
    components: z.array(z.object({ component: z.object({ value: z.string() }) })).optional(),
  }),
});

/** Asks the service whether it accepts a key, like a real bot. */
async function isGood(env: Env, key: string): Promise<boolean> {
  const response = await fetch(`${env.VIDEO_API_URL}/api/check-video-status`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ taskId: "reelay-key-check" }),
  });
  return response.status !== 401;
}

export async function connectDiscordBot(env: Env, { prefix = "video" } = {}): Promise<void> {
  const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: env.DISCORD_API_URL ?? "" } });
  onTestFinished(() => client.destroy());
  const keyField = { type: 4, style: 1, custom_id: "key" };
  const form = { custom_id: "key", title: "Your key", components: [{ type: 18, label: "Key", component: keyField }] };

  async function answer(raw: unknown): Promise<void> {
    const { type, id, token, application_id, data } = pressed.parse(raw);
    const say = (body: object) => client.rest.post(Routes.interactionCallback(id, token), { body, auth: false });
    if (type === 2 && data.name?.endsWith("-key")) await say({ type: 9, data: form });
    else if (type === 2)
      await say({ type: 4, data: { content: "Here is your card.", allowed_mentions: { parse: [] } } });
    if (type !== 5) return;
    await say({ type: 5, data: { flags: 64 } });
    const good = await isGood(env, data.components?.[0]?.component.value ?? "");
    const content = good ? "Your key works." : "Your key was refused.";
    const body = { content, allowed_mentions: { parse: [] } };
    await client.rest.patch(Routes.webhookMessage(application_id, token, "@original"), { body, auth: false });
  }

  // The library's types do not include the raw event.
  client.on("raw", (packet: unknown) => {
    const dispatch = z.object({ t: z.literal("INTERACTION_CREATE"), d: z.unknown() }).safeParse(packet);
    if (dispatch.success) void answer(dispatch.data.d);
  });
  await client.login(env.DISCORD_TOKEN);
  const options = [{ type: 1, name: "set", description: "Give it" }];
  const prompt = { type: 3, name: "prompt", description: "What", required: true };
  await client.rest.put(Routes.applicationCommands(client.user?.id ?? ""), {
    body: [
      { name: `${prefix}-key`, description: "Your key", options },
      { name: prefix, description: "A video", options: [prompt] },
    ],
  });
}

/** Ignores the socket's error if the sandbox stops first. */
const silent = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  setName() {},
  getLevel: () => LogLevel.ERROR,
};

export async function connectSlackBot(env: Env): Promise<void> {
  const app = new App({
    token: env.SLACK_BOT_TOKEN ?? "",
    appToken: env.SLACK_APP_TOKEN ?? "",
    socketMode: true,
    clientOptions: { slackApiUrl: env.SLACK_API_URL ?? "" },
    logger: silent,
  });
  onTestFinished(async () => {
    await app.stop();
  });
  const plain = (text: string) => ({ type: "plain_text" as const, text });
  const saying = (text: string) => ({
    type: "modal" as const,
    title: plain("Your key"),
    blocks: [{ type: "section" as const, text: plain(text) }],
  });
  app.command("/video-key", async ({ ack, client, body }) => {
    await ack();
    const element = { type: "plain_text_input" as const, action_id: "key" };
    const blocks = [{ type: "input" as const, block_id: "key", label: plain("Key"), element }];
    const view = { ...saying(""), callback_id: "key", submit: plain("Save"), blocks };
    await client.views.open({ trigger_id: body.trigger_id, view });
  });
  app.view("key", async ({ ack, view, client }) => {
    await ack({ response_action: "update", view: saying("Checking…") });
    const good = await isGood(env, view.state.values.key?.key?.value ?? "");
    await client.views.update({ view_id: view.id, view: saying(good ? "Your key works." : "Your key was refused.") });
  });
  app.command("/video", async ({ ack }) => ack({ response_type: "ephemeral", text: "Here is your card." }));
  await app.start();
}
