import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Sandbox, startSandbox } from "reelay-sandbox";
import type { Environment } from "../../config.ts";
import type { Log } from "../../core/ports.ts";
import { ok, type Result } from "../../core/result.ts";
import { slackFeatures } from "../program/registered-at-slack.ts";
import type { Bot, StartBot } from "./bot.ts";

export interface WorldOptions {
  /** What a person may tune. */
  readonly tuned: Environment;
  readonly prefix: string;
  /** Where the page is; what the bot serves is there as well. */
  readonly origin: string;
  readonly log: Log;
  readonly taskMs?: number | undefined;
  /** Whether the world begins with a finished video. */
  readonly firstVideo?: boolean | undefined;
  /** Whether each video is a film of its own. */
  readonly drawsFilms?: boolean | undefined;
  /** An origin of loopback that a picture may be taken from. */
  readonly pictureOrigin?: string | undefined;
  startBot(dir: string): StartBot;
  reset(): Promise<void>;
}

/** Emulators, a folder that outlives the bot, and the bot. */
export interface World {
  readonly sandbox: Sandbox;
  /** The bot as it first came up. */
  readonly first: Bot;
  /** Null while none runs. */
  bot(): Bot | null;
  stop(): Promise<void>;
}

/** A fresh world with a bot of its own; refuses where that bot does not start, and leaves nothing behind. */
export async function openWorld(options: WorldOptions): Promise<Result<World, string>> {
  const { tuned, prefix, origin, log, taskMs, pictureOrigin = "", firstVideo = false, drawsFilms = false } = options;
  let bot: Bot | null = null;
  let isStarting = false;
  const dir = await mkdtemp(join(tmpdir(), "reelay-sandbox-"));
  const sandbox = await startSandbox({
    ...(taskMs === undefined ? {} : { taskMs }),
    prefix,
    firstVideo,
    drawsFilms,
    slackFeatures: slackFeatures(prefix),
    bot: {
      status: () => (isStarting ? "starting" : bot ? "running" : "ended"),
      canBeKilled: () => Boolean(bot?.kill),
      killAndRestart,
      reset: options.reset,
    },
  });
  const environment = {
    VIDEO_DASHBOARD_URL: `${origin}/sandbox/keys`,
    POLICY_URL: `${origin}/sandbox/policy/judge`,
    ...tuned,
    ...sandbox.env,
    DATA_DIR: dir,
    HOST: "127.0.0.1",
    PORT: "0",
    PUBLIC_URL: origin,
    SECRET_KEYS: `sandbox:${randomBytes(32).toString("base64")}`,
    TRUSTED_ORIGINS: `${sandbox.env.TRUSTED_ORIGINS ?? ""},${pictureOrigin}`,
  };
  const startBot = options.startBot(dir);

  async function begin(): Promise<Result<Bot, string>> {
    isStarting = true;
    const started = await startBot(environment);
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
    sandbox.journal.add({ place: "bot", kind: "ended", payload: { signal: "SIGKILL", ...accountOf(sandbox) } });
    const again = await begin();
    if (!again.ok) throw new Error(again.refusal);
    const connected = await again.value.connected;
    if (!connected.ok) throw new Error(connected.refusal);
    sandbox.journal.add({ place: "bot", kind: "connected", payload: {} });
  }

  const stop = async () => {
    await bot?.stop();
    await sandbox.stop();
    await rm(dir, { recursive: true, force: true });
  };
  const first = await begin();
  if (first.ok) return ok({ sandbox, first: first.value, bot: () => bot, stop });
  await stop();
  return first;
}

/** What the service's account says at this moment: a killed bot must find it so again. */
function accountOf({ video }: Sandbox) {
  const { tasks, charged } = video.ledger();
  const running = video.tasks().filter(({ status }) => status === "running");
  return { charges: tasks, credits: charged, running: running.map(({ id }) => id) };
}
