import { expect, onTestFinished, test } from "vitest";
import { Refusal } from "../../../sandbox/src/discord/refusal.ts";
import { openRateLimiter } from "../../../sandbox/src/discord/router.ts";
import { sleep } from "../../../src/core/clock.ts";
import type { Chat } from "../../../src/core/front-end.ts";
import type { FetchInit, FetchWhole } from "../../../src/core/http-client.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { memoryScheduler } from "../../../src/engines/memory-scheduler.ts";
import { discordApi } from "../../../src/frontends/discord/out/discord-api.ts";
import { discordChat } from "../../../src/frontends/discord/out/discord-chat.ts";
import { stepJobs } from "../../../src/jobs/step.ts";
import { alone, withTraffic } from "../../fakes/alone.ts";
import { aDuplicateProcess } from "../../fakes/duplicate-process.ts";
import { howMany } from "../../fakes/how-many.ts";
import { memoryJobStore } from "../../fakes/job-store.ts";
import { aDiscordReply, aJob, aJobId, anAnnouncing, anOwner, aSucceeded, TEST_START } from "../../fakes/jobs.ts";
import { type ManualClock, manualClock } from "../../fakes/manual-clock.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { fakeVideoApi } from "../../fakes/video-api.ts";
import { random } from "../../simulation/random.ts";

/** A request that reached Discord. */
interface Arrival {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly content: string;
}

/**
 * The part of Discord that ended videos need, without sockets. It has rate limits, and each request takes some time.
 */
function distantDiscord(clock: ManualClock) {
  const limiter = openRateLimiter(clock);
  const arrivals: Arrival[] = [];
  const dice = random(7);
  let made = 0;

  const ask: FetchWhole = async (address, init) => {
    await sleep(clock, dice.between(10, 50));
    const answer = answerTo(new URL(address).pathname.replace(/^\/v\d+/, ""), init);
    await sleep(clock, dice.between(10, 50));
    return answer;
  };

  function answerTo(path: string, init: FetchInit): Response {
    const method = init.method ?? "GET";
    const arrived = (status: number) =>
      arrivals.push({ at: clock.now(), method, path, status, content: String(init.body) });
    try {
      const [, channel = ""] = /^\/channels\/(\d+)\//.exec(path) ?? [];
      const [, token = ""] = /^\/webhooks\/\d+\/([^/]+)\//.exec(path) ?? [];
      if (channel !== "") limiter.countGlobal();
      const headers = limiter.count(
        channel === ""
          ? { name: "interaction-webhook", key: token, limit: 5, windowMs: 2_000 }
          : { name: `channel-${method}`, key: channel, limit: 5, windowMs: 5_000 },
      );
      arrived(200);
      made += 1;
      const [, id = String(900_000_000_000_000_000n + BigInt(made))] = /messages\/(\d+)$/.exec(path) ?? [];
      return Response.json({ id, channel_id: channel || "1" }, { headers });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      arrived(error.status);
      return Response.json(error.body, { status: error.status, headers: error.headers });
    }
  }

  return { ask, arrivals };
}

/** The real jobs and the real Discord client, in simulated time, with a Discord that enforces its limits. */
function anEndingDiscord() {
  const clock = manualClock();
  const { ask, arrivals } = distantDiscord(clock);
  const log = recordingLog();
  const [jobs, scheduler] = [memoryJobStore(), memoryScheduler(clock, log)];
  const api = discordApi({ apiUrl: "http://discord.test", token: "bot-token", clock, log, fetchWhole: ask });
  const toDiscord = discordChat({ api, clock, duplicate: aDuplicateProcess() });
  const turns = new Map<string | null, number>();
  const chat: Chat = {
    ...toDiscord,
    notify(reply, ...notified) {
      if (reply.platform === "discord") turns.set(reply.messageId, clock.now());
      return toDiscord.notify(reply, ...notified);
    },
  };
  const video = fakeVideoApi();
  const deps = withTraffic({ jobs, video, scheduler, clock, log, startedAt: 0, ...alone(), chatOf: () => chat });
  return {
    clock,
    jobs,
    arrivals,
    /** The time of each card's notification, by the card's id. */
    turns,
    /** Starts a process that finds all of these jobs. */
    async find(all: readonly Job[]): Promise<void> {
      for (const job of all) await jobs.insert(job);
      scheduler.start(stepJobs(deps));
      for (const { id } of all) scheduler.schedule(id, clock.now());
    },
    async stop(): Promise<void> {
      await scheduler.stop();
    },
  };
}

