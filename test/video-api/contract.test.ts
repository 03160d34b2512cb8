import { onTestFinished } from "vitest";
import { openJournal } from "../../sandbox/src/journal.ts";
import { startVideoService } from "../../sandbox/src/video/service.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { videoApiContract } from "../contracts/video-api.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { fakeVideoApi } from "../fakes/video-api.ts";
import { faultServer } from "../faults/fault-server.ts";
import { faultNamed } from "../faults/faults.ts";
import { videoService } from "../faults/services.ts";
import { apiAt, key } from "./world.ts";

const strangeKey = new Secret("vk-of-somebody-else-entirely");

videoApiContract("the fake video API", async () => {
  const api = fakeVideoApi();
  api.refuseKey(strangeKey);
  return {
    api,
    key,
    strangeKey,
    setCredits: api.setCredits,
    charged: api.charged,
    progress(taskId) {
      api.progress(taskId, 40);
      return 40;
    },
    succeed(taskId) {
      const videoUrl = "https://videos.example/boat.mp4";
      api.succeed(taskId, videoUrl);
      return videoUrl;
    },
    fail: api.fail,
    loseNextAnswer: () =>
      api.nextSubmits(() => {
        api.begin();
        return { ok: false, refusal: { kind: "unavailable", sent: true, detail: "connection reset" } };
      }),
    limitNext: (retryAfterMs) => api.nextSubmits({ ok: false, refusal: { kind: "rate_limited", retryAfterMs } }),
    failNextPoll: () => api.nextPolls({ ok: false, refusal: { kind: "unavailable", sent: true, detail: "http 503" } }),
  };
});

videoApiContract("the sandbox's video API", async () => {
  const clock = manualClock();
  const service = await startVideoService({ clock, journal: openJournal(clock) });
  const wire = await faultServer({ service: videoService(service), clock, elsewhere: "http://127.0.0.1:9" });
  onTestFinished(async () => void (await Promise.all([service.stop(), wire.close()])));
  const taskOf = (taskId: string) => service.tasks().find(({ id }) => id === taskId);
  return {
    api: apiAt(`http://127.0.0.1:${wire.port}`, [service.url]).api,
    key: new Secret(service.key),
    strangeKey,
    setCredits: service.setCredits,
    charged: () => service.ledger().charged - service.ledger().refunded,
    progress(taskId) {
      clock.set(3_000);
      return taskOf(taskId)?.progress ?? 0;
    },
    succeed(taskId) {
      service.settle(taskId, "succeeded");
      return taskOf(taskId)?.videoUrl ?? "";
    },
    fail: (taskId) => service.settle(taskId, "failed"),
    loseNextAnswer: () => wire.arm(faultNamed("reset before the response"), true),
    limitNext: (retryAfterMs) =>
      wire.arm(faultNamed(retryAfterMs === null ? "429 Too Many Requests" : "429 with Retry-After: 7"), false),
    failNextPoll: () => wire.arm(faultNamed("503 Service Unavailable"), false),
  };
});
