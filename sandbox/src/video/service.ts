import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { SandboxClock } from "../clock.ts";
import type { Films } from "../film/films.ts";
import { listen, readJson, reply, servePart } from "../http.ts";
import type { Journal } from "../journal.ts";
import { ASSETS } from "../page-files.ts";
import { type Fate, openFates, startedStatus, startRefusals } from "./fate.ts";
import { openStudio, type Prices, readStart, readStatus, type VideoTask } from "./studio.ts";

export type VideoService = Awaited<ReturnType<typeof startVideoService>>;

/** "lost": the call takes effect, but its answer never arrives. */
type Answer =
  | { status: 200 | 202 | 500; body: unknown }
  | { status: 200; page: string }
  | { status: 400 | 401 | 402 | 404 | 405 | 500; why: string }
  | "lost";

type Call = (json: unknown, request: IncomingMessage) => Answer;

/** Source: the video service's interface, section 8 (read 2026-11-21). */
const VIDEO_KEPT_MS = 2 * 3_600_000;

export async function startVideoService(deps: {
  clock: SandboxClock;
  journal: Journal;
  taskMs?: number;
  films?: Films;
  prices?: Prices;
  idempotencyHeader?: string | undefined;
}) {
  const { clock, journal, films } = deps;
  const key = `vk-sandbox-${randomBytes(12).toString("hex")}`;
  const fates = openFates();
  const listening = await listen(answer);
  const url = listening.origin;
  const moved = new Map<string, number>();
  const tasksByKey = new Map<string, VideoTask>();
  let areLinksDead = false;
  const calls = new Map([
    ["/api/generate-video", generate],
    ["/api/check-video-status", check],
  ]);
  const studio = openStudio({
    clock,
    journal,
    taskMs: deps.taskMs ?? 9_000,
    ...(deps.prices && { prices: deps.prices }),
    videoUrl: (taskId) => `${url}/videos/${taskId}.mp4${moved.has(taskId) ? `?moved=${moved.get(taskId)}` : ""}`,
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", url);
    const call = calls.get(pathname);
    if (!call) return answerMedia(pathname, request, response);
    const body = await readJson(request);
    const answered = answerCall(request, body, call);
    if (answered === "lost") {
      response.destroy();
      return;
    }
    if ("body" in answered) {
      reply(response, answered.status, answered.body);
      return;
    }
    if ("page" in answered) {
      response.writeHead(answered.status, { "content-type": "text/html" }).end(answered.page);
      return;
    }
    const { status, why } = answered;
    const refusal = { status, body: { code: status, msg: why } };
    const asked = { method: request.method, path: pathname, body, isKeyCheck: call === check && isKeyCheck(body) };
    journal.add({
      place: "video",
      kind: "refused",
      payload: { ...asked, status, code: status, why, response: refusal },
    });
    reply(response, status, refusal.body);
  }

  /** Only a key test polls a task that does not exist. */
  function isKeyCheck(body: unknown): boolean {
    const read = readStatus(body);
    return read.ok && !studio.find(read.body.taskId);
  }

  function answerCall(request: IncomingMessage, body: unknown, call: Call): Answer {
    if (request.method !== "POST") return { status: 405, why: "Only POST is answered here" };
    if (request.headers.authorization !== `Bearer ${key}`) return { status: 401, why: "API key missing or invalid" };
    if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) return { status: 400, why: "Not JSON" };
    return call(body, request);
  }

  function generate(json: unknown, { headers }: IncomingMessage): Answer {
    const read = readStart(json);
    if (!read.ok) return { status: 400, why: read.why };
    const key = deps.idempotencyHeader && headers[deps.idempotencyHeader.toLowerCase()]?.toString();
    const earlier = key && tasksByKey.get(key);
    if (earlier) return started(earlier, 200, { json, isLost: false });
    const fate = fates.take();
    const refusal = startRefusals[fate];
    if (refusal) return refusal;
    const task = studio.start(read.body, fate);
    if (!task) return { status: 402, why: "Not enough credits to start the task" };
    if (key) tasksByKey.set(key, task);
    if (task.type === "image2video") films?.begin(task);
    return started(task, startedStatus[fate] ?? 200, { json, isLost: fate === "lost_answer" });
  }

  function started(
    { id: taskId, creditsUsed }: VideoTask,
    status: 200 | 202 | 500,
    { json, isLost }: { readonly json: unknown; readonly isLost: boolean },
  ): Answer {
    const data = { success: true, taskId, creditsUsed, message: "Video generation started" };
    const answer = { status, body: { code: 0, data } };
    journal.add({
      place: "video",
      kind: "submitted",
      payload: { taskId, creditsUsed, body: json, response: isLost ? null : answer },
    });
    return isLost ? "lost" : answer;
  }

  function check(json: unknown): Answer {
    const read = readStatus(json);
    if (!read.ok) return { status: 400, why: read.why };
    const task = studio.find(read.body.taskId);
    if (!task) return { status: 404, why: "There is no such task" };
    const { id, status, progress, videoUrl, failReason } = task;
    const data = { id, status, progress, videoUrl, failReason };
    const isSilent = task.fate === "silent" && status === "running";
    const answer = isSilent
      ? ({ status: 200, page: STATUS_PAGE } as const)
      : ({ status: 200, body: { code: 0, msg: "success", data } } as const);
    journal.add({
      place: "video",
      kind: "polled",
      payload: { taskId: id, status, progress, body: json, response: answer },
    });
    return answer;
  }

  async function answerMedia(pathname: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, sample = ""] = /^\/samples\/(\w+\.png)$/.exec(pathname) ?? [];
    const isSample = Object.hasOwn(kinds, sample);
    const task = finishedAt(pathname);
    if (!isSample && !task) return reply(response, 404, { code: 404, msg: "There is nothing here" });
    if (request.method !== "GET" && request.method !== "HEAD")
      return reply(response, 405, { code: 405, msg: "Only GET and HEAD are answered here" });
    const bytes = (task && (await films?.of(task))) ?? undefined;
    const asset = isSample ? sample : task?.aspectRatio === "16:9" ? "video-16x9.mp4" : "video-9x16.mp4";
    servePart(request, response, {
      bytes: bytes ?? (await readFile(new URL(asset, ASSETS))),
      headers: { "content-type": kinds[asset] ?? "", "cache-control": "no-store" },
    });
  }

  function finishedAt(pathname: string): VideoTask | undefined {
    const task = studio.find(/^\/videos\/(\w+)\.mp4$/.exec(pathname)?.[1] ?? "");
    const isThere = task?.status === "succeeded" && clock.now() < task.endsAt + VIDEO_KEPT_MS;
    return isThere && !areLinksDead ? task : undefined;
  }

  const { start: _start, find: _find, close, ...account } = studio;
  return {
    url,
    key,
    nextFate: fates.next,
    everyFate: fates.every,
    upcomingFate: (): { fate: Fate; every: Fate } => fates.upcoming,
    ...account,
    lacksFilms: (): boolean => films?.isPackageMissing() ?? false,
    areLinksDead: () => areLinksDead,
    killLinks(areDead: boolean): void {
      areLinksDead = areDead;
    },
    moveVideo: (taskId: string) => moved.set(taskId, (moved.get(taskId) ?? 0) + 1),
    async stop(): Promise<void> {
      close();
      films?.stop();
      await listening.close();
    },
  };
}

/** A proxy's maintenance page. */
const STATUS_PAGE = "<!doctype html><title>Maintenance</title><p>We will be back soon.";

const kinds: Readonly<Record<string, string>> = {
  "video-16x9.mp4": "video/mp4",
  "video-9x16.mp4": "video/mp4",
  "landscape.png": "image/png",
  "portrait.png": "image/png",
};
