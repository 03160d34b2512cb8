import type { Clock, EpochMs } from "../../src/core/clock.ts";
import type { TaskId } from "../../src/core/job/ids.ts";
import type { PollRefusal, Started, Task, VideoApi } from "../../src/core/ports.ts";
import { priceOf } from "../../src/core/request/price.ts";
import type { VideoRequest } from "../../src/core/request/video-request.ts";
import { ok, type Result, refuse } from "../../src/core/result.ts";
import type { Secret } from "../../src/core/text/secret.ts";
import type { ApiRefusal, RawAnswer } from "../../src/core/video-service.ts";
import { pollRefusal, readStartAnswer, startRefusal } from "../../src/video-api/read-answer.ts";
import { readTask } from "../../src/video-api/wire.ts";
import type { Facts } from "./facts.ts";
import type { FaultOf } from "./faults.ts";
import type { Reply, SimProcess } from "./process.ts";
import type { Random } from "./random.ts";

/** The video service, which takes money and may misbehave. What it means is read by the product's own wire. */
export interface SimService {
  of(process: SimProcess): VideoApi;
  /** What it took, a line for each task. */
  readonly ledger: readonly Entry[];
  readonly taken: Taken;
  /** Sets the credits in a key's account; a key that never got any has no end of them. */
  fill(key: string, credits: number): void;
  /** The service refuses that key, or takes it again. */
  suspend(key: string, isSuspended: boolean): void;
  isSuspended(key: string): boolean;
  /** Returns whether it refused a call with that key since that time. */
  hasRefused(key: string, since: EpochMs): boolean;
}

/** How many tasks it took credits for, and of how many it gave them back. */
export interface Taken {
  readonly charges: number;
  readonly refunds: number;
}

/** One task, by the prompt that it was made of. */
export interface Entry {
  readonly prompt: string;
  readonly key: string;
  readonly credits: number;
  refunded: number;
}

export type Ending = "succeeds" | "fails" | "sticks" | "is forgotten" | "has no link";

/** How a task goes. */
export interface TaskFate {
  readonly ending: Ending;
  readonly lastsMs: number;
  readonly credits: number;
}

interface Begun extends Entry, TaskFate {
  readonly id: TaskId;
  readonly at: EpochMs;
}

export interface ServiceWorld {
  readonly random: Random;
  readonly clock: Clock;
  readonly facts: Facts;
  taskOf(request: VideoRequest): TaskFate;
  /** A paid call is made, whatever becomes of it. */
  paying(request: VideoRequest, key: string): void;
  /** Credits are taken for that video. */
  charged(request: VideoRequest): void;
  /** The task of that prompt is asked about; false: that key knows nothing of it. */
  knows(entry: Entry, key: string): boolean;
  /** Returns whether that is not the key that the job began with. */
  isRenewed(key: Secret): boolean;
  trace(line: string): void;
  broken(claim: string): void;
}

const NO: readonly [number, ...number[]] = [400, 401, 402, 403, 404, 405, 413, 415, 422];
const CANNOT_TELL: readonly [number, ...number[]] = [204, 302, 408, 409, 500, 502, 503, 504];
/** What else may come with the id of a task that was begun. */
const WITH_ID: readonly [number, ...number[]] = [201, 203, 302, 408, 409, 500, 502, 503, 504];
/** A process that stands still for longer than this may hear of its paid call too late. */
const PATIENT_MS = 60_000;

type Came = Result<Started, ApiRefusal> | RawAnswer;

