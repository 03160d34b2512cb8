import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { machineClock } from "../../src/core/clock.ts";
import type { Hold } from "../../src/core/engine.ts";
import { jobIdFrom } from "../../src/core/job/ids.ts";
import type { JobStore } from "../../src/core/job/job-storage.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { openSqliteRows } from "../../src/engines/sqlite-folder.ts";
import { storesOver } from "../../src/engines/stores.ts";
import { testNames } from "../fakes/deleted-names.ts";
import { aRunning } from "../fakes/jobs.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { aTeam, aTeamJob } from "../fakes/teams.ts";

// A program for tests that kill it, stall it or need a second process: `node child.js hold|write FOLDER`, `node child.js
// hangs|blocks|NUMBER REDIS_URL`. It prints one line per event.

const [, , act = "", on = ""] = process.argv;
// Synchronous, so that a kill loses at most the current line.
const say = (line: string) => writeSync(1, `${line}\n`);
const log = recordingLog();
const BLOCKED_MS = 9_000;

if (act === "hold" || act === "write") await useFolder();
else await useRedis();

async function useFolder(): Promise<void> {
  const opened = await openSqliteRows(on);
  if (!opened.ok) return void say(`refused ${opened.refusal.kind}`);
  say("open");
  if (act === "hold") return void setInterval(() => {}, 1_000_000);
  const { jobs, teams } = storesOver(opened.value, log, testNames);
  await teams.saveRules(aTeam, { ...noRules, isForEveryone: true }, 0);
  await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((lane) => writeForEver(jobs, lane)));
}

/** Inserts jobs paid by the team, and saves each job again. Prints each write that the store acknowledged. */
async function writeForEver(jobs: JobStore, lane: number): Promise<never> {
  for (let n = lane; ; n += 8) {
    const job = aTeamJob(n);
    await jobs.insert(job);
    say(`saved ${job.id} 1`);
    for (const version of [1, 2]) {
      await jobs.save({ ...job, price: version }, version);
      say(`saved ${job.id} ${version + 1}`);
    }
  }
}

async function useRedis(): Promise<void> {
  // These imports take half of the start, and a child on a folder does not need them.
  const { connectRedis } = await import("../../src/engines/redis-connection.ts");
  const { redisRows } = await import("../../src/engines/redis-rows.ts");
  const { redisScheduler } = await import("../../src/engines/redis-scheduler.ts");
  const connected = await connectRedis(on, log);
  if (!connected.ok) throw new Error(connected.refusal.detail);
  const redis = connected.value;
  if (act !== "hangs" && act !== "blocks") return insertMany(storesOver(redisRows(redis), log, testNames).jobs);
  redisScheduler(redis, { clock: machineClock, log }).start(act === "blocks" ? block : hang);
}

async function hang(): Promise<null> {
  say("begun");
  return new Promise(() => {});
}

/** Blocks the event loop, like a long computation. */
async function block(_id: string, hold: Hold): Promise<number> {
  say("begun");
  await new Promise((resolve) => setTimeout(resolve, 200));
  say(`held ${hold.isHeld()}`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
  say(`then held ${hold.isHeld()}`);
  return Date.now() + 3_600_000;
}

/** Inserts the jobs of the nth of several processes after it has read a line. Each inserted job starts to run. */
async function insertMany(jobs: JobStore): Promise<never> {
  say("ready");
  await createInterface({ input: process.stdin })[Symbol.asyncIterator]().next();
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const job = aTeamJob(n, { id: jobIdFrom(act, `${n}`) });
      const answer = await jobs.insert(job);
      if (answer === "inserted") await jobs.save({ ...job, state: aRunning() }, 1);
      return answer;
    }),
  );
  say(`inserted ${answers.filter((answer) => answer === "inserted").length}`);
  process.exit();
}
