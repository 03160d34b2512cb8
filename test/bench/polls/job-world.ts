import { machineChance, machineClock } from "../../../src/core/clock.ts";
import type { Chat } from "../../../src/core/front-end.ts";
import { ok } from "../../../src/core/result.ts";
import type { VideoApi } from "../../../src/core/video-service.ts";
import type { JobDeps } from "../../../src/jobs/deps.ts";
import { alone, withTraffic } from "../../fakes/alone.ts";
import type { Storage } from "./open-jobs.ts";
import { silent } from "./poll-arms.ts";

/** A platform that accepts every edit and keeps none. */
const quietChat: Chat = {
  bucketOf: () => ({ name: "bench", burst: 1_000_000, everyMs: 0.001 }),
  show: async (reply) => ok({ reply, isNew: false }),
  readButtons: async () => ok("unreadable"),
  post: async (reply) => ok(reply),
  find: async () => ok("unreadable"),
  notify: async () => ok({ kind: "sent", at: [] }),
  sendPrivately: async () => ok(null),
  remove: async () => ok(null),
  takeDown: async () => ok([]),
  attach: null,
  filmIn: () => null,
  showFrame: null,
  shareFrame: null,
  filmSender: null,
};

/** The dependencies of `stepJobs`, with the real store and keys. */
export function jobDeps({ engine, vault }: Storage, video: VideoApi, pollMinMs: number): JobDeps {
  return withTraffic({
    ...alone(),
    jobs: engine.jobs,
    scheduler: engine.scheduler,
    vault,
    video,
    pace: { pollMinMs },
    clock: machineClock,
    chance: machineChance,
    log: silent,
    startedAt: Date.now(),
    chatOf: () => quietChat,
  });
}
