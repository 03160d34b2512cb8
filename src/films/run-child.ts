import { type ChildProcess, spawn } from "node:child_process";
import { z } from "zod";
import type { ChildAnswer, RunChild } from "../core/child-process.ts";
import type { Clock } from "../core/clock.ts";
import { parseJson } from "../core/text/parse-json.ts";

export interface ChildBounds {
  readonly limitMs: number;
  /** Memory as the kernel counts it. */
  readonly memoryKb: number;
  /** The kernel kills the child after this much CPU time. Needed if the parent died and cannot kill it at `limitMs`. */
  readonly cpuSeconds: number;
  /** 19 yields the processor most. */
  readonly niceness: number;
}

/** Reading a film of 1280 x 720 takes a quarter of this memory. */
export const CHILD_BOUNDS: ChildBounds = {
  limitMs: 4_500,
  memoryKb: 1_000_000,
  cpuSeconds: 10,
  niceness: 0,
};

/** Each attempt at 15 s of 720p takes about 6 s of one processor. */
export const COPY_BOUNDS: ChildBounds = {
  limitMs: 45_000,
  memoryKb: 1_000_000,
  cpuSeconds: 120,
  // People's answers go first.
  niceness: 10,
};

/**
 * 12 megapixels take 1 to 3 s and up to 360 MB, 100 megapixels mostly 3 to 10 s and 720 MB (measured on 2026-11-29).
 */
export const FIT_BOUNDS: ChildBounds = {
  limitMs: 40_000,
  memoryKb: 1_500_000,
  cpuSeconds: 60,
  niceness: 5,
};

const HEAD_MAX_BYTES = 1_000;

/** Pictures and films are outside V8's heap. */
const HEAP_MB = 192;

/** When memory is short, the kernel kills processes with a high value first; 1000 is the maximum. Source: proc(5). */
const OOM_SCORE = "/proc/self/oom_score_adj";

export function childRunner(options: {
  readonly program: string;
  readonly clock: Clock;
  readonly bounds?: ChildBounds;
}): RunChild {
  const { program, clock, bounds = CHILD_BOUNDS } = options;
  // The shell sets the kernel's limits and then becomes the program. If the machine runs out of memory, the child is
  // killed before the bot; only Linux has that file.
  const limits = `[ -w ${OOM_SCORE} ] && echo 1000 >${OOM_SCORE}; ulimit -c 0; ulimit -d ${bounds.memoryKb}; ulimit -t ${bounds.cpuSeconds}; ulimit -f 0; exec nice -n ${bounds.niceness} "$0" "$@"`;
  const node = [process.execPath, `--max-old-space-size=${HEAP_MB}`, "--expose-gc"];

  return async ({ task, files = [], input, maxBytes, signal }) => {
    const child = spawn("/bin/sh", ["-c", limits, ...node, program, ...task], {
      env: {},
      cwd: "/",
      stdio: [input ? "pipe" : "ignore", "pipe", "ignore", ...files],
    });
    // A child that ends before it has read everything closes the pipe.
    child.stdin?.on("error", () => {}).end(input);
    return answerOf(child, { clock, limitMs: bounds.limitMs, maxBytes: maxBytes + HEAD_MAX_BYTES, signal });
  };
}

function answerOf(
  child: ChildProcess,
  how: { readonly clock: Clock; readonly limitMs: number; readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<ChildAnswer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let sizeBytes = 0;
    let isLate = false;
    const kill = () => void child.kill("SIGKILL");
    const cancel = how.clock.after(how.limitMs, () => {
      isLate = true;
      kill();
    });
    how.signal.addEventListener("abort", kill);
    if (how.signal.aborted) kill();
    const end = (answer: ChildAnswer) => {
      cancel();
      how.signal.removeEventListener("abort", kill);
      resolve(answer);
    };
    child.stdout?.on("data", (part: Buffer) => {
      sizeBytes += part.length;
      if (sizeBytes > how.maxBytes) kill();
      else parts.push(part);
    });
    child.once("error", () => end({ kind: "ended" }));
    child.once("close", (code) => {
      if (isLate) return end({ kind: "too_slow" });
      const all = Buffer.concat(parts);
      const lineEnd = all.indexOf("\n");
      const head = code === 0 ? parseJson(all.toString("utf8", 0, Math.max(lineEnd, 0))) : null;
      end(head === null ? { kind: "ended" } : { kind: "answered", head, bytes: all.subarray(lineEnd + 1) });
    });
  });
}

export function whyNot(kind: "too_slow" | "ended", signal: AbortSignal) {
  if (kind === "too_slow") return kind;
  return signal.aborted ? "unreachable" : "unreadable";
}

const headShape = z.union([
  z.object({ kind: z.enum(["ready", "absent"]) }),
  z.object({ kind: z.literal("broken"), detail: z.string() }),
]);

export type DecoderSeen = Readonly<z.infer<typeof headShape>>;

export async function findDecoder(run: RunChild): Promise<DecoderSeen> {
  const { signal } = new AbortController();
  const answer = await run({ task: ["check"], files: [], maxBytes: 0, signal });
  if (answer.kind === "too_slow") return { kind: "broken", detail: "it did not load in time" };
  if (answer.kind === "ended") return { kind: "broken", detail: "the process that loads it ended" };
  const seen = headShape.safeParse(answer.head);
  return seen.success ? seen.data : { kind: "broken", detail: "no sense in its answer" };
}
