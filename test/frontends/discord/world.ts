import { onTestFinished } from "vitest";
import { startDiscord } from "../../../sandbox/src/discord/discord-emulator.ts";
import { type Entry, type EntryKind, openJournal } from "../../../sandbox/src/journal.ts";
import { fetchWhole } from "../../../src/app/fetch-whole.ts";
import { answerInTime } from "../../../src/commands/answer.ts";
import type { ChatMessage, DiscordReply } from "../../../src/core/chat.ts";
import type { Answer, Card, Command } from "../../../src/core/command.ts";
import { commandSpecs, messageCommandSpecs } from "../../../src/core/command-specs.ts";
import type { CommandService } from "../../../src/core/front-end.ts";
import { type DiscordOptions, discordFrontEnd } from "../../../src/frontends/discord/discord-front-end.ts";
import { message as messageWith } from "../../../src/messages/message.ts";
import { atOnce } from "../../fakes/alone.ts";
import { type DecideAnswer, fakeService } from "../../fakes/fake-service.ts";
import { discordWordsIn } from "../../fakes/front-end-words.ts";
import { knownEvents } from "../../fakes/known-events.ts";
import { noLanguages } from "../../fakes/languages.ts";
import { evenChance, manualClock } from "../../fakes/manual-clock.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { aVideoFile } from "../../fakes/video-file.ts";

export const ada = "200000000000000001";
export const ben = "200000000000000002";
export const jobId = "0123456789abcdef0123";
export const MIB = 1_024 * 1_024;

export function message(over: Partial<ChatMessage> = {}): ChatMessage {
  return messageWith({ tone: "plain", title: "Working", ...over });
}

/** A front end for the Discord at that URL. It is not started. */
export function frontEndAt(
  apiUrl: string,
  over: Partial<DiscordOptions> = {},
  service: CommandService = fakeService(),
) {
  const clock = manualClock();
  const log = recordingLog();
  const options = {
    token: "a.b.c",
    apiUrl,
    shards: "auto" as const,
    limits: { take: async () => 0 },
    prefix: "video",
    specs: { typed: commandSpecs("video"), onMessages: messageCommandSpecs },
    wordsIn: discordWordsIn,
    events: knownEvents(),
    languages: noLanguages,
    publicKey: null,
    hasGateway: true,
    mentions: "auto" as const,
    status: { now: () => null, onChange: () => () => {} },
    onGuildLeft: async () => {},
    onGuildJoined: async () => {},
    onDeauthorized: async () => {},
    observe() {},
    arrived() {},
    clock,
    chance: evenChance,
    fetchWhole: fetchWhole(clock),
    log,
    ...over,
  };
  return { clock, log, frontEnd: discordFrontEnd(options, service) };
}

/** The real client on Discord's emulator, with a test's answers and a clock that only the test sets. */
export async function aWorld(
  answer: DecideAnswer = cardFor,
  more: Partial<Pick<DiscordOptions, "openVideo" | "onGuildLeft" | "onGuildJoined">> = {},
) {
  const clock = manualClock();
  const journal = openJournal(clock);
  const log = recordingLog();
  const discord = await startDiscord({ clock, journal });
  const service = fakeService(answer);
  const answerMs: number[] = [];
  const arrivals: string[] = [];
  const { frontEnd } = frontEndAt(
    discord.apiUrl,
    {
      token: discord.token,
      clock,
      fetchWhole: fetchWhole(clock),
      log,
      observe: (ms: number) => answerMs.push(ms),
      arrived: (way: string) => arrivals.push(way),
      ...more,
    },
    answerInTime({ ...service, ...atOnce, clock, log }),
  );
  const close = async () => {
    await frontEnd.stop();
    await discord.stop();
  };
  await frontEnd.start();
  return {
    ...service,
    service,
    clock,
    journal,
    log,
    discord,
    frontEnd,
    answerMs,
    arrivals,
    close,
    /** The first entry of that kind about this interaction. Waits for it. */
    seen: (kind: EntryKind, interactionId: string): Promise<Entry> =>
      journal.find((entry) => entry.kind === kind && entry.interactionId === interactionId, { withinMs: 5_000 }),
  };
}

