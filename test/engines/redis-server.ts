import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";

export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

/** A real Redis on a free loopback port with a temporary folder. */
export interface RedisServer {
  readonly url: string;
  /** The folder of its files. */
  readonly dir: string;
  /** Suspends the process, like a machine that swaps. */
  pause(): void;
  resume(): void;
  /** Sends SIGKILL. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Starts it again with the same port and folder after `kill`. */
  restart(): Promise<void>;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

const DURABLE = ["--appendonly", "yes", "--appendfsync", "always"];

/** Starts a Redis that syncs every write to the disk, or one with these settings instead. */
export async function startRedis(settings: readonly string[] = DURABLE): Promise<RedisServer> {
  const dir = mkdtempSync(join(tmpdir(), "reelay-redis-"));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const start = async () => {
    const fixed = ["--port", String(port), "--bind", "127.0.0.1", "--dir", dir, "--save", "", "--daemonize", "no"];
    // Otherwise a replica would receive its first full copy only after 5 s.
    fixed.push("--repl-diskless-sync-delay", "0");
    // Ends together with its parent process, even if that is killed.
    const ends = ["--pdeathsig", "KILL", "redis-server"];
    // In its own process group, because it forks processes that write to its folder.
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

/** Starts a replica of that server, with the same default settings, and waits until it is connected. */
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

/** A separate connection, which does not queue commands while it is offline. */
export async function testClient(url: string): Promise<Redis> {
  const client = new Redis(url, { lazyConnect: true });
  client.on("error", () => {});
  await client.connect();
  return client;
}

export async function answering(url: string): Promise<void> {
  const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on("error", () => {});
  // Any response counts, including an error that a password is required.
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
