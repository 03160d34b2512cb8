import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Page,
  type Request,
} from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";
import { setLanguage } from "../../../sandbox/src/people.ts";
import { botInside, botProcess, type StartBot } from "../../../src/app/sandbox/bot-process.ts";
import { type SandboxedApp, startSandboxed } from "../../../src/app/sandbox/sandboxed.ts";
import { machineNeeds, readEnvironment } from "../../../src/config.ts";
import { machineChance, machineClock } from "../../../src/core/clock.ts";
import { ok } from "../../../src/core/result.ts";
import { type RecordingLog, recordingLog } from "../../fakes/recording-log.ts";
import { filmProgram } from "../../films/world.ts";

export const tablet = { width: 1024, height: 768 };
const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** A language with long words, and one without spaces. */
export const wordy = ["de", "ja"] as const;

export const sizes = [phone, tablet, desktop];
export const themes = ["light", "dark"] as const;

export const looks = sizes.flatMap((size) => themes.map((theme) => [theme, size] as const));

export interface VisitOptions {
  readonly size?: { readonly width: number; readonly height: number };
  readonly theme?: "light" | "dark";
  /** The duration of a video in milliseconds. */
  readonly taskMs?: number;
  /** Uses touch instead of a mouse. */
  readonly isTouched?: boolean;
  /** Ada's language from the start. Default: English. */
  readonly language?: string;
  /** The sandbox starts with a finished video. Default: false. */
  readonly firstVideo?: boolean;
  /** Each video is a different film that the bot can continue. Default: false. */
  readonly drawsFilms?: boolean;
  /** The person's motion preference. Default: reduced. */
  readonly motion?: "reduce" | "no-preference";
  /** The folder of a built bot, which then runs in its own process. */
  readonly builtBot?: string;
}

export interface Visit {
  readonly page: Page;
  readonly sandbox: SandboxedApp["sandbox"];
  readonly log: RecordingLog;
  /** Stops the real bot, so that a test's own bot receives everything. */
  stopBot(): Promise<void>;
}

/** The browser of a run. Each worker connects to it once. */
let browser: Promise<Browser> | undefined;

/** The real bot in a new sandbox, and a person who opens its page for the first time. */
export async function visit({
  size = desktop,
  theme = "light",
  taskMs = 150,
  isTouched = false,
  builtBot,
  firstVideo = false,
  drawsFilms = false,
  language = "en",
  motion = "reduce",
}: VisitOptions = {}): Promise<Visit> {
  const log = recordingLog();
  const reads = drawsFilms && builtBot === undefined ? { filmProgram: await filmProgram() } : {};
  const outside = { clock: machineClock, chance: machineChance, log, ...reads };
  let stopBot = async () => {};
  const inside = (): StartBot => async (environment) => {
    const bot = await botInside(outside)(environment);
    if (!bot.ok) return bot;
    let stopping: Promise<void> | null = null;
    stopBot = () => {
      stopping ??= bot.value.stop();
      return stopping;
    };
    return ok({ ...bot.value, stop: stopBot });
  };
  const beside = (dir: string) =>
    botProcess({ main: join(builtBot ?? "", "dist/main.js"), dir, machine: machineNeeds(readEnvironment()) });
  const app = await startSandboxed(
    { PORT: "0", POLL_MIN_MS: "40", ...(builtBot === undefined ? {} : { LOG_LEVEL: "silent" }) },
    builtBot === undefined ? inside : beside,
    { log, taskMs, firstVideo, drawsFilms },
  );
  if (!app.ok) throw new Error(app.refusal);
  onTestFinished(() => app.value.stop());
  // Set before the bot starts, because it reads a Slack profile once a minute.
  setLanguage(app.value.sandbox, "ada", language);
  const connected = await app.value.connected;
  if (!connected.ok) throw new Error(connected.refusal);
  const { sandbox, origin } = app.value;
  await sandbox.seeded();

  const look: BrowserContextOptions = { viewport: { ...size }, colorScheme: theme, hasTouch: isTouched };
  browser ??= chromium.connect(inject("browser"));
  const context = await (await browser).newContext({
    ...look,
    locale: "en-US",
    timezoneId: "UTC",
    reducedMotion: motion,
  });
  // Rendering is slow on a busy machine.
  context.setDefaultTimeout(30_000);
  const quiet = keepQuiet(context);
  const page = await context.newPage();
  onTestFinished(async () => {
    const complaints = quiet.complaints();
    await context.close();
    expect(complaints, "what the browser said").toEqual([]);
  });
  await page.goto(origin);
  return { page, sandbox, log, stopBot };
}

/**
 * The browser aborts these requests when the page navigates. This is not a failure, and a refusal has another error text.
 */
const LEFT = ["media", "image", "eventsource", "fetch", "other"];

/** Records the browser's errors and its requests to hosts other than loopback. `complaints` must be empty. */
function keepQuiet(context: BrowserContext): { complaints(): readonly string[] } {
  const complaints: string[] = [];
  const failed = (request: Request) => {
    const why = request.failure()?.errorText ?? "";
    if (why === "net::ERR_ABORTED" && LEFT.includes(request.resourceType())) return;
    complaints.push(`${request.method()} ${request.url()} failed: ${why}`);
  };
  const asked = (url: string) => {
    const { protocol, hostname } = new URL(url);
    if (["data:", "blob:", "about:"].includes(protocol) || hostname === "127.0.0.1") return;
    complaints.push(`${url} is not on loopback`);
  };

  context.on("console", (message: ConsoleMessage) => complaints.push(`console ${message.type()}: ${message.text()}`));
  context.on("weberror", (error) => complaints.push(`error: ${error.error()}`));
  context.on("requestfailed", failed);
  context.on("request", (request) => asked(request.url()));
  context.on("page", (page: Page) => page.on("websocket", (socket) => asked(socket.url())));
  return { complaints: () => [...complaints] };
}
