import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Secret } from "../../src/core/text/secret.ts";
import { type VideoApiWorld, videoApiContract } from "../contracts/video-api.ts";
import { fakeVideoApi, keepNothing } from "../fakes/video-api.ts";
import { localServer, type Received, sendJson } from "./local-server.ts";
import { apiAt, key } from "./world.ts";

const strangeKey = new Secret("vk-of-somebody-else-entirely");

/** The service in memory, and the hand that plays its fate. */
function aService(): VideoApiWorld {
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
}

const STATUS: Readonly<Record<string, number>> = {
  bad_key: 401,
  no_credits: 402,
  unknown_task: 404,
  rate_limited: 429,
  unavailable: 503,
};

videoApiContract("the fake", async () => aService());

videoApiContract("the client against a real server", async () => {
  const service = aService();
  const answer = async (response: ServerResponse, { path, headers, body }: Received, socket: Socket) => {
    const given = new Secret((headers.authorization ?? "").replace(/^Bearer /, ""));
    const isPaid = path === "/api/generate-video";
    const fields = { ...Object(body) };
    const { api } = service;
    const result = await (isPaid ? api.submit(given, fields, keepNothing) : api.poll(given, String(fields.taskId)));
    if (result.ok && "taskId" in result.value) {
      const { taskId, credits } = result.value;
      return sendJson(response, 200, { code: 0, data: { success: true, taskId, creditsUsed: credits } });
    }
    if (result.ok) {
      const { percent: progress, ...task } = { percent: 100, ...result.value };
      return sendJson(response, 200, { code: 0, data: { id: fields.taskId, progress, ...task } });
    }
    const { refusal } = result;
    if (isPaid && refusal.kind === "unavailable") return socket.resetAndDestroy();
    const waitMs = refusal.kind === "rate_limited" ? refusal.retryAfterMs : null;
    sendJson(response, STATUS[refusal.kind] ?? 500, "", waitMs === null ? {} : { "retry-after": `${waitMs / 1_000}` });
  };
  const server = await localServer((...call) => void answer(...call));
  return { ...service, api: apiAt(server.origin).api };
});
