import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen, type Sandbox, type SandboxOptions, startSandbox } from "#sandbox";
import { type Environment, readConfig, sandboxEnvironment } from "../../config.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { Log } from "../../core/text/log-fields.ts";
import { slackFeatures } from "../program/registered-at-slack.ts";
import type { Bot, StartBot } from "./bot-process.ts";

export interface SandboxedApp {
  readonly origin: string;
  readonly platforms: readonly string[];
  readonly connected: Bot["connected"];
  /** Replaced when the page starts a fresh world. */
  readonly sandbox: Sandbox;
  stop(): Promise<void>;
}

interface World {
  readonly sandbox: Sandbox;
  readonly first: Bot;
  bot(): Bot | null;
  stop(): Promise<void>;
}

/**
 * Runs the unchanged bot on its own emulators, in a temporary folder. The bot gets only the environment that
 * `sandboxEnvironment` lets through.
 */
export async function startSandboxed(
  environment: Environment,
  startBot: (dir: string) => StartBot,
  how: Pick<SandboxOptions, "taskMs" | "firstVideo" | "drawsFilms"> & {
    readonly log: Log;
    readonly pictureOrigin?: string;
  },
): Promise<Result<SandboxedApp, string>> {
  const { log, pictureOrigin = "", ...emulators } = how;
  const tuned = { KEEP_VIDEOS_DAYS: "30", ...sandboxEnvironment(environment) };
  const read = readConfig({ ...tuned, SANDBOX: "on" });
  if (!read.ok) return refuse(read.refusal.join("\n"));
  const { COMMAND_PREFIX: prefix, VIDEO_PRICES: prices, KEEP_VIDEOS_DAYS: keptDays, ports } = read.value;
  const idempotencyHeader = read.value.VIDEO_IDEMPOTENCY_HEADER;

  let world: World | null = null;
  /** Settles once the world is open. The page's requests wait for it. */
  let opening: Promise<unknown> = Promise.resolve();
  const page = await listen(
    async (request, response) => {
      await opening;
      if (!(await world?.sandbox.handle(request, response))) forward(world?.bot()?.origin ?? null, request, response);
    },
    ...ports,
  ).catch(() => null);
  if (!page)
    return refuse(`PORT ${ports[0]} is used by another program. Stop that program, or set PORT to a free port.`);
  const { origin } = page;

  const opened = await openWorld();
  if (!opened.ok) {
    await page.close();
    return opened;
  }
  world = opened.value;
  const { first } = opened.value;
  return ok({
    origin,
    platforms: first.platforms,
    connected: first.connected,
    get sandbox() {
      return (world ?? opened.value).sandbox;
    },
    async stop() {
      await page.close();
      await world?.stop();
    },
  });

  async function reset(): Promise<void> {
    const old = world;
    world = null;
    const replace = async () => {
      await old?.stop();
      const fresh = await openWorld();
      if (fresh.ok) world = fresh.value;
      return fresh;
    };
    const replacing = replace();
    opening = replacing.catch(() => {});
    const fresh = await replacing;
    await connected(fresh.ok ? ok(fresh.value.first) : fresh);
  }

  async function openWorld(): Promise<Result<World, string>> {
    let bot: Bot | null = null;
    let isStarting = false;
    const dir = await mkdtemp(join(tmpdir(), "reelay-sandbox-"));
    const sandbox = await startSandbox({
      ...emulators,
      prefix,
      prices,
      idempotencyHeader,
      slackFeatures: slackFeatures(prefix),
      bot: {
        status: () => (isStarting ? "starting" : bot ? "running" : "ended"),
        canBeKilled: () => Boolean(bot?.kill),
        about: aboutKeeping(keptDays),
        killAndRestart,
        reset,
      },
    });
    const start = startBot(dir);

    async function begin(): Promise<Result<Bot, string>> {
      isStarting = true;
      const started = await start({
        VIDEO_DASHBOARD_URL: `${origin}/sandbox/keys`,
        POLICY_URL: `${origin}/sandbox/policy/judge`,
        ...tuned,
        ...sandbox.env,
        DATA_DIR: dir,
        HOST: "127.0.0.1",
        PORT: "0",
        PUBLIC_URL: origin,
        SECRET_KEYS: secretKeys,
        TRUSTED_ORIGINS: `${sandbox.env.TRUSTED_ORIGINS ?? ""},${pictureOrigin}`,
      });
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
      sandbox.journal.add({ place: "bot", kind: "ended", payload: { signal: "SIGKILL", ...serviceAccount(sandbox) } });
      await connected(await begin());
      sandbox.journal.add({ place: "bot", kind: "connected", payload: {} });
    }

    const stop = async () => {
      await bot?.stop();
      await sandbox.stop();
      await rm(dir, { recursive: true, force: true });
    };
    const secretKeys = `sandbox:${randomBytes(32).toString("base64")}`;
    const begun = await begin();
    if (begun.ok) return ok({ sandbox, first: begun.value, bot: () => bot, stop });
    await stop();
    return begun;
  }
}

/** A new installation keeps no videos. */
function aboutKeeping(days: number): string {
  const here = days === 0 ? "no videos" : days === 1 ? "videos for a day" : `videos for ${days} days`;
  return `This bot keeps ${here} (KEEP_VIDEOS_DAYS=${days}). A new installation keeps none: its links work for about 2 hours.`;
}

async function connected(started: Result<Bot, string>): Promise<void> {
  const result = started.ok ? await started.value.connected : started;
  if (!result.ok) throw new Error(result.refusal);
}

/** Recorded at a kill. The restarted bot must agree with it. */
function serviceAccount({ video }: Sandbox) {
  const { tasks, charged } = video.ledger();
  const running = video.tasks().filter(({ status }) => status === "running");
  return { charges: tasks, credits: charged, running: running.map(({ id }) => id) };
}

function forward(origin: string | null, request: IncomingMessage, response: ServerResponse): void {
  const away = () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(503, { "content-type": "text/plain; charset=utf-8" }).end("The bot is not running.\n");
  };
  if (origin === null) {
    away();
    return;
  }
  const { hostname, port } = new URL(origin);
  const { method, url: path, headers } = request;
  const onward = httpRequest({ hostname, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
    answer.once("error", away);
  });
  onward.once("error", away);
  response.once("close", () => onward.destroy());
  request.pipe(onward);
}
