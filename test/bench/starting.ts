import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { random } from "../simulation/random.ts";
import { botReady, metricsOf, sumIn } from "./answering-bot.ts";
import { startBot, startChild } from "./children.ts";
import { startPlatform } from "./platform.ts";
import { newFolder } from "./polls/open-jobs.ts";
import type { Scale } from "./scale.ts";
import { bootstrap, median, ratio, shuffled } from "./table/statistics.ts";
import { against, type Line } from "./table/table.ts";

/** The bot is idle this long after it is ready. */
const IDLE_AFTER_MS = 1_000;

/** A ratio above this means that starts have become slower. */
const RED_BEYOND = 4;

/** Measured on 2026-11-27, on a busy machine. */
const ALONE_WHY_NOT =
  "of 0.72 s of CPU, Node and the two libraries take 0.53 s, undici 0.07 s, prom-client, pino, SQLite and commander 0.08 s; the rest is Reelay's bundle, opening and checking the data folder, connecting to both platforms and reading the registered commands; from the second start on, Node 24's compile cache saves 0.35 s";

interface Start {
  readonly ms: number;
  readonly megabytes: number;
}

const loaded = z.object({ kind: z.literal("loaded") });
const memory = z.object({ kind: z.literal("memory"), bytes: z.number() });

type Who = "on the sandbox" | "alone" | "bare";

/**
 * Measures the bot's start with and without its sandbox, next to a process that only loads the platforms' libraries. Also
 * measures its idle memory.
 */
export async function starting({ starts }: Scale): Promise<readonly Line[]> {
  const { fraction } = random(8);
  const platform = await startPlatform();
  const start: Record<Who, () => Promise<Start>> = {
    "on the sandbox": () => startOurs({ SANDBOX: "on", PORT: "0" }),
    alone: () => startAlone(platform.emulators.env),
    bare: startBare,
  };
  const startsOf: Record<Who, Start[]> = { "on the sandbox": [], alone: [], bare: [] };
  for (let round = 0; round < starts; round += 1)
    for (const who of shuffled<Who>(["on the sandbox", "alone", "bare"], fraction))
      startsOf[who].push(await start[who]());
  await platform.stop();

  const of = (who: Who, figure: keyof Start) => startsOf[who].map((one) => one[figure]);
  const both = (who: Who, figure: keyof Start) => against(of(who, figure), of("bare", figure));
  const ready = { unit: "×", redBeyond: RED_BEYOND } as const;
  return [
    {
      ...ready,
      what: "start until ready on the sandbox, next to only loading discord.js and Bolt",
      target: { atMost: 2 },
      figure: ratio(of("on the sandbox", "ms"), of("bare", "ms"), fraction),
      details: `${both("on the sandbox", "ms")} ms; the three emulators start first, in their own process`,
      whyNot:
        "the bot's process starts 0.25 s after the emulators' process, because its settings contain the emulators' ports; the bot is ready after it has connected to both platforms and registered its commands",
    },
    {
      ...ready,
      what: "start until ready without the sandbox, next to only loading discord.js and Bolt",
      target: { atMost: 1.6 },
      figure: ratio(of("alone", "ms"), of("bare", "ms"), fraction),
      details: `${both("alone", "ms")} ms; the emulators are already running`,
      whyNot: ALONE_WHY_NOT,
    },
    {
      what: "memory of the idle bot on its sandbox",
      unit: "MB",
      figure: bootstrap(of("on the sandbox", "megabytes"), median, fraction),
      target: null,
      details: `${both("on the sandbox", "megabytes")} MB of a process that only loads the two libraries`,
    },
    {
      what: "memory of the idle bot without the sandbox",
      unit: "MB",
      figure: bootstrap(of("alone", "megabytes"), median, fraction),
      target: { atMost: 140 },
      details: `${both("alone", "megabytes")} MB of a process that only loads the two libraries`,
      whyNot:
        "Node and the two libraries use about 100 MB of it; zod, SQLite, six languages and Reelay's own modules use the rest",
    },
  ];
}

/** Starts the bot in a new folder on emulators that are already running. */
async function startAlone(emulators: Readonly<Record<string, string>>): Promise<Start> {
  const folder = await newFolder();
  const start = await startOurs({ ...emulators, ...folder.env, PORT: "0" });
  await folder.remove();
  return start;
}

async function startOurs(env: Readonly<Record<string, string>>): Promise<Start> {
  const begun = performance.now();
  const bot = startBot(env);
  const { at } = await bot.receive(botReady);
  const ms = performance.now() - begun;
  await pause(IDLE_AFTER_MS);
  const bytes = sumIn(await metricsOf({ at }), "process_resident_memory_bytes");
  await bot.stop();
  return { ms, megabytes: bytes / 1e6 };
}

async function startBare(): Promise<Start> {
  const begun = performance.now();
  const child = startChild("libraries");
  await child.receive(loaded);
  const ms = performance.now() - begun;
  await pause(IDLE_AFTER_MS);
  const { bytes } = await child.receive(memory);
  await child.stop();
  return { ms, megabytes: bytes / 1e6 };
}
