import { type ChildProcess, fork, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Arming, type Ask, type Sight, serverMessage } from "./protocol.ts";

/** Relative to dist/programs/test/crash, where this code runs. */
const programs = resolve(import.meta.dirname, "../programs");
const root = resolve(import.meta.dirname, "../../../..");

/** All child processes are killed when this process ends. */
const alive = new Set<ChildProcess>();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
process.on("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});

function registered<Child extends ChildProcess>(child: Child): Child {
  alive.add(child);
  child.once("exit", () => alive.delete(child));
  return child;
}

const exitOf = (child: ChildProcess) => new Promise<void>((done) => child.once("exit", () => done()));

/** A request without its `id`. */
type Question = Ask extends infer One ? (One extends Ask ? Omit<One, "id"> : never) : never;

export interface Servers {
  /** The environment with which a bot uses these servers. */
  readonly env: Readonly<Record<string, string>>;
  ask(question: Question): Promise<unknown>;
  end(): Promise<void>;
}

/** Starts the sandbox's servers in their own process. `see` is called with each thing that they receive or do. */
export function startServers(see: (sight: Sight) => void): Promise<Servers> {
  const child = registered(
    fork(join(programs, "crash-servers.js"), { execArgv: ["--disable-warning=ExperimentalWarning"] }),
  );
  const asked = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let id = 0;

  const ask = (question: Question) =>
    new Promise<unknown>((resolve, reject) => {
      id += 1;
      asked.set(id, { resolve, reject });
      child.send({ ...question, id });
    });
  const gone = exitOf(child);
  const end = async () => {
    child.kill("SIGKILL");
    await gone;
  };

  return new Promise((open, fail) => {
    void gone.then(() => {
      const error = new Error("the servers' process has ended");
      fail(error);
      for (const { reject } of asked.values()) reject(error);
    });
    child.on("message", (message) => {
      const received = serverMessage.parse(message);
      switch (received.kind) {
        case "open":
          return open({ env: received.env, ask, end });
        case "seen":
          return see(received.sight);
        case "done":
          asked.get(received.id)?.resolve(received.value);
          break;
        case "failed":
          asked.get(received.id)?.reject(new Error(received.why));
      }
      asked.delete(received.id);
    });
  });
}

export interface Bot {
  readonly startedAt: number;
  readonly gone: Promise<void>;
  isAlive(): boolean;
  /** True if the process has ended without being killed. */
  hasExited(): boolean;
  /**
   * Makes the bot kill itself at that write. Only for a bot started as "mortal". Resolves when the bot has confirmed it.
   */
  arm(arming: Arming): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  /** The end of its output. */
  stderr(): string;
}

const SAID_MAX = 4_000;

const DELIVERED = [join(root, "dist/main.js"), "start"];

/** The path and arguments of a program in `test/programs/`. */
export const programNamed = (name: string, ...args: readonly string[]) => [join(programs, `${name}.js`), ...args];

/**
 * Starts the built bot or another program. "mortal" preloads the code that kills it at a durable write. "as built" changes
 * nothing.
 */
export function startBot(
  env: Readonly<Record<string, string>>,
  how: "as built" | "mortal",
  program: readonly string[] = DELIVERED,
  receive: (text: string) => void = () => {},
): Bot {
  const preload = pathToFileURL(join(programs, "crash-preload.js")).href;
  const flags = ["--disable-warning=ExperimentalWarning", ...(how === "mortal" ? ["--import", preload] : [])];
  const child = registered(
    spawn(process.execPath, [...flags, ...program], {
      cwd: env.DATA_DIR,
      env,
      stdio: ["ignore", "pipe", "pipe", ...(how === "mortal" ? ["ipc" as const] : [])],
    }),
  );
  let stderr = "";
  const keep = (part: unknown) => {
    stderr = `${stderr}${String(part)}`.slice(-SAID_MAX);
    receive(String(part));
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const gone = exitOf(child);

  return {
    startedAt: Date.now(),
    gone,
    hasExited: () => child.exitCode !== null,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    arm: (arming) =>
      new Promise((resolve) => {
        child.once("message", () => resolve());
        child.send(arming);
      }),
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
    signal: (name) => void child.kill(name),
    stderr: () => stderr,
  };
}
