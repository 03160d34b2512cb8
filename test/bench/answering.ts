import { z } from "zod";
import { random } from "../simulation/random.ts";
import { type Bot, envOf, startReelay } from "./answering-bot.ts";
import { type Child, startChild } from "./children.ts";
import { burstTold, type Emulators, placeOf, type Road, sendTo, startPlatform } from "./platform.ts";
import { startService } from "./polls/poll-arms.ts";
import type { Scale } from "./scale.ts";
import { median, percentile, ratio, shuffled } from "./table/statistics.ts";
import { against, type Line } from "./table/table.ts";

const COMMANDS = 500;
/** Commands in the burst before the measured one. */
const WARM_UP = 100;
/** A slower response is too late for the platform, and counts as this long. */
const GIVEN_UP_MS = 3_000;
/** The target is known to be missed, see `WHY_NOT`. */
const TARGET = { atMost: 2 } as const;
const RED_BEYOND = 8;

/** CPU times were profiled on 2026-11-23, percentages on 2026-11-26. */
const WHY_NOT: Readonly<Record<Road, string>> = {
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
  for (const road of ["discord", "discord by http", "slack"] as const) lines.push(await answeringOn(road, bursts));
  return lines;
}

const NEXT_TO: Readonly<Record<Road, string>> = {
  discord: "on Discord, p99, next to a bare discord.js deferReply",
  "discord by http": "on Discord over HTTP, p99, next to a bare server that checks the signature and defers",
  slack: "on Slack over HTTP, p99, next to a bare Bolt ack",
};

async function answeringOn(road: Road, rounds: number): Promise<Line> {
  const { fraction } = random(5);
  const service = await startService();
  const burstsBy: Record<Who, Burst[]> = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const who of shuffled<Who>(["ours", "bare"], fraction))
      burstsBy[who].push(await burstOf(road, who, service.url));
  await service.stop();

  const each = (who: Who, of: "p99Ms" | "medianMs") => burstsBy[who].map((burst) => burst[of]);
  const both = (of: "p99Ms" | "medianMs") => against(each("ours", of), each("bare", of));
  const sum = (who: Who, of: "cards" | "unanswered") => burstsBy[who].reduce((all, burst) => all + burst[of], 0);
  const lost = sum("ours", "unanswered") + sum("bare", "unanswered");
  return {
    what: `response time to ${COMMANDS} simultaneous commands ${NEXT_TO[road]}`,
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
    whyNot: WHY_NOT[road],
  };
}

/** Starts new processes for each burst, so that earlier bursts cannot affect it. */
async function burstOf(road: Road, who: Who, videoUrl: string): Promise<Burst> {
  const place = placeOf(road);
  const platform = await startPlatform();
  const { emulators } = platform;
  const own = { ...envOf(road, emulators), VIDEO_API_URL: videoUrl };
  const guests = { count: COMMANDS + WARM_UP, place, teamId: emulators.teamId };
  const bot = who === "ours" ? await startReelay(own, guests) : await startBare(road, emulators);
  await sendTo(platform, road, bot.at);
  await burst(platform, { place, from: COMMANDS + 1, count: WARM_UP });
  const answers = await burst(platform, { place, from: 1, count: COMMANDS });
  await bot.stop();
  await platform.stop();
  const { cards, unanswered } = answers;
  const waitsMs = [...answers.waitsMs, ...Array.from({ length: unanswered }, () => GIVEN_UP_MS)];
  return { p99Ms: percentile(waitsMs, 0.99), medianMs: median(waitsMs), cards, unanswered };
}

async function burst(platform: Child, what: { place: "discord" | "slack"; from: number; count: number }) {
  platform.tell({ kind: "burst", ...what });
  return platform.receive(burstTold);
}

async function startBare(road: Road, emulators: Emulators): Promise<Bot> {
  const { env, signingSecret, publicKey } = emulators;
  const { DISCORD_TOKEN = "", DISCORD_API_URL = "", SLACK_BOT_TOKEN = "", SLACK_API_URL = "" } = env;
  const bots = {
    discord: () => startChild("bare-discord", [DISCORD_TOKEN, DISCORD_API_URL]),
    "discord by http": () => startChild("bare-http", [DISCORD_TOKEN, DISCORD_API_URL, publicKey]),
    slack: () => startChild("bare-bolt", [SLACK_BOT_TOKEN, signingSecret, SLACK_API_URL]),
  };
  const bot = bots[road]();
  const { at = "" } = await bot.receive(bareReady);
  return { ...bot, at };
}
