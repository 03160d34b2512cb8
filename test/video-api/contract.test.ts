import { Secret } from "../../src/core/text/secret.ts";
import { type VideoApiWorld, videoApiContract } from "../contracts/video-api.ts";
import { fakeVideoApi } from "../fakes/video-api.ts";
import { localServer, type Received, sendJson } from "./local-server.ts";
import { apiAt, key } from "./world.ts";

const strangeKey = new Secret("vk-of-somebody-else-entirely");

videoApiContract("the fake", async () => {
  const api = fakeVideoApi();
  api.refuseKey(strangeKey);
  return {
    api,
    key,
    strangeKey,
    setCredits: api.setCredits,
    charged: api.charged,
    progress: api.progress,
    succeed: api.succeed,
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

videoApiContract("the client against a real server", async () => {
  const service = smallService();
  const server = await localServer((response, request, socket) => {
    if (request.headers.authorization !== `Bearer ${key.reveal()}`) return sendJson(response, 401, { error: "no" });
    const next = service.answer(request);
    if (next === "lost") return socket.resetAndDestroy();
    sendJson(response, next.status, next.body, next.headers);
  });
  return { ...service.hand, api: apiAt(server.origin).api, key, strangeKey };
});

type Said = { status: number; body: unknown; headers?: Record<string, string> } | "lost";

/** The service's interface in a few lines. */
function smallService() {
  const prices: Record<string, number> = { "480p 10": 95, "480p 15": 143, "720p 10": 205, "720p 15": 308 };
  const tasks = new Map<string, { price: number; status: string; progress: number; videoUrl: string | null }>();
  const fates: Said[] = [];
  const pollFates: Said[] = [];
  let credits = 1_000;
  let charged = 0;

  function change(taskId: string, changes: object) {
    const task = tasks.get(taskId);
    if (!task) throw new Error(taskId);
    Object.assign(task, changes);
    return task;
  }

  const hand: Omit<VideoApiWorld, "api" | "key" | "strangeKey"> = {
    setCredits: (left) => {
      credits = left;
    },
    charged: () => charged,
    progress: (taskId, progress) => void change(taskId, { progress }),
    succeed: (taskId, videoUrl) => void change(taskId, { status: "succeeded", progress: 100, videoUrl }),
    fail: (taskId) => {
      charged -= change(taskId, { status: "failed" }).price;
    },
    loseNextAnswer: () => void fates.push("lost"),
    limitNext: (retryAfterMs) =>
      void fates.push({
        status: 429,
        body: "slow down",
        ...(retryAfterMs === null ? {} : { headers: { "retry-after": String(retryAfterMs / 1_000) } }),
      }),
    failNextPoll: () => void pollFates.push({ status: 503, body: "" }),
  };

  function generate(body: Record<string, unknown>): Said {
    const fate = fates.shift();
    if (fate !== undefined && fate !== "lost") return fate;
    const price = prices[`${body.resolution} ${body.duration}`] ?? 0;
    if (price > credits) return { status: 402, body: "" };
    const taskId = `task_${tasks.size + 1}`;
    tasks.set(taskId, { price, status: "running", progress: 0, videoUrl: null });
    credits -= price;
    charged += price;
    if (fate === "lost") return fate;
    return { status: 200, body: { code: 0, data: { success: true, taskId, creditsUsed: price, message: "started" } } };
  }

  function check(body: Record<string, unknown>): Said {
    const fate = pollFates.shift();
    if (fate !== undefined) return fate;
    const id = String(body.taskId);
    const task = tasks.get(id);
    if (!task) return { status: 404, body: { code: 404, msg: "no such task" } };
    const { status, progress, videoUrl } = task;
    return { status: 200, body: { code: 0, msg: "success", data: { id, status, progress, videoUrl } } };
  }

  function answer({ path, body }: Received): Said {
    const fields = typeof body === "object" && body !== null ? { ...body } : {};
    if (path === "/api/generate-video") return generate(fields);
    if (path === "/api/check-video-status") return check(fields);
    return { status: 404, body: "" };
  }

  return { hand, answer };
}
