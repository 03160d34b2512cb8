import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, type Outside, startApp } from "../app.ts";
import { sandboxEnvironment } from "../config/sandbox.ts";
import { type Environment, readConfig } from "../config.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import type { Sandbox } from "../sandbox/start.ts";

export interface SandboxedApp extends App {
  readonly sandbox: Sandbox;
}

/**
 * The unchanged bot on emulators of its own: a fresh world in a temporary folder, gone when it stops. Of the environment it
 * gets what `sandboxEnvironment` lets through, and nothing else.
 */
export async function startSandboxed(
  environment: Environment,
  outside: Omit<Outside, "more">,
  options: {
    readonly taskMs?: number;
    /** An origin of loopback that a picture may be taken from. */
    readonly pictureOrigin?: string;
  } = {},
): Promise<Result<SandboxedApp, string>> {
  const { taskMs, pictureOrigin = "" } = options;
  const { startSandbox } = await import("../sandbox/start.ts");
  const { slackFeatures } = await import("./slack-features.ts");
  const prefix = environment.COMMAND_PREFIX?.trim() || "video";
  const sandbox = await startSandbox({
    ...(taskMs === undefined ? {} : { taskMs }),
    ...{ prefix, slackFeatures: slackFeatures(prefix) },
  });
  const dir = await mkdtemp(join(tmpdir(), "reelay-sandbox-"));
  const leave = async () => {
    await sandbox.stop();
    await rm(dir, { recursive: true, force: true });
  };

  const world = {
    DATA_DIR: dir,
    HOST: "127.0.0.1",
    SECRET_KEYS: `sandbox:${randomBytes(32).toString("base64")}`,
    TRUSTED_ORIGINS: `${sandbox.env.TRUSTED_ORIGINS ?? ""},${pictureOrigin}`,
  };
  const config = readConfig({ ...sandboxEnvironment(environment), ...sandbox.env, ...world });
  if (!config.ok) {
    await leave();
    return refuse(config.refusal.join("\n"));
  }
  const app = await startApp(config.value, {
    ...outside,
    isReachable: true,
    more: (request, response) => sandbox.handle(request, response),
  });
  if (!app.ok) {
    await leave();
    return app;
  }
  const stop = async () => {
    await app.value.stop();
    await leave();
  };
  return ok({ ...app.value, sandbox, stop });
}
