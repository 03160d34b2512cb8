import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

/** The video service, as far as a plain bot needs it. */
export interface PlainService {
  /** Starts a video; resolves with the task's id. */
  create(prompt: string): Promise<string>;
  retrieve(taskId: string): Promise<Task>;
}

export type Task = z.infer<typeof task>;

const task = z.object({ status: z.string(), progress: z.number().optional(), videoUrl: z.string().optional() });
const started = z.object({ taskId: z.string() });
const envelope = z.object({ code: z.number(), message: z.string().optional(), data: z.unknown().optional() });

/** An answer that is no success. */
export class ServiceError extends Error {
  readonly status: number;
  readonly retryAfterS: number | null;

  constructor(status: number, retryAfterS: number | null, message = `The video service answered ${status}`) {
    super(message);
    this.status = status;
    this.retryAfterS = retryAfterS;
  }

  /** Returns whether a repetition could help. */
  get isPassing(): boolean {
    return this.status === 408 || this.status === 409 || this.status === 429 || this.status >= 500;
  }
}

/** Each request may take so long; the libraries' own 60 s would only make the contest longer. */
const TIMEOUT_MS = 10_000;

/** One call by fetch; rejects with a `ServiceError`, or with what fetch says. */
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

/** Makes each call once; its callers try again. */
export const plainService = (): PlainService => serviceBy(call);

const RETRIES = 2;
const FIRST_PAUSE_MS = 500;

/**
 * With the retries of the SDKs that are generated for most video services: two more tries, with a growing pause, after a
 * lost connection, a time-out, 408, 409, 429 and 5xx, for paid calls as for any other.
 */
export function sdkService(): PlainService {
  return serviceBy(async (path, body) => {
    for (let tried = 0; ; tried += 1) {
      try {
        return await call(path, body);
      } catch (error) {
        // A body that is no JSON is no reason for a retry.
        const isOver = error instanceof ServiceError ? !error.isPassing : !isOfConnection(error);
        if (isOver || tried === RETRIES) throw error;
        const retryAfterS = error instanceof ServiceError ? error.retryAfterS : null;
        await sleep(retryAfterS === null ? FIRST_PAUSE_MS * 2 ** tried : retryAfterS * 1_000);
      }
    }
  });
}

/** Returns whether fetch failed before a whole answer came. */
function isOfConnection(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError");
}

/** Videos of the contest take less than a second. */
const POLL_EVERY_MS = 300;

/** Polls until the task has ended and reports its progress. Rejects if a poll does. */
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

/** The final message about a task. */
export function wordsAbout({ status, videoUrl }: Task): string {
  return status === "succeeded" ? `The video is ready: ${videoUrl}` : "Sorry, that did not work: the video failed.";
}

/** The final message about an error. */
export function wordsOfError(error: unknown): string {
  return `Sorry, that did not work: ${error instanceof Error ? error.message : String(error)}`;
}
