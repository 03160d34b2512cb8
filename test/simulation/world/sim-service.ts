import type { EpochMs } from "../../../src/core/clock.ts";
import type { TaskId } from "../../../src/core/job/ids.ts";
import { priceOf } from "../../../src/core/request/price.ts";
import type { VideoRequest } from "../../../src/core/request/video-request.ts";
import { ok, type Result, refuse } from "../../../src/core/result.ts";
import type { Secret } from "../../../src/core/text/secret.ts";
import type { ApiRefusal, PollRefusal, RawAnswer, Started, Task, VideoApi } from "../../../src/core/video-service.ts";
import { pollRefusal, readStartAnswer, startRefusal } from "../../../src/video-api/read-answer.ts";
import { readTask } from "../../../src/video-api/wire.ts";
import type { ServiceLedger } from "../../claims/claims.ts";
import type { Facts } from "../facts.ts";
import type { FaultOf } from "../faults.ts";
import type { Random } from "../random.ts";
import type { Accounts } from "./accounts.ts";
import type { SimClock } from "./sim-clock.ts";
import type { SimDisk } from "./sim-disk.ts";
import type { Reply, SimProcess } from "./sim-process.ts";

/** The video service, which charges credits and may misbehave. The product's own code parses its responses. */
export interface SimService {
  of(process: SimProcess): VideoApi;
  /** The sums of `ledger`. */
  readonly taken: ServiceLedger;
  /** Each task with the credits that the service charged for it. */
  readonly ledger: readonly Entry[];
}

/** One task. Its prompt identifies the job. */
export interface Entry {
  readonly id: TaskId;
  readonly prompt: string;
  readonly key: string;
  readonly credits: number;
  refunded: number;
  readonly at: EpochMs;
  readonly lastsMs: number;
  readonly ending: Ending;
}

/** The price of one paid call: that of the cheapest video. */
export const COST = 95;

/** How the service treats a repeated call with a known idempotency key. "conflicts": it responds with 409. */
export type KeyHandling = "honors" | "ignores" | "conflicts";

export type Ending = "succeeds" | "fails" | "sticks" | "is forgotten" | "has no link";

export interface SimServiceWorld {
  readonly random: Random;
  readonly clock: SimClock;
  readonly facts: Facts;
  readonly disk: Pick<SimDisk, "jobs">;
  /** The accounts of the keys. Null: every key has enough credits. */
  readonly accounts: Accounts | null;
  /** Null: the operator has not configured an idempotency header. */
  readonly idempotency: KeyHandling | null;
  /** Decides the price, duration and ending of a new task. */
  taskOf(request: VideoRequest): Pick<Entry, "credits" | "lastsMs" | "ending">;
  /** Returns true if the key is not the job's first key. */
  isRenewed(key: Secret): boolean;
  /** Called for each paid call, whatever its result. */
  asked(request: VideoRequest): void;
  /** Called when credits are charged for that video. */
  charged(request: VideoRequest): void;
  trace(line: string): void;
  broken(claim: string): void;
}

const NO: readonly [number, ...number[]] = [400, 401, 402, 403, 404, 405, 413, 415, 422];
const CANNOT_TELL: readonly [number, ...number[]] = [204, 302, 408, 409, 500, 502, 503, 504];
/** These statuses may come with the id of a task that was started. */
const WITH_ID: readonly [number, ...number[]] = [201, 203, 302, 408, 409, 500, 502, 503, 504];

/** A process that stalls longer than this may receive the response to its paid call too late. */
const PATIENT_MS = 60_000;

type Came = Result<Started, ApiRefusal> | RawAnswer;

