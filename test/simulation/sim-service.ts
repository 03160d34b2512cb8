import type { EpochMs } from "../../src/core/clock.ts";
import type { ApiRefusal, RawAnswer, TaskId } from "../../src/core/job.ts";
import type { PollRefusal, Started, Task, VideoApi } from "../../src/core/ports.ts";
import { ok, type Result, refuse } from "../../src/core/result.ts";
import { pollRefusal, startRefusal } from "../../src/video-api/refusals.ts";
import { readStart, readTask } from "../../src/video-api/wire.ts";
import type { Random } from "./random.ts";
import type { SimProcess } from "./sim-process.ts";

/** The video service, which takes money and may misbehave. What it means is read by the product's own wire. */
export interface SimService {
  of(process: SimProcess): VideoApi;
  readonly ledger: Ledger;
}

export interface Ledger {
  /** Paid calls that cost credits. */
  charges: number;
  refunds: number;
}

export interface ServiceFaults {
  /** The chance that a paid call, or a poll, goes wrong. */
  readonly submit: number;
  readonly poll: number;
  isDown(now: EpochMs): boolean;
  /** The key is refused then. */
  isKeyRefused(now: EpochMs): boolean;
  readonly ending: "succeeds" | "fails" | "sticks" | "is forgotten" | "has no link";
}

interface Begun {
  readonly id: TaskId;
  readonly at: EpochMs;
  readonly lastsMs: number;
  isRefunded: boolean;
}

const NO: readonly [number, ...number[]] = [400, 401, 402, 403, 404, 405, 413, 415, 422];
const CANNOT_TELL: readonly [number, ...number[]] = [204, 302, 408, 409, 500, 502, 503, 504];

