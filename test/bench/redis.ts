import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { portOf } from "./look-server.ts";

/** A Redis of the benchmark's own; null where there is no redis-server in PATH. It writes nothing to the disk. */
export async function startRedis(): Promise<{ readonly port: number; stop(): Promise<void> } | null> {
  const program = (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "redis-server"))
    .find(isProgram);
  if (program === undefined) return null;
  const dir = await mkdtemp(join(tmpdir(), "reelay-bench-redis-"));
  const port = await freePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", dir];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  const gone = new Promise((resolve) => child.once("close", resolve));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (part) => String(part).includes("Ready to accept connections") && resolve());
    child.once("close", (code) => reject(new Error(`redis-server ended with ${code}`)));
  });
  return {
    port,
    async stop() {
      process.off("exit", kill);
      kill();
      await gone;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const port = portOf(server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}