export async function aWorldFor(...how: Parameters<typeof aWorld>) {
  const world = await aWorld(...how);
  onTestFinished(world.close);
  return world;
}

/** Types /video as Ada in that channel. Returns the handle of its card. */
export async function givenCard(
  { discord, fate }: Pick<Awaited<ReturnType<typeof aWorld>>, "discord" | "fate">,
  channelId = discord.channelId,
): Promise<DiscordReply> {
  await discord.command("ada", "video", { prompt: "a paper boat in the rain" }, { channelId });
  const given = await fate();
  if (given.kind !== "given" || given.reply.platform !== "discord") throw new Error(`the card was ${given.kind}`);
  return given.reply;
}

export function cardOf(command: Command, over: { isPrivate?: boolean } = {}): Card {
  const { reply } = command;
  const placed = reply.platform === "discord" ? { ...reply, ...over } : reply;
  return { jobId, reply: placed, message: message({ tone: "waiting", title: "Accepted", quote: "a paper boat" }) };
}

function cardFor(command: Command): Answer {
  return { kind: "card", card: cardOf(command) };
}

export const prompt = "a paper boat in the rain";
export const ready = message({ tone: "good", title: "Your video is ready", video: { description: prompt } });
const url = "https://videos.example/1.mp4";

export type Where = "channelId" | "threadId" | "postId" | "visitedChannelId" | "foreignChannelId" | "groupId" | "dm";

interface Attached {
  readonly message?: ChatMessage;
  readonly nth?: number;
  readonly copy?: Uint8Array;
}

/** A card of that age on Discord's emulator, and a video for it. */
export async function aCard(
  file: Parameters<typeof aVideoFile>[0] = { sizeBytes: 200_000 },
  how: { where?: Where; isPrivate?: boolean; minute?: number; interactionMaxBytes?: number } = {},
) {
  const { where = "channelId", isPrivate = false, minute = 0, interactionMaxBytes } = how;
  const video = aVideoFile(file);
  const world = await aWorldFor((command) => ({ kind: "card", card: cardOf(command, { isPrivate }) }), {
    openVideo: video.openVideo,
  });
  const { discord, frontEnd, journal, clock } = world;
  if (interactionMaxBytes) discord.limitFiles({ interactionMaxBytes });
  const channelId = where === "dm" ? discord.dmChannelId("ada") : discord[where];
  const reply = await givenCard(world, channelId);
  await clock.advance(minute * 60_000);
  const { chat } = frontEnd;
  const { attach, show } = chat;
  if (!attach) throw new Error("no files here");
  const aborter = new AbortController();
  const here = () => discord.messages("ada", channelId);
  const count = (what: EntryKind) => journal.since(0).filter(({ kind }) => kind === what).length;
  return {
    ...world,
    ...video,
    chat,
    reply,
    channelId,
    show,
    aborter,
    attach: (to = reply, { message = ready, ...over }: Attached = {}) =>
      attach(to, message, { ...over, url, triedAt: null, signal: aborter.signal }),
    here,
    card: () => here().at(-1),
    direct: (who: "ada" | "ben" = "ada") => discord.messages(who, discord.dmChannelId(who)),
    /** The numbers of refused requests and of mentions. */
    refusals: () => count("refused"),
    rung: () => count("pinged"),
  };
}

export async function attached(
  world: Awaited<ReturnType<typeof aCard>>,
  to = world.reply,
  over: Attached = {},
): Promise<DiscordReply> {
  const result = await world.attach(to, over);
  if (!result.ok || result.value.reply.platform !== "discord") throw new Error(JSON.stringify(result));
  return result.value.reply;
}
