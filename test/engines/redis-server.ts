import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";

/** True if this machine has a redis-server. */
export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

/** A real Redis on a free port of loopback, in a folder of its own. */
export interface RedisServer {
  readonly url: string;
  /** The folder of its files. */
  readonly dir: string;
  /** Stands still, as a machine does that swaps. */
  pause(): void;
  resume(): void;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder, after `kill`. */
  restart(): Promise<void>;
  /** Ends it and takes its folder away. */
  stop(): Promise<void>;
}

const DURABLE = ["--appendonly", "yes", "--appendfsync", "always"];

/** Starts one that forgets nothing, or with these settings in place of that. */
export async function startRedis(settings: readonly string[] = DURABLE): Promise<RedisServer> {
  const dir = mkdtempSync(join(tmpdir(), "reelay-redis-"));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const start = async () => {
    const fixed = ["--port", String(port), "--bind", "127.0.0.1", "--dir", dir, "--save", "", "--daemonize", "no"];
    // A replica would be sent its first copy of everything after 5 s.
    fixed.push("--repl-diskless-sync-delay", "0");
    // It ends with the process that started it, however that ends.
    const ends = ["--pdeathsig", "KILL", "redis-server"];
    // In a group of its own, for it forks processes that write to its folder.
    const started = spawn("setpriv", [...ends, ...fixed, ...settings], { stdio: "ignore", detached: true });
    await answering(url);
    return started;
  };
  let child = await start();
  const kill = async () => {
    const isOver = child.exitCode !== null || child.signalCode !== null;
    if (!isOver && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    await gone(child);
  };
  return {
    url,
    dir,
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    kill,
    async restart() {
      child = await start();
    },
    async stop() {
      await kill();
      rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Starts a replica of that server that forgets nothing, or with these settings in place of that; it is connected. */
export async function startReplica(primary: RedisServer, settings: readonly string[] = DURABLE): Promise<RedisServer> {
  const { port } = new URL(primary.url);
  const replica = await startRedis([
    ...settings,
    "--replicaof",
    `127.0.0.1 ${port}`,
    "--repl-diskless-sync-delay",
    "0",
  ]);
  const client = await testClient(primary.url);
  while (!/state=online/.test(await client.info("replication"))) await sleep(20);
  client.disconnect();
  return replica;
}

/** A connection of a test's own, which waits for nothing. */
export async function testClient(url: string): Promise<Redis> {
  const client = new Redis(url, { lazyConnect: true });
  client.on("error", () => {});
  await client.connect();
  return client;
}

export async function answering(url: string): Promise<void> {
  const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on("error", () => {});
  // An answer of any kind, such as that a password is wanted.
  await client.ping().catch(() => {});
  client.disconnect();
}

function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
