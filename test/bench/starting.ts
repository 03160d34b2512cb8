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

/** After this, nothing of the start is under way any more. */
const IDLE_AFTER_MS = 1_000;

/** A start beyond this has become slower. */
const RED_BEYOND = 4;

/** Measured on 2026-11-27, on a busy machine. */
const ALONE_WHY_NOT =
  "of 0.72 s of CPU Node and the two libraries are 0.53, undici 0.07, prom-client, pino, SQLite and commander 0.08; the rest is its own bundle, opening and checking its folder, connecting to both platforms and reading what is registered; Node 24 saves 0.35 from its second start on, by its compile cache";

interface Start {
  readonly ms: number;
  readonly megabytes: number;
}

const loaded = z.object({ kind: z.literal("loaded") });
const memory = z.object({ kind: z.literal("memory"), bytes: z.number() });

type Who = "on the sandbox" | "alone" | "bare";

/** Measures how soon the bot is ready, on its sandbox and alone, beside a process that only loads the platforms' libraries, and its idle memory. */
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
      what: "start until ready on the sandbox, beside loading discord.js and Bolt alone",
      target: { atMost: 2 },
      figure: ratio(of("on the sandbox", "ms"), of("bare", "ms"), fraction),
      beside: `${both("on the sandbox", "ms")} ms; the three emulators start before it, in a process of their own`,
      whyNot:
        "the bot's process begins 0.25 s after the first one, because its settings name the ports of the emulators, which that one loads first; then the bot starts as it does alone, and both platforms are connected and registered before it is ready",
    },
    {
      ...ready,
      what: "start until ready of the bot alone, beside loading discord.js and Bolt alone",
      target: { atMost: 1.6 },
      figure: ratio(of("alone", "ms"), of("bare", "ms"), fraction),
      beside: `${both("alone", "ms")} ms; the emulators run before it`,
      whyNot: ALONE_WHY_NOT,
    },
    {
      what: "memory of the idle bot on its sandbox",
      unit: "MB",
      figure: bootstrap(of("on the sandbox", "megabytes"), median, fraction),
      target: null,
      beside: `${both("on the sandbox", "megabytes")} MB of a process that loaded the two libraries`,
    },
    {
      what: "memory of the idle bot alone, without the sandbox",
      unit: "MB",
      figure: bootstrap(of("alone", "megabytes"), median, fraction),
      target: { atMost: 140 },
      beside: `${both("alone", "megabytes")} MB of a process that loaded the two libraries`,
      whyNot:
        "two libraries and Node itself are 102 of it; zod, SQLite, six languages and its other modules hold 18 MB of heap more than those libraries do, SQLite's own code is 5",
    },
  ];
}

/** In a folder of its own, on emulators that run already. */
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
