import { z } from "zod";
import { random } from "../../simulation/random.ts";
import { envOf, startReelay } from "../answering-bot.ts";
import { startChild } from "../children.ts";
import { burstTold, placeOf, platformTold, type Road, sendTo } from "../platform.ts";
import { located } from "../polls/poll-arms.ts";
import type { Scale } from "../scale.ts";
import { bootstrap, median, percentile } from "../table/statistics.ts";
import type { Line } from "../table/table.ts";
import { numberText } from "../table/table.ts";
import { lagsIn } from "./poll-lag.ts";

export const PER_SECOND = 300;
/** Each `VIDEO_EVERY`th starts one; the others ask for the list of their own. */
const VIDEO_EVERY = 10;
const PEOPLE = 600;
/** Of the same commands, before those that are measured. */
const WARM_UP_SECONDS = 4;
/** An answer that takes longer is lost, and counts as this long. */
const GIVEN_UP_MS = 3_000;

/** Measures how soon people are answered while commands keep coming, and how late the steps of jobs run meanwhile. */
export async function steady({ steadySeconds }: Scale): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const road of ["discord", "discord by http", "slack"] as const)
    lines.push(...(await steadyOn(road, steadySeconds)));
  return lines;
}

export const NAMES: Readonly<Record<Road, string>> = {
  discord: "Discord",
  "discord by http": "Discord by HTTP",
  slack: "Slack by HTTP",
};

async function steadyOn(road: Road, seconds: number): Promise<readonly Line[]> {
  const how = { seconds, videoEvery: VIDEO_EVERY, endsAfter: 0 };
  const { waits, unanswered, cards, lags } = await commandsComing(road, how);
  const p99 = (some: readonly (readonly number[])[]) => percentile(some.flat(), 0.99);
  const lagMs = lags.percentile(0.99);
  const what = `${PER_SECOND} commands a second on ${NAMES[road]}, one in ${VIDEO_EVERY} a video`;
  return [
    {
      what: `${what}: answers, p99`,
      unit: "ms",
      figure: bootstrap(secondsOf(waits), p99, random(14).fraction),
      target: { atMost: 100 },
      beside: `${seconds} s; median ${numberText(median(waits))} ms, not answered within 3 s: ${unanswered}; ${cards} became videos`,
      whyNot: WHY_NOT,
    },
    {
      what: `${what}: how late status polls are meanwhile, p99`,
      unit: "ms",
      // Counted in the bot's own metrics, between two bounds of theirs.
      figure: { value: lagMs, low: lagMs, high: lagMs },
      target: { atMost: 250 },
      beside: `${numberText(lags.count)} polls, median ${numberText(lags.percentile(0.5))} ms, none later than ${numberText(lags.percentile(1))} ms`,
      whyNot: WHY_NOT,
    },
  ];
}

const WHY_NOT =
  "the bot, the emulators and what measures them share two cores, and a busy turn of the event loop is a wait for all";

/**
 * Lets commands of 600 people come for that time, after some that are not measured. `endsAfter`: each video ends with that
 * poll; 0: none does.
 */
export async function commandsComing(
  road: Road,
  how: { readonly seconds: number; readonly videoEvery: number; readonly endsAfter: number },
) {
  const place = placeOf(road);
  const service = startChild("polls", [String(how.endsAfter)]);
  const { url } = await service.hear(located);
  const platform = startChild("platform");
  const emulators = await platform.hear(platformTold);
  const watch = new URL("../../programs/bench-preload.js", import.meta.url).href;
  const own = {
    ...envOf(road, emulators),
    VIDEO_API_URL: url,
    ATTACH_VIDEOS: "off",
    NODE_OPTIONS: `--import=${watch}`,
  };
  const bot = await startReelay(own, { count: PEOPLE, place, teamId: emulators.teamId });
  await sendTo(platform, road, bot.at);
  const ask = async (seconds: number) => {
    const commands = { people: PEOPLE, perSecond: PER_SECOND, videoEvery: how.videoEvery };
    platform.tell({ kind: "steady", place, seconds, ...commands });
    return platform.hear(burstTold);
  };
  await ask(WARM_UP_SECONDS);
  const before = await metricsOf(bot.at);
  const begunAt = Date.now();
  const { waitsMs, unanswered, cards } = await ask(how.seconds);
  const after = await metricsOf(bot.at);
  const turns: number[] = [];
  for (let at = 0; at < begunAt + 1_000 * how.seconds; ) {
    const turn = await bot.hear(loopTurn);
    at = turn.at;
    if (at > begunAt) turns.push(turn.ms);
  }
  await Promise.all([bot.stop(), platform.stop(), service.stop()]);
  return {
    waits: [...waitsMs, ...Array.from({ length: unanswered }, () => GIVEN_UP_MS)],
    unanswered,
    cards,
    lags: lagsIn(after).since(lagsIn(before)),
    ended: endedIn(after) - endedIn(before),
    turns,
  };
}

const loopTurn = z.object({ kind: z.literal("turn"), ms: z.number(), at: z.number() });

async function metricsOf(origin: string): Promise<string> {
  return (await fetch(`${origin}/metrics`)).text();
}

function endedIn(metrics: string): number {
  return Number(/^reelay_jobs_settled_total\{outcome="succeeded"\} (\d+)/m.exec(metrics)?.[1] ?? 0);
}

/** Parts the waits by the seconds in which their commands came. */
export function secondsOf(waits: readonly number[]): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(waits.length / PER_SECOND) }, (_, nth) =>
    waits.slice(nth * PER_SECOND, (nth + 1) * PER_SECOND),
  );
}
