import { randomBytes } from "node:crypto";
import type { SandboxClock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import type { Fate } from "./fate.ts";
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
  readonly status: "running" | "succeeded" | "failed";
  /** 0 to 100, whole. */
  readonly progress: number;
  readonly startedAt: number;
  /** When it ends or ended; `NEVER` for one that is stuck. */
  readonly endsAt: number;
  readonly videoUrl?: string;
}

/** The end of a task that does not end by itself; a number that JSON can carry. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** How far a stuck task gets. */
const STUCK_AT = 63;

/** A started task's life as a share of the usual one. */
const LENGTH: Partial<Record<Fate, number>> = { quick: 1 / 6, slow: 5, fails: 1 / 2 };

/** The account and its tasks: what is charged, what comes back, how far each task is. */
interface Studio {
  credits(): number;
  setCredits(credits: number): void;
  /** Charges and starts; undefined where the credits do not suffice. */
  start(body: StartBody, fate: Fate): VideoTask | undefined;
  find(taskId: string): VideoTask | undefined;
  tasks(): readonly VideoTask[];
  settle(taskId: string, status: "succeeded" | "failed"): void;
  ledger(): { charged: number; refunded: number; tasks: number };
  close(): void;
}

interface Held {
  readonly body: StartBody;
  readonly creditsUsed: number;
  readonly startedAt: number;
  readonly usualMs: number;
  endsAt: number;
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
  let credits = 5_000;
  let charged = 0;
  let refunded = 0;

  function progressOf(task: Held): number {
    if (task.status !== "running") return task.progress;
    const share = Math.max(0, (clock.now() - task.startedAt) / task.usualMs);
    if (task.endsAt === NEVER) return Math.min(STUCK_AT, Math.floor(share * 100));
    // Quick at first, slower towards the end, as such services report it.
    return Math.min(99, Math.floor(100 * (1 - (1 - Math.min(1, share)) ** 1.4)));
  }

  function shown(id: string, task: Held): VideoTask {
    const { prompt, aspectRatio, duration, resolution, type, imageUrl } = task.body;
    return {
      ...{ id, prompt, aspectRatio, duration, resolution, type },
      ...(imageUrl === undefined ? {} : { imageUrl }),
      ...{ creditsUsed: task.creditsUsed, status: task.status, progress: progressOf(task) },
      ...{ startedAt: task.startedAt, endsAt: task.endsAt },
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
    task.endsAt = clock.now();
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
      const startedAt = clock.now();
      const lifeMs = Math.round(deps.taskMs * (LENGTH[fate] ?? 1));
      const end = () => settle(id, fate === "fails" ? "failed" : "succeeded");
      const task: Held = {
        ...{ body, creditsUsed, startedAt, status: "running", progress: 0 },
        // One that will fail moves as if it had its whole life before it.
        usualMs: Math.max(1, fate === "fails" ? lifeMs * 2 : lifeMs),
        endsAt: fate === "stuck" ? NEVER : startedAt + lifeMs,
        cancel: () => {},
      };
      held.set(id, task);
      if (fate !== "stuck") task.cancel = clock.after(lifeMs, end);
      return shown(id, task);
    },
    find(taskId) {
      const task = held.get(taskId);
      return task && shown(taskId, task);
    },
    tasks: () => [...held].map(([id, task]) => shown(id, task)),
    settle,
    ledger: () => ({ charged, refunded, tasks: held.size }),
    close() {
      for (const task of held.values()) task.cancel();
    },
  };
}
