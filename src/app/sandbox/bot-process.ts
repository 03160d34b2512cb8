import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";
import { type Environment, readConfig } from "../../config.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { Outside } from "../outside.ts";

export interface Bot {
  readonly origin: string;
  readonly platforms: readonly string[];
  readonly connected: Promise<Result<null, string>>;
  /** Settles if the bot ends unexpectedly; never if it shares this process. */
  readonly crashed: Promise<null>;
  stop(): Promise<void>;
  /** Kills the process without a last save. Only for a bot in its own process. */
  readonly kill: (() => Promise<void>) | null;
}

export type StartBot = (environment: Environment) => Promise<Result<Bot, string>>;

export function botInside(outside: Outside): StartBot {
  return async (environment) => {
    const config = readConfig(environment);
    if (!config.ok) return refuse(config.refusal.join("\n"));
    const { startApp } = await import("../../app.ts");
    const app = await startApp(config.value, outside);
    return app.ok ? ok({ ...app.value, crashed: new Promise(() => {}), kill: null }) : app;
  };
}

const served = z.object({ kind: z.literal("served"), origin: z.url(), platforms: z.array(z.string()) });
const connected = z.object({ kind: z.literal("connected"), refusal: z.string().nullable() });

export type StarterMessage = z.infer<typeof served> | z.infer<typeof connected>;

export function reportToStarter(news: StarterMessage): void {
  process.send?.(news);
}

/** The process shares only the network and a folder with the sandbox. */
export function botProcess(how: {
  readonly main: string;
  /** Has no `.env`, so no outside setting applies. */
  readonly dir: string;
  readonly machine: Environment;
}): StartBot {
  return async (environment) => {
    const child = fork(how.main, ["start"], {
      cwd: how.dir,
      env: { ...how.machine, ...environment },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    return begun(child);
  };
}

async function begun(child: ChildProcess): Promise<Result<Bot, string>> {
  const ended = once(child, "exit");
  let isAsked = false;
  const crashed = ended.then(() => (isAsked ? new Promise<null>(() => {}) : null));
  const isConnected = firstOfKind(child, connected).then((news) =>
    news === null
      ? refuse("The bot exited before it was connected.")
      : news.refusal === null
        ? ok(null)
        : refuse(news.refusal),
  );
  const where = await firstOfKind(child, served);
  if (where === null) return refuse("The bot did not start. Its output is above.");
  const end = async (by: () => void) => {
    isAsked = true;
    by();
    await ended;
  };
  return ok({
    ...where,
    connected: isConnected,
    crashed,
    // The bot treats a disconnected parent like SIGTERM, also on Windows.
    stop: () => end(() => child.connected && child.disconnect()),
    kill: () => end(() => child.kill("SIGKILL")),
  });
}

function firstOfKind<T>(child: ChildProcess, kind: z.ZodType<T>): Promise<T | null> {
  return new Promise((resolve) => {
    const onMessage = (message: unknown) => {
      const read = kind.safeParse(message);
      if (!read.success) return;
      child.off("message", onMessage);
      resolve(read.data);
    };
    child.on("message", onMessage);
    child.once("exit", () => resolve(null));
  });
}
