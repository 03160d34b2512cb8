import type { Sandbox } from "reelay-sandbox";
import { type Environment, readConfig, sandboxEnvironment } from "../../config.ts";
import type { Log } from "../../core/ports.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { Bot, StartBot } from "./bot.ts";
import { forward } from "./forward.ts";
import type { World } from "./world.ts";

export interface SandboxedApp {
  /** The address of the page, and of everything that the bot itself serves. */
  readonly origin: string;
  readonly platforms: readonly string[];
  readonly connected: Bot["connected"];
  /** Of the world as it is now: the page may have begun a fresh one. */
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
  how: {
    readonly log: Log;
    readonly taskMs?: number;
    readonly pictureOrigin?: string;
    /** Whether each world begins with a finished video. */
    readonly firstVideo?: boolean;
    /** Whether each video is a film of its own; by default all of them are one short film. */
    readonly drawsFilms?: boolean;
  },
): Promise<Result<SandboxedApp, string>> {
  const tuned = sandboxEnvironment(environment);
  const read = readConfig({ ...tuned, SANDBOX: "on" });
  if (!read.ok) return refuse(read.refusal.join("\n"));
  const { COMMAND_PREFIX: prefix, ports } = read.value;
  const { listen } = await import("reelay-sandbox");
  const { openWorld } = await import("./world.ts");

  let world: World | null = null;
  /** Settles when there is a world; what the page asks for meanwhile waits. */
  let opening: Promise<void> = Promise.resolve();
  const page = await listen(
    async (request, response) => {
      await opening;
      if (!(await world?.sandbox.handle(request, response))) forward(world?.bot()?.origin ?? null, request, response);
    },
    ...ports,
  ).catch(() => null);
  if (!page) return refuse(`PORT ${ports[0]} is taken by another program. Stop that one, or set PORT to a free one.`);
  const { origin } = page;
  if (ports[0] !== 0 && new URL(origin).port !== String(ports[0]))
    how.log.warn("PORT is taken by another program, and the next free one is used", { at: origin });

  const open = () => openWorld({ ...how, tuned, prefix, origin, startBot, reset });
  async function replace(): Promise<Result<World, string>> {
    const old = world;
    world = null;
    await old?.stop();
    const fresh = await open();
    if (fresh.ok) world = fresh.value;
    return fresh;
  }
  async function reset(): Promise<void> {
    const replacing = replace();
    const opened = () => {};
    opening = replacing.then(opened, opened);
    const fresh = await replacing;
    if (!fresh.ok) throw new Error(fresh.refusal);
    const connected = await fresh.value.first.connected;
    if (!connected.ok) throw new Error(connected.refusal);
  }

  const opened = await open();
  if (!opened.ok) {
    await page.close();
    return opened;
  }
  const begun = opened.value;
  world = begun;
  return ok({
    origin,
    platforms: begun.first.platforms,
    connected: begun.first.connected,
    get sandbox() {
      return (world ?? begun).sandbox;
    },
    async stop() {
      await page.close();
      await world?.stop();
    },
  });
}
