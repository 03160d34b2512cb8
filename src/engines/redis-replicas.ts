import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { z } from "zod";
import { type Clock, sleep } from "../core/clock.ts";
import type { Log } from "../core/ports.ts";

/**
 * Redis waits this long for its replicas, in milliseconds; then it is asked again. It is less than the 1.5 s that a new
 * video has to be saved (`jobs/start/accept.ts`), after which its person reads that nothing was charged.
 */
const WAIT_MS = 1_000;
/** A lost connection or a refused repetition is tried again after this many milliseconds. */
const AGAIN_MS = 100;

/** Redis knows WAITAOF from 7.2 on, and refuses it where the primary itself writes no append-only file. */
const LACKS_WAITAOF = /unknown command|appendonly is disabled/i;
/** How many disks have it: of the primary, of replicas. */
const waitaofAnswer = z.tuple([z.number(), z.number()]);

export interface ReplicatedWrites {
  /**
   * Returns a function that runs the script and answers once the replicas have what it wrote. The script returns 1 where it
   * has written. It must recognise its own repetition, and write something then, too.
   */
  script(lua: string): (...values: readonly string[]) => Promise<unknown>;
  /** Returns why nothing can be written now, or null. */
  trouble(): string | null;
  close(): void;
}

interface Run {
  readonly lua: string;
  readonly values: readonly string[];
  /** An earlier try may have written. Only Redis can settle that, so from then on the run is repeated and never rejected. */
  mayBeWritten: boolean;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/**
 * Runs scripts whose writes count only once that many replicas have them. WAIT covers what its own connection has written
 * (Redis's documentation, read 2026-11-28), and blocks that connection, so these scripts have one of their own. What comes
 * while a WAIT is under way shares the next one.
 *
 * A WAIT that times out is treated like a lost answer: the scripts stay unanswered, the WAIT is repeated, and `trouble`
 * refuses new writes meanwhile. After a lost connection the scripts are run again, for the server may be another one.
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
    // ioredis must not send a WAIT again without its scripts: it would count for a connection that has written nothing.
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
  // After a failover the server may have another version.
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

  /** Returns how many replicas have all that this connection has written. */
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

  /** Resolves once enough replicas have it all; rejects where the connection is lost first. */
  async function untilReplicated(counting: Promise<number>): Promise<void> {
    for (let have = await counting; have < replicas; have = await countReplicas())
      noteBehind(`${have} of ${replicas} have them`);
  }

  /** Runs all of these once, and returns those that must be run again. */
  async function runOnce(runs: readonly Run[], how: "evalsha" | "eval"): Promise<readonly Run[]> {
    const running = runs.map(({ lua, values }) => writer[how](how === "eval" ? lua : hashOf(lua), 0, ...values));
    // It is sent right behind the scripts, before they are answered.
    const counting = countReplicas();
    counting.catch(() => {});
    const answers = await Promise.allSettled(running);
    const written = runs.filter((_, nth) => isWritten(answers[nth]));
    const again = runs.filter((run, nth) => !written.includes(run) && !settle(run, answers[nth]));
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

  /** Answers a run that has written nothing; returns false where it must be run again. */
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
      // Where another server took over, what was open may have ended in conflicts, which wait for no replica.
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
          // What else is committed in this turn shares the WAIT.
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

/** Returns true for an error that Redis itself has answered. */
function isAnswer(error: unknown): error is Error {
  return error instanceof Error && error.name === "ReplyError";
}
