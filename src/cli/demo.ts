import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Fate, Sandbox } from "reelay-sandbox";
import { priceOf } from "reelay-sandbox";
import { machineOutside } from "../app/outside.ts";
import { optionsOr } from "../app/program/program.ts";
import { botInside } from "../app/sandbox/bot.ts";
import { startSandboxed } from "../app/sandbox/sandboxed.ts";
import { readEnvironment } from "../config.ts";
import { liveBoard, plainBoard } from "./demo/board.ts";
import { type DemoOptions, type DemoOutcome, readDemoOptions, USAGE } from "./demo/options.ts";
import { download, downloaded, isLedgerRight, isTold, seenBy, videoIn, watch } from "./demo/seen.ts";
import { playContinue, playTeam } from "./demo/stories.ts";

/** `npm run demo` plays one run on each platform, both at once, and shows what the emulators received. */
const WITHIN_MS = 26_000;
const TASK_MS = 7_000;
const LINKS_LIVE_MS = 60_000;

const fates: Readonly<Record<DemoOutcome, Fate>> = {
  succeeded: "normal",
  failed: "fails",
  "no-credits": "no_credits",
  "bad-key": "bad_key",
  "bad-request": "bad_request",
};

/** A dumb terminal cannot move back up to a line. */
const isLive = process.stdout.isTTY && readEnvironment().TERM !== "dumb";
/**
 * Links live as long as the sandbox: somebody at a terminal can open them, but in a file or a pipe they would be dead.
 */
const areLinksUseful = process.stdin.isTTY === true && process.stdout.isTTY === true;
const board = isLive ? liveBoard(process.stdout) : plainBoard(process.stdout);

process.exit((await demo(optionsOr(USAGE, readDemoOptions))) ? 0 : 1);

async function demo(wanted: DemoOptions): Promise<boolean> {
  const { LOG_LEVEL: level = "error" } = readEnvironment();
  const outside = machineOutside({ level, format: undefined, destination: process.stderr });
  const pictureOrigin = wanted.image && isLoopback(wanted.image) ? new URL(wanted.image).origin : "";
  const startBot = () => botInside(outside);
  const app = await startSandboxed({ PORT: "0", LOG_LEVEL: level }, startBot, {
    log: outside.log,
    taskMs: TASK_MS,
    drawsFilms: true,
    pictureOrigin,
  });
  if (!app.ok) {
    process.stderr.write(`${app.refusal}\n`);
    return false;
  }
  const { sandbox, connected, stop } = app.value;
  try {
    await connected;
    const telling = { prompt: wanted.prompt, board, hasLinks: areLinksUseful, withinMs: WITHIN_MS };
    const play = { team: playTeam, continue: playContinue, video: null }[wanted.story];
    const isRight = await (play ? play(sandbox, telling) : run(sandbox, wanted));
    if (isRight && areLinksUseful) await untilEnter();
    return isRight;
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return false;
  } finally {
    await stop();
  }
}

async function run(sandbox: Sandbox, wanted: DemoOptions): Promise<boolean> {
  await sandbox.seeded();
  sandbox.video.everyFate(fates[wanted.outcome]);
  const after = sandbox.journal.since(0).at(-1)?.seq ?? 0;
  const stopWatching = watch(sandbox, board, { hasLinks: areLinksUseful });
  const price = priceOf({
    resolution: wanted.resolution === "720p" ? "720p" : "480p",
    duration: wanted.duration?.startsWith("15") ? 15 : 10,
  });

  const finished = Promise.all([
    waitForOutcome(sandbox, { place: "discord", wanted, price, after }),
    waitForOutcome(sandbox, { place: "slack", wanted, price, after }),
  ]);
  await Promise.all([typeOnDiscord(sandbox, wanted), typeOnSlack(sandbox, wanted)]);
  const results = await finished;
  stopWatching();

  const ledger = sandbox.video.ledger();
  const isRight = isLedgerRight(wanted.outcome, ledger, price);
  print(
    `the service charged ${ledger.charged} credits and refunded ${ledger.refunded}${isRight ? "" : ", which is wrong"}`,
  );
  return results.every(Boolean) && isRight;
}

/** Keeps the sandbox, and with it the links, until somebody presses Enter or a minute is over. */
async function untilEnter(): Promise<void> {
  print(`The links above work for another ${LINKS_LIVE_MS / 1_000} seconds. Press Enter to end the demo now.`);
  const lines = createInterface({ input: process.stdin });
  await Promise.race([
    once(lines, "line"),
    once(lines, "close"),
    new Promise((resolve) => setTimeout(resolve, LINKS_LIVE_MS)),
  ]);
  lines.close();
}

function typeOnDiscord(sandbox: Sandbox, { prompt, ratio, duration, resolution, image }: DemoOptions): Promise<string> {
  const words = {
    prompt,
    ...(ratio && { ratio }),
    ...(duration && { duration: Number.parseInt(duration, 10) }),
    ...(resolution && { resolution }),
    ...(image && { image_url: pictureAt(sandbox, image) }),
  };
  print(
    `        Discord  Ada types /video ${Object.entries(words)
      .map(([name, value]) => `${name}: ${value}`)
      .join("  ")}`,
  );
  return sandbox.discord.command("ada", "video", words);
}

function typeOnSlack(sandbox: Sandbox, { prompt, ratio, duration, resolution, image }: DemoOptions): Promise<string> {
  const flags = Object.entries({ ratio, duration, resolution, image: image && pictureAt(sandbox, image) });
  const text = flags.reduce((all, [name, value]) => (value ? `${all} --${name} ${value}` : all), `/video ${prompt}`);
  print(`        Slack    Ada types ${text}`);
  return sandbox.slack.command("ada", text);
}

/**
 * Resolves once the person has read what the outcome requires and, for a video, it was downloaded; with false when that
 * is too late.
 */
async function waitForOutcome(
  sandbox: Sandbox,
  { place, wanted, price, after }: { place: "discord" | "slack"; wanted: DemoOptions; price: number; after: number },
): Promise<boolean> {
  const name = place === "discord" ? "Discord" : "Slack  ";
  const isDone = () => isTold(wanted.outcome, seenBy(sandbox, place, { after, personId: "ada" }), price);
  try {
    if (!isDone()) await sandbox.journal.find(isDone, { after, withinMs: WITHIN_MS });
  } catch {
    print(`        ${name}  did not finish within ${WITHIN_MS / 1_000} s`);
    return false;
  }
  if (wanted.outcome !== "succeeded") {
    print(`        ${name}  as expected`);
    return true;
  }
  const url = videoIn(seenBy(sandbox, place, { after, personId: "ada" }));
  const film = url ? await download(url) : null;
  print(`        ${name}  ${film ? downloaded(film) : "the video could not be downloaded"}`);
  return film !== null;
}

function pictureAt(sandbox: Sandbox, image: string): string {
  return image === "sample" ? `${sandbox.video.url}/samples/landscape.png` : image;
}

function isLoopback(address: string): boolean {
  return URL.canParse(address) && ["127.0.0.1", "localhost", "[::1]"].includes(new URL(address).hostname);
}

function print(line: string): void {
  board.line(line);
}
