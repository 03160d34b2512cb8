import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { answering, freePort, type RedisServer, startRedis, testClient } from "../engines/redis-server.ts";
import { openDoor } from "./door.ts";

/** Two servers, of which one is the primary and the other its replica. */
export interface RedisSet {
  /** The value of REDIS_URL. */
  readonly url: string;
  primary(): RedisServer;
  /**
   * Kills the primary with SIGKILL. Resolves when the replica has become the primary and the old primary follows it.
   */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

interface SetOptions {
  /** The value of REDIS_REPLICAS. */
  readonly replicas: 0 | 1;
}

const portOf = ({ url }: RedisServer) => Number(new URL(url).port);

function startServer({ replicas }: SetOptions): Promise<RedisServer> {
  const durable = ["--appendonly", "yes", "--appendfsync", "always"];
  return startRedis([...durable, "--min-replicas-to-write", String(replicas), "--repl-timeout", "5"]);
}

/** Runs `ask` on a new connection. */
export async function asked<Value>(
  url: string,
  ask: (client: Awaited<ReturnType<typeof testClient>>) => Promise<Value>,
): Promise<Value> {
  const client = await testClient(url);
  try {
    return await ask(client);
  } finally {
    client.disconnect();
  }
}

/** Makes a server follow the one at that port. Resolves when it has all of its data. */
export async function follow(server: RedisServer, port: number): Promise<void> {
  await asked(server.url, async (client) => {
    await client.replicaof("127.0.0.1", port);
    while (!/master_link_status:up/.test(await client.info("replication"))) await sleep(20);
  });
}

/**
 * Bots reach the primary at one address, which moves to the replica when it is promoted. The replica receives each write
 * `lagMs` after the primary.
 */
export async function movedSet({ lagMs, ...options }: SetOptions & { readonly lagMs: number }): Promise<RedisSet> {
  let [primary, replica] = [await startServer(options), await startServer(options)];
  const links = new Map<RedisServer, Awaited<ReturnType<typeof openDoor>>>();
  for (const server of [primary, replica]) links.set(server, await openDoor(portOf(server), { replicaLagMs: lagMs }));
  const linkTo = (server: RedisServer) => links.get(server)?.port ?? 0;
  await follow(replica, linkTo(primary));
  const address = await openDoor(portOf(primary));
  return {
    url: `redis://127.0.0.1:${address.port}`,
    primary: () => primary,
    async failOver() {
      await primary.kill();
      await asked(replica.url, (client) => client.replicaof("NO", "ONE"));
      [primary, replica] = [replica, primary];
      address.moveTo(portOf(primary));
      await replica.restart();
      await follow(replica, linkTo(primary));
    },
    async stop() {
      for (const door of [address, ...links.values()]) door.close();
      for (const server of [primary, replica]) await server.stop();
    },
  };
}

const NAME = "reelay";
/** A primary that does not respond for this long counts as dead. */
const DOWN_AFTER_MS = 1_000;
const SENTINELS = 3;

/** Three Sentinels detect that the primary is dead, agree, and promote the replica. */
export async function sentinelSet(options: SetOptions): Promise<RedisSet> {
  let [primary, replica] = [await startServer(options), await startServer(options)];
  await follow(replica, portOf(primary));
  const dir = mkdtempSync(join(tmpdir(), "reelay-sentinels-"));
  const sentinels: ChildProcess[] = [];
  const ports: number[] = [];
  for (let n = 0; n < SENTINELS; n += 1) {
    const port = await freePort();
    const file = join(dir, `${port}.conf`);
    const watch = [
      `monitor ${NAME} 127.0.0.1 ${portOf(primary)} 2`,
      `down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`,
      `failover-timeout ${NAME} 4000`,
    ];
    writeFileSync(file, [`port ${port}`, "bind 127.0.0.1", ...watch.map((line) => `sentinel ${line}`), ""].join("\n"));
    sentinels.push(spawn("setpriv", ["--pdeathsig", "KILL", "redis-sentinel", file], { stdio: "ignore" }));
    ports.push(port);
    await answering(`redis://127.0.0.1:${port}`);
  }
  const addresses = ports.map((port) => `127.0.0.1:${port}`);
  for (const address of addresses)
    await asked(`redis://${address}`, async (client) => {
      const knows = async (what: "sentinels" | "replicas") => {
        const known = await client.call("SENTINEL", what, NAME).catch(() => []);
        return Array.isArray(known) ? known.length : 0;
      };
      while ((await knows("sentinels")) < SENTINELS - 1 || (await knows("replicas")) < 1) await sleep(100);
    });
  return {
    url: `redis+sentinel://${addresses.join(",")}/${NAME}`,
    primary: () => primary,
    async failOver() {
      await primary.kill();
      [primary, replica] = [replica, primary];
      await asked(primary.url, async (client) => {
        while (!/role:master/.test(await client.info("replication"))) await sleep(20);
      });
      await replica.restart();
      await follow(replica, portOf(primary));
    },
    async stop() {
      for (const sentinel of sentinels) sentinel.kill("SIGKILL");
      for (const server of [primary, replica]) await server.stop();
      rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
