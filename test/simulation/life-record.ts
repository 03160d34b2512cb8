import type { EpochMs } from "../../src/core/clock.ts";
import type { SimClock } from "./world/sim-clock.ts";

const TRACE_MAX = 1_000;
/** A life ends after this many broken claims: more of them say nothing new. */
const BROKEN_MAX = 3;

interface Span {
  readonly until: EpochMs;
  /** Jobs that are open then go on until this time, after a restart. */
  readonly againUntil: EpochMs;
  hasOpen(): boolean;
  /** A write failed, or seemed to: the row of such a save is found by the next start, any other is being waited for. */
  mayForget(): boolean;
  /** Ends every process. */
  restart(why: string): void;
}

/** Keeps what happens in a simulated life, and which claims it breaks. */
export function lifeRecord(clock: SimClock, isTraced: boolean) {
  const begunAt = clock.now();
  const claims: string[] = [];
  const lines: string[] = [];

  function trace(line: string): void {
    if (isTraced && lines.length < TRACE_MAX) lines.push(`${((clock.now() - begunAt) / 1_000).toFixed(1)} s ${line}`);
  }

  function broken(claim: string): void {
    trace(`BROKEN ${claim}`);
    claims.push(claim);
  }

  // A storm goes on for ever, and says nothing new.
  const isOver = () => claims.length >= BROKEN_MAX || claims.some((claim) => claim.startsWith("a storm"));

  return {
    claims,
    lines,
    trace,
    broken,
    isOver,
    /** Lets everything happen that was begun, until nothing is left or the time is over. */
    async run({ until, againUntil, hasOpen, mayForget, restart }: Span): Promise<void> {
      const unhandled = (reason: unknown) => broken(`nobody handled: ${String(reason)}`);
      process.on("unhandledRejection", unhandled);
      await clock.run(until, isOver);
      if (!isOver() && hasOpen()) {
        if (!mayForget()) broken("a job was forgotten until the next start");
        restart("a later restart");
        await clock.run(againUntil, isOver);
      }
      // Node tells of rejections between two turns of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      process.off("unhandledRejection", unhandled);
    },
  };
}
