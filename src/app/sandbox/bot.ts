import { startApp } from "../../app.ts";
import { type Environment, readConfig } from "../../config.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { Outside } from "../outside.ts";

/** A bot that runs on the sandbox. */
export interface Bot {
  /** The address of its health, its metrics and its pictures. */
  readonly origin: string;
  readonly platforms: readonly string[];
  /** Settles when every platform is connected, or one refused for good. */
  readonly connected: Promise<Result<null, string>>;
  /** Settles when the bot ends unasked; never where it shares this process. */
  readonly crashed: Promise<null>;
  stop(): Promise<void>;
  /** Ends the bot as SIGKILL does, without a last save; null where it shares this process. */
  readonly kill: (() => Promise<void>) | null;
}

/** Starts a bot that knows nothing but this environment; refuses with a sentence. */
export type StartBot = (environment: Environment) => Promise<Result<Bot, string>>;

/** Runs the bot in this very process, for programs that live for one run. */
export function botInside(outside: Outside): StartBot {
  return async (environment) => {
    const config = readConfig(environment);
    if (!config.ok) return refuse(config.refusal.join("\n"));
    const app = await startApp(config.value, outside);
    return app.ok ? ok({ ...app.value, crashed: new Promise(() => {}), kill: null }) : app;
  };
}
