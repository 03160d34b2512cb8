import { z } from "zod";
import type { Job } from "../../../src/core/job/job.ts";
import { hasRedis, startRedis } from "../../engines/redis-server.ts";
import { aJob, aJobId } from "../../fakes/jobs.ts";
import { random } from "../../simulation/random.ts";
import { startChild } from "../children.ts";
import type { Scale } from "../scale.ts";
import type { Line } from "../table/row.ts";
import { bootstrap, mean } from "../table/statistics.ts";
import { numberText } from "../table/table.ts";
import { newFolder, openFolder, type Storage, storeOpenJobs } from "./open-jobs.ts";
import { located } from "./poll-arms.ts";
import { sleepUntil, WINDOWS_A_SECOND, type Work } from "./worker.ts";

/** More than this number a second no machine of two cores gets done, so that there is always something due. */
const POLLS_MOST = 2_500;
const JOBS_MOST = 1_500;
/** After this all workers are at work. */
const WARM_UP_S = 2;

const standing = z.object({ kind: z.literal("standing") });
const counted = z.object({ kind: z.literal("counted"), windows: z.array(z.number()) });

/** How many polls, and how many whole jobs, several worker processes finish a second over one Redis that forgets nothing. */
export async function workers(scale: Scale): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const work of scale.workersDo) {
    const alone: number[] = [];
    for (const count of scale.workers) {
      const what = `${nameOf(work)} a second, ${count === 1 ? "one worker" : `${count} workers`} over one Redis`;
      lines.push(
        hasRedis ? await measure({ work, count, what, alone }, scale) : { what, skipped: "no redis-server in PATH" },
      );
    }
  }
  return lines;
}

const nameOf = (work: Work) => (work === "polls" ? "polls" : "whole jobs");

interface Measured {
  readonly work: Work;
  readonly count: number;
  readonly what: string;
  /** What one worker came to, once that is known. */
  readonly alone: number[];
}

async function measure({ work, count, what, alone }: Measured, { workerSeconds }: Scale): Promise<Line> {
  const redis = await startRedis();
  const server = startChild("polls");
  const { url } = await server.hear(located);
  const folder = await newFolder();
  const env = { ...folder.env, REDIS_URL: redis.url };
  const storage = await openFolder(env);
  await storeWork(storage, work, workerSeconds + WARM_UP_S);

  const children = Array.from({ length: count }, () => startChild("worker", [JSON.stringify({ env, url, work })]));
  await Promise.all(children.map((child) => child.hear(standing)));
  const from = Date.now() + WARM_UP_S * 1_000;
  for (const child of children) child.tell({ from, until: from + workerSeconds * 1_000 });
  await sleepUntil(from + workerSeconds * 1_000);
  const each = await Promise.all(children.map((child) => child.hear(counted)));
  await Promise.all(children.map((child) => child.stop()));
  await server.stop();
  await storage.engine.close();
  await redis.stop();
  await folder.remove();

  const [first = { windows: [] }] = each;
  const together = first.windows.map((_, n) => each.reduce((sum, { windows }) => sum + (windows[n] ?? 0), 0));
  const perSecond = (windows: readonly number[]) => mean(windows) * WINDOWS_A_SECOND;
  const figure = bootstrap(together, perSecond, random(9).fraction);
  if (count === 1) alone.push(figure.value);
  const [base] = alone;
  const beside = base === undefined || count === 1 ? "" : `${numberText(figure.value / base)} times what one does; `;
  const where = "AOF always; workers, Redis and the service share the machine's cores";
  return { what, unit: "a second", figure, target: null, beside: `${beside}${where}` };
}

/** Stores more of it than can be done in that time, all of it due, with its alarms. */
async function storeWork({ engine, ...storage }: Storage, work: Work, seconds: number): Promise<void> {
  const now = Date.now();
  const count = (work === "polls" ? POLLS_MOST : JOBS_MOST) * seconds;
  if (work === "polls") await storeOpenJobs({ engine, ...storage }, count, now);
  else await Promise.all(Array.from({ length: count }, (_, n) => engine.jobs.insert(jobToStart(n, now))));
  await engine.scheduler.ensure(Array.from({ length: count }, (_, n) => ({ id: aJobId(n), at: now })));
  while ((await engine.scheduler.size()) < count) await sleepUntil(Date.now() + 50);
}

function jobToStart(n: number, now: number): Job {
  return aJob({
    id: aJobId(n),
    acceptedAt: now,
    deadlineAt: now + 3_600_000,
    dueAt: now,
    state: { status: "accepted", answer: "given", attempts: 0, waitingFor: null, notBefore: now },
  });
}
