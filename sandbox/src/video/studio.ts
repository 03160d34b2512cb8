import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { SandboxClock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import type { Fate } from "./fate.ts";

export interface VideoTask extends StartBody {
  readonly id: string;
  readonly creditsUsed: number;
  readonly fate: Fate;
  readonly status: "running" | "succeeded" | "failed";
  readonly progress: number;
  /** It runs, and neither moves nor ends by itself any more. */
  readonly isStuck: boolean;
  readonly startedAt: number;
  /** When it ends or ended; `NEVER` for one that is stuck. */
  readonly endsAt: number;
  readonly videoUrl?: string;
}

/** The end of a task that does not end by itself; a number that JSON can carry. */
const NEVER = Number.MAX_SAFE_INTEGER;

const LENGTH: Partial<Record<Fate, number>> = { quick: 1 / 6, slow: 5, jumpy: 2, fails: 1 / 2 };

interface Held {
  readonly body: StartBody;
  readonly fate: Fate;
  readonly creditsUsed: number;
  readonly startedAt: number;
  readonly lifeMs: number;
  endedAt: number | null;
  status: VideoTask["status"];
  /** Kept when it ends, as a failed task does not reach 100. */
  progress: number;
  cancel(): void;
}

export function openStudio(deps: {
  clock: SandboxClock;
  journal: Journal;
  taskMs: number;
  videoUrl(taskId: string): string;
}) {
  const { clock, journal } = deps;
  const held = new Map<string, Held>();
  let credits = 5_000;
  let charged = 0;
  let refunded = 0;

  function progressOf(task: Held): number {
    if (task.status !== "running") return task.progress;
    return progressAt(task.fate, Math.max(0, (clock.now() - task.startedAt) / Math.max(1, task.lifeMs)));
  }

  function endOf({ endedAt, fate, startedAt, lifeMs }: Held): number {
    return endedAt ?? (fate === "stuck" ? NEVER : startedAt + lifeMs);
  }

  function shown(id: string, task: Held): VideoTask {
    return {
      id,
      ...task.body,
      creditsUsed: task.creditsUsed,
      fate: task.fate,
      status: task.status,
      progress: progressOf(task),
      isStuck: task.fate === "stuck" && task.status === "running" && progressOf(task) === STUCK_AT,
      startedAt: task.startedAt,
      endsAt: endOf(task),
      ...(task.status === "succeeded" ? { videoUrl: deps.videoUrl(id) } : {}),
    };
  }

  function settle(taskId: string, status: "succeeded" | "failed"): void {
    const task = held.get(taskId);
    if (!task) throw new Error(`There is no task ${taskId}.`);
    if (task.status !== "running") throw new Error(`Task ${taskId} has already ${task.status}.`);
    task.cancel();
    task.progress = status === "succeeded" ? 100 : progressOf(task);
    task.status = status;
    task.endedAt = clock.now();
    const back = status === "failed" ? task.creditsUsed : 0;
    credits += back;
    refunded += back;
    journal.add({
      place: "video",
      kind: "settled",
      payload: { taskId, status, creditsUsed: task.creditsUsed, refunded: back },
    });
  }

  return {
    credits: (): number => credits,
    setCredits(amount: number) {
      if (!Number.isSafeInteger(amount) || amount < 0) throw new Error("Credits are a whole number from 0 on.");
      credits = amount;
    },
    start(body: StartBody, fate: Fate): VideoTask | undefined {
      const creditsUsed = priceOf(body);
      if (credits < creditsUsed) return undefined;
      credits -= creditsUsed;
      charged += creditsUsed;

      const id = `task_${randomBytes(9).toString("hex")}`;
      const task: Held = {
        body,
        fate,
        creditsUsed,
        startedAt: clock.now(),
        lifeMs: Math.round(deps.taskMs * (LENGTH[fate] ?? 1)),
        status: "running",
        progress: 0,
        endedAt: null,
        cancel: () => {},
      };
      held.set(id, task);
      if (fate !== "stuck")
        task.cancel = clock.after(task.lifeMs, () => settle(id, fate === "fails" ? "failed" : "succeeded"));
      return shown(id, task);
    },
    find(taskId: string): VideoTask | undefined {
      const task = held.get(taskId);
      return task && shown(taskId, task);
    },
    tasks: (): readonly VideoTask[] => [...held].map(([id, task]) => shown(id, task)),
    settle,
    ledger: (): { charged: number; refunded: number; tasks: number } => ({ charged, refunded, tasks: held.size }),
    close() {
      for (const task of held.values()) task.cancel();
    },
  };
}

const STUCK_AT = 63;

/** A jumpy task's progress from each share of its life on: it stands, leaps, and stands again. */
const LEAPS: readonly (readonly [from: number, progress: number])[] = [
  [0.92, 88],
  [0.7, 86],
  [0.62, 52],
  [0.36, 47],
  [0.3, 12],
  [0.08, 9],
];

/** The whole per cent that a task reports after that share of its life; it never falls. */
function progressAt(fate: Fate, share: number): number {
  switch (fate) {
    case "stuck":
      return Math.min(STUCK_AT, Math.floor(share * 100));
    case "jumpy":
      return LEAPS.find(([from]) => share >= from)?.[1] ?? 0;
    case "fails":
      // One that will fail moves as if it had twice its life before it.
      return usual(share / 2);
    default:
      return usual(share);
  }
}

/** Quick at first, slower towards the end, as such services report it. */
function usual(share: number): number {
  return Math.min(99, Math.floor(100 * (1 - (1 - Math.min(1, share)) ** 1.4)));
}

/**
 * What a start call must look like. `type` is asked for although the interface leaves open whether it is required:
 * a bot that always sends it is right in both cases.
 * Source: the video service's interface, sections 4.1 and 8 (read 2026-11-21).
 */
const startBody = z
  .object({
    prompt: z.string().regex(/\S/, "must not be empty"),
    aspectRatio: z.enum(["16:9", "9:16"]),
    duration: z.literal([10, 15]).default(10),
    resolution: z.enum(["480p", "720p"]).default("480p"),
    type: z.enum(["text2video", "image2video"]),
    imageUrl: z.url({ protocol: /^https?$/ }).optional(),
  })
  .refine((body) => body.type === "text2video" || body.imageUrl !== undefined, {
    path: ["imageUrl"],
    message: "is required for image2video",
  });

const statusBody = z.object({ taskId: z.string().min(1) });

export type StartBody = z.infer<typeof startBody>;

type Read<T> = { ok: true; body: T } | { ok: false; why: string };

export const readStart = (json: unknown): Read<StartBody> => read(startBody, json);

export const readStatus = (json: unknown): Read<z.infer<typeof statusBody>> => read(statusBody, json);

/** Credits of one video. Source: the video service's interface, section 8 (read 2026-11-21). */
export function priceOf(body: Pick<StartBody, "resolution" | "duration">): number {
  if (body.resolution === "480p") return body.duration === 10 ? 95 : 143;
  return body.duration === 10 ? 205 : 308;
}

function read<T>(schema: z.ZodType<T>, json: unknown): Read<T> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, body: parsed.data };
  const why = parsed.error.issues.map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`);
  return { ok: false, why: why.join("; ") };
}
