import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sandboxEnvironment } from "../../config/sandbox.ts";
import { type Environment, readConfig } from "../../config.ts";
import type { Log } from "../../core/ports.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { Sandbox } from "../../sandbox/start.ts";
import type { Bot, StartBot } from "./bot.ts";
import { forward } from "./forward.ts";

export interface SandboxedApp {
  /** Where the page is, and whatever the bot itself serves. */
  readonly origin: string;
  readonly platforms: readonly string[];
  readonly connected: Bot["connected"];
  readonly sandbox: Sandbox;
  stop(): Promise<void>;
}

/**
 * The unchanged bot on emulators of its own: a fresh world in a temporary folder, gone when it stops. Of the environment the
 * bot gets what `sandboxEnvironment` lets through, and nothing else.
 */
export async function startSandboxed(
  environment: Environment,
  startBot: (dir: string) => StartBot,
  options: {
    readonly log: Log;
    readonly taskMs?: number;
    /** An origin of loopback that a picture may be taken from. */
    readonly pictureOrigin?: string;
  },
): Promise<Result<SandboxedApp, string>> {
  const { log, taskMs, pictureOrigin = "" } = options;
  const { startSandbox } = await import("../../sandbox/start.ts");
  const { listen } = await import("../../sandbox/http.ts");
  const { slackFeatures } = await import("../slack-features.ts");
  const tuned = sandboxEnvironment(environment);
  const read = readConfig({ ...tuned, SANDBOX: "on" });
  if (!read.ok) return refuse(read.refusal.join("\n"));
  const { COMMAND_PREFIX: prefix, ports } = read.value;

  let bot: Bot | null = null;
  let isStarting = true;
  const dir = await mkdtemp(join(tmpdir(), "reelay-sandbox-"));
  const sandbox = await startSandbox({
    ...(taskMs === undefined ? {} : { taskMs }),
    prefix,
    slackFeatures: slackFeatures(prefix),
    bot: {
      status: () => (isStarting ? "starting" : bot ? "running" : "ended"),
      canBeKilled: () => Boolean(bot?.kill),
      killAndRestart,
    },
  });
  const page = await listen(
    async (request, response) => {
      if (!(await sandbox.handle(request, response))) forward(bot?.origin ?? null, request, response);
    },
    ...ports,
  ).catch(() => null);
  const leave = async () => {
    await page?.close();
    await sandbox.stop();
    await rm(dir, { recursive: true, force: true });
  };
  if (!page) {
    await leave();
    return refuse(`PORT ${ports[0]} is taken by another program. Stop that one, or set PORT to a free one.`);
  }
  const { origin } = page;
  if (new URL(origin).port !== String(ports[0]) && ports[0] !== 0)
    log.warn("PORT is taken by another program, and the next free one is used", { at: origin });

  const world = {
    DATA_DIR: dir,
    HOST: "127.0.0.1",
    PORT: "0",
    PUBLIC_URL: origin,
    SECRET_KEYS: `sandbox:${randomBytes(32).toString("base64")}`,
    TRUSTED_ORIGINS: `${sandbox.env.TRUSTED_ORIGINS ?? ""},${pictureOrigin}`,
  };
  const start = startBot(dir);

  async function begin(): Promise<Result<Bot, string>> {
    isStarting = true;
    const started = await start({ ...tuned, ...sandbox.env, ...world });
    isStarting = false;
    if (!started.ok) return started;
    const begun = started.value;
    bot = begun;
    void begun.crashed.then(() => {
      if (bot === begun) bot = null;
      log.error("the bot has ended by itself");
      sandbox.journal.add({ place: "bot", kind: "ended", payload: {} });
    });
    return started;
  }

  async function killAndRestart(): Promise<void> {
    if (!bot?.kill || isStarting) throw new Error("The bot is not running.");
    const { kill } = bot;
    bot = null;
    isStarting = true;
    await kill();
    sandbox.journal.add({ place: "bot", kind: "ended", payload: { signal: "SIGKILL" } });
    const again = await begin();
    if (!again.ok) throw new Error(again.refusal);
    const connected = await again.value.connected;
    if (!connected.ok) throw new Error(connected.refusal);
    sandbox.journal.add({ place: "bot", kind: "connected", payload: {} });
  }

  const first = await begin();
  if (!first.ok) {
    await leave();
    return first;
  }
  const { platforms, connected } = first.value;
  const stop = async () => {
    await bot?.stop();
    await leave();
  };
  return ok({ origin, platforms, connected, sandbox, stop });
}
