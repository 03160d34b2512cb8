import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { SandboxClock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import type { Fate } from "./fate.ts";

export interface VideoTask extends StartBody {
  readonly id: string;
  readonly creditsUsed: number;
  readonly fate: Fate;
  readonly startedAt: number;
  status: "running" | "succeeded" | "failed";
  endsAt: number;
  readonly progress: number;
  readonly isStuck: boolean;
  readonly videoUrl: string | undefined;
  failReason: string | undefined;
}

const NEVER = Number.MAX_SAFE_INTEGER;

const LENGTH: Partial<Record<Fate, number>> = {
  quick: 1 / 6,
  slow: 5,
  jumpy: 2,
  fails: 1 / 2,
  fails_saying: 1 / 2,
  silent: 10,
};

/** Invented: the service's interface shows none (section 7, read 2026-11-28). */
const FAIL_REASON = "The prompt was flagged by our content filter: violence";

export function openStudio(deps: {
  clock: SandboxClock;
  journal: Journal;
  taskMs: number;
  prices?: Prices;
  videoUrl(taskId: string): string;
}) {
  const { clock, journal } = deps;
  const tasks = new Map<string, VideoTask>();
  const timers = new Map<string, () => void>();
  let credits = 5_000;
  let charged = 0;
  let refunded = 0;
  let prices = deps.prices ?? PRICES;

  function settle(taskId: string, status: "succeeded" | "failed", failReason?: string): void {
    const task = tasks.get(taskId);
    if (!task) throw new Error(`There is no task ${taskId}.`);
    if (task.status !== "running") throw new Error(`Task ${taskId} has already ${task.status}.`);
    timers.get(taskId)?.();
    task.endsAt = clock.now();
    task.status = status;
    task.failReason = failReason;
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
    prices: (): Prices => prices,
    setPrice({ resolution, duration }: Pick<StartBody, "resolution" | "duration">, price: number) {
      prices = { ...prices, [resolution]: { ...prices[resolution], [duration]: price } };
    },
    start(body: StartBody, fate: Fate): VideoTask | undefined {
      const creditsUsed = prices[body.resolution][body.duration];
      if (credits < creditsUsed) return undefined;
      credits -= creditsUsed;
      charged += creditsUsed;

      const id = `task_${randomBytes(9).toString("hex")}`;
      const startedAt = clock.now();
      const lifeMs = Math.round(deps.taskMs * (LENGTH[fate] ?? 1));
      const task: VideoTask = {
        ...body,
        id,
        creditsUsed,
        fate,
        startedAt,
        status: "running",
        endsAt: fate === "stuck" ? NEVER : startedAt + lifeMs,
        failReason: undefined,
        get progress() {
          if (this.status === "succeeded") return 100;
          const until = this.status === "failed" ? this.endsAt : clock.now();
          return progressAt(fate, Math.max(0, (until - startedAt) / Math.max(1, lifeMs)));
        },
        get isStuck() {
          return fate === "stuck" && this.status === "running" && this.progress === STUCK_AT;
        },
        get videoUrl() {
          return this.status === "succeeded" ? deps.videoUrl(id) : undefined;
        },
      };
      tasks.set(id, task);
      const end = fate === "fails" || fate === "fails_saying" ? "failed" : "succeeded";
      if (fate !== "stuck")
        timers.set(
          id,
          clock.after(lifeMs, () => settle(id, end, fate === "fails_saying" ? FAIL_REASON : undefined)),
        );
      return task;
    },
    find: (taskId: string): VideoTask | undefined => tasks.get(taskId),
    tasks: (): readonly VideoTask[] => [...tasks.values()],
    settle,
    ledger: (): { charged: number; refunded: number; tasks: number } => ({ charged, refunded, tasks: tasks.size }),
    close() {
      for (const stop of timers.values()) stop();
    },
  };
}

const STUCK_AT = 63;

const LEAPS: readonly (readonly [from: number, progress: number])[] = [
  [0.92, 88],
  [0.7, 86],
  [0.62, 52],
  [0.36, 47],
  [0.3, 12],
  [0.08, 9],
];

function progressAt(fate: Fate, share: number): number {
  switch (fate) {
    case "stuck":
      return Math.min(STUCK_AT, Math.floor(share * 100));
    case "jumpy":
      return LEAPS.find(([from]) => share >= from)?.[1] ?? 0;
    case "fails":
    case "fails_saying":
      // A task that will fail moves at half the speed.
      return usual(share / 2);
    default:
      return usual(share);
  }
}

/** Fast at first, then slower, as such services report it. */
function usual(share: number): number {
  return Math.min(99, Math.floor(100 * (1 - (1 - Math.min(1, share)) ** 1.4)));
}

/**
 * `type` is required here, although the interface leaves that open. Source: the video service's interface, sections 4.1 and
 * 8 (read 2026-11-21).
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

type Reading<Body> = { ok: true; body: Body } | { ok: false; why: string };

export const readStart = (json: unknown) => read(startBody, json);

export const readStatus = (json: unknown) => read(statusBody, json);

export type Prices = Readonly<Record<StartBody["resolution"], Readonly<Record<StartBody["duration"], number>>>>;

/** Source: the video service's interface, section 8 (read 2026-11-21). */
const PRICES: Prices = { "480p": { 10: 95, 15: 143 }, "720p": { 10: 205, 15: 308 } };

function read<Body>(schema: z.ZodType<Body>, json: unknown): Reading<Body> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, body: parsed.data };
  const why = parsed.error.issues.map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`);
  return { ok: false, why: why.join("; ") };
}
