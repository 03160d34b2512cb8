import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { type Clock, within } from "../core/clock.ts";

/** The patterns may take this long for one prompt, including the wait for the prompts before it, in milliseconds. */
export const FOUND_WITHIN_MS = 600;
const MEMORY_MB = 128;
/** Seen from every folder of what is built. */
const PROGRAM = fileURLToPath(new URL("../policy/pattern-thread.js", import.meta.url));

const answer = z.tuple([z.number().nullable()]);

/** Returns the place of the first pattern that is in a text; null: none is. "late": nobody can tell in time. Never rejects. */
export type FindPattern = (text: string) => Promise<number | null | "late">;

interface Thread {
  readonly worker: Worker;
  /** The thread sends its first message once it has the patterns. */
  readonly ready: Promise<unknown>;
}

/** Searches for the patterns in a thread, one text after the other, so that a costly text delays only the texts after it. */
export function patternThread(deps: {
  readonly patterns: readonly string[];
  readonly clock: Clock;
  readonly stopping: AbortSignal;
  failed(error: unknown): void;
  readonly program?: string;
}): FindPattern {
  const { patterns, clock, stopping, failed, program = PROGRAM } = deps;
  let thread: Thread | null = open();
  let before: Promise<unknown> = Promise.resolve();

  function open(): Thread {
    const worker = new Worker(program, {
      workerData: patterns,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    worker.unref();
    worker.on("error", (error) => {
      thread = null;
      failed(error);
    });
    const ready = once(worker, "message");
    ready.catch(() => {});
    return { worker, ready };
  }
  stopping.addEventListener("abort", () => void thread?.worker.terminate());

  async function find(text: string): Promise<number | null | "late"> {
    thread ??= open();
    const { worker, ready } = thread;
    // A new thread takes a second on a busy machine: that is no reason to end it.
    await ready;
    const heard = once(worker, "message");
    worker.postMessage(text);
    const message = await within(clock, FOUND_WITHIN_MS, heard);
    if (message !== "late") return answer.parse(message)[0];
    void worker.terminate();
    thread = null;
    return "late";
  }

  return async (text) => {
    let isWanted = true;
    const search = before.then(async () => (isWanted ? find(text) : "late")).catch(() => "late" as const);
    before = search;
    const place = await within(clock, FOUND_WITHIN_MS, search);
    isWanted = false;
    return place;
  };
}
