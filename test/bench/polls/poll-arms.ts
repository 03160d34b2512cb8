import { Pool } from "undici";
import { z } from "zod";
import { machineClock } from "../../../src/core/clock.ts";
import type { Log } from "../../../src/core/text/log-fields.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import type { VideoApi } from "../../../src/core/video-service.ts";
import { memoryScheduler } from "../../../src/engines/memory-scheduler.ts";
import { videoApi } from "../../../src/video-api/client.ts";
import { startChild } from "../children.ts";
import type { Arm } from "../slices.ts";

const CONCURRENCY = 64;
/** Jobs that are always due. The scheduler holds those that are not being polled. */
const JOBS = 1_000;
/** Shorter than this arm takes for a poll. */
const INTERVAL_MS = 10;

const PATH = "/api/check-video-status";
const HEADERS = { authorization: "Bearer bench-key-0123456789", "content-type": "application/json" };
const KEY = new Secret("bench-key-0123456789");

export const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

export const taskOf = (n: number) => `task-${n}`;

export function clientOf(url: string): VideoApi {
  return videoApi({ baseUrl: url, trustedOrigins: new Set([url]), clock: machineClock, log: silent });
}

/** Throws if the poll fails, because a failed poll would distort the result. */
async function pollWith(client: VideoApi, n: number): Promise<void> {
  const answer = await client.poll(KEY, taskOf(n));
  if (!answer.ok) throw new Error(`no answer: ${answer.refusal.kind}`);
}

export function ourArm(client: VideoApi): Arm {
  return {
    name: "ours",
    async run(forMs) {
      const until = performance.now() + forMs;
      let count = 0;
      const scheduler = memoryScheduler(machineClock, silent, { concurrency: CONCURRENCY });
      for (let n = 0; n < JOBS; n += 1) scheduler.schedule(String(n), Date.now());
      await new Promise<void>((resolve) => {
        scheduler.start(async (id) => {
          await pollWith(client, Number(id));
          count += 1;
          if (performance.now() >= until) resolve();
          return Date.now();
        });
      });
      await scheduler.stop();
      return count;
    },
  };
}

/** The least that undici can do: send the request and parse the JSON, without validation or a timeout. */
export function bareArm(pool: Pool): Arm {
  return {
    name: "bare",
    run: (forMs) =>
      loops(forMs, async (n) => {
        const body = JSON.stringify({ taskId: taskOf(n) });
        const answer = await pool.request({ method: "POST", path: PATH, headers: HEADERS, body });
        await answer.body.json();
      }),
  };
}

/** A common way to poll: `setInterval` for each job, and fetch. */
export function intervalArm(url: string): Arm {
  return {
    name: "interval",
    async run(forMs) {
      let count = 0;
      const inFlight = new Map<number, Promise<void>>();
      const poll = async (n: number) => {
        const body = JSON.stringify({ taskId: taskOf(n) });
        const answer = await fetch(`${url}${PATH}`, { method: "POST", headers: HEADERS, body });
        await answer.json();
        inFlight.delete(n);
        count += 1;
      };
      const timers = Array.from({ length: CONCURRENCY }, (_, n) =>
        setInterval(() => {
          if (!inFlight.has(n)) inFlight.set(n, poll(n));
        }, INTERVAL_MS),
      );
      await new Promise((resolve) => setTimeout(resolve, forMs));
      for (const timer of timers) clearInterval(timer);
      await Promise.all(inFlight.values());
      return count;
    },
  };
}

async function loops(forMs: number, act: (n: number) => Promise<void>): Promise<number> {
  const until = performance.now() + forMs;
  let count = 0;
  const loop = async (n: number) => {
    while (performance.now() < until) {
      await act(n);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, (_, n) => loop(n)));
  return count;
}

const located = z.object({ kind: z.literal("polls"), url: z.string() });

/** Starts the service in its own process. A task ends at poll number `endsAfter`, or never if it is 0. */
export async function startService(endsAfter = 0) {
  const child = startChild("polls", [String(endsAfter)]);
  const { url } = await child.receive(located);
  return { ...child, url };
}

export function barePool(url: string): Pool {
  return new Pool(url, { connections: CONCURRENCY / 2, pipelining: 1 });
}
