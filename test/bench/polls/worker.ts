import { z } from "zod";
import type { VideoApi } from "../../../src/core/ports.ts";
import { ok } from "../../../src/core/result.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { stepJobs } from "../../../src/jobs/step.ts";
import { say } from "../children.ts";
import { jobDeps } from "./job-world.ts";
import { openFolder } from "./open-jobs.ts";
import { clientOf } from "./poll-arms.ts";

/** Polls videos that go on, or jobs from their paid call to their end, for which the service answers at once. */
export type Work = "polls" | "jobs";

/** One window is one item of the bootstrap. */
export const WINDOWS_A_SECOND = 4;
/** The shortest time between two polls that the configuration takes. */
const POLL_MIN_MS = 500;

const asked = z.object({ from: z.number(), until: z.number() });
const given = z.object({
  env: z.record(z.string(), z.string()),
  url: z.string(),
  work: z.enum(["polls", "jobs"]),
});

/** One worker of several: works from when it is told, and says how much it finished in each window. */
export async function workBeside(args: string): Promise<void> {
  const { env, url, work } = given.parse(JSON.parse(args));
  const opened = await openFolder(env);
  const told = new Promise((resolve) => process.once("message", resolve));
  say({ kind: "standing" });
  const { from, until } = asked.parse(await told);
  const windows = Array.from({ length: ((until - from) / 1_000) * WINDOWS_A_SECOND }, () => 0);
  const finished = () => {
    const window = Math.floor(((Date.now() - from) / 1_000) * WINDOWS_A_SECOND);
    if (window in windows) windows[window] = (windows[window] ?? 0) + 1;
  };

  const video = work === "polls" ? counting(clientOf(url), finished) : atOnce(clientOf(url));
  const { vault } = opened;
  const anyKey = new Secret("bench-key-0123456789");
  const keyed = { ...opened, vault: { ...vault, open: () => anyKey, get: async () => anyKey } };
  const deps = { ...jobDeps(keyed, video, POLL_MIN_MS), startedAt: 0, othersPayWithinMs: 75_000 };
  const step = stepJobs(deps);
  opened.engine.scheduler.start(async (id, hold) => {
    const next = await step(id, hold);
    if (next === null && work === "jobs") finished();
    return next;
  });
  await sleepUntil(until);
  say({ kind: "counted", windows });
}

function counting(video: VideoApi, polled: () => void): VideoApi {
  return {
    ...video,
    async poll(key, taskId) {
      const answer = await video.poll(key, taskId);
      polled();
      return answer;
    },
  };
}

function atOnce(video: VideoApi): VideoApi {
  return {
    ...video,
    submit: async () => ok({ taskId: "task-1", credits: 95 }),
    poll: async () => ok({ status: "succeeded", videoUrl: "https://videos.example/1.mp4" }),
  };
}

export function sleepUntil(at: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, at - Date.now())));
}
