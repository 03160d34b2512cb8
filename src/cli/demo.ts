import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Sandbox } from "#sandbox";
import { machineOutside } from "../app/outside.ts";
import { botInside } from "../app/sandbox/bot-process.ts";
import { startSandboxed } from "../app/sandbox/sandboxed.ts";
import { readEnvironment } from "../config.ts";
import { liveBoard, plainBoard } from "./demo/board.ts";
import type { DemoOptions } from "./demo/options.ts";
import { playContinue, playTeam, playVideo } from "./demo/stories.ts";

const WITHIN_MS = 26_000;
const TASK_MS = 7_000;
const LINKS_LIVE_MS = 60_000;

/** A dumb terminal cannot move back up to a line. */
const isLive = process.stdout.isTTY && readEnvironment().TERM !== "dumb";
/**
 * Links live as long as the sandbox: somebody at a terminal can open them, but in a file or a pipe they would be dead.
 */
const areLinksUseful = process.stdin.isTTY === true && process.stdout.isTTY === true;
const board = isLive ? liveBoard(process.stdout) : plainBoard(process.stdout);

/** Plays the story that is wanted. Returns false where it did not come as expected. */
export async function playDemo(wanted: DemoOptions): Promise<boolean> {
  const { LOG_LEVEL: level = "error" } = readEnvironment();
  const outside = await machineOutside({ level, format: undefined, destination: process.stderr });
  const app = await startSandboxed({ PORT: "0", LOG_LEVEL: level }, () => botInside(outside), {
    log: outside.log,
    taskMs: TASK_MS,
    drawsFilms: true,
    pictureOrigin: isLoopback(wanted.image) ? new URL(wanted.image).origin : "",
  });
  if (!app.ok) {
    process.stderr.write(`${app.refusal}\n`);
    return false;
  }
  const { sandbox, connected, stop } = app.value;
  try {
    await connected;
    const isRight = await play(sandbox, wanted);
    if (isRight && areLinksUseful) await untilEnter();
    return isRight;
  } catch (error) {
    board.line(error instanceof Error ? error.message : String(error));
    return false;
  } finally {
    await stop();
  }
}

function play(sandbox: Sandbox, wanted: DemoOptions): Promise<boolean> {
  const telling = { prompt: wanted.prompt, board, hasLinks: areLinksUseful, withinMs: WITHIN_MS };
  if (wanted.story === "team") return playTeam(sandbox, telling);
  return wanted.story === "continue" ? playContinue(sandbox, telling) : playVideo(sandbox, telling, wanted);
}

/** Keeps the sandbox, and with it the links, until somebody presses Enter or a minute is over. */
async function untilEnter(): Promise<void> {
  board.line(`The links above work for another ${LINKS_LIVE_MS / 1_000} seconds. Press Enter to end the demo now.`);
  const lines = createInterface({ input: process.stdin });
  await Promise.race([
    once(lines, "line"),
    once(lines, "close"),
    new Promise((resolve) => setTimeout(resolve, LINKS_LIVE_MS)),
  ]);
  lines.close();
}

function isLoopback(address: string | undefined): address is string {
  return URL.canParse(address ?? "") && ["127.0.0.1", "localhost", "[::1]"].includes(new URL(address ?? "").hostname);
}
