import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

/** The part of the video service that a plain bot needs. */
export interface PlainService {
  /** Starts a video and resolves with the task's id. */
  create(prompt: string): Promise<string>;
  retrieve(taskId: string): Promise<Task>;
}

export type Task = z.infer<typeof task>;

const task = z.object({ status: z.string(), progress: z.number().optional(), videoUrl: z.string().optional() });
const started = z.object({ taskId: z.string() });
const envelope = z.object({ code: z.number(), message: z.string().optional(), data: z.unknown().optional() });

export class ServiceError extends Error {
  readonly status: number;
  readonly retryAfterS: number | null;

  constructor(status: number, retryAfterS: number | null, message = `The video service answered ${status}`) {
    super(message);
    this.status = status;
    this.retryAfterS = retryAfterS;
  }

  /** Returns true if a retry could help. */
  get isPassing(): boolean {
    return this.status === 408 || this.status === 409 || this.status === 429 || this.status >= 500;
  }
}

/** Shorter than the libraries' default of 60 s, only to make the contest faster. */
const TIMEOUT_MS = 10_000;

/** Makes one call with fetch. Rejects with a `ServiceError` or with fetch's own error. */
async function call(path: string, body: object): Promise<unknown> {
  const response = await fetch(new URL(path, process.env.VIDEO_API_URL), {
    method: "POST",
    headers: { authorization: `Bearer ${process.env.VIDEO_API_KEY}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new ServiceError(response.status, Number(response.headers.get("retry-after")) || null);
  const { code, message, data } = envelope.parse(await response.json());
  if (code !== 0) throw new ServiceError(400, null, message);
  return data;
}

type Call = typeof call;

function serviceBy(asked: Call): PlainService {
  return {
    async create(prompt) {
      const request = { prompt, aspectRatio: "16:9", duration: 10, resolution: "480p", type: "text2video" };
      return started.parse(await asked("/api/generate-video", request)).taskId;
    },
    retrieve: async (taskId) => task.parse(await asked("/api/check-video-status", { taskId })),
  };
}

/** Makes each call once. The callers retry. */
export const plainService = (): PlainService => serviceBy(call);

const RETRIES = 2;
const FIRST_PAUSE_MS = 500;

/**
 * Retries like the SDKs that are generated for most video services: two more attempts with a growing pause, after a lost
 * connection, a timeout, 408, 409, 429 and 5xx. Paid calls are retried like all others.
 */
export function sdkService(): PlainService {
  return serviceBy(async (path, body) => {
    for (let tried = 0; ; tried += 1) {
      try {
        return await call(path, body);
      } catch (error) {
        // A body that is not JSON does not cause a retry.
        const isOver = error instanceof ServiceError ? !error.isPassing : !isOfConnection(error);
        if (isOver || tried === RETRIES) throw error;
        const retryAfterS = error instanceof ServiceError ? error.retryAfterS : null;
        await sleep(retryAfterS === null ? FIRST_PAUSE_MS * 2 ** tried : retryAfterS * 1_000);
      }
    }
  });
}

/** Returns true if fetch failed before it had a whole response. */
function isOfConnection(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError");
}

/** Videos of the contest take less than a second. */
const POLL_EVERY_MS = 300;

/** Polls until the task has ended and reports its progress. Rejects if a poll fails. */
export async function waitForTask(
  service: PlainService,
  taskId: string,
  onProgress: (percent: number) => Promise<unknown>,
): Promise<Task> {
  for (;;) {
    const now = await service.retrieve(taskId);
    if (now.status === "succeeded" || now.status === "failed") return now;
    if (now.progress !== undefined) await onProgress(now.progress);
    await sleep(POLL_EVERY_MS);
  }
}

export function wordsAbout({ status, videoUrl }: Task): string {
  return status === "succeeded" ? `The video is ready: ${videoUrl}` : "Sorry, that did not work: the video failed.";
}

export function wordsOfError(error: unknown): string {
  return `Sorry, that did not work: ${error instanceof Error ? error.message : String(error)}`;
}
