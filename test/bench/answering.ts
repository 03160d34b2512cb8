import { z } from "zod";
import { random } from "../simulation/random.ts";
import { type Bot, envOf, startReelay } from "./answering-bot.ts";
import { type Child, startChild } from "./children.ts";
import { burstResult, type Connection, type Emulators, placeOf, sendTo, startPlatform } from "./platform.ts";
import { startService } from "./polls/poll-arms.ts";
import type { Scale } from "./scale.ts";
import { median, percentile, ratio, shuffled } from "./table/statistics.ts";
import { against, type Line } from "./table/table.ts";

const COMMANDS = 500;
/** Commands sent before the measured burst. */
const WARM_UP = 100;
/** An unanswered command counts as this response time, which is the platforms' time limit. */
const GIVEN_UP_MS = 3_000;
/** Known to be missed, see `WHY_NOT`. */
const TARGET = { atMost: 2 } as const;
const RED_BEYOND = 8;

/** CPU times are from a profile of 2026-11-23, percentages from 2026-11-26. */
const WHY_NOT: Readonly<Record<Connection, string>> = {
  discord:
    "a bare response takes 0.5 ms of CPU, and work that Reelay must finish before it responds takes 0.37 ms more, so 1.75 × is the minimum; 35 % of the main thread's time is the store, which saves each job first (a third of it waits for the disk), 14 % requests, 9 % garbage collection, 4 % validation",
  "discord by http": "the same as on the gateway; the bare server only checks a signature",
  slack:
    "a bare response takes 0.55 ms of CPU, and work that Reelay must finish before it responds takes 0.99 ms more until V8 has optimized it, so 2.8 × is the minimum; 28 % of the main thread's time is the store, which saves each job first (a third of it waits for the disk), 19 % Bolt and requests, 5 % the log, 3 % garbage collection",
};

type Who = "ours" | "bare";

interface Burst {
  readonly p99Ms: number;
  readonly medianMs: number;
  readonly cards: number;
  readonly unanswered: number;
}

const bareReady = z.object({ kind: z.literal("ready"), at: z.string().optional() });

/** Measures response times to 500 simultaneous commands of 500 people, next to bots that save nothing. */
export async function answering({ bursts }: Scale): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const connection of ["discord", "discord by http", "slack"] as const)
    lines.push(await answeringOn(connection, bursts));
  return lines;
}

const NEXT_TO: Readonly<Record<Connection, string>> = {
  discord: "on Discord, p99, next to a bare discord.js deferReply",
  "discord by http": "on Discord over HTTP, p99, next to a bare server that checks the signature and defers",
  slack: "on Slack over HTTP, p99, next to a bare Bolt ack",
};

async function answeringOn(connection: Connection, rounds: number): Promise<Line> {
  const { fraction } = random(5);
  const service = await startService();
  const burstsBy: Record<Who, Burst[]> = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const who of shuffled<Who>(["ours", "bare"], fraction))
      burstsBy[who].push(await burstOf(connection, who, service.url));
  await service.stop();

  const each = (who: Who, of: "p99Ms" | "medianMs") => burstsBy[who].map((burst) => burst[of]);
  const both = (of: "p99Ms" | "medianMs") => against(each("ours", of), each("bare", of));
  const sum = (who: Who, of: "cards" | "unanswered") => burstsBy[who].reduce((all, burst) => all + burst[of], 0);
  const lost = sum("ours", "unanswered") + sum("bare", "unanswered");
  return {
    what: `response time to ${COMMANDS} simultaneous commands ${NEXT_TO[connection]}`,
    target: TARGET,
    unit: "×",
    figure: ratio(each("ours", "p99Ms"), each("bare", "p99Ms"), fraction),
    details: [
      `p99 ${both("p99Ms")} ms, median ${both("medianMs")} ms`,
      `${sum("ours", "cards")} of ${rounds * COMMANDS} became videos`,
      ...(lost > 0
        ? [`not answered within 3 s: ${sum("ours", "unanswered")} against ${sum("bare", "unanswered")}`]
        : []),
    ].join("; "),
    redBeyond: RED_BEYOND,
    whyNot: WHY_NOT[connection],
  };
}

/** Starts new processes for each burst, so that earlier bursts cannot affect it. */
async function burstOf(connection: Connection, who: Who, videoUrl: string): Promise<Burst> {
  const place = placeOf(connection);
  const platform = await startPlatform();
  const { emulators } = platform;
  const own = { ...envOf(connection, emulators), VIDEO_API_URL: videoUrl };
  const guests = { count: COMMANDS + WARM_UP, place, teamId: emulators.teamId };
  const bot = who === "ours" ? await startReelay(own, guests) : await startBare(connection, emulators);
  await sendTo(platform, connection, bot.at);
  await burst(platform, { place, from: COMMANDS + 1, count: WARM_UP });
  const answers = await burst(platform, { place, from: 1, count: COMMANDS });
  await bot.stop();
  await platform.stop();
  const { cards, unanswered } = answers;
  const waitsMs = [...answers.waitsMs, ...Array.from({ length: unanswered }, () => GIVEN_UP_MS)];
  return { p99Ms: percentile(waitsMs, 0.99), medianMs: median(waitsMs), cards, unanswered };
}

async function burst(platform: Child, what: { place: "discord" | "slack"; from: number; count: number }) {
  platform.send({ kind: "burst", ...what });
  return platform.receive(burstResult);
}

async function startBare(connection: Connection, emulators: Emulators): Promise<Bot> {
  const { env, signingSecret, publicKey } = emulators;
  const { DISCORD_TOKEN = "", DISCORD_API_URL = "", SLACK_BOT_TOKEN = "", SLACK_API_URL = "" } = env;
  const bots = {
    discord: () => startChild("bare-discord", [DISCORD_TOKEN, DISCORD_API_URL]),
    "discord by http": () => startChild("bare-http", [DISCORD_TOKEN, DISCORD_API_URL, publicKey]),
    slack: () => startChild("bare-bolt", [SLACK_BOT_TOKEN, signingSecret, SLACK_API_URL]),
  };
  const bot = bots[connection]();
  const { at = "" } = await bot.receive(bareReady);
  return { ...bot, at };
}
