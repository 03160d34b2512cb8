import { type ChildProcess, fork, spawn } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";

/** The parts of the benchmark that run in their own process. */
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

/** A child process of the benchmark. It ends with `stop`, or when the benchmark ends. */
export interface Child {
  /** Resolves with the first message of this shape, including earlier messages. Each message is returned once. */
  receive<Message>(shape: z.ZodType<Message>): Promise<Message>;
  send(message: Readonly<Record<string, unknown>>): void;
  /** Kills the process and waits until it has ended. */
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export function startChild(role: Role, args: readonly string[] = [], nodeArgs: readonly string[] = []): Child {
  const program = fileURLToPath(new URL("../programs/bench-child.js", import.meta.url));
  const child = fork(program, [role, ...args], {
    execArgv: ["--disable-warning=ExperimentalWarning", ...nodeArgs],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return childOf(child, role);
}

/** Starts the bot that was built in that folder, like `npm start`. Each line of its log is a message. */
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
  const listeners = new Set<(message: unknown) => boolean>();
  child.on("message", (message) => {
    for (const takes of listeners) if (takes(message)) return;
    received.push(message);
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
        const takes = (message: unknown) => {
          const read = shape.safeParse(message);
          if (read.success) resolve(read.data);
          return read.success;
        };
        const index = received.findIndex(takes);
        if (index >= 0) {
          received.splice(index, 1);
          return;
        }
        const listener = (message: unknown) => takes(message) && listeners.delete(listener);
        listeners.add(listener);
      }),
    send: (message) => void child.send(message),
    stop() {
      isStopping = true;
      child.kill("SIGKILL");
      return gone;
    },
  };
}

/** Sends a message to the process that started this one. */
export function sendToParent(message: Readonly<Record<string, unknown>>): void {
  process.send?.(message);
}
