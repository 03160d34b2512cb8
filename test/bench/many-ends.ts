import { TEST_START } from "../fakes/jobs.ts";
import { random } from "../simulation/random.ts";
import { endedVideos } from "../story/load/ended-videos.ts";
import { anEndingDiscord } from "../story/load/ending-discord.ts";
import { aToldWorkspace } from "../story/load/told-slack.ts";
import type { Scale } from "./scale.ts";
import { bootstrap, median } from "./table/statistics.ts";
import type { Line } from "./table/table.ts";
import { numberText } from "./table/table.ts";

const MINUTE = 60_000;
const DISCORD_CHANNELS = 200;
const SLACK_CHANNELS = 40;
/** All of them end within so long. */
const WITHIN_MS = 10_000;
/** Discord's limit of a bot, a second. Source: its documentation, rate limits (read 2026-11-21). */
const CALLS_A_SECOND = 50;
/** Slack's limit of edits in a workspace, a minute, and how many messages a channel takes at once before it takes one a second. See the emulator. */
const EDITS_A_MINUTE = 50;
const POST_BURST = 10;
/** In told time nothing depends on the machine. */
const RED_BEYOND = 1.8;

const WHY_EDITS =
  "of Slack's 50 edits a minute 44 come evenly and 6 are kept for what ends at once, so that no minute sees more than 50";
const WHY_POSTS = "a card is waited for before its notification for 2 s, and four of a channel's messages go at once";

/** Many videos that end within ten seconds: when the last of them is told, beside what the platform's own limits allow, in told time. */
export async function manyEnds({ ends }: Scale): Promise<readonly Line[]> {
  return [
    await onDiscord(ends, "whose cards the bot edits itself", 20 * MINUTE, 2),
    await onDiscord(ends, "whose cards are edited by their tokens", MINUTE, 1),
    ...(await onSlack(ends)),
  ];
}

async function onDiscord(count: number, which: string, ageMs: number, callsEach: number): Promise<Line> {
  const { clock, arrivals, find, stop } = anEndingDiscord();
  await find(endedVideos(count, { channels: DISCORD_CHANNELS, ageMs }));
  const allowedMs = 1_000 * (Math.ceil((callsEach * count) / CALLS_A_SECOND) - 1);
  await clock.advance(2 * allowedMs + MINUTE);
  await stop();
  const posts = arrivals.filter(({ method, path }) => method === "POST" && path.startsWith("/channels/"));
  const refused = arrivals.filter(({ status }) => status !== 200).length;
  const lastMs = Math.max(...posts.map(({ at }) => at)) - TEST_START;
  return toldRow({
    what: `the last of ${numberText(count)} ends in ${DISCORD_CHANNELS} channels of Discord is told, ${which}`,
    ratio: posts.length === count ? lastMs / allowedMs : Number.NaN,
    beside: `${numberText(lastMs / 1_000)} against ${numberText(allowedMs / 1_000)} s; ${refused} calls refused`,
    whyNot: "the time between a turn and Discord's answer is left free at each end of a second",
  });
}

async function onSlack(count: number): Promise<readonly Line[]> {
  const first = 2 * MINUTE;
  const plans = Array.from({ length: count }, (_, n) => ({
    channel: `C${n % SLACK_CHANNELS}`,
    endsInMs: first + (n * WITHIN_MS) / count,
  }));
  const { slack, told, pass, stop, begunAt } = await aToldWorkspace(plans);
  const editsMs = MINUTE * (Math.ceil(count / EDITS_A_MINUTE) - 1);
  const postsMs = 1_000 * Math.max(0, Math.ceil(count / SLACK_CHANNELS) - POST_BURST) + WITHIN_MS;
  await pass(first + 2 * editsMs + MINUTE);
  await stop();
  const all = plans.map((_, n) => told(n));
  const row = (what: string, of: "posts" | "edits", allowedMs: number, whyNot: string) => {
    const times = all.flatMap((one) => one[of].slice(0, 1));
    const lastMs = Math.max(...times) - begunAt - first;
    return toldRow({
      what: `the last of ${numberText(count)} ends in ${SLACK_CHANNELS} channels of one Slack workspace ${what}`,
      ratio: times.length === count ? lastMs / allowedMs : Number.NaN,
      beside: `${numberText(lastMs / 1_000)} against ${numberText(allowedMs / 1_000)} s; ${times.length} told, ${slack.refused()} calls refused`,
      whyNot,
    });
  };
  return [row("is notified of", "posts", postsMs, WHY_POSTS), row("is on its card", "edits", editsMs, WHY_EDITS)];
}

function toldRow(told: {
  readonly what: string;
  readonly ratio: number;
  readonly beside: string;
  readonly whyNot: string;
}): Line {
  const { what, ratio, beside, whyNot } = told;
  return {
    what: `${what}, beside what its limits allow`,
    unit: "×",
    figure: bootstrap([ratio], median, random(13).fraction),
    target: { atMost: 1.2 },
    beside,
    redBeyond: RED_BEYOND,
    whyNot,
  };
}
