import type { EpochMs } from "../../../src/core/clock.ts";
import type { TaskId } from "../../../src/core/job/ids.ts";
import type { PollRefusal, Started, Task, VideoApi } from "../../../src/core/ports.ts";
import type { VideoRequest } from "../../../src/core/request/video-request.ts";
import { ok, type Result, refuse } from "../../../src/core/result.ts";
import type { Secret } from "../../../src/core/text/secret.ts";
import type { ApiRefusal, RawAnswer } from "../../../src/core/video-service.ts";
import { pollRefusal, readStartAnswer, startRefusal } from "../../../src/video-api/read-answer.ts";
import { readTask } from "../../../src/video-api/wire.ts";
import type { Facts } from "../facts.ts";
import type { FaultOf } from "../faults.ts";
import type { Random } from "../random.ts";
import type { SimClock } from "./sim-clock.ts";
import type { Reply, SimProcess } from "./sim-process.ts";

/** The video service, which takes money and may misbehave. What it means is read by the product's own wire. */
export interface SimService {
  of(process: SimProcess): VideoApi;
  readonly taken: Taken;
}

/** The charges and refunds that the service really made. */
export interface Taken {
  /** Paid calls that cost credits. */
  charges: number;
  refunds: number;
}

/** Credits that one paid call costs here: the price of the cheapest video. */
export const COST = 95;

export type Ending = "succeeds" | "fails" | "sticks" | "is forgotten" | "has no link";

export interface SimServiceWorld {
  readonly random: Random;
  readonly clock: SimClock;
  readonly facts: Facts;
  readonly ending: Ending;
  /** A task takes this long. */
  readonly lastsMs: number;
  trace(line: string): void;
  /** Returns whether that key is not the one that the job began with. */
  isRenewed(key: Secret): boolean;
  /** A paid call is made, whatever becomes of it. */
  asked?(request: VideoRequest): void;
  /** Credits are taken just now, for that video. */
  charged(request: VideoRequest): void;
}

interface Begun {
  readonly id: TaskId;
  readonly at: EpochMs;
}

const NO: readonly [number, ...number[]] = [400, 401, 402, 403, 404, 405, 413, 415, 422];
const CANNOT_TELL: readonly [number, ...number[]] = [204, 302, 408, 409, 500, 502, 503, 504];
/** These statuses may come with the id of a task that was begun. */
const WITH_ID: readonly [number, ...number[]] = [201, 203, 302, 408, 409, 500, 502, 503, 504];

/** A process that stalls for longer than this may learn of its paid call too late. */
const PATIENT_MS = 60_000;

type Came = Result<Started, ApiRefusal> | RawAnswer;

