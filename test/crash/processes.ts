import { type ChildProcess, fork, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Arming, type Ask, type Sight, serverMessage } from "./protocol.ts";

/** From dist/programs/test/crash, where this runs. */
const programs = resolve(import.meta.dirname, "../programs");
const root = resolve(import.meta.dirname, "../../../..");

/** Nothing that was started here outlives the judge. */
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

/** A question without its number. */
type Question = Ask extends infer One ? (One extends Ask ? Omit<One, "id"> : never) : never;

export interface Servers {
  /** Points a bot at them. */
  readonly env: Readonly<Record<string, string>>;
  /** Rejects with what the servers refused it for. */
  ask(question: Question): Promise<unknown>;
  end(): Promise<void>;
}

/** The sandbox's servers as a process of their own; `see` is called with each thing they see. */
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
  /** Resolves when it is gone. */
  readonly gone: Promise<void>;
  isAlive(): boolean;
  /** It ended otherwise than by a kill. */
  hasExited(): boolean;
  /** It will kill itself there; only for one that was started as mortal. Resolves when it knows. */
  arm(arming: Arming): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
  /** It stands still from SIGSTOP to SIGCONT. */
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  /** The end of what it logged. */
  stderr(): string;
}

const SAID_MAX = 4_000;

const DELIVERED = [join(root, "dist/main.js"), "start"];

/** A program of `test/programs/`, as it is started by Node. */
export const programNamed = (name: string, ...args: readonly string[]) => [join(programs, `${name}.js`), ...args];

/**
 * The built bot, or another program. "mortal" loads what kills it at a durable write; without it the bot is as it is
 * delivered.
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