export function simService(world: SimServiceWorld): SimService {
  const { random, clock, facts, disk, accounts, taskOf, trace, broken, idempotency } = world;
  const ledger: Entry[] = [];
  /** All idempotency keys that were sent, and the task that was started with each. */
  const keys = new Map<string, Entry | null>();
  const taken = { tasks: 0, charged: 0, refunded: 0 };

  /** Prompts whose paid call was refused in a way that no retry can change. */
  const turnedDown = new Set<string>();

  const jobOf = (prompt: string) =>
    [...disk.jobs.values()].find(({ request, parts }) => request.prompt === prompt && !parts) ?? null;

  /** Checks a paid call when it is made. */
  function judge({ prompt }: VideoRequest, key: string, isRepeated: boolean): void {
    const job = jobOf(prompt);
    // A stalled process makes its call after other processes have changed the job.
    if (facts.stalls === 0 && job?.state.status !== "submitting")
      broken("a paid call was made before its intent was saved");
    const { approval } = (job?.partOf && disk.jobs.get(job.partOf.job)) ?? job ?? {};
    if (approval && approval.decision?.word !== "approved") broken("a paid call was made without an approval");
    // In a repeated call, the bot may not know that the first was refused.
    if (turnedDown.has(prompt) && !isRepeated) broken("a paid call was repeated after a permanent refusal");
    if (job && accounts?.isPayersKey(job, key) === false) broken("another person's key was used for the paid call");
    if (accounts?.isLongRefused(key, clock.now())) broken("a refused key was used again for a paid call");
  }

  /** Starts a task, or returns the one that was started with the same idempotency key. */
  function begin(request: VideoRequest, key: string, idempotencyKey: string | undefined): Entry {
    const known = idempotencyKey === undefined ? null : keys.get(idempotencyKey);
    if (known && idempotency !== "ignores") return known;
    const entry = charge(request, key);
    if (idempotencyKey !== undefined) keys.set(idempotencyKey, entry);
    return entry;
  }

  function charge(request: VideoRequest, key: string): Entry {
    const { prompt } = request;
    taken.tasks += 1;
    const id = `task-${taken.tasks}`;
    const entry: Entry = { id, prompt, key, refunded: 0, at: clock.now(), ...taskOf(request) };
    taken.charged += entry.credits;
    ledger.push(entry);
    trace(`CHARGED ${entry.credits} for ${id}`);
    world.charged(request);
    accounts?.book(key, -entry.credits);
    if (entry.ending === "fails")
      clock.after(entry.lastsMs, () => {
        entry.refunded = entry.credits;
        taken.refunded += entry.credits;
        accounts?.book(key, entry.credits);
        trace(`REFUNDED ${id}`);
      });
    return entry;
  }

  function submitted(
    request: VideoRequest,
    { key, idempotencyKey }: { readonly key: string; readonly idempotencyKey: string | undefined },
    fault: FaultOf<"submit"> | null,
  ): Reply<Came> {
    const isRepeated = idempotencyKey !== undefined && keys.has(idempotencyKey);
    if (idempotencyKey !== undefined && !isRepeated) keys.set(idempotencyKey, null);
    const begun = () => begin(request, key, idempotencyKey).id;
    const afterMs = random.between(200, 5_000);
    const no = (status: number) => {
      turnedDown.add(request.prompt);
      facts.isRefusedForGood = true;
      if (status === 401 || status === 403) accounts?.noteRefused(key, clock.now());
      return { afterMs, value: refuse(startRefusal({ status, retryAfterMs: null, serviceWords: "Not this one" })) };
    };
    // With status 200 this body would be a clear refusal.
    const odd = (status: number, text = `{"code":${status},"message":"busy"}`) => ({
      afterMs,
      value: { text, isWhole: true, status },
    });
    const whole = () =>
      JSON.stringify({ code: 0, data: { success: true, taskId: begun(), creditsUsed: priceOf(request) } });
    const lost = (sent: boolean, detail: string) => refuse({ kind: "unavailable", sent, detail } as const);
    const status = accounts?.says(key, { price: priceOf(request) }) ?? null;
    if (status !== null) return no(status);
    if (fault) trace(`submit: ${fault}`);
    const isKnown = idempotencyKey !== undefined && Boolean(keys.get(idempotencyKey));
    if (isKnown && idempotency === "conflicts" && fault !== "unsent") return odd(409);
    switch (fault) {
      case null: {
        const { id, credits } = begin(request, key, idempotencyKey);
        // The service may omit the price if it is the expected one.
        const isSilent = credits === priceOf(request) && random.chance(0.1);
        const data = { success: true, taskId: id, creditsUsed: isSilent ? undefined : credits };
        return { afterMs, value: { text: JSON.stringify({ code: 0, data }), isWhole: true } };
      }
      case "unsent":
        if (!isRepeated) facts.unsent += 1;
        return { afterMs, value: lost(false, "connection refused") };
      case "busy": {
        const retryAfterMs = random.pick([null, 0, 1_000, 30_000, 7_200_000]);
        return {
          afterMs,
          value: refuse(startRefusal({ status: random.pick([429, 425]), retryAfterMs, serviceWords: null })),
        };
      }
      case "clear no":
        return no(random.pick(NO));
      case "code not 0":
        facts.isRefusedForGood = true;
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

  function polled(taskId: TaskId, key: string, fault: FaultOf<"poll"> | null): Reply<Result<Task, PollRefusal>> {
    const afterMs = random.between(20, 400);
    const answered = (text: string) => ({ afterMs, value: readPoll(text, taskId) });
    const unknown = (status: number) => {
      facts.unknownTasks += 1;
      return { afterMs, value: refuse(pollRefusal(status, null)) };
    };
    const task = ledger.find(({ id }) => id === taskId);
    const job = task && jobOf(task.prompt);
    if (job && accounts?.isPayersKey(job, key) === false) broken("another person's key was used for a poll");
    const status = accounts?.says(key, { task }) ?? null;
    if (status === 401) accounts?.noteRefused(key, clock.now());
    if (status !== null) return { afterMs, value: refuse(pollRefusal(status, null)) };
    switch (fault) {
      case null:
        if (!task || task.ending === "is forgotten") return unknown(404);
        return answered(JSON.stringify(truthOf(task)));
      case "silent":
        return { afterMs: 10_000, value: refuse({ kind: "unavailable", sent: true, detail: "timed out" }) };
      case "key refused":
        return { afterMs, value: refuse(pollRefusal(random.pick([401, 403]), null)) };
      case "unknown task":
        return unknown(random.pick([404, 410]));
      case "busy":
        return { afterMs, value: refuse(pollRefusal(random.pick([429, 425]), random.pick([null, 60_000]))) };
      case "odd status":
        return { afterMs, value: refuse(pollRefusal(random.pick([500, 503, 302, 402]), null)) };
      case "foreign":
        return answered('{"code":0,"data":{"id":"task-99","status":"failed"}}');
      case "too early": {
        const isOver = !task || clock.now() >= task.at + task.lastsMs;
        if (isOver) return answered('{"code":0,"data":{"status":"processing"}}');
        const status = random.pick(["queued", "SUCCEEDED", ""]);
        return answered(JSON.stringify({ code: 0, data: { status, progress: 100 } }));
      }
      case "garbage":
        return answered(random.pick(["", "{", "[]", '{"code":500}', '{"code":0,"data":{}}']));
    }
  }

  function truthOf({ id, at, ending, lastsMs }: Entry): object {
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
    taken,
    ledger,
    of: (process) => ({
      ...(idempotency && { idempotency: { place: "the service", forMs: 86_400_000 } }),
      async submit(key, request, keep, idempotencyKey) {
        const came = await process.call({ kind: "submit", name: "submit", peril: 0.1 }, (fault) => {
          judge(request, key.reveal(), idempotencyKey !== undefined && keys.has(idempotencyKey));
          world.asked(request);
          return submitted(request, { key: key.reveal(), idempotencyKey }, fault);
        });
        if ("ok" in came) return came;
        const refusal =
          came.status === undefined
            ? null
            : startRefusal({ status: came.status, retryAfterMs: null, serviceWords: null });
        if (refusal !== null && refusal.kind !== "unavailable") return refuse(refusal);
        await keep(came);
        // After that time another process may have shown that the outcome is unknown.
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
          return polled(taskId, key.reveal(), met);
        }),
      checkKey: async (key) => {
        if (!accounts) return "unchecked";
        return accounts.isSuspended(key.reveal()) ? "bad" : "good";
      },
      close: async () => {},
    }),
  };
}

/** Parses the body of a 200 response to a poll, like the client. */
function readPoll(text: string, taskId: TaskId): Result<Task, PollRefusal> {
  const reading = readTask(text, taskId, { httpOrigins: new Set(), key: null });
  if (reading.kind === "task") return ok(reading.task);
  return refuse({ kind: "unavailable", sent: true, detail: reading.why });
}