export function simService(
  random: Random,
  faults: ServiceFaults,
  { trace, now }: { trace(line: string): void; now(): EpochMs },
): SimService {
  const ledger: Ledger = { charges: 0, refunds: 0 };
  const tasks = new Map<TaskId, Begun>();

  function begin(): TaskId {
    ledger.charges += 1;
    const id = `task-${ledger.charges}`;
    tasks.set(id, { id, at: now(), lastsMs: random.between(5_000, 2_400_000), isRefunded: false });
    trace(`CHARGED ${id}`);
    return id;
  }

  function refund(task: Begun): void {
    if (task.isRefunded) return;
    task.isRefunded = true;
    ledger.refunds += 1;
  }

  function submitted(): { afterMs: number; value: Result<Started, ApiRefusal> | RawAnswer } {
    const afterMs = random.between(200, 5_000);
    const lost = (sent: boolean, detail: string) => refuse({ kind: "unavailable", sent, detail } as const);
    if (faults.isDown(now())) {
      trace("submit: connection refused");
      return { afterMs, value: lost(false, "refused") };
    }
    const fates = { unsent: 3, busy: 4, no: 2, odd: 3, lost: 2, silent: 1, cut: 1, garbage: 1, code: 1 };
    const fate = random.chance(faults.submit) ? random.weighted(fates) : "fine";
    trace(`submit: ${fate}`);
    switch (fate) {
      case "unsent":
        return { afterMs, value: lost(false, "connection refused") };
      case "busy":
        return {
          afterMs,
          value: refuse(startRefusal(random.pick([429, 425]), random.pick([null, 0, 1_000, 30_000, 7_200_000]))),
        };
      case "no":
        return { afterMs, value: refuse(startRefusal(random.pick(NO), null)) };
      case "odd":
        if (random.chance(0.5)) begin();
        return { afterMs, value: refuse(startRefusal(random.pick(CANNOT_TELL), null)) };
      case "lost":
        if (random.chance(0.7)) begin();
        return { afterMs, value: lost(true, "reset") };
      case "silent":
        if (random.chance(0.5)) begin();
        return { afterMs: 60_000, value: lost(true, "timed out") };
      case "cut":
        return {
          afterMs,
          value: { text: `{"code":0,"data":{"success":true,"taskId":"${begin()}","cred`, isWhole: false },
        };
      case "garbage":
        begin();
        return {
          afterMs,
          value: {
            text: random.pick(["", "<html>", "{}", '{"code":0,"data":{"success":true}}', "null"]),
            isWhole: true,
          },
        };
      case "code":
        return { afterMs, value: { text: '{"code":1004,"message":"no","data":{"success":false}}', isWhole: true } };
      default: {
        const creditsUsed = random.chance(0.1) ? undefined : 95;
        const data = { success: true, taskId: begin(), creditsUsed };
        return { afterMs, value: { text: JSON.stringify({ code: 0, data }), isWhole: true } };
      }
    }
  }

  function polled(taskId: TaskId): { afterMs: number; value: Result<Task, PollRefusal> } {
    const afterMs = random.between(20, 400);
    const away = { afterMs: 10_000, value: refuse({ kind: "unavailable", sent: true, detail: "timed out" } as const) };
    if (faults.isDown(now())) return away;
    if (faults.isKeyRefused(now())) return { afterMs, value: refuse(pollRefusal(401, null)) };
    const task = tasks.get(taskId);
    if (!task || faults.ending === "is forgotten") return { afterMs, value: refuse(pollRefusal(404, null)) };
    if (!random.chance(faults.poll)) return { afterMs, value: taskSaid(JSON.stringify(truthOf(task)), taskId) };
    switch (random.pick(["silent", "status", "odd", "foreign", "early"])) {
      case "silent":
        return away;
      case "status":
        return {
          afterMs,
          value: refuse(pollRefusal(random.pick([404, 429, 425, 500, 503, 302, 410]), random.pick([null, 60_000]))),
        };
      case "foreign":
        return { afterMs, value: taskSaid('{"code":0,"data":{"id":"task-99","status":"failed"}}', taskId) };
      case "early": {
        const isOver = now() >= task.at + task.lastsMs;
        const early = isOver
          ? truthOf(task)
          : { code: 0, data: { status: random.pick(["queued", "SUCCEEDED", ""]), progress: 100 } };
        return { afterMs, value: taskSaid(JSON.stringify(early), taskId) };
      }
      default:
        return {
          afterMs,
          value: taskSaid(random.pick(["", "{", "[]", '{"code":500}', '{"code":0,"data":{}}']), taskId),
        };
    }
  }

  function truthOf(task: Begun): object {
    const elapsed = now() - task.at;
    if (elapsed < task.lastsMs || faults.ending === "sticks") {
      const percent = random.pick([Math.floor((100 * elapsed) / task.lastsMs), -5, 250, null, "50%"]);
      return { code: 0, data: { id: task.id, status: "running", progress: percent } };
    }
    if (faults.ending === "fails") {
      refund(task);
      return { code: 0, data: { id: task.id, status: "failed", progress: 60 } };
    }
    const videoUrl = faults.ending === "has no link" ? "javascript:alert(1)" : "https://cdn.example.com/v.mp4";
    return { code: 0, data: { id: task.id, status: "succeeded", progress: 100, videoUrl } };
  }

  return {
    ledger,
    of: (process) => ({
      async submit(_key, _request, keep) {
        const came = await process.call({ name: "submit", peril: 0.1 }, submitted);
        if ("ok" in came) return came;
        await keep(came);
        return read(came);
      },
      readAnswer: read,
      poll: (_key, taskId) => process.call({ name: "poll", peril: 0.004 }, () => polled(taskId)),
      checkKey: async () => "unchecked",
      close: async () => {},
    }),
  };
}

/** As the client reads a 200 to the paid call. */
function read({ text, isWhole }: RawAnswer): Result<Started, ApiRefusal> {
  const reading = readStart(text, !isWhole);
  switch (reading.kind) {
    case "started":
      return ok(reading.started);
    case "refused":
      return refuse({ kind: "bad_request", detail: `code ${reading.code}` });
    default:
      return refuse({ kind: "unavailable", sent: true, detail: "answer not in shape" });
  }
}

/** As the client reads a 200 to a poll. */
function taskSaid(text: string, taskId: TaskId): Result<Task, PollRefusal> {
  const reading = readTask(text, taskId, new Set());
  if (reading.kind === "task") return ok(reading.task);
  return refuse({ kind: "unavailable", sent: true, detail: reading.why });
}
