import { randomBytes } from "node:crypto";
import type { SandboxClock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import type { Fate } from "./fate.ts";
import { progressAt, STUCK_AT } from "./progress.ts";
import { openServiceTime, type Speed } from "./speed.ts";
import { priceOf, type StartBody } from "./wire.ts";

export interface VideoTask {
  readonly id: string;
  readonly prompt: string;
  readonly aspectRatio: StartBody["aspectRatio"];
  readonly duration: StartBody["duration"];
  readonly resolution: StartBody["resolution"];
  readonly type: StartBody["type"];
  readonly imageUrl?: string;
  readonly creditsUsed: number;
  readonly fate: Fate;
  readonly status: "running" | "succeeded" | "failed";
  /** 0 to 100, whole. */
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

/** A started task's life as a share of the usual one. */
const LENGTH: Partial<Record<Fate, number>> = { quick: 1 / 6, slow: 5, jumpy: 2, fails: 1 / 2 };

/** The account and its tasks: what is charged, what comes back, how far each task is. */
interface Studio {
  credits(): number;
  setCredits(credits: number): void;
  /** Charges and starts; undefined where the credits do not suffice. */
  start(body: StartBody, fate: Fate): VideoTask | undefined;
  find(taskId: string): VideoTask | undefined;
  tasks(): readonly VideoTask[];
  settle(taskId: string, status: "succeeded" | "failed"): void;
  speed(): Speed;
  /** Tasks that run, and those to come, go so much faster from now on. */
  setSpeed(speed: Speed): void;
  ledger(): { charged: number; refunded: number; tasks: number };
  close(): void;
}

interface Held {
  readonly body: StartBody;
  readonly fate: Fate;
  readonly creditsUsed: number;
  readonly startedAt: number;
  /** By the service's own time, as is the end to come. */
  readonly begunAt: number;
  readonly lifeMs: number;
  /** Where it ended by itself or by somebody's word. */
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
}): Studio {
  const { clock, journal } = deps;
  const held = new Map<string, Held>();
  const time = openServiceTime(clock);
  let credits = 5_000;
  let charged = 0;
  let refunded = 0;

  function progressOf(task: Held): number {
    if (task.status !== "running") return task.progress;
    return progressAt(task.fate, Math.max(0, (time.now() - task.begunAt) / Math.max(1, task.lifeMs)));
  }

  function endOf({ endedAt, fate, begunAt, lifeMs }: Held): number {
    if (endedAt !== null) return endedAt;
    return fate === "stuck" ? NEVER : clock.now() + time.until(begunAt + lifeMs);
  }

  function shown(id: string, task: Held): VideoTask {
    const { prompt, aspectRatio, duration, resolution, type, imageUrl } = task.body;
    return {
      id,
      prompt,
      aspectRatio,
      duration,
      resolution,
      type,
      ...(imageUrl === undefined ? {} : { imageUrl }),
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

  /** Sets the end of a task that runs, by the service's speed. */
  function arm(id: string, task: Held): void {
    task.cancel();
    if (task.status !== "running" || task.fate === "stuck") return;
    const end = () => settle(id, task.fate === "fails" ? "failed" : "succeeded");
    task.cancel = clock.after(time.until(task.begunAt + task.lifeMs), end);
  }

  return {
    credits: () => credits,
    setCredits(amount) {
      if (!Number.isSafeInteger(amount) || amount < 0) throw new Error("Credits are a whole number from 0 on.");
      credits = amount;
    },
    start(body, fate) {
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
        begunAt: time.now(),
        lifeMs: Math.round(deps.taskMs * (LENGTH[fate] ?? 1)),
        status: "running",
        progress: 0,
        endedAt: null,
        cancel: () => {},
      };
      held.set(id, task);
      arm(id, task);
      return shown(id, task);
    },
    find(taskId) {
      const task = held.get(taskId);
      return task && shown(taskId, task);
    },
    tasks: () => [...held].map(([id, task]) => shown(id, task)),
    settle,
    speed: time.speed,
    setSpeed(speed) {
      time.setSpeed(speed);
      for (const [id, task] of held) arm(id, task);
    },
    ledger: () => ({ charged, refunded, tasks: held.size }),
    close() {
      for (const task of held.values()) task.cancel();
    },
  };
}
