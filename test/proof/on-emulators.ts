import { type DiscordEmulator, startDiscord } from "../../sandbox/src/discord/discord-emulator.ts";
import { openJournal } from "../../sandbox/src/journal.ts";
import { type SlackEmulator, startSlack } from "../../sandbox/src/slack/slack-emulator.ts";
import { manualSandboxClock } from "../../sandbox/test/sandbox-clock.ts";
import type { Person, Task } from "./check.ts";
import { openDiscord } from "./discord/side.ts";
import { type Edge, networkEdge } from "./edge.ts";
import { openSlack } from "./slack/side.ts";
import type { Hears } from "./socket.ts";

/** The time limit for the emulators, in real time. */
const WITHIN_MS = 5_000;
/** A low maximum file size, so that the limit is reached quickly. */
const FILE_MAX_BYTES = 50_000;

/** Carries requests and frames. Tests change something here. */
export interface Way {
  readonly edge?: Edge;
  readonly receives?: Hears | undefined;
}

/** A person who agrees to everything and confirms every question. */
export const agreeing: Omit<Person, "does"> = {
  agrees: async () => true,
  sees: async () => true,
  skipped: () => new AbortController().signal,
  receives() {},
};

/** Starts Discord's emulator with a manual clock and a person who does every task. */
export async function discordOnEmulator({ edge = networkEdge, receives }: Way = {}) {
  const clock = manualSandboxClock();
  const discord = await startDiscord({ clock, journal: openJournal(clock) });
  discord.limitFiles({ interactionMaxBytes: FILE_MAX_BYTES });
  const person: Person = { ...agreeing, does: async (_, task) => void (await onDiscord(discord, task)) };
  const wait = async (ms: number) => clock.advance(ms);
  const { apiUrl, token } = discord;
  const reachable = { address: null, port: 0, clock };
  const how = { guildId: null, reachable, edge, person, wait, withinMs: WITHIN_MS, receives };
  const side = await openDiscord({ apiUrl, token, ...how });
  return { run: side.run, person, discord, stop: () => side.end().finally(() => discord.stop()) };
}

/** Like `discordOnEmulator`, for Slack. */
export async function slackOnEmulator({ edge = networkEdge, receives }: Way = {}) {
  const clock = manualSandboxClock();
  const slack = await startSlack({ clock, journal: openJournal(clock), socketWaitMs: WITHIN_MS });
  const person: Person = { ...agreeing, does: async (_, task) => void (await onSlack(slack, task)) };
  const wait = async (ms: number) => clock.advance(ms);
  const { apiUrl, botToken, appToken } = slack;
  const reach = { apiUrl, botToken, appToken, command: "/video", edge, person, wait, withinMs: WITHIN_MS, receives };
  const side = await openSlack(reach);
  return { run: side.run, person, slack, stop: () => side.end().finally(() => slack.stop()) };
}

const ADA = "ada";

/** Performs the person's task on Discord's emulator. */
async function onDiscord(discord: DiscordEmulator, task: Task): Promise<unknown> {
  switch (task.kind) {
    case "command": {
      const channelId = task.where === "thread" ? discord.threadId : discord.channelId;
      const { name, options, subcommand } = task;
      // Discord requests suggestions for each typed letter. Nothing answers them here.
      if (options?.prompt !== undefined) suggested(discord, name, "prompt", { typed: "a", channelId });
      return discord.command(ADA, name, options, { channelId, ...(subcommand !== undefined && { subcommand }) });
    }
    case "types into":
      return suggested(discord, task.name, task.option, task);
    case "uses on message":
      return discord.command(ADA, task.name, {}, { messageId: task.messageId });
    case "writes":
      return discord.post(ADA, task.text, [], { channelId: discord.dmChannelId(ADA) });
    case "press":
      return discord.press(ADA, task.messageId, task.button);
    case "submit":
      return discord.submitForm(ADA, task.formId, task.values);
    default:
      throw new Error(`unsupported task on Discord: ${task.kind}`);
  }
}

/** Requests suggestions without waiting, because the bot may answer later or never. */
function suggested(
  discord: DiscordEmulator,
  name: string,
  option: string,
  { typed, channelId }: { readonly typed: string; readonly channelId?: string },
): void {
  void discord
    .suggest(ADA, name, option, typed, { ...(channelId !== undefined && { channelId }) })
    .catch(() => undefined);
}

/** Performs the person's task on Slack's emulator. */
async function onSlack(slack: SlackEmulator, task: Task): Promise<unknown> {
  switch (task.kind) {
    case "slash":
      return slack.command(ADA, task.text);
    case "press":
      return slack.press(ADA, task.messageId, task.button);
    case "submit":
      return slack.submitForm(ADA, task.formId, task.values);
    case "shortcut":
      return slack.shortcut(ADA, task.callbackId, task.messageId);
    case "mention":
      return slack.post(ADA, `@reelay ${task.text}`);
    case "opens home":
      return slack.openTab(ADA, "home");
    case "waits for a refresh":
      return slack.dropSockets(1);
    case "removes app":
      return slack.uninstall(slack.teamId);
    default:
      throw new Error(`unsupported task on Slack: ${task.kind}`);
  }
}
