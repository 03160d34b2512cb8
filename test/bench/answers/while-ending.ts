import { z } from "zod";
import { random } from "../../simulation/random.ts";
import { envOf, startReelay } from "../answering-bot.ts";
import { startChild } from "../children.ts";
import { burstTold, type Place, platformTold } from "../platform.ts";
import { located } from "../polls/poll-arms.ts";
import type { Scale } from "../scale.ts";
import type { Line } from "../table/row.ts";
import { bootstrap, median, percentile } from "../table/statistics.ts";
import { numberText } from "../table/table.ts";

const PER_SECOND = 50;
/** Each `VIDEO_EVERY`th starts one; the others ask for the list of their own. */
const VIDEO_EVERY = 10;
/** Who asks meanwhile; they are not those whose videos end. */
const PEOPLE = 200;
/** How fast those videos were started. */
const STARTED_PER_SECOND = 100;
const WITHIN_MS = 10_000;
/** A task is looked at each 8 s at least. */
const LOOKED_AT_MS = 8_000;
/** Ends that Discord lets be told in a second. */
const TOLD_PER_SECOND = 50;
/** What is not answered by then is lost, and counts as answered then. */
const GIVEN_UP_MS = 3_000;

const words = /^reelay_deliveries_total\{platform="[^"]+",what="notification",result="sent"\} (\d+)$/m;

/** How soon people are answered while many others' videos end within ten seconds and are told. */
export async function whileEnding({ ends }: Scale): Promise<readonly Line[]> {
  return [await onPlatform("discord", ends), await onPlatform("slack", ends)];
}

async function onPlatform(place: Place, ends: number): Promise<Line> {
  const seconds = (WITHIN_MS + LOOKED_AT_MS) / 1_000 + ends / TOLD_PER_SECOND;
  const { waitsMs, unanswered, notified } = await measured(place, { ends, seconds });
  const all = [...waitsMs, ...Array.from({ length: unanswered }, () => GIVEN_UP_MS)];
  const bySecond = Array.from({ length: Math.ceil(all.length / PER_SECOND) }, (_, nth) =>
    all.slice(nth * PER_SECOND, (nth + 1) * PER_SECOND),
  );
  return {
    what: `${PER_SECOND} commands a second on ${place === "discord" ? "Discord" : "Slack by HTTP"} while ${numberText(ends)} videos end: answers, p99`,
    unit: "ms",
    figure: bootstrap(bySecond, (some) => percentile(some.flat(), 0.99), random(14).fraction),
    target: { atMost: 250 },
    beside: `${numberText(seconds)} s; median ${numberText(median(all))} ms, slowest ${numberText(Math.max(...all))} ms, not answered within 3 s: ${unanswered}; ${numberText(notified)} ends notified of by then`,
    whyNot:
      "the bot, the emulators and what measures them share two cores, and a busy turn of the event loop is a wait for all",
  };
}

async function measured(place: Place, { ends, seconds }: { readonly ends: number; readonly seconds: number }) {
  const service = startChild("polls");
  const { url } = await service.hear(located);
  const platform = startChild("platform");
  const { env, signingSecret, teamId } = await platform.hear(platformTold);
  const own = { ...envOf(place, env, signingSecret), VIDEO_API_URL: url };
  const bot = await startReelay(own, { count: ends + PEOPLE, place, teamId });
  if (place === "slack") {
    platform.tell({ kind: "send to", url: `${bot.at}/slack/events` });
    await platform.hear(z.object({ kind: z.literal("sending") }));
  }
  // In direct messages, so that no channel's limit holds back the first cards.
  const direct = { kind: "steady", place, isDirect: true };
  const started = { perSecond: STARTED_PER_SECOND, seconds: ends / STARTED_PER_SECOND, videoEvery: 1, people: ends };
  platform.tell({ ...direct, ...started });
  await platform.hear(burstTold);
  service.tell({ kind: "end", count: ends, withinMs: WITHIN_MS });
  platform.tell({ ...direct, from: ends + 1, people: PEOPLE, perSecond: PER_SECOND, seconds, videoEvery: VIDEO_EVERY });
  const told = await platform.hear(burstTold);
  const metrics = await (await fetch(`${bot.at}/metrics`)).text();
  await Promise.all([bot.stop(), platform.stop(), service.stop()]);
  return { ...told, notified: Number(words.exec(metrics)?.[1] ?? 0) };
}