export function simService({
  random,
  clock,
  facts,
  ending,
  lastsMs,
  isRenewed,
  trace,
  asked,
  charged,
}: SimServiceWorld): SimService {
  const taken: Taken = { charges: 0, refunds: 0 };
  const tasks = new Map<TaskId, Begun>();

  function begin(request: VideoRequest): TaskId {
    taken.charges += 1;
    const id = `task-${taken.charges}`;
    tasks.set(id, { id, at: clock.now() });
    trace(`CHARGED ${id}`);
    charged(request);
    if (ending === "fails")
      clock.after(lastsMs, () => {
        taken.refunds += 1;
        trace(`REFUNDED ${id}`);
      });
    return id;
  }

  function submitted(request: VideoRequest, fault: FaultOf<"submit"> | null): Reply<Came> {
    const begun = () => begin(request);
    const afterMs = random.between(200, 5_000);
    // Beside a 200 its body would be a clear no.
    const odd = (status: number, text = `{"code":${status},"message":"busy"}`) => ({
      afterMs,
      value: { text, isWhole: true, status },
    });
    const whole = () => JSON.stringify({ code: 0, data: { success: true, taskId: begun(), creditsUsed: COST } });
    const lost = (sent: boolean, detail: string) => refuse({ kind: "unavailable", sent, detail } as const);
    if (fault) trace(`submit: ${fault}`);
    switch (fault) {
      case null: {
        const creditsUsed = random.chance(0.1) ? undefined : COST;
        const data = { success: true, taskId: begun(), creditsUsed };
        return { afterMs, value: { text: JSON.stringify({ code: 0, data }), isWhole: true } };
      }
      case "unsent":
        facts.unsent += 1;
        return { afterMs, value: lost(false, "connection refused") };
      case "busy": {
        const retryAfterMs = random.pick([null, 0, 1_000, 30_000, 7_200_000]);
        return {
          afterMs,
          value: refuse(startRefusal({ status: random.pick([429, 425]), retryAfterMs, serviceWords: null })),
        };
      }
      case "clear no":
        return {
          afterMs,
          value: refuse(startRefusal({ status: random.pick(NO), retryAfterMs: null, serviceWords: "Not this one" })),
        };
      case "code not 0":
        return { afterMs, value: { text: '{"code":1004,"message":"no","data":{"success":false}}', isWhole: true } };
      case "cut": {
        const text = `{"code":0,"data":{"success":true,"taskId":"${begun()}","cred`;
        return { afterMs, value: { text, isWhole: false } };
      }
      case "garbage": {
        begun();
        const text = random.pick(["", "<html>", "{}", '{"code":0,"data":{"success":true}}', "null"]);
        return { afterMs, value: { text, isWhole: true } };
      }
      case "no task id":
        begun();
        return { afterMs, value: { text: '{"code":0,"data":{"success":true}}', isWhole: true } };
      case "202 with its id":
        return odd(202, whole());
      case "odd status with its id":
        return odd(random.pick(WITH_ID), whole());
      case "408, charged":
        begun();
        return odd(408);
      case "odd status, charged":
      case "odd status":
        if (fault === "odd status, charged") begun();
        return odd(random.pick(CANNOT_TELL));
      case "lost, charged":
      case "lost":
        if (fault === "lost, charged") begun();
        return { afterMs, value: lost(true, "reset") };
      case "silent, charged":
      case "silent":
        if (fault === "silent, charged") begun();
        return { afterMs: 60_000, value: lost(true, "timed out") };
    }
  }

  function polled(taskId: TaskId, fault: FaultOf<"poll"> | null): Reply<Result<Task, PollRefusal>> {
    const afterMs = random.between(20, 400);
    const answered = (text: string) => ({ afterMs, value: readPoll(text, taskId) });
    const unknown = (status: number) => {
      facts.unknownTasks += 1;
      return { afterMs, value: refuse(pollRefusal(status, null)) };
    };
    const task = tasks.get(taskId);
    switch (fault) {
      case null:
        if (!task || ending === "is forgotten") return unknown(404);
        return answered(JSON.stringify(truthOf(task)));
      case "silent":
        return { afterMs: 10_000, value: refuse({ kind: "unavailable", sent: true, detail: "timed out" }) };
      case "key refused":
        return { afterMs, value: refuse(pollRefusal(random.pick([401, 402, 403]), null)) };
      case "unknown task":
        return unknown(random.pick([404, 410]));
      case "busy":
        return { afterMs, value: refuse(pollRefusal(random.pick([429, 425]), random.pick([null, 60_000]))) };
      case "odd status":
        return { afterMs, value: refuse(pollRefusal(random.pick([500, 503, 302]), null)) };
      case "foreign":
        return answered('{"code":0,"data":{"id":"task-99","status":"failed"}}');
      case "too early": {
        const isOver = !task || clock.now() >= task.at + lastsMs;
        if (isOver) return answered('{"code":0,"data":{"status":"processing"}}');
        const status = random.pick(["queued", "SUCCEEDED", ""]);
        return answered(JSON.stringify({ code: 0, data: { status, progress: 100 } }));
      }
      case "garbage":
        return answered(random.pick(["", "{", "[]", '{"code":500}', '{"code":0,"data":{}}']));
    }
  }

  function truthOf(task: Begun): object {
    const elapsed = clock.now() - task.at;
    if (elapsed < lastsMs || ending === "sticks") {
      const percent = random.pick([Math.floor((100 * elapsed) / lastsMs), -5, 250, null, "50%"]);
      return { code: 0, data: { id: task.id, status: "running", progress: percent } };
    }
    facts.endSeenLateMs ??= elapsed - lastsMs;
    if (ending === "fails") return { code: 0, data: { id: task.id, status: "failed", progress: 60 } };
    if (ending === "has no link") facts.linkless += 1;
    const videoUrl = ending === "has no link" ? "javascript:alert(1)" : "https://cdn.example.com/v.mp4";
    return { code: 0, data: { id: task.id, status: "succeeded", progress: 100, videoUrl } };
  }

  return {
    taken,
    of: (process) => ({
      async submit(_key, request, keep) {
        asked?.(request);
        const came = await process.call({ kind: "submit", name: "submit", peril: 0.1 }, (fault) =>
          submitted(request, fault),
        );
        if ("ok" in came) return came;
        const refusal =
          came.status === undefined
            ? null
            : startRefusal({ status: came.status, retryAfterMs: null, serviceWords: null });
        if (refusal !== null && refusal.kind !== "unavailable") return refuse(refusal);
        await keep(came);
        // After that time another process may have told that the outcome is unknown.
        if (came.text.includes(`"task-`) && facts.frozenMs <= PATIENT_MS) facts.isStartHeard = true;
        return readStartAnswer(came, { failure: null, keyText: null });
      },
      readAnswer: (raw) => readStartAnswer(raw, { failure: null, keyText: null }),
      poll: (key, taskId) =>
        process.call({ kind: "poll", name: "poll", peril: 0.004 }, (fault) => {
          const isNew = isRenewed(key);
          if (isNew && facts.renewedAt !== null) facts.renewedLateMs ??= clock.now() - facts.renewedAt;
          const met = isNew && fault === "key refused" ? null : fault;
          if (met !== null) facts.pollFaults += 1;
          if (met === "key refused") facts.keyFaults += 1;
          return polled(taskId, met);
        }),
      checkKey: async () => "unchecked",
      close: async () => {},
    }),
  };
}

/** As the client reads a 200 to a poll. */
function readPoll(text: string, taskId: TaskId): Result<Task, PollRefusal> {
  const reading = readTask(text, taskId, new Set());
  if (reading.kind === "task") return ok(reading.task);
  return refuse({ kind: "unavailable", sent: true, detail: reading.why });
}
