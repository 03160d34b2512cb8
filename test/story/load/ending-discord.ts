import { Refusal } from "../../../sandbox/src/discord/refusal.ts";
import { openRateLimiter } from "../../../sandbox/src/discord/router.ts";
import { sleep } from "../../../src/core/clock.ts";
import type { Job } from "../../../src/core/job/job.ts";
import type { Chat, FetchInit, FetchWhole } from "../../../src/core/ports.ts";
import { memoryScheduler } from "../../../src/engines/memory-scheduler.ts";
import { discordApi } from "../../../src/frontends/discord/out/discord-api.ts";
import { discordChat } from "../../../src/frontends/discord/out/discord-chat.ts";
import { stepJobs } from "../../../src/jobs/step.ts";
import { alone, withTraffic } from "../../fakes/alone.ts";
import { memoryJobStore } from "../../fakes/job-store.ts";
import { type ManualClock, manualClock } from "../../fakes/manual-clock.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { fakeVideoApi } from "../../fakes/video-api.ts";
import { random } from "../../simulation/random.ts";

/** A request as it reached Discord. */
export interface Arrival {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly content: string;
}

/** Discord as far as ended videos need it, without sockets: its limits, and each request some time on its way. */
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

/** The real jobs and the real way to Discord, in simulated time, in front of a Discord that enforces its limits. */
export function anEndingDiscord() {
  const clock = manualClock();
  const { ask, arrivals } = distantDiscord(clock);
  const log = recordingLog();
  const [jobs, scheduler] = [memoryJobStore(), memoryScheduler(clock, log)];
  const api = discordApi({ apiUrl: "http://discord.test", token: "bot-token", clock, log, fetchWhole: ask });
  const toDiscord = discordChat({ api, clock });
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
    /** All of them are found at once, as by a process that begins. */
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
