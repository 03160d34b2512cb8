import { startDiscord } from "../../sandbox/src/discord/discord-emulator.ts";
import { openJournal } from "../../sandbox/src/journal.ts";
import { startSlack } from "../../sandbox/src/slack/slack-emulator.ts";
import { toldSandboxClock } from "../../sandbox/test/sandbox-clock.ts";
import { onDiscord } from "./discord/scripted.ts";
import { openDiscord } from "./discord/side.ts";
import { type Edge, networkEdge } from "./edge.ts";
import { opened } from "./opened.ts";
import type { Person } from "./person.ts";
import { onSlack } from "./slack/scripted.ts";
import { openSlack } from "./slack/side.ts";
import type { Hears } from "./socket.ts";

/** The emulators may take this long, in real time. */
const WITHIN_MS = 5_000;
/** The largest file, so that its edge is soon tried. */
const FILE_MAX_BYTES = 50_000;

/** By which requests and frames come; a test breaks something on it. */
export interface Way {
  readonly edge?: Edge;
  readonly hears?: Hears | undefined;
}

const agreeing: Omit<Person, "does"> = {
  agrees: async () => true,
  sees: async () => true,
  skipped: () => new AbortController().signal,
  hears() {},
};

/** Discord's emulator behind that edge, with a clock that is told the time and somebody who does what they are asked. */
export async function discordOnEmulator({ edge = networkEdge, hears }: Way = {}) {
  const clock = toldSandboxClock();
  const discord = await startDiscord({ clock, journal: openJournal(clock) });
  discord.limitFiles({ interactionMaxBytes: FILE_MAX_BYTES });
  const person: Person = { ...agreeing, does: (_, task) => onDiscord(discord, task) };
  const wait = async (ms: number) => clock.advance(ms);
  const { apiUrl, token } = discord;
  const side = await openDiscord({ apiUrl, token, guildId: null, edge, person, wait, withinMs: WITHIN_MS, hears });
  return { run: opened(side).run, person, discord, stop: () => side.end().finally(() => discord.stop()) };
}

/** Like `discordOnEmulator`, for Slack. */
export async function slackOnEmulator({ edge = networkEdge, hears }: Way = {}) {
  const clock = toldSandboxClock();
  const slack = await startSlack({ clock, journal: openJournal(clock), socketWaitMs: WITHIN_MS });
  const person: Person = { ...agreeing, does: (_, task) => onSlack(slack, task) };
  const wait = async (ms: number) => clock.advance(ms);
  const { apiUrl, botToken, appToken } = slack;
  const reach = { apiUrl, botToken, appToken, command: "/video", edge, person, wait, withinMs: WITHIN_MS, hears };
  const side = await openSlack(reach);
  return { run: opened(side).run, person, slack, stop: () => side.end().finally(() => slack.stop()) };
}
