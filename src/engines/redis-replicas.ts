import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { z } from "zod";
import { type Clock, sleep } from "../core/clock.ts";
import type { Log } from "../core/text/log-fields.ts";

/** Less than the 1.5 s for saving a new video (`jobs/start/accept.ts`). */
const WAIT_MS = 1_000;
const AGAIN_MS = 100;

/** Redis has WAITAOF since 7.2, and refuses it if the primary writes no append-only file. */
const LACKS_WAITAOF = /unknown command|appendonly is disabled/i;
/** The number of disks that have the writes: the primary's (0 or 1), and replicas'. */
const waitaofAnswer = z.tuple([z.number(), z.number()]);

export interface ReplicatedWrites {
  /**
   * A script must return 1 if it has written. If repeated, it must write something again and return 1. The call
   * resolves once the replicas have its writes.
   */
  script(lua: string): (...values: readonly string[]) => Promise<unknown>;
  trouble(): string | null;
  close(): void;
}

interface Run {
  readonly lua: string;
  readonly values: readonly string[];
  /**
   * True once an attempt may have written. The run is then repeated until Redis confirms it: a rejection would claim
   * that nothing was written.
   */
  mayBeWritten: boolean;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/**
 * WAIT covers its own connection's writes (Redis's documentation, read 2026-11-28) and blocks it, so these scripts use
 * a separate connection. Scripts that arrive during a WAIT share the next one. While a WAIT is repeated, `trouble`
 * refuses new writes. After a lost connection the scripts run again, because the server may be another one.
 */
export async function replicatedWrites(
  redis: Redis,
  {
    replicas,
    clock,
    log,
  }: { readonly replicas: number; readonly clock: Clock; readonly log: Pick<Log, "error" | "info"> },
): Promise<ReplicatedWrites> {
  const writer = redis.duplicate({
    // A resent WAIT would count for a new connection that has written nothing.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    reconnectOnError: (error: Error) => error.message.startsWith("READONLY"),
  });
  writer.on("error", () => {});
  await writer.connect();

  let queue: Run[] = [];
  let isRunning = false;
  let isClosed = false;
  let isBehind = false;
  let hasWaitaof = true;
  // After a failover the server may be newer, so try WAITAOF again.
  writer.on("ready", () => {
    hasWaitaof = true;
  });

  function noteBehind(detail: string): void {
    if (isBehind) return;
    isBehind = true;
    const event = "too few replicas of Redis have the last writes: new videos are refused, videos under way wait";
    log.error(event, { detail });
  }

  function noteCaughtUp(): void {
    if (isBehind) log.info("Redis takes writes again");
    isBehind = false;
  }

  async function countReplicas(): Promise<number> {
    if (hasWaitaof) {
      try {
        return waitaofAnswer.parse(await writer.call("WAITAOF", 1, replicas, WAIT_MS))[1];
      } catch (error) {
        if (!isAnswer(error) || !LACKS_WAITAOF.test(error.message)) throw error;
        hasWaitaof = false;
      }
    }
    return writer.wait(replicas, WAIT_MS);
  }

  async function untilReplicated(counting: Promise<number>): Promise<void> {
    for (let have = await counting; have < replicas; have = await countReplicas())
      noteBehind(`${have} of ${replicas} have them`);
  }

  async function runOnce(runs: readonly Run[], how: "evalsha" | "eval"): Promise<readonly Run[]> {
    const running = runs.map(({ lua, values }) => writer[how](how === "eval" ? lua : hashOf(lua), 0, ...values));
    // WAIT is sent right behind the scripts, before they are answered.
    const counting = countReplicas();
    counting.catch(() => {});
    const answers = await Promise.allSettled(running);
    const written = runs.filter((_, index) => isWritten(answers[index]));
    const again = runs.filter((run, index) => !written.includes(run) && !settle(run, answers[index]));
    if (written.length === 0) return again;
    try {
      await untilReplicated(counting);
      if (again.length === 0) noteCaughtUp();
      for (const run of written) run.resolve(1);
      return again;
    } catch (error) {
      if (isAnswer(error)) noteBehind(error.message);
      for (const run of written) run.mayBeWritten = true;
      return [...written, ...again];
    }
  }

  function settle(run: Run, answer: PromiseSettledResult<unknown> | undefined): boolean {
    if (answer?.status === "fulfilled") {
      run.resolve(answer.value);
      return true;
    }
    const error: unknown = answer?.reason;
    if (!isAnswer(error)) run.mayBeWritten = true;
    else if (run.mayBeWritten) noteBehind(error.message);
    else if (!/^(READONLY|NOSCRIPT)/.test(error.message)) {
      run.reject(error);
      return true;
    }
    return false;
  }

  async function runQueue(): Promise<void> {
    while (queue.length > 0) {
      let runs: readonly Run[] = queue;
      queue = [];
      for (let how: "evalsha" | "eval" = "evalsha"; runs.length > 0; how = "eval") {
        if (isClosed) {
          for (const run of runs) run.reject(new Error("Redis is away"));
          break;
        }
        if (writer.status === "ready") runs = await runOnce(runs, how);
        if (runs.length > 0) await sleep(clock, AGAIN_MS);
      }
      // Runs that ended in conflicts waited for no replica, so they did not clear the trouble.
      noteCaughtUp();
    }
    isRunning = false;
  }

  return {
    script:
      (lua) =>
      (...values) =>
        new Promise((resolve, reject) => {
          queue.push({ lua, values, mayBeWritten: false, resolve, reject });
          if (isRunning) return;
          isRunning = true;
          setImmediate(() => void runQueue());
        }),
    trouble() {
      if (writer.status !== "ready") return "Redis is away";
      return isBehind ? "too few replicas of Redis have the last writes" : null;
    },
    close() {
      isClosed = true;
      writer.disconnect();
    },
  };
}

function hashOf(lua: string): string {
  return createHash("sha1").update(lua).digest("hex");
}

function isWritten(answer: PromiseSettledResult<unknown> | undefined): boolean {
  return answer?.status === "fulfilled" && answer.value === 1;
}

/** Redis answered with this error. */
function isAnswer(error: unknown): error is Error {
  return error instanceof Error && error.name === "ReplyError";
}
