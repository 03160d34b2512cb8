import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { random } from "../simulation/random.ts";
import { botReady } from "./answering-bot.ts";
import { startBot, startChild } from "./children.ts";
import type { Scale } from "./scale.ts";
import type { Line } from "./table/row.ts";
import { bootstrap, median, shuffled } from "./table/statistics.ts";
import { numberText } from "./table/table.ts";

/** After this, nothing of the start is under way any more. */
const IDLE_AFTER_MS = 1_000;

/** 3.3 was measured (2026-11-23): of 1.8 s the process of the emulators takes 0.4, and the bot the rest, half of which is loading the libraries. */
const RED_BEYOND = 4;

interface Start {
  readonly ms: number;
  readonly megabytes: number;
}

const loaded = z.object({ kind: z.literal("loaded") });
const memory = z.object({ kind: z.literal("memory"), bytes: z.number() });

/** How soon the bot is ready on its sandbox, beside a process that only loads the platforms' libraries; and what it holds idle. */
export async function starting({ starts }: Scale): Promise<readonly Line[]> {
  const { fraction } = random(8);
  const found: { ours: Start[]; bare: Start[] } = { ours: [], bare: [] };
  for (let round = 0; round < starts; round += 1)
    for (const who of shuffled(["ours", "bare"] as const, fraction))
      found[who].push(await (who === "ours" ? startOurs() : startBare()));

  const ratios = found.ours.map(({ ms }, round) => ms / (found.bare[round]?.ms ?? Number.NaN));
  const of = (who: "ours" | "bare", figure: keyof Start) => found[who].map((start) => start[figure]);
  const both = (figure: keyof Start) =>
    `${numberText(median(of("ours", figure)))} against ${numberText(median(of("bare", figure)))}`;
  return [
    {
      what: "start until ready on the sandbox, beside loading discord.js and Bolt alone",
      unit: "×",
      figure: bootstrap(ratios, median, fraction),
      target: { atMost: 1.5 },
      redBeyond: RED_BEYOND,
      beside: `${both("ms")} ms; the three emulators start before it, in a process of their own`,
      whyNot:
        "a process loads the emulators, one more the bot beside them, and both platforms are connected and registered before it is ready",
    },
    {
      what: "memory of the idle bot on its sandbox",
      unit: "MB",
      figure: bootstrap(of("ours", "megabytes"), median, fraction),
      target: null,
      beside: `${both("megabytes")} MB of a process that loaded the two libraries`,
    },
  ];
}

async function startOurs(): Promise<Start> {
  const begun = performance.now();
  const bot = startBot({ SANDBOX: "on", PORT: "0" });
  const { at } = await bot.hear(botReady);
  const ms = performance.now() - begun;
  await pause(IDLE_AFTER_MS);
  const metrics = await (await fetch(`${at}/metrics`)).text();
  await bot.stop();
  const bytes = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
  return { ms, megabytes: bytes / 1e6 };
}

async function startBare(): Promise<Start> {
  const begun = performance.now();
  const child = startChild("libraries");
  await child.hear(loaded);
  const ms = performance.now() - begun;
  await pause(IDLE_AFTER_MS);
  const { bytes } = await child.hear(memory);
  await child.stop();
  return { ms, megabytes: bytes / 1e6 };
}