/** Videos that ended a millisecond apart in that number of channels, with cards of that age. */
function endedVideos(count: number, { channels, ageMs }: { channels: number; ageMs: number }): readonly Job[] {
  return Array.from({ length: count }, (_, n) => {
    const settledAt = TEST_START - count + n;
    const userId = String(210_000_000_000_000_000n + BigInt(n));
    return aJob({
      id: aJobId(n),
      owner: anOwner(userId),
      acceptedAt: TEST_START - ageMs,
      reply: aDiscordReply({
        userId,
        token: `token-${n}`,
        tokenUntil: TEST_START - ageMs + 900_000,
        channelId: String(400_000_000_000_000_000n + BigInt(n % channels)),
        messageId: String(500_000_000_000_000_000n + BigInt(n)),
      }),
      state: anAnnouncing(aSucceeded(), { settledAt }),
    });
  });
}

const VIDEOS = howMany(400, 200);
const CHANNELS = VIDEOS / 4;
/** Discord allows fifty requests at once, and fifty more each second. */
const allowedMs = (requests: number) => 1_000 * (Math.ceil(requests / 50) - 1);

const cards: readonly (readonly [string, number, number])[] = [
  ["with the bot's token", 1_200_000, 2 * VIDEOS],
  ["with interaction tokens", 60_000, VIDEOS],
];

test.for(cards.slice(0, howMany(2, 1)))(
  `in ${CHANNELS} Discord channels, ${VIDEOS} notifications about videos that end together are sent nearly as fast as the rate limit allows (cards are edited %s)`,
  { timeout: 60_000 },
  async ([what, ageMs, requests]) => {
    const { clock, jobs, arrivals, turns, find, stop } = anEndingDiscord();
    onTestFinished(stop);
    const all = endedVideos(VIDEOS, { channels: CHANNELS, ageMs });
    const tries: number[] = [];
    const save = jobs.save.bind(jobs);
    jobs.save = (job, version) => {
      if ("attempts" in job.state) tries.push(job.state.attempts);
      return save(job, version);
    };
    await find(all);
    await clock.advance(60_000);

    const posts = arrivals.filter(({ method, path }) => method === "POST" && path.startsWith("/channels/"));
    const lastMs = Math.max(...posts.map(({ at }) => at)) - TEST_START;
    const ratio = lastMs / allowedMs(requests);
    process.stdout.write(
      `${what}: the last notification after ${lastMs} ms, ${ratio.toFixed(2)} × what the limit allows\n`,
    );
    expect(arrivals.filter(({ status }) => status !== 200)).toEqual([]);
    expect(posts).toHaveLength(VIDEOS);
    expect(Math.max(...tries)).toBe(0);
    expect(ratio).toBeLessThanOrEqual(1.2);
    const cards = posts.map(({ content }) => /"message_id":"(\d+)"/.exec(content)?.[1] ?? "");
    // A request that gets its turn is sent soon: it waits in the queue, which is ordered, and not after it.
    const behind = posts.map(({ at }, n) => at - (turns.get(cards[n] ?? "") ?? 0));
    expect(Math.max(...behind)).toBeLessThanOrEqual(500);
    // Steps that run at the same time may overtake each other, up to their maximum number.
    const order = cards.map((id) => Number(id.slice(1)));
    expect(Math.max(...order.map((n, place) => Math.abs(n - place)))).toBeLessThanOrEqual(64);
  },
);
