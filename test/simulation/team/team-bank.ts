import type { EpochMs } from "../../../src/core/clock.ts";
import type { TaskId } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import type { PollRefusal, Started, Task, VideoApi } from "../../../src/core/ports.ts";
import { priceOf } from "../../../src/core/request/price.ts";
import type { VideoRequest } from "../../../src/core/request/video-request.ts";
import { ok, type Result, refuse } from "../../../src/core/result.ts";
import type { Secret } from "../../../src/core/text/secret.ts";
import type { ApiRefusal, RawAnswer } from "../../../src/core/video-service.ts";
import { pollRefusal, readStartAnswer, startRefusal } from "../../../src/video-api/read-answer.ts";
import { readTask } from "../../../src/video-api/wire.ts";
import type { FaultOf } from "../faults.ts";
import type { Random } from "../random.ts";
import type { SimClock } from "../world/sim-clock.ts";
import type { Reply, SimProcess } from "../world/sim-process.ts";
import type { TaskEnd, TeamFate } from "./team-fate.ts";

/** The video service with its accounts, one per key. Its ledger says what it took. */
export interface TeamBank {
  of(process: SimProcess): VideoApi;
  readonly ledger: readonly Entry[];
  /** Sets the credits in that key's account. */
  fill(key: string, credits: number): void;
  /** The service refuses that key, or takes it again. */
  suspend(key: string, isSuspended: boolean): void;
  isSuspended(key: string): boolean;
  /** Returns whether it has refused a paid call or a poll with that key since that time. */
  hasRefused(key: string, since: EpochMs): boolean;
}

/** One task, by the prompt that it was made of. */
export interface Entry {
  readonly prompt: string;
  readonly key: string;
  readonly credits: number;
  refunded: number;
}

interface Begun extends Entry {
  readonly id: TaskId;
  readonly at: EpochMs;
  readonly lastsMs: number;
  readonly ending: TaskEnd;
}

export interface TeamBankWorld {
  readonly random: Random;
  readonly clock: SimClock;
  readonly fate: Pick<TeamFate, "ends" | "lastsMs">;
  /** Returns the stored job of a prompt. */
  jobOf(prompt: string): Job | null;
  /** Returns whether that key belongs to the job's payer. */
  isPayersKey(job: Job, key: string): boolean;
  /** Returns whether the bot has noted that the service refuses this key of the team. */
  isOutOfUse(key: string): boolean;
  /** A paid call is made for that job; absent: no video begins with another's frame. */
  paid?(job: Job, request: VideoRequest): void;
  trace(line: string): void;
  broken(claim: string): void;
}

type Came = Result<Started, ApiRefusal> | RawAnswer;

/** A call that was under way when the key was refused does not hear of it. */
const JUST_NOW_MS = 15_000;

