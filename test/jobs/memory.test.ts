import { expect, test } from "vitest";
import type { Chat } from "../../src/core/front-end.ts";
import type { JobId } from "../../src/core/job/ids.ts";
import type { JobStore } from "../../src/core/job/job-storage.ts";
import { ok } from "../../src/core/result.ts";
import { memoryScheduler } from "../../src/engines/memory-scheduler.ts";
import { stepJobs } from "../../src/jobs/step.ts";
import { withTraffic } from "../fakes/alone.ts";
import { isFull } from "../fakes/how-many.ts";
import { aDiscordReply, aJob, aJobId, aRunning, TEST_START } from "../fakes/jobs.ts";
import { manualClock, promisesOnly } from "../fakes/manual-clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { aWorld } from "./world.ts";

/** With this number, the hash tables of a Map are as full as with 100,000. */
const JOBS = 6_250;
const JOBS_A_CHANNEL = 50;
/** The cards shown before the measurement, so that the code and its caches are loaded. */
const FIRST = 250;
const BYTES_MAX = 600;

function heapBytes(): number {
  if (!global.gc) throw new Error("vitest.config.ts runs this file with --expose-gc");
  global.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Jobs on a disk: each load parses the job again, and a save keeps no reference to it. */
function diskOf(ids: ReadonlySet<JobId>): Pick<JobStore, "load" | "save" | "touch"> {
  const jobOn = (channelId: string) =>
    aJob({ reply: aDiscordReply({ channelId }), state: aRunning({ percent: 40 }), dueAt: TEST_START + 300_000 });
  const text = JSON.stringify(jobOn("#"));
  return {
    async load(id) {
      if (!ids.has(id)) return null;
      const channel = String(Number.parseInt(id.slice(0, 8), 16) % (JOBS / JOBS_A_CHANNEL));
      return { job: { ...JSON.parse(text.replace("#", channel)), id: JSON.parse(JSON.stringify(id)) }, version: 1 };
    },
    save: async () => true,
    touch: async () => true,
  };
}

test.runIf(isFull)(`a running job uses at most ${BYTES_MAX} bytes of memory between two polls`, async () => {
  const world = aWorld();
  const clock = manualClock(TEST_START, promisesOnly);
  const ids = new Set(Array.from({ length: JOBS }, (_, n) => aJobId(n)));
  let shown = 0;
  const chat: Pick<Chat, "bucketOf" | "show"> = {
    bucketOf: (reply) => ({ name: `channel ${"channelId" in reply ? reply.channelId : ""}`, burst: 1_000, everyMs: 1 }),
    async show(reply) {
      shown += 1;
      return ok({ reply, isNew: false });
    },
  };
  const deps = withTraffic({
    ...world.deps(),
    jobs: { ...world.jobs, ...diskOf(ids) },
    clock,
    chatOf: () => ({ ...world.chat, ...chat }),
  });
  const scheduler = memoryScheduler(clock, recordingLog());
  const showUntil = async (count: number) => {
    for (const id of [...ids].slice(shown, count)) scheduler.schedule(JSON.parse(JSON.stringify(id)), clock.now());
    while (shown < count) await clock.advance(1);
  };
  scheduler.start(stepJobs(deps));
  await showUntil(FIRST);
  const before = heapBytes();
  await showUntil(JOBS);
  const bytes = (heapBytes() - before) / (JOBS - FIRST);
  expect(scheduler.size()).toBe(JOBS);
  expect(bytes).toBeGreaterThan(50);
  expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
});
