import { type ChildProcess, fork, spawn } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";

/** The benchmark's roles that have a process of their own. */
export type Role =
  | "polls"
  | "platform"
  | "bare-discord"
  | "bare-http"
  | "bare-bolt"
  | "plain-bot"
  | "libraries"
  | "memory"
  | "lateness";

/** A process that the benchmark started; it ends with `stop`, or with the benchmark. */
export interface Child {
  /** The first message of this shape, past or future. Each message is received once. */
  receive<Word>(shape: z.ZodType<Word>): Promise<Word>;
  tell(word: Readonly<Record<string, unknown>>): void;
  /** Ends it at once; resolves when it is gone. */
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts that part of the benchmark beside this process. */
export function startChild(role: Role, args: readonly string[] = [], nodeArgs: readonly string[] = []): Child {
  const program = fileURLToPath(new URL("../programs/bench-child.js", import.meta.url));
  const child = fork(program, [role, ...args], {
    execArgv: ["--disable-warning=ExperimentalWarning", ...nodeArgs],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return childOf(child, role);
}

/** Starts the bot that was built in that folder as `npm start` does; each line of its log is a word. */
export function startBot(env: Readonly<Record<string, string>>, built = "."): Child {
  const child = spawn(process.execPath, [resolve(built, "dist/main.js"), "start"], {
    env: { LOG_FORMAT: "json", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let rest = "";
  child.stdout.on("data", (part) => {
    const lines = `${rest}${String(part)}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("{")) child.emit("message", JSON.parse(line));
  });
  return childOf(child, "the bot");
}

function childOf(child: ChildProcess, name: string): Child {
  running.add(child);
  const received: unknown[] = [];
  const listeners = new Set<(word: unknown) => boolean>();
  child.on("message", (word) => {
    for (const takes of listeners) if (takes(word)) return;
    received.push(word);
  });
  let isStopping = false;
  const gone = new Promise<void>((end) => {
    child.once("close", (code, signal) => {
      running.delete(child);
      if (!isStopping && code !== 0) throw new Error(`${name} ended with ${code ?? signal}`);
      end();
    });
  });

  return {
    receive: (shape) =>
      new Promise((resolve) => {
        const takes = (word: unknown) => {
          const read = shape.safeParse(word);
          if (read.success) resolve(read.data);
          return read.success;
        };
        const index = received.findIndex(takes);
        if (index >= 0) {
          received.splice(index, 1);
          return;
        }
        const listener = (word: unknown) => takes(word) && listeners.delete(listener);
        listeners.add(listener);
      }),
    tell: (word) => void child.send(word),
    stop() {
      isStopping = true;
      child.kill("SIGKILL");
      return gone;
    },
  };
}

/** A word of a child to the process that started it. */
export function say(word: Readonly<Record<string, unknown>>): void {
  process.send?.(word);
}