export function teamBank(world: TeamBankWorld): TeamBank {
  const { random, clock, fate, jobOf, isPayersKey, isOutOfUse, trace, broken } = world;
  const ledger: Entry[] = [];
  const tasks = new Map<TaskId, Begun>();
  const credits = new Map<string, number>();
  const suspended = new Set<string>();
  const refusedAt = new Map<string, EpochMs>();
  /** Prompts whose paid call was answered with a clear no that nothing repeats. */
  const turnedDown = new Set<string>();

  function begin(key: string, { prompt, resolution, duration }: VideoRequest): Begun {
    const price = priceOf({ resolution, duration });
    const charge = random.chance(0.06) ? price + random.pick([1, 40]) : price;
    if (ledger.some((entry) => entry.prompt === prompt)) broken("one command was charged twice");
    credits.set(key, (credits.get(key) ?? 0) - charge);
    const lastsMs = fate.lastsMs(random);
    const ending = random.weighted(fate.ends);
    const id = `task-${ledger.length + 1}`;
    const task: Begun = { id, prompt, key, credits: charge, refunded: 0, at: clock.now(), lastsMs, ending };
    ledger.push(task);
    tasks.set(id, task);
    trace(`CHARGED ${charge} for ${prompt}`);
    if (ending === "fails")
      clock.after(lastsMs, () => {
        task.refunded = charge;
        credits.set(key, (credits.get(key) ?? 0) + charge);
        trace(`REFUNDED ${charge} for ${prompt}`);
      });
    return task;
  }

  function judge(key: string, request: VideoRequest): void {
    const { prompt } = request;
    const job = jobOf(prompt);
    if (!job) {
      broken("a paid call was made for no job");
      return;
    }
    world.paid?.(job, request);
    if (job.state.status !== "submitting") broken("a paid call was made before it was written");
    if (!isPayersKey(job, key)) broken("another's key was tried for the paid call");
    if (job.approval && job.approval.decision?.word !== "approved") broken("a paid call was made without an approval");
    const refusedMs = clock.now() - (refusedAt.get(key) ?? clock.now());
    if (refusedMs > JUST_NOW_MS && isOutOfUse(key)) broken("a key that was refused paid on");
    if (turnedDown.has(prompt)) broken("a paid call that was refused for good was made again");
  }

  function submitted(key: string, request: VideoRequest, fault: FaultOf<"submit"> | null): Reply<Came> {
    const afterMs = random.between(200, 5_000);
    judge(key, request);
    const no = (status: number, retryAfterMs: number | null = null) => {
      trace(`${request.prompt}: ${status}`);
      if (status !== 429) turnedDown.add(request.prompt);
      if (status === 401 || status === 403) refusedAt.set(key, clock.now());
      return { afterMs, value: refuse(startRefusal({ status, retryAfterMs, serviceWords: null })) };
    };
    const lost = (sent: boolean) =>
      ({ afterMs, value: refuse({ kind: "unavailable", sent, detail: "reset" } as const) }) as const;
    if (suspended.has(key)) return no(401);
    if ((credits.get(key) ?? 0) < priceOf(request)) return no(402);
    if (fault) trace(`${request.prompt}: ${fault}`);
    switch (fault) {
      case "unsent":
        return lost(false);
      case "busy":
        return no(429, random.pick([null, 1_000, 30_000]));
      case "clear no":
        return no(random.pick([400, 403, 422]));
      case "lost":
        return lost(true);
      case "lost, charged":
        begin(key, request);
        return lost(true);
      case "odd status, charged":
        begin(key, request);
        return { afterMs, value: { text: "busy", isWhole: true, status: 502 } };
      default: {
        const task = begin(key, request);
        const price = priceOf(request);
        const isSaid = task.credits !== price || random.chance(0.9);
        const data = { success: true, taskId: task.id, creditsUsed: isSaid ? task.credits : undefined };
        return { afterMs, value: { text: JSON.stringify({ code: 0, data }), isWhole: true } };
      }
    }
  }

  function polled(key: string, id: TaskId, fault: FaultOf<"poll"> | null): Reply<Result<Task, PollRefusal>> {
    const afterMs = random.between(20, 400);
    const task = tasks.get(id);
    const job = task && jobOf(task.prompt);
    if (job && !isPayersKey(job, key)) broken("another's key was tried for a poll");
    const no = (status: number) => ({ afterMs, value: refuse(pollRefusal(status, null)) });
    if (suspended.has(key)) {
      refusedAt.set(key, clock.now());
      return no(401);
    }
    if (!task || task.key !== key || task.ending === "is forgotten") return no(404);
    if (fault === "silent") return { afterMs: 10_000, value: refuse({ kind: "unavailable", sent: true, detail: "-" }) };
    if (fault === "busy") return no(429);
    const isOver = clock.now() >= task.at + task.lastsMs;
    const running = { id, status: "running", progress: 50 };
    const over =
      task.ending === "fails"
        ? { id, status: "failed" }
        : {
            id,
            status: "succeeded",
            progress: 100,
            videoUrl: task.ending === "has no link" ? "javascript:alert(1)" : `https://cdn.example.com/${id}.mp4`,
          };
    const reading = readTask(JSON.stringify({ code: 0, data: isOver ? over : running }), id, new Set());
    if (reading.kind !== "task") throw new Error(`the service's own answer is not read: ${reading.why}`);
    return { afterMs, value: ok(reading.task) };
  }

  return {
    ledger,
    fill: (key, amount) => void credits.set(key, amount),
    suspend(key, isSuspended) {
      if (isSuspended) suspended.add(key);
      else suspended.delete(key);
    },
    isSuspended: (key) => suspended.has(key),
    hasRefused: (key, since) => (refusedAt.get(key) ?? 0) >= since,
    of: (process) => ({
      async submit(key: Secret, request, keep) {
        const came = await process.call({ kind: "submit", name: "submit", peril: 0.08 }, (fault) =>
          submitted(key.reveal(), request, fault),
        );
        if ("ok" in came) return came;
        await keep(came);
        return readStartAnswer(came, { failure: null, keyText: null });
      },
      readAnswer: (raw) => readStartAnswer(raw, { failure: null, keyText: null }),
      poll: (key, id) =>
        process.call({ kind: "poll", name: "poll", peril: 0.004 }, (fault) => polled(key.reveal(), id, fault)),
      checkKey: async (key) => (suspended.has(key.reveal()) ? "bad" : "good"),
      close: async () => {},
    }),
  };
}
