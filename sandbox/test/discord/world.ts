import { DiscordAPIError, REST } from "@discordjs/rest";
import { type SessionInfo, WebSocketManager, WebSocketShardEvents } from "@discordjs/ws";
import { Routes } from "discord.js";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import { type DiscordEmulator, startDiscord } from "../../src/discord/discord-emulator.ts";
import { type Entry, type EntryKind, openJournal } from "../../src/journal.ts";
import { manualSandboxClock } from "../sandbox-clock.ts";

const received = z.looseObject({
  id: z.string(),
  token: z.string(),
  type: z.number(),
  data: z.looseObject({}),
});
export type Received = z.output<typeof received>;

/** A sandbox with a manual clock and Discord's own clients: `rest`, and `ws` if a test connects it. */
export async function aWorld() {
  const clock = manualSandboxClock();
  const journal = openJournal(clock);
  const discord = await startDiscord({ clock, journal });
  onTestFinished(() => discord.stop());
  const rest = restOf(discord, discord.token);
  return {
    clock,
    journal,
    discord,
    rest,
    seen: (...kinds: EntryKind[]): readonly Entry[] =>
      journal.since(0).filter((entry) => kinds.length === 0 || kinds.includes(entry.kind)),
  };
}

export type AWorld = Awaited<ReturnType<typeof aWorld>>;

export function restOf(discord: DiscordEmulator, token: string): REST {
  return new REST({ api: discord.apiUrl, version: "10", retries: 0, rejectOnRateLimit: () => true }).setToken(token);
}

/** A connected bot with commands. `next` returns the oldest interaction that was not returned yet. */
export async function aBot(world: Pick<AWorld, "discord" | "rest">, commands: readonly unknown[] = [ask]) {
  const { discord, rest } = world;
  // By default, all managers in a process share their sessions, so a second bot would resume the session of the first.
  let session: SessionInfo | null = null;
  const manager = new WebSocketManager({
    token: discord.token,
    intents: 0,
    rest,
    retrieveSessionInfo: () => session,
    updateSessionInfo: (_shardId, info) => {
      session = info;
    },
  });
  const waiting: Received[] = [];
  const takers: ((one: Received) => void)[] = [];
  manager.on(WebSocketShardEvents.Dispatch, ({ data }) => {
    if (data.t !== "INTERACTION_CREATE") return;
    const one = received.parse(data.d);
    const taker = takers.shift();
    if (taker) taker(one);
    else waiting.push(one);
  });
  onTestFinished(() => manager.destroy());
  await rest.put(Routes.applicationCommands(discord.applicationId), { body: commands });
  await manager.connect();
  const next = (): Promise<Received> => {
    const one = waiting.shift();
    return one ? Promise.resolve(one) : new Promise((resolve) => takers.push(resolve));
  };
  const answer = ({ id, token }: Received, body: unknown, query = "") =>
    rest.post(Routes.interactionCallback(id, token), {
      body,
      auth: false,
      query: new URLSearchParams(query),
    });
  return {
    manager,
    next,
    answer,
    /** Types /ask as Ada. Returns the interaction that the bot receives. */
    async asked(how?: { channelId?: string }): Promise<Received> {
      await discord.command("ada", "ask", { prompt: "a boat" }, how);
      return next();
    },
    original: (interaction: Received) => Routes.webhookMessage(discord.applicationId, interaction.token, "@original"),
    webhook: (interaction: Received) => Routes.webhook(discord.applicationId, interaction.token),
  };
}

export const ask = {
  name: "ask",
  description: "Asks",
  options: [
    { type: 3, name: "prompt", description: "What", required: true, max_length: 100 },
    { type: 4, name: "duration", description: "How long", choices: [{ name: "10 s", value: 10 }] },
    { type: 11, name: "image", description: "A picture" },
    { type: 4, name: "count", description: "How many", min_value: 1, max_value: 3 },
    { type: 3, name: "show", description: "Which", autocomplete: true },
  ],
};

export const button = (custom_id: string, more: object = {}) => ({
  type: 2,
  style: 1,
  label: "Press",
  custom_id,
  ...more,
});
export const row = (...components: readonly object[]) => ({ type: 1, components });
export const text = (content: string) => ({ type: 10, content });
export const V2 = 1 << 15;
export const EPHEMERAL = 1 << 6;

const message = z.looseObject({
  id: z.string(),
  content: z.string(),
  flags: z.number(),
  attachments: z.array(z.looseObject({ id: z.string(), url: z.string(), size: z.number(), content_type: z.string() })),
});
export const messageIn = (body: unknown) => message.parse(body);

/** Returns the API's error response. Throws if the request succeeded. */
export async function refusal(request: Promise<unknown>): Promise<{ status: number; code: number; errors: unknown }> {
  const error = await request.then(
    (body) => new Error(`not refused: ${JSON.stringify(body)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DiscordAPIError)) throw error;
  const { errors } = z.looseObject({ errors: z.unknown().optional() }).parse(error.rawError);
  return { status: error.status, code: Number(error.code), errors };
}

/** A command, and the path of the field that Discord rejects. */
export type BadCommand = readonly [what: string, command: object, path: string];

/** Expects that Discord rejects the command because of this field and registers nothing. */
export async function expectRefused(command: object, path: string): Promise<void> {
  const { rest, discord } = await aWorld();
  const { code, errors } = await refusal(
    rest.put(Routes.applicationCommands(discord.applicationId), { body: [command] }),
  );
  expect(code).toBe(50035);
  expect(errors).toHaveProperty(["0", ...path.split("."), "_errors", "0", "code"]);
  expect(discord.commands()).toEqual([]);
}
