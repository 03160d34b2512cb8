import { z } from "zod";
import type { TaskId } from "../core/job/ids.ts";
import { sentUrl, type VideoRequest, type WholeRequest } from "../core/request/video-request.ts";
import { parseJson } from "../core/text/parse-json.ts";
import { parseUrl } from "../core/text/parse-url.ts";
import type { Started, Task } from "../core/video-service.ts";
import { failureReason } from "./service-words.ts";

// From the video service's interface, sections 2 and 4 (read 2026-11-21). Unknown fields are dropped.

/** Leaves no field to the service's defaults. */
export function startBody(request: VideoRequest) {
  const { prompt, aspectRatio, duration, resolution, picture } = request;
  const body: Sent = { prompt, aspectRatio, duration, resolution };
  return picture === null
    ? ({ ...body, type: "text2video" } as const)
    : ({ ...body, type: "image2video", imageUrl: sentUrl(picture) } as const);
}

type Sent = Omit<WholeRequest, "picture" | "style">;

const Envelope = z.object({ code: z.number(), data: z.unknown().optional(), msg: z.unknown().optional() });
const StartData = z.object({
  success: z.boolean().optional(),
  taskId: z.unknown().optional(),
  creditsUsed: z.unknown().optional(),
});
const TaskData = z.object({
  id: z.unknown().optional(),
  status: z.string(),
  progress: z.unknown().optional(),
  videoUrl: z.unknown().optional(),
});
const CreditsUsed = z.number().nonnegative();

type StartReading =
  /** `isWhole` is false if only the id could be read. */
  | { readonly kind: "started"; readonly started: Started; readonly isWhole: boolean }
  | { readonly kind: "refused"; readonly code: number }
  /** It may have been charged. */
  | { readonly kind: "unclear" };

/** Never throws. A truncated text (`isCut`) can only yield an id, never a refusal. */
export function readStart(text: string, isCut: boolean): StartReading {
  const json = isCut ? null : parseJson(text);
  const envelope = Envelope.safeParse(json);
  const data = StartData.safeParse(envelope.data?.data);

  if (envelope.data?.code === 0 && data.data?.success !== false && isTaskId(data.data?.taskId)) {
    return { kind: "started", started: { taskId: data.data.taskId, credits: creditsOf(data.data) }, isWhole: true };
  }
  const foundId = findTaskId(json === null ? { text } : { json });
  if (foundId.kind === "one") {
    return { kind: "started", started: { taskId: foundId.taskId, credits: creditsOf(data.data) }, isWhole: false };
  }
  if (foundId.kind === "none" && envelope.success) {
    const { code } = envelope.data;
    const success = data.data?.success;
    if (success === false || (code !== 0 && success !== true)) return { kind: "refused", code };
  }
  return { kind: "unclear" };
}

type TaskReading =
  /** A task with an unknown status counts as running. */
  | { readonly kind: "task"; readonly task: Task; readonly unknownStatus: string | null }
  | { readonly kind: "unclear"; readonly why: string };

/**
 * Never throws. An address must be https, or http at one of `httpOrigins`. No text that contains the sent `key` is
 * passed on.
 */
export function readTask(
  text: string,
  taskId: TaskId,
  { httpOrigins, key }: { readonly httpOrigins: ReadonlySet<string>; readonly key: string | null },
): TaskReading {
  const envelope = Envelope.safeParse(parseJson(text));
  if (!envelope.success) return { kind: "unclear", why: "answer not in shape" };
  if (envelope.data.code !== 0) return { kind: "unclear", why: codeReason(envelope.data.code) };
  const data = TaskData.safeParse(envelope.data.data);
  if (!data.success) return { kind: "unclear", why: "answer not in shape" };

  const { id, status, progress, videoUrl } = data.data;
  if (!isSameId(id, taskId)) return { kind: "unclear", why: "answer of another task" };
  switch (status) {
    case "succeeded":
      return { kind: "task", task: { status, videoUrl: readVideoUrl(videoUrl, httpOrigins) }, unknownStatus: null };
    case "failed": {
      const reason = failureReason(envelope.data, { key, taskId });
      return { kind: "task", task: { status, ...(reason !== null && { reason }) }, unknownStatus: null };
    }
    default: {
      const task: Task = { status: "running", percent: percentOf(progress) };
      return { kind: "task", task, unknownStatus: status === "running" ? null : status };
    }
  }
}

/** An answer need not name its task. */
function isSameId(id: unknown, taskId: TaskId): boolean {
  if (id === undefined || id === null) return true;
  return (typeof id === "number" ? String(id) : id) === taskId;
}

export function codeReason(code: number): string {
  return Number.isSafeInteger(code) ? `code ${code}` : "code not 0";
}

function creditsOf(data: { readonly creditsUsed?: unknown } | undefined): number | null {
  return CreditsUsed.safeParse(data?.creditsUsed).data ?? null;
}

function percentOf(progress: unknown): number | null {
  return typeof progress === "number" && Number.isFinite(progress) ? Math.min(100, Math.max(0, progress)) : null;
}

const VIDEO_URL_MAX = 2_048;

export function readVideoUrl(given: unknown, httpOrigins: ReadonlySet<string>): string | null {
  if (typeof given !== "string" || given.length > VIDEO_URL_MAX || /\p{Cc}/u.test(given)) return null;
  const url = parseUrl(given);
  if (url === null || `${url.username}${url.password}` !== "") return null;
  const isAllowed = url.protocol === "https:" || (url.protocol === "http:" && httpOrigins.has(url.origin));
  return isAllowed && url.href.length <= VIDEO_URL_MAX ? url.href : null;
}

/** Our choice: the interface specifies no limit (read 2026-11-21). */
const TASK_ID_MAX = 256;

function isTaskId(value: unknown): value is TaskId {
  return typeof value === "string" && value.length <= TASK_ID_MAX && value.trim() !== "" && !/\p{Cc}/u.test(value);
}

/** "unclear": something is called taskId, but it is not one id. */
type FoundTaskId =
  | { readonly kind: "one"; readonly taskId: TaskId }
  | { readonly kind: "none" }
  | { readonly kind: "unclear" };

export function findTaskId(answer: { readonly json: unknown } | { readonly text: string }): FoundTaskId {
  const given = "json" in answer ? namedInJson(answer.json) : namedInText(answer.text);
  if (given.every((value) => value === null)) return { kind: "none" };
  const [first, ...others] = new Set(given);
  return others.length === 0 && isTaskId(first) ? { kind: "one", taskId: first } : { kind: "unclear" };
}

/** A loop, because foreign JSON may be nested too deeply for recursion. */
function namedInJson(json: unknown): unknown[] {
  const taskIds: unknown[] = [];
  const open: unknown[] = [json];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (name === "taskId") taskIds.push(inner);
      open.push(inner);
    }
  }
  return taskIds;
}

/** A quote inside a string is escaped, so a name between plain quotes is a field name. */
function namedInText(text: string): unknown[] {
  const strings = [...text.matchAll(/"taskId"\s{0,20}:\s{0,20}"([^"\\]{0,300})"/g)].map(([, id]) => id);
  const fields = text.split('"taskId"').length - 1;
  // A value that cannot be read makes the whole answer unclear.
  return strings.length === fields ? strings : [...strings, undefined];
}
