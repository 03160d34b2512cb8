import { onTestFinished } from "vitest";
import { startDiscord } from "../../../sandbox/src/discord/discord-emulator.ts";
import { type Entry, type EntryKind, openJournal } from "../../../sandbox/src/journal.ts";
import { fetchWhole } from "../../../src/app/fetch-whole.ts";
import { answerInTime } from "../../../src/commands/answer.ts";
import type { DiscordReply } from "../../../src/core/chat.ts";
import type { Answer, AnswerFate, Card, Command } from "../../../src/core/command.ts";
import { type DiscordOptions, discordFrontEnd } from "../../../src/frontends/discord/discord-front-end.ts";
import { discordWordsIn } from "../../fakes/front-end-words.ts";
import { evenChance, manualClock } from "../../fakes/manual-clock.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { message } from "./typed.ts";

export const ada = "200000000000000001";
export const ben = "200000000000000002";
export const jobId = "0123456789abcdef0123";

/** A command service whose answers a test decides; it records commands and fates. */
export function fakeService(answer: (command: Command) => Answer | Promise<Answer>) {
  const commands: Command[] = [];
  const fates: AnswerFate[] = [];
  const waiting: (() => void)[] = [];
  const service = {
    async answer(command: Command) {
      commands.push(command);
      return answer(command);
    },
    async answered(_jobId: string, fate: AnswerFate) {
      fates.push(fate);
      for (const wake of waiting.splice(0)) wake();
    },
  };
  return {
    service,
    commands,
    fates,
    /** The last fate, or the next one where there is none yet. */
    async fate(): Promise<AnswerFate> {
      while (fates.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      const last = fates.at(-1);
      if (!last) throw new Error("no fate");
      return last;
    },
  };
}

/** The real client on Discord's emulator, with answers that a test decides; time stands still. */
export async function aWorld(
  answer: (command: Command) => Answer | Promise<Answer> = cardFor,
  more: Pick<DiscordOptions, "openVideo" | "onGuildLeft" | "onGuildJoined"> = {},
) {
  const clock = manualClock();
  const journal = openJournal(clock);
  const log = recordingLog();
  const discord = await startDiscord({ clock, journal });
  const service = fakeService(answer);
  const options = {
    token: discord.token,
    apiUrl: discord.apiUrl,
    shards: "auto" as const,
    prefix: "video",
    wordsIn: discordWordsIn,
    clock,
    chance: evenChance,
    fetchWhole: fetchWhole(clock),
    log,
    ...more,
  };
  const answerMs: number[] = [];
  const arrivals: string[] = [];
  const observers = { observe: (ms: number) => answerMs.push(ms), arrived: (way: string) => arrivals.push(way) };
  const frontEnd = discordFrontEnd({ ...options, ...observers }, answerInTime({ ...service.service, clock, log }));
  const close = async () => {
    await frontEnd.stop();
    await discord.stop();
  };
  await frontEnd.start();
  return {
    ...service,
    clock,
    journal,
    log,
    discord,
    options,
    frontEnd,
    answerMs,
    arrivals,
    close,
    /** The first entry of that kind about this interaction, past or to come. */
    seen: (kind: EntryKind, interactionId: string): Promise<Entry> =>
      journal.find((entry) => entry.kind === kind && entry.interactionId === interactionId, { withinMs: 5_000 }),
  };
}

export async function aWorldFor(
  answer?: (command: Command) => Answer | Promise<Answer>,
  more?: Pick<DiscordOptions, "openVideo" | "onGuildLeft" | "onGuildJoined">,
) {
  const world = await aWorld(answer, more);
  onTestFinished(world.close);
  return world;
}

/** Ada's /video in that channel, and the handle of its card. */
export async function givenCard(
  { discord, fate }: Pick<Awaited<ReturnType<typeof aWorld>>, "discord" | "fate">,
  channelId = discord.channelId,
): Promise<DiscordReply> {
  await discord.command("ada", "video", { prompt: "a paper boat in the rain" }, { channelId });
  const given = await fate();
  if (given.kind !== "given" || given.reply.platform !== "discord") throw new Error(`the card was ${given.kind}`);
  return given.reply;
}

/** The first card of a job made by that command. */
export function cardOf(command: Command, over: { isPrivate?: boolean } = {}): Card {
  const { reply } = command;
  const placed = reply.platform === "discord" ? { ...reply, ...over } : reply;
  return { jobId, reply: placed, message: message({ tone: "waiting", title: "Accepted", quote: "a paper boat" }) };
}

function cardFor(command: Command): Answer {
  return { kind: "card", card: cardOf(command) };
}

/** A promise that a test resolves. */
export function later<Value>() {
  let come: (value: Value) => void = () => {};
  const promise = new Promise<Value>((resolve) => {
    come = resolve;
  });
  return { promise, come: (value: Value) => come(value) };
}