export function simService(world: ServiceWorld): SimService {
  const { random, clock, facts, trace, broken } = world;
  const ledger: Begun[] = [];
  const credits = new Map<string, number>();
  const suspended = new Set<string>();
  const refusedAt = new Map<string, EpochMs>();
  /** Prompts whose paid call was answered with a clear no that nothing repeats. */
  const turnedDown = new Set<string>();

  const pay = (key: string, amount: number) => {
    const left = credits.get(key);
    if (left !== undefined) credits.set(key, left - amount);
  };

  function begin(key: string, request: VideoRequest): Begun {
    const { prompt } = request;
    if (ledger.some((entry) => entry.prompt === prompt)) broken("one command was charged twice");
    const fate = world.taskOf(request);
    const task: Begun = { ...fate, id: `task-${ledger.length + 1}`, prompt, key, refunded: 0, at: clock.now() };
    ledger.push(task);
    pay(key, task.credits);
    trace(`CHARGED ${task.credits} for ${prompt}: ${task.id}`);
    world.charged(request);
    if (task.ending === "fails")
      clock.after(task.lastsMs, () => {
        task.refunded = task.credits;
        pay(key, -task.credits);
        trace(`REFUNDED ${task.credits} for ${prompt}`);
      });
    return task;
  }

  function submitted(key: string, request: VideoRequest, fault: FaultOf<"submit"> | null): Reply<Came> {
    const begun = () => begin(key, request).id;
    const afterMs = random.between(200, 5_000);
    if (turnedDown.has(request.prompt)) broken("a paid call that was refused for good was made again");
    const no = (status: number, retryAfterMs: number | null = null): Reply<Came> => {
      if (status !== 429 && status !== 425) turnedDown.add(request.prompt);
      if (status === 401 || status === 403) refusedAt.set(key, clock.now());
      return { afterMs, value: refuse(startRefusal({ status, retryAfterMs, said: "Not this one" })) };
    };
    // Beside a 200 its body would be a clear no.
    const odd = (status: number, text = `{"code":${status},"message":"busy"}`) => ({
      afterMs,
      value: { text, isWhole: true, status },
    });
    const said = (text: string, isWhole = true) => ({ afterMs, value: { text, isWhole } });
    const whole = () => JSON.stringify({ code: 0, data: { success: true, taskId: begun(), creditsUsed: 95 } });
    const lost = (sent: boolean, detail: string) => refuse({ kind: "unavailable", sent, detail } as const);
    if (fault) trace(`submit ${request.prompt}: ${fault}`);
    if (suspended.has(key)) return no(401);
    const price = priceOf(request.resolution, request.duration);
    if ((credits.get(key) ?? price) < price) return no(402);
    switch (fault) {
      case null: {
        const isQuiet = random.chance(0.1);
        const task = begin(key, request);
        const creditsUsed = isQuiet && task.credits === price ? undefined : task.credits;
        return said(JSON.stringify({ code: 0, data: { success: true, taskId: task.id, creditsUsed } }));
      }
      case "unsent":
        facts.unsent += 1;
        return { afterMs, value: lost(false, "connection refused") };
      case "busy": {
        const retryAfterMs = random.pick([null, 0, 1_000, 30_000, 7_200_000]);
        return no(random.pick([429, 425]), retryAfterMs);
      }
      case "clear no":
        return no(random.pick(NO));
      case "code not 0":
        return said('{"code":1004,"message":"no","data":{"success":false}}');
      case "cut":
        return said(`{"code":0,"data":{"success":true,"taskId":"${begun()}","cred`, false);
      case "garbage":
        begun();
        return said(random.pick(["", "<html>", "{}", '{"code":0,"data":{"success":true}}', "null"]));
      case "no task id":
        begun();
        return said('{"code":0,"data":{"success":true}}');
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

  function polled(key: string, taskId: TaskId, fault: FaultOf<"poll"> | null): Reply<Result<Task, PollRefusal>> {
    const afterMs = random.between(20, 400);
    const said = (text: string) => ({ afterMs, value: taskIn(text, taskId) });
    const no = (status: number, retryAfterMs: number | null = null) => ({
      afterMs,
      value: refuse(pollRefusal(status, retryAfterMs)),
    });
    const unknown = (status: number) => {
      facts.unknownTasks += 1;
      return no(status);
    };
    const task = ledger.find(({ id }) => id === taskId);
    if (suspended.has(key)) {
      refusedAt.set(key, clock.now());
      return no(401);
    }
    const isKnown = task && world.knows(task, key);
    switch (fault) {
      case null:
        if (!isKnown || task.ending === "is forgotten") return unknown(404);
        return said(JSON.stringify(truthOf(task)));
      case "silent":
        return { afterMs: 10_000, value: refuse({ kind: "unavailable", sent: true, detail: "timed out" }) };
      case "key refused":
        return no(random.pick([401, 402, 403]));
      case "unknown task":
        return unknown(random.pick([404, 410]));
      case "busy":
        return no(random.pick([429, 425]), random.pick([null, 60_000]));
      case "odd status":
        return no(random.pick([500, 503, 302]));
      case "foreign":
        return said('{"code":0,"data":{"id":"task-99","status":"failed"}}');
      case "too early": {
        if (!task || clock.now() >= task.at + task.lastsMs) return said('{"code":0,"data":{"status":"processing"}}');
        const status = random.pick(["queued", "SUCCEEDED", ""]);
        return said(JSON.stringify({ code: 0, data: { status, progress: 100 } }));
      }
      case "garbage":
        return said(random.pick(["", "{", "[]", '{"code":500}', '{"code":0,"data":{}}']));
    }
  }

  function truthOf({ id, at, lastsMs, ending }: Begun): object {
    const elapsed = clock.now() - at;
    if (elapsed < lastsMs || ending === "sticks") {
      const percent = random.pick([Math.floor((100 * elapsed) / lastsMs), -5, 250, null, "50%"]);
      return { code: 0, data: { id, status: "running", progress: percent } };
    }
    facts.endSeenLateMs ??= elapsed - lastsMs;
    if (ending === "fails") return { code: 0, data: { id, status: "failed", progress: 60 } };
    if (ending === "has no link") facts.linkless += 1;
    const videoUrl = ending === "has no link" ? "javascript:alert(1)" : `https://cdn.example.com/${id}.mp4`;
    return { code: 0, data: { id, status: "succeeded", progress: 100, videoUrl } };
  }

  return {
    ledger,
    taken: {
      get charges() {
        return ledger.length;
      },
      get refunds() {
        return ledger.filter(({ refunded }) => refunded > 0).length;
      },
    },
    fill: (key, amount) => void credits.set(key, amount),
    suspend(key, isSuspended) {
      if (isSuspended) suspended.add(key);
      else suspended.delete(key);
    },
    isSuspended: (key) => suspended.has(key),
    hasRefused: (key, since) => (refusedAt.get(key) ?? 0) >= since,
    of: (process) => ({
      async submit(key, request, keep) {
        world.paying(request, key.reveal());
        const came = await process.call({ kind: "submit", name: "submit", peril: 0.1 }, (fault) =>
          submitted(key.reveal(), request, fault),
        );
        if ("ok" in came) return came;
        const refusal =
          came.status === undefined ? null : startRefusal({ status: came.status, retryAfterMs: null, said: null });
        if (refusal !== null && refusal.kind !== "unavailable") return refuse(refusal);
        await keep(came);
        // After that time another process may have told that the outcome is unknown.
        if (came.text.includes(`"task-`) && facts.frozenMs <= PATIENT_MS) facts.isStartHeard = true;
        return readStartAnswer(came, { failure: null, keyText: null });
      },
      readAnswer: (raw) => readStartAnswer(raw, { failure: null, keyText: null }),
      poll: (key, taskId) =>
        process.call({ kind: "poll", name: "poll", peril: 0.004 }, (fault) => {
          const isNew = world.isRenewed(key);
          if (isNew && facts.renewedAt !== null) facts.renewedLateMs ??= clock.now() - facts.renewedAt;
          const met = isNew && fault === "key refused" ? null : fault;
          if (met !== null) facts.pollFaults += 1;
          if (met === "key refused") facts.keyFaults += 1;
          return polled(key.reveal(), taskId, met);
        }),
      checkKey: async (key) => (suspended.has(key.reveal()) ? "bad" : "good"),
      close: async () => {},
    }),
  };
}

/** Reads a 200 to a poll as the client does. */
function taskIn(text: string, taskId: TaskId): Result<Task, PollRefusal> {
  const reading = readTask(text, taskId, new Set());
  if (reading.kind === "task") return ok(reading.task);
  return refuse({ kind: "unavailable", sent: true, detail: reading.why });
}
